package trainset

import (
	"slices"

	"github.com/axiomine/axiomine/gen/corpus"
)

// The bounds and the hash of a sample.
const (
	SampleRows    = 20_000             // maximum number of rows
	rowsOfQuery   = 50                 // maximum number of rows of a query
	sampleSpread  = 0x9e3779b97f4a7c15 // factor of hashOf, from the golden ratio
	sampleBuckets = 1 << 32            // number of different hashes
)

// Sample holds the texts of some rows: of queries that a hash chooses, up to rowsOfQuery rows each.
type Sample struct {
	Rows    []SampleRow
	Labels  *PairLabels    // labels of the whole set; nil if it is no set of labelled pairs
	limit   uint64         // limit of the hashes of chosen queries
	ofQuery map[uint32]int // number of rows of each query
}

// SampleRow is a row with its texts.
type SampleRow struct {
	Row         uint32
	QueryNumber uint32 // number of the query
	Query       string
	Docs        []corpus.TrainingDoc

	Labelled bool
}

func hashOf(query uint32) uint64 { return uint64(query+1) * sampleSpread >> 32 }

// add adds a row if its query is chosen. If there are too many rows, it halves the number of chosen queries.
func (s *Sample) add(row, query uint32, r *corpus.TrainingRow) {
	if s.ofQuery == nil {
		s.ofQuery, s.limit = map[uint32]int{}, sampleBuckets
	}
	if hashOf(query) >= s.limit || s.ofQuery[query] >= rowsOfQuery {
		return
	}
	s.ofQuery[query]++
	s.Rows = append(s.Rows, SampleRow{Row: row, QueryNumber: query, Query: r.Query, Docs: slices.Clone(r.Docs), Labelled: r.Labelled})
	for len(s.Rows) > SampleRows && len(s.ofQuery) > 1 {
		s.limit /= 2
		s.Rows = slices.DeleteFunc(s.Rows, func(row SampleRow) bool { return hashOf(row.QueryNumber) >= s.limit })
		for query := range s.ofQuery {
			if hashOf(query) >= s.limit {
				delete(s.ofQuery, query)
			}
		}
	}
}
