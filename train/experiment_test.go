package train_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/testkit/golden"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
	"github.com/axiomine/axiomine/train"
	"github.com/axiomine/axiomine/train/report"
)

var demo = filepath.Join("..", "configs", "demo")

func run(t *testing.T, preset, data string, edit func(*configs.Config)) (string, *report.Result) {
	t.Helper()
	dir := t.TempDir()
	r := must.Get(train.Run(context.Background(), chain(t, preset, data, dir, result.Fresh, edit), "axiomine train"))(t)
	return dir, r
}

func small(c *configs.Config) {
	c.Train.Choose, c.Train.TuneRetrieval = "none", "off"
	c.Gen.Vectors, c.Train.Seeds, c.Train.Epochs, c.Train.PairsPerEpoch = "", 2, 3, 200
}

func TestSameBytesAtAnyThreadCount(t *testing.T) {
	with := func(threads int) func(c *configs.Config) {
		return func(c *configs.Config) {
			small(c)
			c.Gen.Threads = threads
		}
	}
	one, _ := run(t, "demo", demo, with(1))
	eight, _ := run(t, "demo", demo, with(8))
	compared := 0
	must.Do(t, filepath.WalkDir(one, func(path string, item os.DirEntry, err error) error {
		if err != nil || item.IsDir() || item.Name() == ".journal" || item.Name() == ".lock" {
			return err
		}
		rel, _ := filepath.Rel(one, path)
		a, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		b, err := os.ReadFile(filepath.Join(eight, rel))
		if err != nil {
			return err
		}
		if !bytes.Equal(a, b) {
			t.Errorf("%s differs between 1 and 8 threads", rel)
		}
		compared++
		return nil
	}))
	if compared < 20 { // index, runs, models, reports
		t.Errorf("only %d files were compared", compared)
	}
}

// names lists the arms of a record.
func names(r *report.Result) []string {
	var names []string
	for _, a := range r.Arms {
		names = append(names, a.Name)
	}
	return names
}

func TestArms(t *testing.T) {
	_, r := run(t, "demo", demo, small)
	if got, want := names(r), []string{train.Judged, train.Augmented}; !slices.Equal(got, want) {
		t.Errorf("arms %v, want %v", got, want)
	}
	if r.Controls[0].Name != "BM25" || len(r.Controls) != 3 {
		t.Errorf("%d controls, first %s; want BM25 and its mixtures with two arms", len(r.Controls), r.Controls[0].Name)
	}
	_, r = run(t, "demo", demo, func(c *configs.Config) { small(c); c.Gen.Judged = "0" })
	if got, want := names(r), []string{train.AxiomsOnly}; !slices.Equal(got, want) {
		t.Errorf("without judged pairs: arms %v, want %v", got, want)
	}
}

// Without early stopping every seed of an arm trains all epochs, and the arm's mean is the mean of its seeds.
func TestRecord(t *testing.T) {
	_, r := run(t, "demo", demo, func(c *configs.Config) { small(c); c.Train.Patience = "0" })
	for _, a := range r.Arms {
		sum := 0.0
		for _, s := range a.Seeds {
			if len(s.Training) != 3 || s.BestEpoch != 3 {
				t.Errorf("%s: %d epochs, best %d; want all 3 and the last", a.Name, len(s.Training), s.BestEpoch)
			}
			sum += s.Test["MAP"]
		}
		if mean := sum / float64(len(a.Seeds)); math.Abs(mean-a.Mean.Test["MAP"]) > 1e-9 {
			t.Errorf("%s: mean MAP %v, its seeds' mean %v", a.Name, a.Mean.Test["MAP"], mean)
		}
	}
}

// Every arm takes the cell of its grid that is best on dev, seed by seed, and has as many cells as the other; the judged arm cannot be
// handicapped.
func TestArmsChooseForThemselves(t *testing.T) {
	_, r := run(t, "demo", demo, func(c *configs.Config) {
		small(c)
		c.Train.Choose = `{gen.vectors: ["", train], train.learning_rate: ["0.01", "0.1"], gen.axioms: ["", length-safe], train.axiom_weight: ` +
			`["1", "4"]}`
	})
	cells := map[string]int{train.Judged: 12, train.Augmented: 12} // 2 x 2 x (no axioms or 2 weights); as many starts
	for i := range r.Arms {
		a := &r.Arms[i]
		want := cells[a.Name]
		if len(a.Grid) != want || len(a.Chosen) != 2 {
			t.Errorf("%s: %d cells, want %d; %d choices", a.Name, len(a.Grid), want, len(a.Chosen))
		}
		for s, chosen := range a.Chosen {
			if pairs := a.Seeds[s].Pairs; a.Name == train.Judged && (len(pairs) != 1 || pairs["judged"] == 0) {
				t.Errorf("seed %d: the judged arm learnt from %v", chosen.Seed, pairs)
			}
			best := 0.0
			for _, cell := range a.Grid {
				best = max(best, cell.Dev[s])
			}
			if a.Name == train.Judged && chosen.Dev != best {
				t.Errorf("seed %d: the judged arm took dev %v, a cell of its grid has %v", chosen.Seed, chosen.Dev, best)
			}
			if chosen.Dev != a.Seeds[s].Dev["MAP"] {
				t.Errorf("%s, seed %d: chosen for dev %v, tested with dev %v", a.Name, chosen.Seed, chosen.Dev, a.Seeds[s].Dev["MAP"])
			}
		}
	}
	for s, chosen := range r.Arms[1].Chosen {
		if chosen.Setting["gen.axioms"] == "" && r.Arms[1].Seeds[s].Test["MAP"] != r.Arms[0].Seeds[s].Test["MAP"] {
			t.Errorf("seed %d: without axioms the arm is not the judged one", chosen.Seed)
		}
	}
	h := r.Headline
	if h == nil || h.A != train.Judged || h.B != train.Augmented || h.Labels.Train != 5 || h.Labels.Dev == 0 {
		t.Errorf("headline %+v", h)
	}
	must.Contain(t, r.Findings[0], "each at the best of 12 settings on dev")
}

// BM25 is tuned on dev unless the user gave a parameter; a preset's is not the user's.
func TestFirstStageIsTuned(t *testing.T) {
	tuned := func(c *configs.Config) { small(c); c.Train.TuneRetrieval = "auto" }
	_, r := run(t, "demo", demo, tuned)
	settings := r.Controls[0].Settings
	if !strings.HasPrefix(settings["tuned_on"], "dev, ") || settings["k1"] == "" || settings["b"] == "" {
		t.Errorf("BM25's settings: %v", settings)
	}
	_, plain := run(t, "demo", demo, small)
	if plain.Controls[0].Dev["MAP"] > r.Controls[0].Dev["MAP"] {
		t.Errorf("dev MAP %v tuned, %v untuned", r.Controls[0].Dev["MAP"], plain.Controls[0].Dev["MAP"])
	}
	dir := t.TempDir()
	c := chain(t, "demo", demo, dir, result.Fresh, tuned)
	c.Run.Origins["gen.k1"] = "flag --set k1"
	given := must.Get(train.Run(context.Background(), c, "axiomine train"))(t)
	must.Equal(t, given.Controls[0].Settings["tuned_on"], "nothing: as configured", "k1 was given, and BM25 tuned on")
}

// dev_queries: N uses the labels of N dev queries, nested.
func TestDevQueries(t *testing.T) {
	few := func(n int) func(*configs.Config) {
		return func(c *configs.Config) { small(c); c.Train.DevQueries, c.Train.TuneRetrieval = n, "auto" }
	}
	dir3, r3 := run(t, "demo", demo, few(3))
	dir6, r6 := run(t, "demo", demo, few(6))
	if r3.Headline.Labels.Dev != 3 || r6.Headline.Labels.Dev != 6 || r3.Controls[0].Settings["tuned_on"] != "dev, 3 queries" {
		t.Errorf("labels %+v and %+v, BM25 on %s", r3.Headline.Labels, r6.Headline.Labels, r3.Controls[0].Settings["tuned_on"])
	}
	three, err3 := os.ReadFile(filepath.Join(dir3, "splits", "dev.txt"))
	six, err6 := os.ReadFile(filepath.Join(dir6, "splits", "dev.txt"))
	for id := range strings.Lines(string(three)) {
		if !strings.Contains(string(six), id) {
			t.Errorf("%q is among 3 dev queries, not among 6 (%v, %v)", id, err3, err6)
		}
	}
}

// On WikiQA with ten judged queries the judged arm at its best stands beside a tuned BM25, and not at the .335 that word vectors
// without restraint bring it to.
func TestWikiQAJudgedAtItsBest(t *testing.T) {
	nightly.Only(t)
	if testing.Short() {
		t.Skip("long, and its threads are those of other tests")
	}
	_, r := run(t, "wikiqa", golden.SharedPath(t, "data", "wikiqa"), func(c *configs.Config) {
		c.Gen.JudgedQueries = 10
		c.Train.Choose = `{gen.vectors: ["", "` + c.Gen.Vectors + `"]}`
	})
	if n := r.Tests[0].N; n != 242 { // the study's number of test queries with a term of the collection
		t.Errorf("%d test queries, want 242", n)
	}
	if bm25 := r.Controls[0].Test["MAP"]; math.Abs(bm25-.493) > .005 {
		t.Errorf("BM25 test MAP %.4f, tuned on dev it has .493", bm25)
	}
	if judged := r.Arms[0].Mean.Test["MAP"]; judged < .42 {
		t.Errorf("judged arm %.4f", judged)
	}
}

// A collection whose test queries nobody judged cannot be measured.
func TestNoJudgedTestQuery(t *testing.T) {
	data := t.TempDir()
	must.Do(t, os.CopyFS(data, os.DirFS(demo)))
	must.Do(t, os.Remove(filepath.Join(data, "qrels.test.txt")))
	_, err := train.Run(context.Background(), chain(t, "demo", data, t.TempDir(), result.Fresh, small), "axiomine train")
	if bad, ok := errors.AsType[*errs.Error](err); !ok || bad.Kind != errs.Input || !strings.Contains(bad.Hint, "--qrels test=FILE") {
		t.Errorf("error %v", err)
	}
}

func TestCranfieldFolds(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and its threads are those of other tests")
	}
	_, r := run(t, "cranfield", golden.SharedPath(t, "data", "cranfield"), func(c *configs.Config) {
		small(c)
		c.Train.Seeds, c.Train.Epochs, c.Gen.Hits = 1, 1, 20
	})
	tested := 0
	for _, s := range r.Arms[0].Seeds {
		tested += len(s.PerQuery["MAP"])
	}
	if len(r.Arms[0].Seeds) != 5 || tested != 225 { // five folds; every topic is tested once
		t.Errorf("%d runs test %d topics, want 5 and 225", len(r.Arms[0].Seeds), tested)
	}
}

// A resumed experiment trains only what is missing, and ends with the same bytes.
func TestResumeKeepsFinishedTrainings(t *testing.T) {
	dir := t.TempDir()
	attempt := func(mode result.Mode) map[string][]byte {
		must.Get(train.Run(context.Background(), chain(t, "demo", demo, dir, mode, small), "axiomine train"))(t)
		files := map[string][]byte{}
		for _, name := range []string{"result.json", "report.html", "models/judged.42.json", "models/judged-axioms.43.json",
			"runs/judged.43.txt"} {
			raw := must.Get(os.ReadFile(filepath.Join(dir, name)))(t)
			files[name] = raw
		}
		return files
	}
	whole := attempt(result.Fresh)
	model := filepath.Join(dir, "models", "judged.42.json")
	must.Do(t, os.Remove(model))
	other := filepath.Join(dir, "models", "judged.43.json")
	before := must.Get(os.Stat(other))(t)
	for name, want := range attempt(result.Resume) {
		if got := whole[name]; !bytes.Equal(got, want) {
			t.Errorf("%s differs after a resume", name)
		}
	}
	after := must.Get(os.Stat(other))(t)
	if !os.SameFile(before, after) || !before.ModTime().Equal(after.ModTime()) {
		t.Error("a finished training was done again")
	}
}
