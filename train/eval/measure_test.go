package eval

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

func parsed(t *testing.T, name string) Measure {
	t.Helper()
	return must.Get(Parse(name))(t)
}

var seeds = []string{"nDCG@10", "nDCG", "P@5", "P(rel=2)@10", "AP", "MAP", "AP(rel=3)@100", "RR", "MRR@10", "R@100", "Rprec",
	"Rprec(rel=2)", "Bpref", "Success@1", "Judged@10", "map", "ndcg_cut_10", "recip_rank", "P_5", "recall_100", "success_1",
	"num_q", "num_ret", "num_rel", "num_rel_ret", "bpref", "ndcg", "map_cut_10"}

func FuzzParse(f *testing.F) {
	for _, s := range append(seeds, "P", "P_05", "nDCG(rel=1)", "ndcg_cut", "P@5 ", "P(rel=)@5", "R@99999999999999999999") {
		f.Add(s)
	}
	budgettest.Fuzz(f, func(t *testing.T, s string) {
		m, err := Parse(s)
		if err != nil {
			if e := new(errs.Error); !errors.As(err, &e) || e.Kind != errs.Usage {
				t.Fatalf("%q: %v is no usage fault", s, err)
			}
			return
		}
		if m.String() != s {
			t.Fatalf("%q prints back as %q", s, m)
		}
		if again, err := Parse(m.String()); err != nil || again != m {
			t.Fatalf("%q reads back as %v, %v", s, again, err)
		}
	})
}

func TestParseRejectsAndHints(t *testing.T) {
	for name, hint := range map[string]string{
		"ndcg@10": "nDCG@10", "NDCG@10": "nDCG@10", "mapp": "map", "P@": "P@10", "ndcg_cut": "ndcg_cut_10", "recip_rnk": "recip_rank", "": "",
		"Succes@10": "Success@10", "sucess_1": "success_10", "P(rel=0)@5": "", "P@05": "", "P@-1": "", "nDCG(rel=2)@10": "", "num_ret_5": "num_ret",
		"gm_map": "", "set_F": "", "infAP": "",
	} {
		_, err := Parse(name)
		if err == nil {
			t.Errorf("%q was accepted", name)
		} else if !strings.Contains(err.Error(), "the measures are num_q, ") || hint != "" && !strings.Contains(err.Error(), "did you mean "+hint+"?") {
			t.Errorf("%q: %v, expected a hint at %s", name, err, hint)
		}
	}
	for _, name := range seeds {
		parsed(t, name)
	}
}

func TestParseArgTakesTrecEvalsForms(t *testing.T) {
	for arg, want := range map[string]string{
		"P.5,10": "P_5 P_10", "success": "success_1 success_5 success_10", "nDCG@10": "nDCG@10", "ndcg_cut.3": "ndcg_cut_3",
	} {
		list, err := ParseArg(arg)
		var names []string
		for _, m := range list {
			names = append(names, m.String())
		}
		if err != nil || strings.Join(names, " ") != want {
			t.Errorf("%s: %v, %v", arg, names, err)
		}
	}
	for _, arg := range []string{"P.5,", "P.x", "map.5", "nope"} {
		if list, err := ParseArg(arg); err == nil {
			t.Errorf("%s was read as %v", arg, list)
		}
	}
}

// One query by hand. Judged: a 2, b 1, c 0, d -1, e 3 (e is not found). Ranking: c, a, x (no judgement), d, b.
func hand() ([]corpus.Qrel, []corpus.RunRow) {
	return []corpus.Qrel{grade("q", "a", 2), grade("q", "b", 1), grade("q", "c", 0), grade("q", "d", -1), grade("q", "e", 3),
			grade("r", "a", 1)},
		[]corpus.RunRow{row("q", "c", 5), row("q", "a", 4), row("q", "x", 4), row("q", "d", 1), row("q", "b", -2), row("s", "a", 1)}
}

func grade(query, doc string, grade int) corpus.Qrel {
	return corpus.Qrel{QueryID: query, DocID: doc, Grade: grade}
}

func row(query, doc string, score float64) corpus.RunRow {
	return corpus.RunRow{QueryID: query, DocID: doc, Score: score}
}

func TestNoSilentShrinking(t *testing.T) {
	qrels, run := hand()
	r := Evaluate(qrels, run, Options{})
	// r is judged without results, s and z have no judgements: all score 0 and stay in the mean.
	got := parsed(t, "P@5").PerQuery(r, []string{"r", "q", "s", "z"})
	must.Same(t, got, []float64{0, 0.4, 0, 0})
	if m := Mean(got); m != 0.1 {
		t.Errorf("mean %v", m)
	}
	complete := Evaluate(qrels, run, Options{Complete: true})
	for name, want := range map[string]float64{"P@5": 0.2, "num_q": 2, "num_rel": 4, "num_ret": 5} {
		must.Equal(t, complete.Summary(parsed(t, name)), want, "-c: %s =", name)
	}
}

func TestFormatOrdersAndRepeatsNothing(t *testing.T) {
	qrels, run := hand()
	var out bytes.Buffer
	asked := []Measure{parsed(t, "Success@3"), parsed(t, "P_10"), parsed(t, "P_5"), parsed(t, "map"), parsed(t, "P@5"), parsed(t, "map"), parsed(t, "num_q")}
	must.Do(t, Format(&out, Evaluate(qrels, run, Options{}), asked, true))
	var names []string
	for line := range strings.Lines(out.String()) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		names = append(names, strings.TrimSpace(f[0])+" "+f[1]+" "+f[2])
	}
	want := []string{"map q 0.2444", "P_5 q 0.4000", "P_10 q 0.2000", "Success@3 q 1.0000", "P@5 q 0.4000",
		"num_q all 1", "map all 0.2444", "P_5 all 0.4000", "P_10 all 0.2000", "Success@3 all 1.0000", "P@5 all 0.4000"}
	must.Same(t, names, want)
}

// TestNames: every measure but the counts is listed, with a cutoff of 10 where it needs one or usually has one.
func TestNames(t *testing.T) {
	const want = "map Rprec bpref recip_rank P_10 recall_10 ndcg ndcg_cut_10 map_cut_10 success_10 AP MAP RR MRR P@10 R@10 nDCG@10 Bpref " +
		"Success@10 Judged@10"
	must.Equal(t, strings.Join(Names(), " "), want)
}

// trec_eval 9.0.8 and pytrec_eval store scores in single precision. The two documents tie, and b, the later id, is first.
func TestTiesInSinglePrecision(t *testing.T) {
	qrels := []corpus.Qrel{{QueryID: "q", DocID: "a", Grade: 1}}
	for _, scores := range [][2]float64{{.99999999, .99999998}, {16777217, 16777216}} {
		run := []corpus.RunRow{{QueryID: "q", DocID: "a", Score: scores[0]}, {QueryID: "q", DocID: "b", Score: scores[1]}}
		m := must.Get(Parse("recip_rank"))(t)
		must.Equal(t, Evaluate(qrels, run, Options{}).Summary(m), .5, "%v", scores)
		lists := NewLists(qrels, []List{{QueryID: "q", DocIDs: []string{"a", "b"}}}, Options{})
		must.Equal(t, lists.PerQuery(m, func(int) []float64 { return scores[:] })[0], .5, "lists, %v", scores)
	}
}
