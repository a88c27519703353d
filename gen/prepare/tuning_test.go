package prepare_test

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/google/go-cmp/cmp"
)

// indexed returns a run over the collection of chaintest with its topics and its index.
func indexed(t *testing.T, c *configs.Config, out *result.Dir) *prepare.Preparation {
	t.Helper()
	p, err := chaintest.StartIn(t, c, out).ReadTopics(t.Context())
	if err == nil {
		p, err = p.Documents(t.Context())
	}
	must.Do(t, err)
	t.Cleanup(func() { p.Close() })
	return p
}

// TestRun: of four points the one with the highest value is chosen, the first of equals, and its parameters are those of what follows. An
// earlier run's values are read, not measured again.
func TestRun(t *testing.T) {
	out, c := chaintest.Claim(t), chaintest.Config(t, nil)
	values, calls := []float64{.25, .5, .5, .125}, 0
	evaluate := func(measure string, _ int, _ []corpus.Qrel, run []corpus.RunRow) (float64, error) {
		if run == nil {
			return 0, nil // a check of the measure
		}
		for i, row := range run {
			// Plum is in five of the eight documents.
			if row.QueryID != "q3" || row.Rank != i+1 || len(run) != 5 {
				t.Errorf("row %d of %d: %+v", i, len(run), row)
			}
		}
		calls++
		return values[calls-1], nil
	}
	for again := range 2 {
		tuning, best, err := prepare.Tune(t.Context(), indexed(t, c, out), "map", "k1=0.5,1 b=0.2,0.6", evaluate)
		must.Do(t, err)
		if calls != 4 || tuning.Best != 1 || tuning.Queries != 1 || strings.Join(tuning.Flags(), " ") != "--set=k1=0.5 --set=b=0.6" {
			t.Errorf("run %d, %d calls: %+v", again, calls, tuning)
		}
		if g := best.Run.Config.Gen; g.K1 != .5 || g.B != .6 || c.Gen.B != .4 {
			t.Errorf("k1 %v, b %v; before %v", g.K1, g.B, c.Gen.B)
		}
	}
	values, calls = []float64{.5, .5, .5, .5}, 0
	equal, _, err := prepare.Tune(t.Context(), indexed(t, c, chaintest.Claim(t)), "map", "k1=0.5,1 b=0.2,0.6", evaluate)
	var said strings.Builder
	if err == nil {
		err = equal.Results().Text(&said, 80)
	}
	if err != nil || !strings.Contains(said.String(), "all points are equal") {
		t.Errorf("four equal points: %q, %v", said.String(), err)
	}
	raw, err := os.ReadFile(out.Path("tune.json"))
	var kept prepare.Tuning
	if err == nil {
		err = json.Unmarshal(raw, &kept)
	}
	want := prepare.Tuning{Model: "bm25", Measure: "map", Split: "dev", Queries: 1, Hits: kept.Hits, Parameters: []string{"k1", "b"},
		Points: [][]float64{{.5, .2}, {.5, .6}, {1, .2}, {1, .6}}, Values: []float64{.25, .5, .5, .125}, Best: 1}
	if diff := cmp.Diff(want, kept); err != nil || diff != "" {
		t.Errorf("%v, (-want +got)\n%s", err, diff)
	}
}

// TestRefused: an unknown measure, an unknown parameter and dev queries that nobody judged are refused before any work.
func TestRefused(t *testing.T) {
	unknown := errors.New("unknown measure")
	evaluate := func(measure string, _ int, _ []corpus.Qrel, _ []corpus.RunRow) (float64, error) {
		if measure != "map" {
			return 0, unknown
		}
		return 0, nil
	}
	p := indexed(t, chaintest.Config(t, nil), chaintest.Claim(t))
	if err := prepare.CheckTuning(p, "map", "", evaluate); err != nil {
		t.Error(err)
	}
	if err := prepare.CheckTuning(p, "mapp", "", evaluate); !errors.Is(err, unknown) {
		t.Error(err)
	}
	if err := prepare.CheckTuning(p, "map", "k9=1", evaluate); err == nil || !strings.Contains(err.Error(), "no parameter of retrieval") {
		t.Error(err)
	}
	for _, c := range []struct{ retrieval, grid, flag, want string }{
		{"bm25", "mu=100,200", "", "the grid names mu, which bm25 does not read; hint: use k1, b, k3"},
		{"bm25", "fb_docs=5", "", "the grid names fb_docs, which bm25 does not read"},
		{"ql", "k1=1", "", "the grid names k1, which ql does not read; hint: use mu"},
		{"rm3", "lambda=.1", "", "use mu, fb_docs, fb_terms, fb_mu, fb_weight"},
		{"tfidf", "", "", "tfidf has no parameters to choose"},
		{"tfidf", "b=1", "", "use another model"},
		{"bm25", "", "gen.b", "--set b gives b, and the grid of --tune chooses it; hint: leave the flag out, or name the others with --grid"},
		{"bm25", "k1=1,2", "gen.b", ""},
		{"bm25+rm3", "k1=1,2 fb_mu=5", "", ""},
		{"bm25", "k1=0:99:0.1 b=0:1:0.01", "", "the grid has more than 4096 points"},
	} {
		p.Run.Config.Gen.Retrieval, p.Run.Origins = c.retrieval, map[string]configs.Origin{c.flag: "flag --set b"}
		err := prepare.CheckTuning(p, "map", c.grid, evaluate)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s over %q: %v, want %q", c.retrieval, c.grid, err, c.want)
		}
	}
	p.Run.Config.Gen.Retrieval, p.Run.Origins = "bm25", nil
	p.Inputs.Collection.OwnCandidates = true
	if err := prepare.CheckTuning(p, "map", "", evaluate); err == nil || !strings.Contains(err.Error(), "all candidates are given") {
		t.Error(err)
	}
	p.Inputs.Collection.OwnCandidates = false
	for i := range p.Inputs.Topics {
		if p.Inputs.Topics[i].Split == "dev" {
			p.Inputs.Topics[i].Qrels = nil
		}
	}
	if err := prepare.CheckTuning(p, "map", "", evaluate); err == nil || !strings.Contains(err.Error(), "no judged dev queries") {
		t.Error(err)
	}
}
