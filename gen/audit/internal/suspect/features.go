package suspect

import (
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// The features of a negative.
const (
	BM25      = iota // score for the query, as a share of the most that a document can have
	BM25Lead         // score less that of the query's best positive
	Likeness         // cosine of TF-IDF with the positive that is most like it
	LikenessZ        // likeness less the mean of the query's negatives, in standard deviations; 0 if they are fewer than three
	RunLead          // a model's score less that of the positive, in standard deviations of the query's scores; NaN without a run
	RunScore         // as the run has it, a normal score
	numFeatures
)

// Names are the features' names in scores.parquet and weights.json.
var Names = [numFeatures]string{"bm25", "bm25_lead", "likeness", "likeness_z", "run_lead", "run_score"}

// Features holds what the texts tell of a negative.
type Features [RunLead]float32

// leastOfQuery is the number of negatives of a query from which on they are compared with each other.
const leastOfQuery = 3

// compareOfQuery fills what compares the negatives of a query with each other.
func compareOfQuery(list []Negative) {
	for some := range pairs.Adjacent(byQuery(list), func(a, b uint32) bool { return list[a].Query == list[b].Query }) {
		if len(some) < leastOfQuery {
			continue
		}
		value := func(i int) float64 { return float64(list[some[i]].Features[Likeness]) }
		mean, deviation := moments(len(some), value)
		for i, n := range some {
			list[n].Features[LikenessZ] = float32(standardise(value(i), mean, deviation))
		}
	}
}

// byQuery returns the places of negatives by query; those of one query are in the order of the list. It counts, since a set has millions.
func byQuery(list []Negative) []uint32 {
	most := uint32(0)
	for i := range list {
		most = max(most, list[i].Query)
	}
	next := make([]uint32, most+2) // by query: the negatives of those before, then the place of its next one
	for i := range list {
		next[list[i].Query+1]++
	}
	for i := range next[1:] {
		next[i+1] += next[i]
	}
	order := make([]uint32, len(list))
	for i := range list {
		place := &next[list[i].Query]
		order[*place] = uint32(i)
		*place++
	}
	return order
}
