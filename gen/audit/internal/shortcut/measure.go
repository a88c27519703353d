package shortcut

import (
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
)

// Scorer is a scorer of documents that sees some features, only the words of documents, or only the words of queries.
type Scorer struct {
	Name     string
	features []int // indices in the features of a pair; nil if the scorer sees words
	words    bool  // true if the scorer sees only the words of the document
	queries  bool  // true if the scorer sees only the words of the query
}

// Scorers lists the scorers in the order of reports.
var Scorers = []Scorer{
	{Name: "length", features: []int{length}},
	{Name: "marks", features: []int{punctuation, capitals, digits, stop, wordLength}},
	{Name: "position", features: []int{position}},
	{Name: "document", words: true},
	{Name: "query", queries: true},
	{Name: "overlap", features: []int{overlap}},
	{Name: "bm25", features: []int{bm25}},
	{Name: "together", features: []int{length, wordLength, punctuation, capitals, digits, stop, position, overlap, bm25}},
}

// Reach is the accuracy of a scorer.
type Reach struct {
	Name  string  `json:"name"`
	Share float64 `json:"share"` // the share of pairs that the scorer orders right; a tie counts as a half
	Low   float64 `json:"low"`   // the lower end of Wilson's 95 % interval, over queries
}

// Result holds the measures of all scorers.
type Result struct {
	Pairs   int     `json:"pairs"`
	Queries int     `json:"queries"`
	Reached []Reach `json:"reached"`
	Left    float64 `json:"left"` // the share of pairs that the best scorer does not order right
	Easy    float64 `json:"easy"` // the share of pairs whose better document has a word of the query, and whose worse one has none
}

// leastQueries is the minimum number of queries for a measure.
const leastQueries = 30

// folds is the number of folds of the cross-validation.
const folds = 5

// Measure measures the scorers on a sample, by cross-validation over queries in five folds. It returns nil if fewer than leastQueries
// queries have documents of two grades. It leaves out the scorer position if no pair is from a labelled list, and the scorer query if the
// set has no labelled pairs.
func Measure(sample *trainset.Sample) *Result {
	list := pairsOf(sample)
	queries, isSeries := map[uint32]bool{}, false
	m := &Result{Pairs: len(list)}
	for i := range list {
		queries[list[i].query] = true
		isSeries = isSeries || list[i].isSeries
		if list[i].easy {
			m.Easy++
		}
	}
	if m.Queries = len(queries); m.Queries < leastQueries {
		return nil
	}
	m.Easy /= float64(len(list))
	best := 0.0
	for _, s := range Scorers {
		needsSeries := slices.Equal(s.features, []int{position})
		if needsSeries && !isSeries || s.queries && sample.Labels == nil {
			continue
		}
		share := s.reach(list)
		m.Reached = append(m.Reached, Reach{s.Name, share, wilsonLow(share, float64(m.Queries))})
		best = max(best, share)
	}
	m.Left = 1 - best
	return m
}

// wilsonLow returns the lower end of the 95 % score interval of a share of n (Wilson, JASA 1927). It is below the share even if that is 1.
func wilsonLow(share, n float64) float64 {
	const z = 1.959963984540054 // the 97.5th percentile of the normal distribution
	half := float64(z * math.Sqrt(float64(share*(1-share)/n)+z*z/(4*n*n)))
	return (share + z*z/(2*n) - half) / (1 + z*z/n)
}

// Reach returns the measure of a scorer, and whether there is one. m may be nil.
func (m *Result) Reach(name string) (Reach, bool) {
	if m == nil {
		return Reach{}, false
	}
	i := slices.IndexFunc(m.Reached, func(r Reach) bool { return r.Name == name })
	if i < 0 {
		return Reach{}, false
	}
	return m.Reached[i], true
}

// foldOf returns the fold of a query, from 0 to folds - 1, by a multiplicative hash.
func foldOf(query uint32) int { return int((uint64(query+1) * 0x9e3779b97f4a7c15 >> 33) % folds) }

// reach returns the share of pairs that the scorer orders right. For each fold it is fitted on the other folds.
func (s *Scorer) reach(list []pair) float64 {
	right := 0.0 // the number of pairs
	switch {
	case s.words:
		right = rightByWords(list)
	case s.queries:
		list = slices.Clone(list)
		for i := range list {
			list[i].words = list[i].queries // scored like words of documents
		}
		right = rightByWords(list)
	default:
		t, _ := newTable(len(list), len(s.features), func(i int) uint32 { return list[i].query },
			func(i, j int) float64 { return list[i].features[s.features[j]] })
		for fold, weights := range t.fitFolds() {
			right += t.right(fold, weights)
		}
	}
	return right / float64(len(list))
}

// rightByWords returns the number of pairs that a logistic regression of words orders right.
func rightByWords(list []pair) (right float64) {
	most := uint32(0)
	for i := range list {
		for _, places := range list[i].words {
			for _, place := range places {
				most = max(most, place)
			}
		}
	}
	weights := make([]weight, most+1)
	for fold := range folds {
		fitWords(list, fold, weights)
		for i := range list {
			if foldOf(list[i].query) == fold {
				right += rightOf(scoreWords(weights, &list[i]))
			}
		}
	}
	return right
}

// rightOf returns 1 for a positive score, which orders a pair right, 0 for a negative one, and a half for 0.
func rightOf(score float64) float64 {
	switch {
	case score > 0:
		return 1
	case score == 0:
		return 0.5
	}
	return 0
}
