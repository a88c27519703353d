package weighting

import (
	"math"
	"testing"
)

// statistics are those of ten documents of 100 tokens. Term 1 has a df of 2 and a cf of 4; no document holds term 2.
type statistics struct{}

func (statistics) NumDocs() int      { return 10 }
func (statistics) TotalTerms() int64 { return 100 }
func (statistics) AvgLen() float64   { return 10 }

func (statistics) DocFreq(term uint32) int {
	if term == 1 {
		return 2
	}
	return 0
}

func (statistics) CollFreq(term uint32) int64 {
	if term == 1 {
		return 4
	}
	return 0
}

// none are the statistics of an empty collection.
type none struct{}

func (none) NumDocs() int          { return 0 }
func (none) TotalTerms() int64     { return 0 }
func (none) AvgLen() float64       { return 0 }
func (none) DocFreq(uint32) int    { return 0 }
func (none) CollFreq(uint32) int64 { return 0 }

// TestWeights compares with the formulas of the papers, worked out in Python beside this code, for three occurrences in a document of 20
// tokens, and for none.
func TestWeights(t *testing.T) {
	for name, c := range map[string]struct {
		model         Model
		three, absent float64
		unknown       bool // a term that the collection lacks has a weight
	}{
		"TF":     {TF{}, 3, 0, true},
		"TF-IDF": {TFIDF{}, 4.828313737302301, 0, true},                      // 3 ln 5
		"BM25":   {BM25{1.2, .75}, 0.8715320828965974, 0, true},              // ln(1 + 8.5/2.5) 3 / (3 + 1.2 (.25 + .75 2))
		"QL":     {QL{1000}, -3.166357790584754, -3.2386784521643803, false}, // ln(43/1020) and ln(40/1020)
		"QLJM":   {QLJM{.1}, -1.973281345851445, -5.521460917862246, false},  // ln(.9 3/20 + .1 .04) and ln(.1 .04)
		"PL2":    {PL2{1}, 1.2778964743701506, 0, false},                     // of tfn = 3 log2(1.5) and lambda = .4
	} {
		w, ok := c.model.Term(statistics{}, 1)
		if !ok {
			t.Fatalf("%s leaves out a term that there is", name)
		}
		if got := w.Weight(3, 20); math.Abs(got-c.three) > 1e-12 {
			t.Errorf("%s: %v, want %v", name, got, c.three)
		}
		if got := w.Weight(0, 20); math.Abs(got-c.absent) > 1e-12 {
			t.Errorf("%s: of a document without the term %v, want %v", name, got, c.absent)
		}
		if _, ok := c.model.Term(statistics{}, 2); ok != c.unknown {
			t.Errorf("%s: a term that no document holds has a weight: %t, want %t", name, ok, c.unknown)
		}
		if w, ok := c.model.Term(none{}, 1); ok {
			if got := w.Weight(1, 0); math.IsNaN(got) || math.IsInf(got, 0) {
				t.Errorf("%s: %v in an empty collection", name, got)
			}
		}
	}
}
