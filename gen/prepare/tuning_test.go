package prepare_test

import (
	"encoding/json"
	"errors"
	"os"
	"slices"
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

// TestRun: of the points of qljm, whose grid begins with .05, .1, .2, the one with the highest value is chosen, the first of equals, and its parameters are those of what follows. An
// earlier run's values are read, not measured again.
func TestRun(t *testing.T) {
	out, c := chaintest.Claim(t), chaintest.Config(t, func(c *configs.Config) { c.Gen.Retrieval = "qljm" })
	values, calls := []float64{.25, .5, .5, .125, 0, 0, 0, 0, 0, 0, 0}, 0
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
	const before = .7
	c.Gen.Lambda = before
	for again := range 2 {
		tuning, best, err := prepare.Tune(t.Context(), indexed(t, c, out), "map", evaluate)
		must.Do(t, err)
		if calls != len(values) || tuning.Best != 1 || tuning.Queries != 1 || strings.Join(tuning.Flags(), " ") != "--set=lambda=0.1" {
			t.Errorf("run %d, %d calls: %+v", again, calls, tuning)
		}
		if now := best.Run.Config.Gen.Lambda; now != .1 || c.Gen.Lambda != before {
			t.Errorf("lambda %v; in the given configuration %v", now, c.Gen.Lambda)
		}
	}
	values, calls = slices.Repeat([]float64{.5}, len(values)), 0
	equal, _, err := prepare.Tune(t.Context(), indexed(t, c, chaintest.Claim(t)), "map", evaluate)
	var said strings.Builder
	if err == nil {
		err = equal.Results().Text(&said, 80)
	}
	if err != nil || !strings.Contains(said.String(), "all points are equal") {
		t.Errorf("equal points: %q, %v", said.String(), err)
	}
	raw, err := os.ReadFile(out.Path("tune.json"))
	var kept prepare.Tuning
	if err == nil {
		err = json.Unmarshal(raw, &kept)
	}
	points := [][]float64{{.05}, {.1}, {.2}, {.3}, {.4}, {.5}, {.6}, {.7}, {.8}, {.9}, {.95}}
	want := prepare.Tuning{Model: "qljm", Measure: "map", Split: "dev", Queries: 1, Hits: kept.Hits, Parameters: []string{"lambda"},
		Points: points, Values: []float64{.25, .5, .5, .125, 0, 0, 0, 0, 0, 0, 0}, Best: 1}
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
	if err := prepare.CheckTuning(p, "map", evaluate); err != nil {
		t.Error(err)
	}
	if err := prepare.CheckTuning(p, "mapp", evaluate); !errors.Is(err, unknown) {
		t.Error(err)
	}
	for _, c := range []struct{ retrieval, flag, want string }{
		{"tfidf", "", "tfidf has no parameters to choose"},
		{"bm25", "gen.b", "--set b gives b, and --tune chooses it; hint: leave the flag out"},
		{"bm25", "gen.mu", ""}, {"ql", "gen.b", ""}, {"bm25+rm3", "gen.b", ""},
	} {
		p.Run.Config.Gen.Retrieval, p.Run.Origins = c.retrieval, map[string]configs.Origin{c.flag: "flag --set b"}
		err := prepare.CheckTuning(p, "map", evaluate)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s beside %q: %v, want %q", c.retrieval, c.flag, err, c.want)
		}
	}
	p.Run.Config.Gen.Retrieval, p.Run.Origins = "bm25", nil
	p.Inputs.Collection.OwnCandidates = true
	must.Fail(t, prepare.CheckTuning(p, "map", evaluate), "all candidates are given")
	p.Inputs.Collection.OwnCandidates = false
	for i := range p.Inputs.Topics {
		if p.Inputs.Topics[i].Split == "dev" {
			p.Inputs.Topics[i].Qrels = nil
		}
	}
	must.Fail(t, prepare.CheckTuning(p, "map", evaluate), "no judged dev queries")
}
