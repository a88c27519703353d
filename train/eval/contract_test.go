package eval

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"pgregory.net/rapid"
)

// definitions are the measures' plain formulas by their names; two spellings of one measure have an entry each.
var definitions = map[string]func(q plainQuery) float64{
	"num_q":       func(plainQuery) float64 { return 1 },
	"num_ret":     func(q plainQuery) float64 { return float64(len(q.ranked)) },
	"num_rel":     func(q plainQuery) float64 { return q.relevant() },
	"num_rel_ret": func(q plainQuery) float64 { return q.found(len(q.ranked)) },

	"map": plainAP, "AP": plainAP, "MAP": plainAP, "map_cut": plainAP,
	"recip_rank": plainRR, "RR": plainRR, "MRR": plainRR,
	"ndcg": plainNDCG, "ndcg_cut": plainNDCG, "nDCG": plainNDCG,
	"bpref": plainBpref, "Bpref": plainBpref,
	"P":       func(q plainQuery) float64 { return q.found(q.cut) / float64(q.cut) },
	"recall":  plainRecall,
	"R":       plainRecall,
	"success": plainSuccess,
	"Success": plainSuccess,
	"Rprec":   func(q plainQuery) float64 { return share(q.found(int(q.relevant())), q.relevant()) },
	"Judged": func(q plainQuery) float64 {
		judged := 0.0
		for _, doc := range q.top(q.cut) {
			if _, ok := q.grades[doc]; ok {
				judged++
			}
		}
		return judged / float64(q.cut)
	},
}

// plainQuery is what a plain formula may ask: documents in their order and the grades of those judged.
type plainQuery struct {
	ranked []string
	grades map[string]int
	level  int // smallest relevant grade
	cut    int // the ranking's length where the measure has none
}

func (q plainQuery) isRelevant(doc string) bool {
	grade, judged := q.grades[doc]
	return judged && grade >= q.level
}

func (q plainQuery) top(n int) []string { return q.ranked[:min(n, len(q.ranked))] }

// found counts the relevant documents of the first n.
func (q plainQuery) found(n int) (found float64) {
	for _, doc := range q.top(n) {
		if q.isRelevant(doc) {
			found++
		}
	}
	return found
}

// relevant counts the relevant documents, found or not.
func (q plainQuery) relevant() (n float64) {
	for doc := range q.grades {
		if q.isRelevant(doc) {
			n++
		}
	}
	return n
}

// share is a/b, 0 of nothing.
func share(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

func plainRecall(q plainQuery) float64  { return share(q.found(q.cut), q.relevant()) }
func plainSuccess(q plainQuery) float64 { return min(q.found(q.cut), 1) }

// plainAP is the mean over the relevant documents of the precision at its rank, 0 for one that is not ranked.
func plainAP(q plainQuery) float64 {
	sum := 0.0
	for i, doc := range q.top(q.cut) {
		if q.isRelevant(doc) {
			sum += q.found(i+1) / float64(i+1)
		}
	}
	return share(sum, q.relevant())
}

func plainRR(q plainQuery) float64 {
	for i, doc := range q.top(q.cut) {
		if q.isRelevant(doc) {
			return 1 / float64(i+1)
		}
	}
	return 0
}

// plainNDCG gains the grade at rank i by 1/log2(i + 1), over the same of all judged documents by falling grade. The level
// plays no part.
func plainNDCG(q plainQuery) float64 {
	dcg := func(grades []int) (sum float64) {
		for i, grade := range grades {
			sum += max(float64(grade), 0) / (math.Log(float64(i+2)) / math.Log(2))
		}
		return sum
	}
	var got, best []int
	for _, doc := range q.top(q.cut) {
		got = append(got, q.grades[doc])
	}
	for _, grade := range q.grades {
		best = append(best, grade)
	}
	slices.Sort(best)
	slices.Reverse(best)
	return share(dcg(got), dcg(best[:min(q.cut, len(best))]))
}

// plainBpref is 1/R sum over the relevant documents found of 1 - n/min(R, N), where n of the N documents judged not
// relevant, at most R, are ranked above (Buckley and Voorhees 2004, as trec_eval has it). A negative grade is no judgement.
func plainBpref(q plainQuery) float64 {
	nonRelevant := 0.0
	for doc, grade := range q.grades {
		if grade >= 0 && !q.isRelevant(doc) {
			nonRelevant++
		}
	}
	sum := 0.0
	for i, doc := range q.ranked {
		if !q.isRelevant(doc) {
			continue
		}
		above := 0.0
		for _, other := range q.ranked[:i] {
			if grade, judged := q.grades[other]; judged && grade >= 0 && !q.isRelevant(other) {
				above++
			}
		}
		sum += 1 - share(min(above, q.relevant()), min(q.relevant(), nonRelevant))
	}
	return share(sum, q.relevant())
}

// TestContract: every measure of the table has a name that parses and prints back, and has the value of its plain formula, at
// every cutoff and grade.
func TestContract(t *testing.T) {
	named := map[string]bool{}
	for i := range families {
		f := &families[i]
		named[f.name] = true
		t.Run(f.name+f.joiner, func(t *testing.T) {
			if definitions[f.name] == nil {
				t.Fatalf("%s is not yet defined: write its plain formula in contract_test.go", f.name)
			}
			positive := 0
			for round := 0; round < 100 && positive < 20 && !t.Failed(); round++ { // a round is short with -short
				rapid.Check(t, func(t *rapid.T) {
					for range 5 { // queries, so that chance leaves no measure without enough above 0
						if compareWithPlain(t, f) > 0 {
							positive++
						}
					}
				})
			}
			if positive < 20 && !t.Failed() {
				t.Errorf("it was above 0 for %d queries: its definition is hardly tested", positive)
			}
		})
	}
	for name := range definitions {
		if !named[name] {
			t.Errorf("%s is defined and not in the table", name)
		}
	}
}

func compareWithPlain(t *rapid.T, f *family) float64 {
	m, q := Measure{family: f}, plainQuery{grades: map[string]int{}}
	if f.needsCut || f.joiner != "" && rapid.Bool().Draw(t, "cut") {
		m.cut = rapid.IntRange(1, 12).Draw(t, "at")
	}
	q.level = rapid.IntRange(1, 3).Draw(t, "level")
	options := Options{Level: q.level}
	if f.takesRel && rapid.Bool().Draw(t, "rel") {
		m.rel = rapid.IntRange(1, 3).Draw(t, "from")
		q.level = m.rel
	}
	if again, err := Parse(m.String()); err != nil || again != m {
		t.Fatalf("%s is read as %s, %v", m, again, err)
	}

	var qrels []corpus.Qrel
	var run []corpus.RunRow
	for i := range 10 {
		doc := fmt.Sprintf("d%d", i)
		if rapid.Bool().Draw(t, "judged") || i == 0 {
			q.grades[doc] = rapid.IntRange(-1, 3).Draw(t, "grade")
			qrels = append(qrels, corpus.Qrel{QueryID: "q", DocID: doc, Grade: q.grades[doc]})
		}
		if rapid.IntRange(0, 3).Draw(t, "found") > 0 || i == 9 {
			run = append(run, corpus.RunRow{QueryID: "q", DocID: doc, Score: float64(rapid.IntRange(0, 4).Draw(t, "score"))})
		}
	}
	for _, row := range byScoreThenID(run) {
		q.ranked = append(q.ranked, row.DocID)
	}
	if q.cut = m.cut; q.cut == 0 {
		q.cut = max(len(q.ranked), len(q.grades))
	}
	got, want := Evaluate(qrels, run, options).Summary(m), definitions[f.name](q)
	if math.Abs(got-want) > 1e-12 {
		t.Fatalf("%s, relevant from %d, of %v judged %v is %v, by its formula %v", m, q.level, q.ranked, q.grades, got, want)
	}
	return got
}

// byScoreThenID orders rows by falling score, ties by falling id, one after the other.
func byScoreThenID(rows []corpus.RunRow) (ordered []corpus.RunRow) {
	for _, row := range rows {
		at := 0
		for at < len(ordered) && (ordered[at].Score > row.Score || ordered[at].Score == row.Score && ordered[at].DocID > row.DocID) {
			at++
		}
		ordered = slices.Insert(ordered, at, row)
	}
	return ordered
}
