package gen_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// TestCanRead: a file with or without bytes can be read; a folder and what is not there cannot.
func TestCanRead(t *testing.T) {
	dir := chaintest.Write(t, map[string]string{"text": "x", "empty": ""})
	for name, want := range map[string]bool{"text": true, "empty": true, "": false, "none": false} {
		if err := gen.CanRead(filepath.Join(dir, name)); (err == nil) != want {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// TestCheckStored: every byte of a run's folder and of an index is read, and a changed one is found.
func TestCheckStored(t *testing.T) {
	c := chaintest.Config(t, func(c *configs.Config) { c.Tokenize.OutputFormat = "triples" })
	folder := filepath.Join(chaintest.Folder(t), "out")
	set, err := gen.Make(t.Context(), c, folder)
	if err != nil || set.Sets[0].Pairs.Len() != 8 || len(set.Manifest.Shards) == 0 {
		t.Fatalf("%+v, %v: want the eight rows of training, and their shards", set, err)
	}
	index := filepath.Join(folder, "index")
	for _, dir := range []string{folder, index} {
		if v, err := gen.CheckStored(t.Context(), dir); err != nil || v.Files == 0 || v.Bytes == 0 || len(v.Damaged) > 0 {
			t.Errorf("%s: %+v, %v", dir, v, err)
		}
	}
	var largest string
	size := int64(0)
	files := must.Get(os.ReadDir(index))(t)
	for _, f := range files {
		if info, err := f.Info(); err == nil && info.Size() > size && !strings.HasSuffix(f.Name(), ".json") {
			largest, size = filepath.Join(index, f.Name()), info.Size()
		}
	}
	raw := must.Get(os.ReadFile(largest))(t)
	raw[0] ^= 1
	must.Do(t, os.WriteFile(largest, raw, 0o666))
	for _, dir := range []string{folder, index} {
		if v, err := gen.CheckStored(t.Context(), dir); err == nil && len(v.Damaged) == 0 {
			t.Errorf("%s: a changed byte of %s is not found", dir, largest)
		}
	}
}

// TestMakeIntoAFilledFolder: a folder that holds anything is left as it is.
func TestMakeIntoAFilledFolder(t *testing.T) {
	folder := chaintest.Write(t, map[string]string{"mine.txt": "text"})
	if set, err := gen.Make(t.Context(), chaintest.Config(t, nil), folder); err == nil || set != nil {
		t.Errorf("%+v, %v", set, err)
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) != 1 {
		t.Errorf("%v, %v", files, err)
	}
}

// TestStartRefuses: what a later stage would refuse, or could not open, is refused at the start.
func TestStartRefuses(t *testing.T) {
	folder := chaintest.Write(t, map[string]string{"vocab.txt": "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na", "bad.txt": "a\na"})
	at := func(name string) string { return filepath.Join(folder, name) }
	for name, c := range map[string]struct {
		edit func(c *configs.Config)
		want string // of the error, "" for none
	}{
		"as it is":      {func(*configs.Config) {}, ""},
		"a vocabulary":  {func(c *configs.Config) { c.Tokenize.Vocab = at("vocab.txt") }, ""},
		"no vocabulary": {func(c *configs.Config) { c.Tokenize.Vocab = at("bad.txt") }, "bad.txt"},
		"a folder":      {func(c *configs.Config) { c.Tokenize.Scores = folder }, "it is a folder"},
		"no file":       {func(c *configs.Config) { c.Tokenize.Scores = at("none") }, "none"},
		"a run":         {func(c *configs.Config) { c.Gen.Axioms = "run(" + at("none") + ")" }, "none"},
		"an axiom":      {func(c *configs.Config) { c.Gen.Axioms = "none" }, "none"},
		"vectors":       {func(c *configs.Config) { c.Gen.Axioms = "stmc1" }, "--vectors"},
		"an order":      {func(c *configs.Config) { c.Gen.Order = "none" }, "gen.order"},
		"a fold":        {func(c *configs.Config) { c.Gen.Fold = 3 }, "there is no fold 3"},
		"a fourth fold": {func(c *configs.Config) { c.Gen.Fold, c.Gen.Splits = 3, "folds 3" }, "there is no fold 3"},
		"a third fold":  {func(c *configs.Config) { c.Gen.Fold, c.Gen.Splits = 2, "folds 3" }, ""},
		"WordNet":       {func(c *configs.Config) { c.Gen.Axioms, c.Gen.Similarity = "reg", prepare.FromWordNet+":"+at("none") }, "WordNet"},
	} {
		_, err := gen.Start(chaintest.Config(t, c.edit), chaintest.Claim(t), nil, "test")
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// TestInputsKey: a key follows what files hold, not their names, also files that an experiment chooses from; a file that is not there is an
// error.
func TestInputsKey(t *testing.T) {
	key := func(edit func(c *configs.Config)) string {
		text, err := gen.InputsKey(chaintest.Config(t, edit))
		if err != nil {
			return "error"
		}
		return text
	}
	file := func(text string) string {
		return filepath.Join(chaintest.Write(t, map[string]string{"f.txt": text}), "f.txt")
	}
	vectors := func(text string) func(c *configs.Config) {
		return func(c *configs.Config) { c.Gen.Vectors = file(text) }
	}
	run := func(text string) func(c *configs.Config) {
		return func(c *configs.Config) { c.Gen.Axioms = "run(" + file(text) + ")" }
	}
	chosen := func(text string) func(c *configs.Config) {
		return func(c *configs.Config) {
			c.Train.Choose = `{gen.axioms: [tfc1, "length-safe & run(` + file(text) + `)"]}`
		}
	}
	usual := key(nil)
	for name, c := range map[string]struct {
		first, same, other string
	}{
		"a collection": {usual, key(nil), key(func(c *configs.Config) {
			c.Gen.Data = chaintest.Write(t, map[string]string{"collection.tsv": "d1\tapple\n", "queries.train.tsv": "q1\tapple\n"})
		})},
		"vectors": {key(vectors("apple 1 2\n")), key(vectors("apple 1 2\n")), key(vectors("apple 1 3\n"))},
		"a run":   {key(run("q1 Q0 d1 1 2 x\n")), key(run("q1 Q0 d1 1 2 x\n")), key(run("q1 Q0 d2 1 2 x\n"))},
		"choices": {key(chosen("q1 Q0 d1 1 2 x\n")), key(chosen("q1 Q0 d1 1 2 x\n")), key(chosen("q1 Q0 d1 1 3 x\n"))},
	} {
		if c.first == "error" || c.first != c.same || c.first == c.other {
			t.Errorf("%s: keys %s, %s and %s", name, c.first, c.same, c.other)
		}
	}
	for name, edit := range map[string]func(c *configs.Config){
		"data":    func(c *configs.Config) { c.Gen.Data = filepath.Join(c.Gen.Data, "none") },
		"vectors": func(c *configs.Config) { c.Gen.Vectors = filepath.Join(c.Gen.Data, "none") },
		"vocab":   func(c *configs.Config) { c.Tokenize.Vocab = filepath.Join(c.Gen.Data, "none") },
		"a run":   func(c *configs.Config) { c.Gen.Axioms = "run(" + filepath.Join(c.Gen.Data, "none") + ")" },
		"index":   func(c *configs.Config) { c.Gen.Index = filepath.Join(c.Gen.Data, "none") },
		"stemmer": func(c *configs.Config) { c.Gen.Stemmer = "none such" },
	} {
		if got := key(edit); got != "error" {
			t.Errorf("%s that is not there: %s", name, got)
		}
	}
	with := chaintest.All(t, nil)
	index := with.Run.Out.Path("index")
	if got := key(func(c *configs.Config) { c.Gen.Index = index }); got == "error" || got == usual {
		t.Errorf("a finished index does not decide the key: %s", got)
	}
}

// TestRefusedBeforeWork: what the configuration, the queries and the judgements tell is refused before an index is written: formats that
// nothing would fit, an arm of an experiment, an axiom that reads the judgements.
func TestRefusedBeforeWork(t *testing.T) {
	refused := func(edit func(c *configs.Config)) string {
		folder := filepath.Join(chaintest.Folder(t), "out")
		c := chaintest.Config(t, func(c *configs.Config) {
			at := c.Gen.Data
			c.Gen.Data, c.Gen.Collection = "", filepath.Join(at, "collection.tsv")
			c.Gen.Topics, c.Gen.Pairs = "train="+filepath.Join(at, "queries.train.tsv"), "2"
			edit(c)
		})
		_, err := gen.Make(t.Context(), c, folder)
		if err == nil {
			return ""
		}
		if _, left := os.Stat(folder); left == nil {
			t.Errorf("refused after work: %v", err)
		}
		return err.Error()
	}
	wants := map[string]string{"tfrecord-eval": "no query to evaluate with", "libsvm": "no query has a judged candidate"}
	for _, format := range shard.FormatNames() {
		text := refused(func(c *configs.Config) { c.Tokenize.OutputFormat = format })
		if want := wants[format]; !strings.HasPrefix(text, want) || want == "" && text != "" {
			t.Errorf("%s: %q, want %q", format, text, want)
		}
	}
	for want, edit := range map[string]func(c *configs.Config){
		"asks the judgements":         func(c *configs.Config) { c.Gen.Axioms = "oracle" },
		"sample: judged stands":       func(c *configs.Config) { c.Gen.Sample = "hard:judged" },
		"violated_by: judged stands":  func(c *configs.Config) { c.Gen.ViolatedBy = "judged" },
		"no candidates of dev":        func(c *configs.Config) { c.Tokenize.Candidates = "dev" },
		"have no form for candidates": func(c *configs.Config) { c.Tokenize.Candidates, c.Tokenize.OutputFormat = "dev", "duobert,duot5" },
	} {
		must.Contain(t, refused(edit), want)
	}
}

// TestPlanRows: what a run would read and do, in a folder that is gone behind it. By hand, as in dataset's TestRows: six judged pairs.
func TestPlanRows(t *testing.T) {
	for _, c := range []struct {
		edit func(c *configs.Config)
		want []string
	}{
		{nil, []string{"read   collection", "split  train          2 queries, 5 judgements", "split  test           2 queries, 3 judgements",
			"mine   at most", "for each of: tfc1", "rows   "}},
		{func(c *configs.Config) { c.Gen.Axioms, c.Gen.Mixture = "", "ranking=2,tfc1=1" }, []string{"task   ranking: 6 asked, 6 there",
			"task   tfc1: 3 asked, counted when they are drawn"}},
	} {
		text := must.Get(gen.PlanRows(t.Context(), &configs.LoadedConfig{Config: *chaintest.Config(t, c.edit)}, nil))(t)
		for _, want := range c.want {
			must.Contain(t, text, want)
		}
	}
	noTopics := chaintest.Config(t, func(c *configs.Config) { c.Gen.Topics = "train=" + filepath.Join(c.Gen.Data, "none.tsv") })
	if _, err := gen.PlanRows(t.Context(), &configs.LoadedConfig{Config: *noTopics}, nil); err == nil {
		t.Error("queries that are not there are planned with")
	}
}
