package suspect

import (
	"cmp"
	"math"
	"slices"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// The features of a negative.
const (
	BM25          = iota // score for the query, as a share of the most that a document can have
	BM25Lead             // score less that of the query's best positive
	BM25Z                // score less the mean of the query's negatives, in standard deviations; 0 if they are fewer than three
	BM25Rank             // place among the query's negatives by score, from 0 (best) to 1; .5 if they are fewer than three
	Held                 // share of the weights of the query's words that the text holds
	Likeness             // cosine of TF-IDF with the positive that is most like it
	LikenessZ            // likeness less the mean of the query's negatives, in standard deviations; 0 if they are fewer than three
	Length               // logarithm of the words, less that of the positive
	RunZ                 // a model's score, standardised over the query's documents in its run; NaN without one
	RunLead              // less that of the positive, in standard deviations
	RunScore             // as it is: a cosine
	RunDifference        // less that of the positive, as it is
	numFeatures
)

// Names are the features' names in scores.parquet and weights.json.
var Names = [numFeatures]string{"bm25", "bm25_lead", "bm25_z", "bm25_rank", "held", "likeness", "likeness_z", "length", "run_z",
	"run_lead", "run_score", "run_difference"}

// Features holds what the texts tell of a negative.
type Features [RunZ]float32

// leastOfQuery is the number of negatives of a query from which on they are compared with each other.
const leastOfQuery = 3

// compareOfQuery fills the features that compare the negatives of a query with each other.
func compareOfQuery(list []Negative) {
	for i := range list {
		list[i].Features[BM25Rank] = .5
	}
	for some := range pairs.Adjacent(byQuery(list), func(a, b uint32) bool { return list[a].Query == list[b].Query }) {
		if len(some) >= leastOfQuery {
			standardise(list, some, BM25, BM25Z)
			standardise(list, some, Likeness, LikenessZ)
			slices.SortStableFunc(some, func(a, b uint32) int { return cmp.Compare(list[b].Features[BM25], list[a].Features[BM25]) })
			for place, i := range some {
				list[i].Features[BM25Rank] = float32(place) / float32(len(some)-1)
			}
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

// limitZ bounds standardised values.
const limitZ = 4

// standardise writes a feature of some negatives less their mean, in standard deviations, as another feature.
func standardise(list []Negative, some []uint32, source, target int) {
	mean, square := 0.0, 0.0
	for _, i := range some {
		mean += float64(list[i].Features[source])
	}
	mean /= float64(len(some))
	for _, i := range some {
		d := float64(list[i].Features[source]) - mean
		square += float64(d * d)
	}
	deviation := math.Sqrt(square / float64(len(some)))
	for _, i := range some {
		if deviation > 1e-9 {
			z := (float64(list[i].Features[source]) - mean) / deviation
			list[i].Features[target] = float32(max(-limitZ, min(limitZ, z)))
		}
	}
}
