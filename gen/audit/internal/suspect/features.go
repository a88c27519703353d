package suspect

import "github.com/axiomine/axiomine/tokenize/pairs"

// The features of negatives and of positives. The rivals of a negative are the positives of its query. The rivals of a positive are the
// documents of its query that are only negatives.
const (
	RunLead  = iota // the run's score minus that of the best rival, in standard deviations of the query's scores; NaN without a run
	RunScore        // the run's score as a normal score; NaN without a run
	BM25            // BM25 score as a share of the maximum that any document can have for the query
	BM25Lead        // BM25 minus that of the best rival
)

// The features of negatives alone.
const (
	Likeness    = BM25Lead + 1 + iota // TF-IDF cosine with the most similar positive
	LikenessZ                         // standard score of Likeness among the query's negatives; 0 if they are fewer than three
	Elsewhere                         // TF-IDF cosine of the query with the nearest query that has the text as a positive; 0 if none has
	numNegative                       // number of features of a negative
)

// The features of positives alone.
const (
	PositiveRank     = BM25Lead + 1 + iota // share of the negatives with a higher BM25, after half a negative is added above and below
	PositiveZ                              // standard score of BM25 among the negatives; 0 if they are fewer than three
	PositiveLikeTop                        // mean TF-IDF cosine with the negatives, weighted by their BM25
	PositiveLikeMost                       // TF-IDF cosine with the most similar negative
	PositiveLength                         // logarithm of the number of words, minus the mean of the negatives
	numPositive                            // number of features of a positive
)

// Names are the features' names in scores.parquet and weights.json.
var Names = [numNegative]string{"run_lead", "run_score", "bm25", "bm25_lead", "likeness", "likeness_z", "elsewhere"}

// PositiveNames are the names of the features in positives.parquet and positives.json.
var PositiveNames = [numPositive]string{"run_lead", "run_score", "bm25", "bm25_lead", "bm25_rank", "bm25_z", "like_top", "like_most", "length"}

// leastOfQuery is the minimum number of negatives of a query for which a standard score is computed.
const leastOfQuery = 3

// compareOfQuery sets LikenessZ of all negatives.
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

// byQuery returns the indexes of a list of negatives, sorted by query and then by index. It is a counting sort: a set has millions.
func byQuery(list []Document) []uint32 {
	most := uint32(0)
	for i := range list {
		most = max(most, list[i].Query)
	}
	next := make([]uint32, most+2) // for each query, the place in order of its next negative
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
