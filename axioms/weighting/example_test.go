package weighting_test

import (
	"fmt"

	"github.com/axiomine/axiomine/axioms/weighting"
)

// collection has the statistics of three documents of four terms each. Term 7 occurs in two of them.
type collection struct{}

func (collection) NumDocs() int               { return 3 }
func (collection) TotalTerms() int64          { return 12 }
func (collection) AvgLen() float64            { return 4 }
func (collection) DocFreq(term uint32) int    { return map[uint32]int{7: 2}[term] }
func (collection) CollFreq(term uint32) int64 { return map[uint32]int64{7: 3}[term] }

// A document's score is the sum of such weights. By hand: ln(1 + 1.5/2.5) * 2/(2 + .9) for 2 occurrences in 4 terms.
func ExampleBM25() {
	weight, _ := weighting.BM25{K1: .9, B: .4}.Term(collection{}, 7)
	fmt.Printf("%.4f\n", weight.Weight(2, 4))
	// Output:
	// 0.3241
}
