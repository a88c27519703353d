package prepare_test

import (
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// with returns an edit that gives a key of gen the path of a file of this text.
func with(t *testing.T, text string, set func(g *configs.Gen, path string)) func(*configs.Config) {
	path := filepath.Join(chaintest.Write(t, map[string]string{"given.txt": text}), "given.txt")
	return func(c *configs.Config) { set(&c.Gen, path) }
}

// Terms are as similar as a table says, and as the angle of their vectors is. By hand: (1,0), (1,1) and (0,2).
func TestSimilarity(t *testing.T) {
	table := chaintest.All(t, with(t, "apple\tpear\t0.25\nplum\tsquirrel\t1\n", func(g *configs.Gen, path string) {
		g.Axioms, g.Similarity = "reg", "table:"+path
	}))
	vectors := chaintest.All(t, with(t, "3 2\napple 1 0\npear 1 1\nfig 0 2\n", func(g *configs.Gen, path string) {
		g.Axioms, g.Vectors = "stmc1", path
	}))
	for _, c := range []struct {
		run  *prepare.Preparation
		of   axioms.Similarity
		a, b string
		want float64
	}{
		{table, table.Similarity, "apple", "pear", 0.25},
		{vectors, vectors.Vectors, "apple", "pear", math.Sqrt(.5)},
		{vectors, vectors.Vectors, "apple", "fig", 0},
	} {
		a, b := index.AnalyseQuery(c.run.Index, c.a)[0], index.AnalyseQuery(c.run.Index, c.b)[0]
		if got, ok := c.of.Sim(a, b); !ok || math.Abs(got-c.want) > 1e-6 {
			t.Errorf("%s and %s: %v, %v, want %v", c.a, c.b, got, ok, c.want)
		}
	}
	if n := table.Run.Account.Warnings["similarity rows with a word that the collection lacks"]; n != 1 {
		t.Errorf("%v", table.Run.Account.Warnings)
	}
}

// Vectors that are trained have the configured dimension and a term of every word that is there twice; the same run trains them once.
func TestTrainedVectors(t *testing.T) {
	c := chaintest.Config(t, func(c *configs.Config) { c.Gen.Axioms, c.Gen.Vectors, c.Gen.Dimension = "stmc1", "train", 4 })
	out := chaintest.Claim(t)
	var seen []string
	for range 2 {
		p := chaintest.AllIn(t, c, out)
		if p.Vectors.Dim() != 4 || p.Vectors.Len() != p.Index.Lexicon().NumTerms() {
			t.Errorf("%d terms of %d, dimension %d", p.Vectors.Len(), p.Index.Lexicon().NumTerms(), p.Vectors.Dim())
		}
		text := must.Get(fs.ReadFile(out.FS(), prepare.VectorsFile))(t)
		seen = append(seen, string(text)+strings.Join(candidates(p), "\n"))
		p.Close()
	}
	must.Equal(t, seen[0], seen[1], "a second run over the folder has other vectors or candidates")
}

// Lengths in word pieces are those of the vocabulary: app, ##le, and all else unknown as one.
func TestPieces(t *testing.T) {
	p := chaintest.All(t, func(c *configs.Config) {
		c.Gen.Axioms = "lnc2(variant=camara)"
		c.Tokenize.Vocab = filepath.Join(chaintest.Write(t, map[string]string{
			"vocab.txt": "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\napp\n##le\npear\n"}), "vocab.txt")
	})
	if got := []int{p.Pieces(0), p.Pieces(1), p.Pieces(0)}; !slices.Equal(got, []int{7, 4, 7}) { // d1 is apple apple apple pear
		t.Errorf("%d pieces, want 7, 4, 7", got)
	}
}

// A run of other settings shares the documents and leaves the first one as it is.
func TestDerivedRuns(t *testing.T) {
	p := chaintest.All(t, nil)
	before := candidates(p)
	texts := p.WithoutCandidates()
	if got := candidates(texts); got[0] != "train q1:" || texts.Splits[0].Queries[0].Text != "apple" {
		t.Errorf("without candidates: %q", got)
	}
	config := *p.Run.Config
	config.Gen.Axioms = "m-tdc, tfc1"
	other, err := p.WithConfig(&config)
	asked := func(p *prepare.Preparation) int { return len(prepare.NewMiner(p).Axioms) }
	if err != nil || asked(other) != 2 || asked(p) != 1 || asked(p.WithAxioms(other.Axioms)) != 2 {
		t.Errorf("%v, the axioms are %v and %v", err, other.Axioms, p.Axioms)
	}
	if v, err := prepare.VectorsOf(t.Context(), p, ""); v != nil || err != nil {
		t.Errorf("no vectors: %v, %v", v, err)
	}
	config.Gen.Data = chaintest.Write(t, map[string]string{"vectors.txt": "a 1\n"})
	config.Gen.Vectors, config.Train.Choose = "{data}/no*, train", `{gen.vectors: ["", "{data}/vec*, train", "/a/b"]}`
	want := []string{"word vectors: " + filepath.Join(config.Gen.Data, "vectors.txt") + ", the first that exists of {data}/vec*, train"}
	if got := prepare.VectorsNotes(&config); !slices.Equal(got, want) {
		t.Errorf("vectors found: %q, want %q", got, want)
	}
	over, err := p.WithTopics(p.Inputs.Topics[:1], 1).Queries(t.Context())
	if err != nil || !slices.Equal(candidates(over), before[:2]) {
		t.Errorf("over the training queries alone: %v", err)
	}
	if got := candidates(p); !slices.Equal(got, before) || p.Run.Config.Gen.Axioms != "tfc1" {
		t.Errorf("the first run is now %q", got)
	}
	g := &p.Run.Config.Gen
	training, err := prepare.Training(g, p.Splits)
	if err != nil || training.Name != "train" || prepare.RowsName(g, p.Splits, "dev") != "dev" || !p.Inputs.Collection.Retrieves() {
		t.Errorf("%v, %v", training, err)
	}
	var titles []string
	for _, s := range prepare.Steps(&p.Run.Config.Gen, stage.Sample) {
		titles = append(titles, s.Name)
	}
	if !slices.Contains(titles, "index") || slices.Contains(titles, "vectors") {
		t.Errorf("steps of a run without vectors: %q", titles)
	}
}

// Copies of documents by lnc2 are candidates under gen.made all, counted by split. d1 has the query's word, four words, and at most 8 fit.
func TestMadeCandidates(t *testing.T) {
	p := chaintest.All(t, func(c *configs.Config) { c.Gen.Axioms, c.Gen.Made, c.Gen.Hits = "lnc2(max_words=8)", "all", 1 })
	if got := candidates(p)[0]; got != "train q1: d1 d1~2 | d2=1 d6=1" {
		t.Errorf("candidates are %q", got)
	}
	if n := prepare.MadeCandidates(&p.Run.Config.Gen, p.Splits)["train"]; n != 2 { // of d1 and of d4, the first of q2
		t.Errorf("%d made candidates", n)
	}
	if err := prepare.CheckMade(&p.Run.Config.Gen, nil); err == nil || len(prepare.OmitMade(&p.Run.Config.Gen, p.Axioms.All)) != 1 {
		t.Errorf("gen.made all without lnc2: %v", err)
	}
}

// What takes no part stands in a file with its reason. By hand.
func TestLeftOut(t *testing.T) {
	files := maps.Clone(chaintest.Files)
	files["queries.train.tsv"] += "q6\tzebra\nq7\t...\n"
	files["qrels.train.txt"] += "q1 0 d99 1\nq99 0 d1 1\n"
	p := chaintest.All(t, func(c *configs.Config) { c.Gen.Data = chaintest.Write(t, files) })
	got, err := fs.ReadFile(p.Run.Out.FS(), "left-out.train.tsv")
	want := "reason\tquery\tdocument\nquery of terms that the collection lacks\tq6\t\nquery without a term\tq7\t\n" +
		"judgement of a document that the collection lacks\tq1\td99\njudgement of a query that is not there\tq99\td1\n" +
		"relevant document outside the candidates: no mined pair has it\tq1\td6\n"
	if err != nil || string(got) != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
}

// A finished index serves another run with the same documents, and none with others or another analyser.
func TestGivenIndex(t *testing.T) {
	first := chaintest.All(t, nil)
	folder := first.Run.Out.Path(prepare.IndexDir)
	other := maps.Clone(chaintest.Files)
	other["collection.tsv"] += "d9\tquince\n"
	for _, c := range []struct {
		edit func(g *configs.Gen)
		want string
	}{
		{func(*configs.Gen) {}, ""},
		{func(g *configs.Gen) { g.Data = chaintest.Write(t, other) }, "was made of collection.tsv"},
		{func(g *configs.Gen) { g.Stemmer = "none" }, "was made with"},
	} {
		p, err := chaintest.Start(t, chaintest.Config(t, func(cfg *configs.Config) {
			cfg.Gen.Index = folder
			c.edit(&cfg.Gen)
		})).All(t.Context())
		switch {
		case c.want == "" && err == nil:
			if got, want := candidates(p), candidates(first); !slices.Equal(got, want) {
				t.Errorf("%q, want %q", got, want)
			}
			p.Close()
		case c.want == "" || err == nil || !strings.Contains(err.Error(), c.want):
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}

// A run that is resumed reads what is there: nothing is written again, and the candidates are the same. A split without any has an empty run.
func TestResumedRun(t *testing.T) {
	files := maps.Clone(chaintest.Files)
	files["queries.dev.tsv"] = "q3\tquince\n"
	c, folder := chaintest.Config(t, func(c *configs.Config) { c.Gen.Data = chaintest.Write(t, files) }), chaintest.Folder(t)
	var seen [][]string
	var written []os.FileInfo
	for _, mode := range []result.Mode{result.Fresh, result.Resume} {
		out := must.Get(result.Claim(folder, mode))(t)
		p := chaintest.AllIn(t, c, out)
		seen = append(seen, candidates(p))
		info := must.Get(os.Stat(filepath.Join(folder, prepare.RunName("train"))))(t)
		written = append(written, info)
		p.Close()
		out.Close()
	}
	if !slices.Equal(seen[0], seen[1]) || !os.SameFile(written[0], written[1]) || written[0].ModTime() != written[1].ModTime() {
		t.Errorf("resumed: %q, before %q; the run was written at %v and %v", seen[1], seen[0], written[0].ModTime(), written[1].ModTime())
	}
}

// Nothing is mined but what a run orders wrongly, if that is asked for.
func TestViolated(t *testing.T) {
	p := chaintest.All(t, with(t, "q1 Q0 d2 1 3 x\nq1 Q0 d1 2 1 x\n", func(g *configs.Gen, path string) { g.ViolatedBy = path }))
	v, err := prepare.NewViolationFilter(p)
	if err != nil || v == nil {
		t.Fatal(v, err)
	}
	// d1, d2 and others
	if got := v.Scorer.Scores(&p.Splits[0].Queries[0], 0); got[0] != 1 || got[1] != 3 || !math.IsNaN(got[2]) {
		t.Errorf("the candidates of q1 have %v", got)
	}
	p.Run.Config.Gen.ViolatedBy = "judged"
	if _, err := prepare.NewViolationFilter(p); err == nil || !strings.Contains(err.Error(), "judged stands for an arm") {
		t.Errorf("%v", err)
	}
}
