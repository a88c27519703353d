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
	"github.com/axiomine/axiomine/gen/pairs"
	"github.com/axiomine/axiomine/tokenize"
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

// Recut makes shards of the pairs that gen or gen sample left in dir, in the formats of the configuration, without mining
// again. Without a vocabulary in the configuration it takes the one that was trained for dir. indexDir is "" for dir's own.
// It writes into out itself and, for further test sets, below tests/ there.
func Recut(ctx context.Context, c *configs.Config, dir, indexDir string, out *outdir.Dir, p *progress.Printer, command string) error {
	defer frugal()()
	in := shard.Input{}
	if err := readJSONFile(filepath.Join(dir, pairsManifest), &in.Manifest); err != nil {
		return err
	}
	in.Manifest.ToolVersion, in.Manifest.Command = configs.Version, command
	tokenizer, given, err := recutVocabulary(c, dir)
	if err != nil {
		return err
	}
	in.Tokenizer = tokenizer
	if given != nil {
		in.Manifest.Inputs = append(in.Manifest.Inputs, *given)
	}
	if in.Query, err = readQueries(filepath.Join(dir, pairsQueries)); err != nil {
		return err
	}
	indexDir = cmp.Or(indexDir, filepath.Join(dir, "index"))
	x, err := recutIndex(indexDir, tokenizer)
	if err != nil {
		return err
	}
	defer x.Close()
	if err := ofPairs(x.Collection(), indexDir, in.Manifest.Collection.Files, filepath.Join(dir, pairsDir)); err != nil {
		return err
	}
	in.Doc = docText(x)
	files, err := pairFiles(dir)
	if err != nil {
		return err
	}
	if nested, ok := in.Manifest.Config.(map[string]any); ok {
		nested["tokenize"] = c.Portable()["tokenize"]
	}
	sets := in
	for _, f := range files {
		reading := p.Stage("pairs", f.split+" pairs", 0)
		table, err := pairs.Read(ctx, f.path, reading)
		reading.Done()
		if err != nil {
			return err
		}
		switch {
		case table.Len() == 0:
		case f.set == "":
			in.Splits = append(in.Splits, shard.Split{Name: f.split, Pairs: table})
		default:
			sets.Lenient, sets.Splits, sets.Manifest.Tasks = true, []shard.Split{{Name: f.split, Pairs: table}}, nil
			if _, err := shard.Write(ctx, out, testsDir+"/"+f.set, sets, shardOptions(c), nil); err != nil {
				return err
			}
		}
	}
	st := p.Stage("shards", "rows", 0)
	defer st.Done()
	manifest, err := shard.Write(ctx, out, "", in, shardOptions(c), st)
	if err == nil {
		p.Say("%d files under %s", len(manifest.Shards), out.Path("."))
	}
	return err
}

// PlanRecut says what Recut would make shards of, and writes nothing.
func PlanRecut(c *configs.Config, dir string) (string, error) {
	files, err := pairFiles(dir)
	if err != nil {
		return "", fault.BadInput(filepath.Join(dir, pairsDir), 0, recutHint, "no pairs to make shards of")
	}
	var b strings.Builder
	for _, f := range files {
		n, err := pairs.Count(f.path)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "%s: %d pairs\n", strings.TrimSuffix(f.split+"."+f.set, "."), n)
	}
	o := shardOptions(c)
	if err := o.Validate(); err != nil {
		return "", err
	}
	fmt.Fprintf(&b, "formats: %s\n", strings.Join(o.Formats, ", "))
	return b.String(), nil
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
func recutVocabulary(c *configs.Config, dir string) (*tokenize.Tokenizer, *shard.ManifestInput, error) {
	options := vocabularyOptions(&c.Tokenize)
	if c.Tokenize.Vocab != "" {
		t, in, err := givenVocabulary(c.Tokenize.Vocab, options)
		return t, &shard.ManifestInput{Role: in.Role, Name: in.Name, Bytes: in.Bytes, SHA256: in.SHA256, Format: in.Format, Count: in.Count}, err
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
func readQueries(path string) (func(id string) (string, bool), error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fault.BadInput(path, 0, recutHint, "no queries beside the pairs")
	}
	defer f.Close()
	texts, err := parseQueries(path, f)
	return func(id string) (string, bool) { text, ok := texts[id]; return text, ok }, err
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
