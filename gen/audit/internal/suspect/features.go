package suspect

import "github.com/axiomine/axiomine/tokenize/pairs"

// The features of negatives and of positives. The rivals of a negative are the positives of its query; those of a positive are the negatives
// of its query that are not positives too.
const (
	RunLead  = iota // a model's score less that of the best rival, in standard deviations of the query's scores; NaN without a run
	RunScore        // as the run has it, a normal score
	BM25            // score for the query, as a share of the most that a document can have
	BM25Lead        // score less that of the best rival
)

// The features of negatives alone.
const (
	Likeness    = BM25Lead + 1 + iota // cosine of TF-IDF with the positive that is most like it
	LikenessZ                         // likeness less the mean of the query's negatives, in standard deviations; 0 if they are fewer than three
	Elsewhere                         // cosine of TF-IDF of the query and the nearest other one that has it as a positive; 0 if none has
	numNegative                       // of features
)

// The features of positives alone.
const (
	PositiveRank     = BM25Lead + 1 + iota // share of the negatives with a higher score, with half a negative on either side
	PositiveZ                              // score less the negatives' mean, in standard deviations; 0 if they are fewer than three
	PositiveLikeTop                        // mean cosine of TF-IDF with the negatives, weighted by their scores
	PositiveLikeMost                       // cosine of TF-IDF with the negative that is most like it
	PositiveLength                         // logarithm of the words, less the mean of the negatives
	numPositive                            // of features
)

// Names are the features' names in scores.parquet and weights.json.
var Names = [numNegative]string{"run_lead", "run_score", "bm25", "bm25_lead", "likeness", "likeness_z", "elsewhere"}

// PositiveNames are the names of the features in positives.parquet and positives.json.
var PositiveNames = [numPositive]string{"run_lead", "run_score", "bm25", "bm25_lead", "bm25_rank", "bm25_z", "like_top", "like_most", "length"}

// leastOfQuery is the number of negatives of a query from which on they are compared with each other.
const leastOfQuery = 3

// compareOfQuery fills what compares the negatives of a query with each other.
func compareOfQuery(list []Document) {
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
func byQuery(list []Document) []uint32 {
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
