package format

import (
	"io"
	"math"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// TestFaultsOfOptions: options that one format reads alone are refused with what is wrong.
func TestFaultsOfOptions(t *testing.T) {
	for _, c := range []struct {
		format string
		change func(o *plan.Options)
		want   string
	}{
		{"mtdnn", func(o *plan.Options) { o.MTDNNRanking = MTDNNRegression }, ""},
		{"mtdnn", func(o *plan.Options) { o.MTDNNRanking = "list" }, `mtdnn_ranking: "list" is none of group, pointwise, regression`},
		{"tfrecord", func(o *plan.Options) { o.Compat = CompatDL4MARCO }, ""},
		{"tfrecord", func(o *plan.Options) { o.Compat = "t2t" }, `compat: "t2t" is not dl4marco`},
	} {
		f, _ := Find(c.format)
		o := plan.Options{MTDNNRanking: MTDNNGroup}
		c.change(&o)
		if got := strings.Join(f.Options(o), "; "); got != c.want {
			t.Errorf("%s: %s, want %s", c.format, got, c.want)
		}
	}
}

// TestIDsWithSpaces: formats whose readers cut at white space refuse an id that has some, and name it; others write it.
func TestIDsWithSpaces(t *testing.T) {
	refusals := map[string]string{
		"triples-ids": `lines of triples-ids cannot carry the id "d 3"; hint: leave out triples-ids`,
		"matchzoo-1":  `relations of MatchZoo 1 cannot carry the id "d 3"; hint: leave out matchzoo-1`,
		"libsvm":      `lines of libsvm cannot carry the id "d 3" of a document; hint: leave out libsvm`,
		"triples":     `lines of triples-candidates cannot carry the id "d 3"; hint: leave out triples, or --candidates`,
		"duet":        `lines of duet-candidates cannot carry the id "d 3"; hint: leave out duet, or --candidates`,
		"duet-2017":   `lines of duet-2017-candidates cannot carry the id "d 3"; hint: leave out duet-2017, or --candidates`,
	}
	for _, f := range All {
		p := planned(t, f, smallInput(t, false, "d 3"), nil)
		got := ""
		for _, part := range partsOf(f, p) {
			if err := part.Write(t.Context(), io.Discard, func(int) {}); err != nil && got == "" {
				got = err.Error()
			}
		}
		must.Equal(t, got, refusals[f.Name], "%s", f.Name)
	}
}

// TestGradesOfLibsvm: a grade that trainers do not take is refused.
func TestGradesOfLibsvm(t *testing.T) {
	f, _ := Find("libsvm")
	for grade, want := range map[int]string{
		31: "31 qid:1 1:1.5 2:3 # d1 q1\n0 qid:1 1:0 2:2 # d3 q1\n",
		32: "query q1: document d1 has the grade 32, and trainers of libsvm take at most 31; hint: leave out libsvm, or give judgements with " +
			"smaller grades",
	} {
		in := smallInput(t, false, "d3")
		in.Lists.Queries[0].Docs[0].Grade = grade
		p := planned(t, f, in, nil)
		var b strings.Builder
		got := ""
		if err := f.Files(p)[0].Write(t.Context(), &b, func(int) {}); err != nil {
			got = err.Error()
		} else {
			got = b.String()
		}
		must.Equal(t, got, want, "%d", grade)
	}
}

// TestFeaturesThatAreNoNumbers: a feature that is no number is an error with its name.
func TestFeaturesThatAreNoNumbers(t *testing.T) {
	f, _ := Find("libsvm")
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		in := smallInput(t, false, "d3")
		in.Lists.Describer = func() func(plan.List) [][]float64 {
			return func(plan.List) [][]float64 { return [][]float64{{1, 2}, {1, x}} }
		}
		want := "feature length of document d3 and query q1 is no number; hint: look at the parameters of retrieval models"
		if err := f.Files(planned(t, f, in, nil))[0].Write(t.Context(), io.Discard, func(int) {}); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
