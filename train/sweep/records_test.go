package sweep_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
	"github.com/axiomine/axiomine/train/report"
	"github.com/axiomine/axiomine/train/sweep"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// shownText is a sweep with some lines of its own.
func shownText(seeds int, train, lines string) string {
	return fmt.Sprintf("extends: demo\ngen: {vectors: \"\", hits: 20}\ntokenize: {output_format: jsonl}\ntrain: {seeds: %d, epochs: 2, "+
		"pairs_per_epoch: 60, tune_retrieval: off, choose: none, measures: \"MAP,P@5\"%s}\nsweep: {%s}\n", seeds, train, lines)
}

// armAt returns the test of each arm at each value of a key, as an experiment for each value has it.
func armAt(t *testing.T, r *sweep.Sweep) map[string]report.ValueRanking {
	t.Helper()
	values := map[string]report.ValueRanking{}
	for i := range r.Chosen {
		outcome := r.Chosen[i].Record()
		for _, a := range outcome.Arms {
			v := report.ValueRanking{Test: map[string]report.Spread{}}
			for _, measure := range outcome.Protocol.Measures {
				v.Test[measure] = a.Spread(measure)
			}
			values[a.Name+" at "+r.Chosen[i].PerValues[0].Value] = v
		}
	}
	return values
}

// TestShownIsTheTestOfEachValue: what an arm shows on test at a value of an inner key is the test of an experiment with that value alone,
// as a sweep with the key under per has it: every measure and the intervals, with one seed and with two. Dev is what it was chosen for. It is
// the same for the DRMM and for a command. The judged arm has no ratio and shows none.
func TestShownIsTheTestOfEachValue(t *testing.T) {
	script := filepath.Join(t.TempDir(), "rank.sh")
	// A ranker that knows the number of bytes of its shards alone: what it prefers turns with the data set.
	const text = "set -e\nn=$(cat $1/*/train-* | wc -c)\n" +
		"rank() {\n\tawk -v n=$n '{print $1, $2, $3, $4, ($4 * n) % 7919, $6}' $1 >$2\n}\nrank $2 $4\nrank $3 $5\n"
	must.Do(t, os.WriteFile(script, []byte(text), 0o666))
	command := ", ranker: \"sh " + filepath.ToSlash(script) + " {shards} {candidates} {output}\""
	for name, c := range map[string]struct {
		seeds      int
		train, key string
		values     []string
		arms       []string
	}{
		"ratio, two seeds": {2, "", "gen.ratio", []string{"1:4", "4:1"}, []string{"judged + axioms"}},
		"ratio, a command": {1, command, "gen.ratio", []string{"1:4", "4:1"}, []string{"judged + axioms"}},
	} {
		if c.train != "" && nightly.Some(t, "kinds of models", 0, 1) == 0 {
			continue
		}
		axis := fmt.Sprintf(`{%s: ["%s"]}`, c.key, strings.Join(c.values, `", "`))
		over, _ := run(t, load(t, shownText(c.seeds, c.train, "over: "+axis), demo), t.TempDir(), result.Fresh, 2)
		per, _ := run(t, load(t, shownText(c.seeds, c.train, "per: "+axis), demo), t.TempDir(), result.Fresh, 2)
		want, shown := armAt(t, per), 0
		for _, a := range over.Chosen[0].Record().Arms {
			if a.Shown == nil {
				continue
			}
			if a.Shown.Note != report.ShownNote || len(a.Shown.Values) != len(c.values) {
				t.Errorf("%s: %s shows %d values: %s", name, a.Name, len(a.Shown.Values), a.Shown.Note)
			}
			shown++
			for i, v := range a.Shown.Values {
				if v.Key != c.key || v.Value != c.values[i] || len(v.Chosen) != c.seeds {
					t.Errorf("%s: %s at %s %s, chosen %v", name, a.Name, v.Key, v.Value, v.Chosen)
				}
				dev := 0.0
				for _, choice := range v.Chosen {
					dev += choice.Dev / float64(c.seeds)
				}
				if !cmp.Equal(v.Dev["MAP"].Mean, dev, cmpopts.EquateApprox(0, 1e-12)) {
					t.Errorf("%s: %s at %s has %v on dev, and was chosen for %v", name, a.Name, v.Value, v.Dev["MAP"].Mean, dev)
				}
				v.Key, v.Value, v.Chosen, v.Dev = "", "", nil, nil
				if diff := cmp.Diff(want[a.Name+" at "+c.values[i]], v, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
					t.Errorf("%s: %s at %s:\n%s", name, a.Name, c.values[i], diff)
				}
			}
		}
		if shown != len(c.arms) {
			t.Errorf("%s: %d arms show values, want %d", name, shown, len(c.arms))
		}
		for _, p := range per.Chosen {
			for _, a := range p.Record().Arms {
				if a.Shown != nil {
					t.Errorf("%s: %s shows values of no inner key", name, a.Name)
				}
			}
		}
	}
}
