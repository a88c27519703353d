package dataset

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
	"sort"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard"
)

const recutHint = "axiomine gen, or gen sample, leaves pairs/ and index/"

// Recut writes shards of the pairs that gen or gen sample left in dir, in the configured formats, without mining again, and returns their
// manifest. It writes the shards into out, and further test sets below tests/. Without a configured vocabulary it uses the vocabulary that
// was trained for dir, or trains one on the documents if a format needs it. If indexDir is "", it uses the index in dir.
func Recut(ctx context.Context, c *configs.Config, dir, indexDir string, out *result.Dir, p *progress.Printer,
	command string) (*shard.Manifest, error) {
	folder, err := openPairFolder(dir)
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
	tokenizer, isTrained, inputs, err := recutVocabulary(c, dir, o)
	if err != nil {
		return nil, err
	}
	indexDir = cmp.Or(indexDir, filepath.Join(dir, "index"))
	if _, err := os.Stat(indexDir); err != nil {
		return nil, errs.BadInput(indexDir, 0, "name it with --index where it lies elsewhere", "no index")
	}
	var pieces analysis.Pieces
	if tokenizer != nil {
		pieces = prepare.WordPieces{Tokenizer: tokenizer}
	}
	x, err := index.OpenWith(indexDir, pieces)
	if err != nil {
		return nil, err
	}
	defer x.Close()
	if tokenizer == nil && o.NeedsVocabulary() {
		if tokenizer, err = trainTokenizer(ctx, c, x, p); err != nil {
			return nil, err
		}
		isTrained = true
	}
	if isTrained {
		p.Warn("%s", trainedVocabulary(tokenizer))
	}
	manifest := folder.manifest
	if err := checkSameIndex(x.About().Collection, indexDir, manifest.Collection.Files, filepath.Join(dir, PairsDir)); err != nil {
		return nil, err
	}
	labels, scores, err := teacher(c, configs.List(c.Tokenize.Scores))
	if err != nil {
		return nil, err
	}
	data, err := folder.read(ctx, p)
	if err != nil {
		return nil, err
	}
	manifest.ToolVersion, manifest.Command = configs.Version, command
	manifest.Inputs = slices.Concat(manifest.Inputs, ManifestInputs(inputs), ManifestInputs(scores))
	if config, ok := manifest.Config.(map[string]any); ok {
		config["tokenize"] = c.Portable()["tokenize"]
	}
	data = slices.DeleteFunc(data, func(d SplitPairs) bool { return d.Pairs.Len() == 0 || !hasRows(d.Split) })
	sets, err := drawnStats(ctx, data, c.Gen.Threads, x)
	if err != nil {
		return nil, err
	}
	query := func(id string) (string, bool) { text, ok := folder.queries[id]; return text, ok }
	in := shard.Input{Data: shard.Data{Tokenizer: tokenizer, Query: query, Numbered: docsOf(x), Teacher: labels}, IsTrained: isTrained,
		Manifest: manifest, Language: languageIn(&manifest)}
	st := p.Stage("shards", "rows", 0)
	defer st.Done()
	w := setWriter{out: out, recount: c.Tokenize.RowsOf != "all", options: o, progress: p}
	written, err := w.write(ctx, in, sets, data, st)
	if err != nil {
		return nil, err
	}
	isShort := slices.ContainsFunc(written.Groups, func(g shard.Groups) bool { return g.Short > 0 })
	if isShort && !slices.ContainsFunc(data, func(s SplitPairs) bool { return s.Spares != nil }) {
		p.Warn("there are no spare pairs to fill groups with: axiomine gen leaves them for a format of groups, gen sample with --group-size")
	}
	return written, nil
}

// trainTokenizer trains a vocabulary on the documents of an index.
func trainTokenizer(ctx context.Context, c *configs.Config, x index.Reader, p *progress.Printer) (*tokenize.Tokenizer, error) {
	options, st := prepare.VocabularyOptions(&c.Tokenize), p.Stage("vocab", "texts", x.NumDocs())
	vocab, err := prepare.TrainVocabulary(ctx, c, options, x, st)
	st.Done()
	if err != nil {
		return nil, err
	}
	return tokenize.New(vocab, options)
}

// pairFolder is a folder of gen or of gen sample: the files of pairs and the files beside them.
type pairFolder struct {
	dir      string
	manifest shard.Manifest
	queries  map[string]string // the texts of the queries, by id
	files    []pairFile
}

// openPairFolder reads the files beside the pairs in dir, and lists the files of pairs.
func openPairFolder(dir string) (d *pairFolder, err error) {
	if err := result.CheckUnchanged(dir, func(path string) bool { return strings.HasPrefix(path, PairsDir+"/") }); err != nil {
		return nil, err
	}
	d = &pairFolder{dir: dir}
	if err := readJSONFile(filepath.Join(dir, PairsManifest), &d.manifest); err != nil {
		return nil, err
	}
	if d.queries, err = readQueries(filepath.Join(dir, PairsQueries)); err != nil {
		return nil, err
	}
	d.files, err = pairFiles(dir)
	return d, err
}

// read returns the folder's pairs, with the spares of each split.
func (d *pairFolder) read(ctx context.Context, p *progress.Printer) (out []SplitPairs, err error) {
	for _, f := range d.files {
		set, spares := SplitPairs{Split: f.split, Set: f.set}, filepath.Join(d.dir, filepath.FromSlash(SparesDir), filepath.Base(f.path))
		if _, err := os.Stat(spares); f.set != "" || errors.Is(err, fs.ErrNotExist) {
			spares = ""
		}
		if err := set.read(ctx, p, f.path, spares); err != nil {
			return nil, err
		}
		out = append(out, set)
	}
	return out, nil
}

// RowsOf parses tokenize.rows_of. It returns a function that reports whether a split has rows in shards.
func RowsOf(text string) (func(split string) bool, error) {
	if text == "all" {
		return func(string) bool { return true }, nil
	}
	names := configs.List(text)
	if len(names) == 0 {
		return nil, errs.BadUsage("use all, or names of splits", "tokenize.rows_of names no split")
	}
	for _, name := range names {
		if !slices.Contains([]string{"train", "dev", "test"}, name) {
			return nil, errs.BadUsage(errs.Suggestion(name, "all", "train", "dev", "test")+"use all, or some of train, dev, test",
				"tokenize.rows_of: there is no split %s", name)
		}
	}
	return func(split string) bool { return slices.Contains(names, split) }, nil
}

// recutOptions returns the options for shards of existing pairs, without candidates, which the folder of gen lacks.
func recutOptions(c *configs.Config) (shard.Options, error) {
	o, err := ShardOptions(c)
	o.Candidates = ""
	return o, err
}

// languageIn returns the language of the configuration in the manifest: see languageOf.
func languageIn(m *shard.Manifest) string {
	config, _ := m.Config.(map[string]any)
	settings, _ := config["gen"].(map[string]any)
	language, _ := settings["language"].(string)
	stemmer, _ := settings["stemmer"].(string)
	return languageOf(language, stemmer)
}

// PlanRecut returns a text about the pairs and formats that Recut would write, and writes nothing.
func PlanRecut(c *configs.Config, dir string) (string, error) {
	d, err := openPairFolder(dir)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, f := range d.files {
		n, err := pairs.Count(f.path)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "%s: %s\n", account.SetName(f.split, f.set), terminal.Plural(n, "pair", "pairs"))
	}
	o, err := recutOptions(c)
	if err != nil {
		return "", err
	}
	if err := o.Validate(); err != nil {
		return "", err
	}
	fmt.Fprintf(&b, "formats: %s\n", strings.Join(o.Formats, ", "))
	return b.String(), nil
}

// pairFile is a file of pairs: pairs/SPLIT.parquet or pairs/SPLIT.SET.parquet.
type pairFile struct{ path, split, set string }

// pairFiles lists the files of pairs, the training split first. If there is only one split, and it is neither dev nor test, it is the
// training split.
func pairFiles(dir string) (files []pairFile, err error) {
	list, err := os.ReadDir(filepath.Join(dir, PairsDir))
	if err != nil {
		return nil, errs.CannotOpen(dir, err)
	}
	splits := 0
	for _, item := range list {
		if name, ok := strings.CutSuffix(item.Name(), PairsExtension); ok {
			f := pairFile{path: filepath.Join(dir, PairsDir, item.Name())}
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
	sort.SliceStable(files, func(i, j int) bool { return slices.Index(order, files[i].split) < slices.Index(order, files[j].split) })
	return files, nil
}

// recutVocabulary returns the configured vocabulary and its input for the manifest, or the vocabulary of dir if none is configured; nil if
// there is none. It uses a vocabulary that was trained for dir only if a format needs ids.
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

// checkSameIndex returns an error if the files that the index was made of differ from files, those in the manifest of the folder pairs.
func checkSameIndex(indexFiles []index.SourceFile, indexDir string, files []shard.CollectionFile, pairs string) error {
	pairsFiles := lists.Map(files, func(f shard.CollectionFile) index.SourceFile { return index.SourceFile(f) })
	if prepare.FilesAgree(pairsFiles, indexFiles) {
		return nil
	}
	return errs.BadUsage("name the index that the pairs were mined with", "the index %s was made of %s, and the pairs in %s of %s",
		indexDir, prepare.FileNames(indexFiles), pairs, prepare.FileNames(pairsFiles))
}

// readQueries reads the texts of queries in the file beside the pairs.
func readQueries(path string) (map[string]string, error) {
	f, err := safefile.Open(path)
	if err != nil {
		return nil, errs.BadInput(path, 0, recutHint, "no queries beside the pairs")
	}
	defer f.Close()
	return parseQueries(path, f)
}

// parseQueries returns the texts of queries by id. path is for errors.
func parseQueries(path string, r io.Reader) (map[string]string, error) {
	texts := map[string]string{}
	dec := json.NewDecoder(bufio.NewReaderSize(r, 1<<16))
	for n := 1; ; n++ {
		var q PairsQuery
		if err := dec.Decode(&q); err == io.EOF {
			return texts, nil
		} else if err != nil {
			return nil, &errs.Error{Kind: errs.Input, File: path, Line: n, Problem: "not a query", Err: err, Hint: recutHint}
		}
		texts[q.ID] = q.Text
	}
}

// readJSONFile reads a JSON file beside the pairs into target.
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
