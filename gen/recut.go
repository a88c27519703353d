package gen

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

	"go.yaml.in/yaml/v3"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// What stands beside the pairs, so that shards can be made of them without the collection's own files: the texts of the
// queries, what the manifest says of the pairs, and the settings of tokenize that were in use.
const (
	pairsDir         = "pairs"
	pairsQueries     = pairsDir + "/queries.jsonl"
	pairsManifest    = pairsDir + "/manifest.json"
	PairsConfig      = pairsDir + "/config.yaml"
	pairsExtension   = ".parquet"
	sparesDir        = pairsDir + "/spares"
	recutHint        = "axiomine gen, or gen sample, leaves pairs/ and index/"
	recutHintOfIndex = "name it with --index where it lies elsewhere"
)

type pairsQuery struct {
	ID   string `json:"_id"`
	Text string `json:"text"`
}

// writeBeside writes what Recut needs besides pairs, index and vocabulary.
func (c *Chain) writeBeside(data []SplitPairs, report *SampleReport) ([]outdir.File, error) {
	seen := map[string]bool{}
	queries, err := c.Out.WriteFile(pairsQueries, func(w io.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		for _, s := range c.Splits {
			for i := range s.Queries {
				q := &s.Queries[i]
				if seen[q.ID] {
					continue
				}
				seen[q.ID] = true
				if err := enc.Encode(pairsQuery{q.ID, q.Text}); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	settings := c.Config.Portable()["tokenize"]
	delete(settings, "vocab")
	delete(settings, "output_format")
	delete(settings, "scores") // as a file it may be named from elsewhere
	delete(settings, "rows_of")
	settings["card_language"] = strings.Join(hubOf(c.Config).Languages, ",") // the stemmer that says it does not come along
	delete(settings, "candidates")                                           // they are not beside the pairs
	config, err := c.Out.WriteFile(PairsConfig, func(w io.Writer) error {
		return yaml.NewEncoder(w).Encode(map[string]any{"tokenize": settings})
	})
	if err != nil {
		return nil, err
	}
	of := c.manifest(report, data)
	of.Command = "" // the pairs are the same whichever verb drew them
	manifest, err := c.Out.WriteJSON(pairsManifest, of)
	return []outdir.File{queries, config, manifest}, err
}

// Recut makes shards of the pairs that gen or gen sample left in dirs, joined where there are several, in the formats of the
// configuration and without mining again. Without a vocabulary in the configuration it takes the one that was trained for the
// first. indexDir is "" for their own. It writes into out itself and, for further test sets, below tests/ there.
func Recut(ctx context.Context, c *configs.Config, dirs []string, indexDir string, out *outdir.Dir, p *progress.Printer, command string) error {
	defer frugal()()
	all, err := openAll(dirs)
	if err != nil {
		return err
	}
	wanted, err := rowsOf(c.Tokenize.RowsOf)
	if err != nil {
		return err
	}
	tokenizer, inputs, err := recutVocabulary(c, dirs[0])
	if err != nil {
		return err
	}
	in := shard.Input{Tokenizer: tokenizer, Query: text(all), Hub: hubOf(c)}
	if indexDir != "" {
		dirs = []string{indexDir}
	} else {
		dirs = slices.Clone(dirs)
		for i := range dirs {
			dirs[i] = filepath.Join(dirs[i], "index")
		}
	}
	var docs []func(id string) (title, text string, ok bool)
	var lengths []func(id string) (int, bool)
	for i, dir := range dirs {
		x, err := recutIndex(dir, tokenizer)
		if err != nil {
			return err
		}
		defer x.Close()
		of := all[i : i+1]
		if indexDir != "" {
			of = all
		}
		for _, d := range of {
			if err := ofPairs(x.Collection(), dir, d.manifest.Collection.Files, filepath.Join(d.dir, pairsDir)); err != nil {
				return err
			}
		}
		docs, lengths = append(docs, docText(x)), append(lengths, lengthsOf(x))
	}
	in.Doc = func(id string) (title, text string, ok bool) {
		for i := 0; i < len(docs) && !ok; i++ {
			title, text, ok = docs[i](id)
		}
		return title, text, ok
	}
	of, scores, err := teacher(c)
	if err != nil {
		return err
	}
	in.Teacher = of
	data, repeated, err := join(ctx, all, p)
	if err != nil {
		return err
	}
	in.Manifest = joinedManifest(all, repeated)
	in.Manifest.ToolVersion, in.Manifest.Command = configs.Version, command
	in.Manifest.Inputs = slices.Concat(in.Manifest.Inputs, manifestInputs(inputs), manifestInputs(scores))
	if nested, ok := in.Manifest.Config.(map[string]any); ok {
		nested["tokenize"] = c.Portable()["tokenize"]
	}
	sets := in
	in.Manifest.Drawn = nil
	for _, d := range data {
		switch {
		case d.pairs.Len() == 0 || !wanted(d.split):
		case d.set == "":
			in.Splits = append(in.Splits, shard.Split{Name: d.split, Pairs: d.pairs, Spares: d.spares})
			in.Manifest.Drawn = append(in.Manifest.Drawn, drawnStats(d.split, d.pairs, func(id string) (n int) {
				for i, ok := 0, false; i < len(lengths) && !ok; i++ {
					n, ok = lengths[i](id)
				}
				return n
			})...)
		default:
			sets.Lenient, sets.Splits, sets.Manifest.Tasks = true, []shard.Split{{Name: d.split, Pairs: d.pairs}}, nil
			of := shardOptions(c)
			of.Candidates = "" // they stand beside the rows
			if _, err := shard.Write(ctx, out, testsDir+"/"+d.set, sets, of, nil); err != nil {
				return err
			}
		}
	}
	if len(all) > 1 || c.Tokenize.RowsOf != "all" {
		recount(&in.Manifest, in.Splits)
	}
	st := p.Stage("shards", "rows", 0)
	defer st.Done()
	manifest, err := shard.Write(ctx, out, "", in, shardOptions(c), st)
	if err != nil {
		return err
	}
	tell(p, manifest)
	if short := slices.ContainsFunc(manifest.Groups, func(g shard.Groups) bool { return g.Short > 0 }); short && !hasSpares(in.Splits) {
		p.Warn("there are no spare pairs to fill groups with: axiomine gen leaves them with --spares 7, or where --output-format names a format of groups")
	}
	p.Say("%d files under %s", len(manifest.Shards), out.Path("."))
	return nil
}

// readSpares reads what stands beside a split's file of pairs to fill groups with; nil where gen left nothing.
func readSpares(ctx context.Context, dir, of string) (*pairs.Table, error) {
	path := filepath.Join(dir, filepath.FromSlash(sparesDir), filepath.Base(of))
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return pairs.Read(ctx, path, nil)
}

func hasSpares(splits []shard.Split) bool {
	return slices.ContainsFunc(splits, func(s shard.Split) bool { return s.Spares != nil })
}

// PlanRecut says what Recut would make shards of, and writes nothing.
func PlanRecut(c *configs.Config, dirs []string) (string, error) {
	all, err := openAll(dirs)
	if err != nil {
		return "", err
	}
	plan, err := planJoin(all)
	if err != nil {
		return "", err
	}
	o := shardOptions(c)
	if err := o.Validate(); err != nil {
		return "", err
	}
	if err := hubOf(c).Validate(); err != nil {
		return "", err
	}
	return plan + fmt.Sprintf("formats: %s\n", strings.Join(o.Formats, ", ")), nil
}

// pairFile is pairs/SPLIT.parquet or pairs/SPLIT.SET.parquet.
type pairFile struct{ path, split, set string }

// pairFiles lists the files of pairs, the training split first; a split alone is there to train with.
func pairFiles(dir string) (files []pairFile, err error) {
	list, err := os.ReadDir(filepath.Join(dir, pairsDir))
	if err != nil {
		return nil, err
	}
	splits := 0
	for _, item := range list {
		if name, ok := strings.CutSuffix(item.Name(), pairsExtension); ok {
			f := pairFile{path: filepath.Join(dir, pairsDir, item.Name())}
			f.split, f.set, _ = strings.Cut(name, ".")
			if files = append(files, f); f.set == "" {
				splits++
			}
		}
	}
	for i := range files {
		if splits == 1 && files[i].set == "" {
			files[i].split = "train"
		}
	}
	order := []string{"train", "dev", "test"}
	slices.SortStableFunc(files, func(a, b pairFile) int {
		return cmp.Compare(slices.Index(order, a.split), slices.Index(order, b.split))
	})
	return files, nil
}

// recutVocabulary gives the configured vocabulary and its line for the manifest, or dir's own.
func recutVocabulary(c *configs.Config, dir string) (*tokenize.Tokenizer, []Input, error) {
	options := vocabularyOptions(&c.Tokenize)
	if c.Tokenize.Vocab != "" {
		t, in, err := givenVocabulary(c.Tokenize.Vocab, options)
		return t, []Input{in}, err
	}
	for _, name := range []string{vocabFile, shardsDir + "/tokenizer.json"} { // trained there, or given and kept with the shards
		t, err := tokenize.Load(filepath.Join(dir, filepath.FromSlash(name)), options)
		if !errors.Is(err, fs.ErrNotExist) {
			return t, nil, err
		}
	}
	return nil, nil, nil // it may be that no format wants ids
}

func recutIndex(dir string, t *tokenize.Tokenizer) (*index.Index, error) {
	if _, err := os.Stat(dir); err != nil {
		return nil, fault.BadInput(dir, 0, recutHintOfIndex, "no index")
	}
	if t == nil {
		return index.Open(dir)
	}
	return index.OpenWith(dir, wordPieces{t})
}

// ofPairs refuses an index of other documents than those that pairs were mined in, as their manifest names them.
func ofPairs(there []index.Source, indexDir string, files []shard.CollectionFile, pairs string) error {
	var here []index.Source
	for _, f := range files {
		here = append(here, index.Source(f))
	}
	if same(here, there) {
		return nil
	}
	return fault.BadUsage("name the index that the pairs were mined with", "the index %s was made of %s, and the pairs in %s of %s", indexDir, told(there), pairs, told(here))
}

// readQueries reads what writeBeside wrote.
func readQueries(path string) (map[string]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fault.BadInput(path, 0, recutHint, "no queries beside the pairs")
	}
	defer f.Close()
	return parseQueries(path, f)
}

// parseQueries reads texts by id; path stands in errors.
func parseQueries(path string, r io.Reader) (map[string]string, error) {
	texts := map[string]string{}
	dec := json.NewDecoder(bufio.NewReaderSize(r, 1<<16))
	for n := 1; ; n++ {
		var q pairsQuery
		if err := dec.Decode(&q); err == io.EOF {
			return texts, nil
		} else if err != nil {
			return nil, &fault.Error{Kind: fault.Input, File: path, Line: n, What: "not a query", Err: err, Hint: recutHint}
		}
		texts[q.ID] = q.Text
	}
}

func readJSONFile(path string, into any) error {
	raw, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fault.BadInput(path, 0, recutHint, "no pairs to make shards of")
	}
	if err != nil {
		return err
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return &fault.Error{Kind: fault.Input, File: path, What: "not what stands beside pairs", Err: err, Hint: recutHint}
	}
	return nil
}
