package export

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard"
)

const (
	recutHint        = "axiomine gen, or gen sample, leaves pairs/ and index/"
	recutHintOfIndex = "name it with --index where it lies elsewhere"
)

// Recut makes shards of the pairs that gen or gen sample left in dirs, joined where there are several, in the formats of the
// configuration and without mining again. Without a vocabulary in the configuration it takes the one that was trained for the
// first, or trains one on the documents where a format needs it. indexDir is "" for their own.
// It writes into out itself and, for further test sets, below tests/ there.
func Recut(ctx context.Context, c *configs.Config, dirs []string, indexDir string, out *result.Dir, p *progress.Printer,
	command string) (*shard.Manifest, error) {
	all, err := openAll(dirs)
	if err != nil {
		return nil, err
	}
	hasRows, err := RowsOf(c.Tokenize.RowsOf)
	if err != nil {
		return nil, err
	}
	o, err := recutOptions(c)
	if err != nil {
		return nil, err
	}
	tokenizer, isTrained, inputs, err := recutVocabulary(c, dirs[0], o)
	if err != nil {
		return nil, err
	}
	if indexDir != "" {
		dirs = []string{indexDir}
	} else {
		dirs = slices.Clone(dirs)
		for i := range dirs {
			dirs[i] = filepath.Join(dirs[i], "index")
		}
	}
	if tokenizer == nil && o.NeedsVocabulary() {
		if tokenizer, err = trainForRecut(ctx, c, dirs, p); err != nil {
			return nil, err
		}
		isTrained = true
	}
	if isTrained {
		p.Warn("%s", trainedVocabulary(tokenizer))
	}
	in := shard.Input{Tokenizer: tokenizer, IsTrained: isTrained, Query: text(all), Language: languageOf(&all[0].manifest)}
	var docs []func(id string) (title, text string, ok bool)
	var lengths []func(id string) (int, bool)
	var texts account.Texts
	for i, dir := range dirs {
		x, err := recutIndex(dir, tokenizer)
		if err != nil {
			return nil, err
		}
		defer x.Close()
		sources := all[i : i+1]
		if indexDir != "" {
			sources = all
		}
		for _, d := range sources {
			if err := checkSameIndex(x.About().Collection, dir, d.manifest.Collection.Files, filepath.Join(d.dir, dataset.PairsDir)); err != nil {
				return nil, err
			}
		}
		docs, lengths = append(docs, docText(x)), append(lengths, dataset.LengthsOf(x))
		if i == 0 && len(all) > 1 { // all directories have the same documents
			texts = account.TextsOf(x, foldedQueries(all))
		}
	}
	in.Doc = func(id string) (title, text string, ok bool) {
		for i := 0; i < len(docs) && !ok; i++ {
			title, text, ok = docs[i](id)
		}
		return title, text, ok
	}
	labels, scores, err := teacher(c, configs.List(c.Tokenize.Scores))
	if err != nil {
		return nil, err
	}
	in.Teacher = labels
	data, repeats, err := join(ctx, all, p)
	if err != nil {
		return nil, err
	}
	if len(all) > 1 {
		if err := tellJoined(p, data, all, texts); err != nil {
			return nil, err
		}
	}
	in.Manifest = joinedManifest(all, repeats)
	in.Manifest.ToolVersion, in.Manifest.Command = configs.Version, command
	in.Manifest.Inputs = slices.Concat(in.Manifest.Inputs, dataset.ManifestInputs(inputs), dataset.ManifestInputs(scores))
	if config, ok := in.Manifest.Config.(map[string]any); ok {
		config["tokenize"] = c.Portable()["tokenize"]
	}
	data = slices.DeleteFunc(data, func(d dataset.SplitPairs) bool { return d.Pairs.Len() == 0 || !hasRows(d.Split) })
	var sets []shard.PoolRows
	for _, d := range data {
		if d.Set == "" {
			setLengths, err := account.Lengths(ctx, d.Pairs, c.Gen.Threads, lengths...)
			if err != nil {
				return nil, err
			}
			sets = append(sets, account.DrawnStats(d.Split, d.Pairs, setLengths)...)
		}
	}
	st := p.Stage("shards", "rows", 0)
	defer st.Done()
	w := setWriter{out: out, recount: len(all) > 1 || c.Tokenize.RowsOf != "all", options: o, progress: p}
	manifest, err := w.write(ctx, in, sets, data, st)
	if err != nil {
		return nil, err
	}
	if short := slices.ContainsFunc(manifest.Groups, func(g shard.Groups) bool { return g.Short > 0 }); short && !hasSpares(data) {
		p.Warn("there are no spare pairs to fill groups with: axiomine gen leaves them for a format of groups, gen sample with --group-size")
	}
	return manifest, nil
}

// tellJoined leaves out of the rows of several directories what overlaps, and warns of it and of rows that contradict each other.
func tellJoined(p *progress.Printer, data []dataset.SplitPairs, all []*pairFolder, texts account.Texts) error {
	rows := trainingRows(data)
	for _, line := range withoutOverlaps(data, texts.Query, keepsOverlaps(all)) {
		p.Warn("%s", line)
	}
	for _, d := range data {
		if line := account.ContradictionText(d.Pairs, d.Split, texts); line != "" && d.Set == "" {
			p.Warn("%s", line)
		}
	}
	if rows > 0 && trainingRows(data) == 0 {
		return errs.BadInput("", 0, "join directories whose queries are divided alike, or draw them with axiomine gen --set on_overlap=keep",
			"all queries of train are in held-out splits too: none of the %d rows is left", rows)
	}
	return nil
}

// trainingRows returns the number of rows of the training split.
func trainingRows(data []dataset.SplitPairs) (n int) {
	for _, d := range data {
		if d.Split == "train" {
			n += d.Pairs.Len()
		}
	}
	return n
}

// recutOptions returns the options of shards of pairs that are there. What gen left has no candidates to write beside them.
func recutOptions(c *configs.Config) (shard.Options, error) {
	o, err := ShardOptions(c)
	o.Candidates = ""
	return o, err
}

// readSpares reads what stands beside a split's file of pairs to fill groups with; nil where gen left nothing.
func readSpares(ctx context.Context, dir, pairsPath string) (*pairs.Table, error) {
	path := filepath.Join(dir, filepath.FromSlash(dataset.SparesDir), filepath.Base(pairsPath))
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return pairs.Read(ctx, path, nil)
}

func hasSpares(sets []dataset.SplitPairs) bool {
	return slices.ContainsFunc(sets, func(s dataset.SplitPairs) bool { return s.Spares != nil })
}

// languageOf returns the language of a folder's texts, by the stemmer that its manifest names.
func languageOf(m *shard.Manifest) string {
	config, _ := m.Config.(map[string]any)
	settings, _ := config["gen"].(map[string]any)
	stemmer, _ := settings["stemmer"].(string)
	return dataset.LanguageOf(stemmer)
}

// PlanRecut returns the text of what Recut would make shards of, and writes nothing.
func PlanRecut(c *configs.Config, dirs []string) (string, error) {
	all, err := openAll(dirs)
	if err != nil {
		return "", err
	}
	plan, err := planJoin(all)
	if err != nil {
		return "", err
	}
	o, err := recutOptions(c)
	if err != nil {
		return "", err
	}
	if err := o.Validate(); err != nil {
		return "", err
	}
	return plan + fmt.Sprintf("formats: %s\n", strings.Join(o.Formats, ", ")), nil
}

// pairFile is pairs/SPLIT.parquet or pairs/SPLIT.SET.parquet.
type pairFile struct{ path, split, set string }

// pairFiles lists the files of pairs, the training split first; a split alone that is neither dev nor test is there to
// train with.
func pairFiles(dir string) (files []pairFile, err error) {
	list, err := os.ReadDir(filepath.Join(dir, dataset.PairsDir))
	if err != nil {
		return nil, errs.CannotOpen(dir, err)
	}
	splits := 0
	for _, item := range list {
		if name, ok := strings.CutSuffix(item.Name(), dataset.PairsExtension); ok {
			f := pairFile{path: filepath.Join(dir, dataset.PairsDir, item.Name())}
			f.split, f.set, _ = strings.Cut(name, ".")
			if files = append(files, f); f.set == "" {
				splits++
			}
		}
	}
	for i := range files {
		if splits == 1 && files[i].set == "" && files[i].split != "dev" && files[i].split != "test" {
			files[i].split = "train"
		}
	}
	order := []string{"train", "dev", "test"}
	slices.SortStableFunc(files, func(a, b pairFile) int {
		return cmp.Compare(slices.Index(order, a.split), slices.Index(order, b.split))
	})
	return files, nil
}

// recutVocabulary returns the configured vocabulary and its line for the manifest, or that of dir's shards. One that was trained for dir
// is taken only where a format is nothing without ids.
func recutVocabulary(c *configs.Config, dir string, o shard.Options) (t *tokenize.Tokenizer, isTrained bool, in []stage.Input, err error) {
	options := prepare.VocabularyOptions(&c.Tokenize)
	if c.Tokenize.Vocab != "" {
		t, given, err := prepare.GivenVocabulary(c.Tokenize.Vocab, options)
		return t, false, []stage.Input{given}, err
	}
	trained := filepath.Join(dir, prepare.VocabFile)
	if _, err := os.Stat(trained); err == nil {
		if o.NeedsVocabulary() {
			t, err = tokenize.Load(trained, options)
		}
		return t, t != nil, nil, err
	}
	if t, err = tokenize.Load(filepath.Join(dir, ShardsDir, "tokenizer.json"), options); errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil, nil
	}
	return t, false, nil, err
}

// trainForRecut returns word pieces trained on the documents of the indexes in dirs, as gen trains them for one.
func trainForRecut(ctx context.Context, c *configs.Config, dirs []string, p *progress.Printer) (*tokenize.Tokenizer, error) {
	var indexes []index.Reader
	total := 0
	for _, dir := range dirs {
		x, err := recutIndex(dir, nil)
		if err != nil {
			return nil, err
		}
		defer x.Close()
		indexes, total = append(indexes, x), total+x.NumDocs()
	}
	options := prepare.VocabularyOptions(&c.Tokenize)
	st := p.Stage("vocab", "texts", total)
	vocab, err := prepare.TrainVocabulary(ctx, c, options, indexes, st)
	st.Done()
	if err != nil {
		return nil, err
	}
	return tokenize.New(vocab, options)
}

func recutIndex(dir string, t *tokenize.Tokenizer) (index.Reader, error) {
	if _, err := os.Stat(dir); err != nil {
		return nil, errs.BadInput(dir, 0, recutHintOfIndex, "no index")
	}
	if t == nil {
		return index.OpenAny(dir, nil)
	}
	return index.OpenAny(dir, prepare.WordPieces{Tokenizer: t})
}

// checkSameIndex returns an error if the index holds other documents than those the pairs were mined in, by their manifest.
func checkSameIndex(there []index.SourceFile, indexDir string, files []shard.CollectionFile, pairs string) error {
	var here []index.SourceFile
	for _, f := range files {
		here = append(here, index.SourceFile(f))
	}
	if prepare.FilesAgree(here, there) {
		return nil
	}
	return errs.BadUsage("name the index that the pairs were mined with", "the index %s was made of %s, and the pairs in %s of %s",
		indexDir, prepare.FileNames(there), pairs, prepare.FileNames(here))
}

// readQueries reads the queries' texts that stand beside the pairs.
func readQueries(path string) (map[string]string, error) {
	f, err := safefile.Open(path)
	if err != nil {
		return nil, errs.BadInput(path, 0, recutHint, "no queries beside the pairs")
	}
	defer f.Close()
	return parseQueries(path, f)
}

// parseQueries reads texts by id; path stands in errors.
func parseQueries(path string, r io.Reader) (map[string]string, error) {
	texts := map[string]string{}
	dec := json.NewDecoder(bufio.NewReaderSize(r, 1<<16))
	for n := 1; ; n++ {
		var q dataset.PairsQuery
		if err := dec.Decode(&q); err == io.EOF {
			return texts, nil
		} else if err != nil {
			return nil, &errs.Error{Kind: errs.Input, File: path, Line: n, Problem: "not a query", Err: err, Hint: recutHint}
		}
		texts[q.ID] = q.Text
	}
}

func readJSONFile(path string, target any) error {
	raw, err := safefile.ReadFile(path, safefile.Whole)
	if errors.Is(err, fs.ErrNotExist) {
		return errs.BadInput(path, 0, recutHint, "no pairs to make shards of")
	}
	if err != nil {
		return errs.CannotOpen(path, err)
	}
	if err := json.Unmarshal(raw, target); err != nil {
		return &errs.Error{Kind: errs.Input, File: path, Problem: "not what stands beside pairs", Err: err, Hint: recutHint}
	}
	return nil
}
