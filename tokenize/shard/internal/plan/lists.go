package plan

import (
	"fmt"
	"math"

	"github.com/cespare/xxhash/v2"
)

// Lists holds the candidates of judged queries, each described by numbers, for learning to rank.
type Lists struct {
	Queries  []List
	Features []string // names of the numbers, in their order
	Basis    string   // what decides the numbers besides the lists
	// Describer returns a function for one goroutine. The function returns the features of every
	// document of a list.
	Describer func() func(l List) [][]float64
}

// List holds the judged candidates of a query, in the order of their run.
type List struct {
	Split   string // train, validation (or dev) or test
	QueryID string
	Query   int // its number, by which the Describer finds it
	Number  int // of the query in its split, from 1
	Docs    []Listing
}

// Listing is a candidate with its judgement.
type Listing struct {
	DocID string
	Doc   uint32  // its number, by which the Describer finds it
	Grade int     // 0 for a document that nobody judged
	Score float64 // the run's; NaN where there is none
}

// divideLists divides lists by split. Nil lists have no splits.
func divideLists(in *Lists, o Options) (views []View[List], err error) {
	if in == nil {
		return nil, nil
	}
	splits, err := divideBySplit(in.Queries, func(l List) string { return l.Split })
	width := int64(len(in.Features)) * bytesOfFeature
	for _, s := range splits {
		for i := range s.list {
			s.list[i].Split, s.list[i].Number = s.name, i+1
		}
		views = append(views, NewView(s.name, NewItems(s.list), o, func(l List) int64 { return int64(len(l.Docs)) * width }))
	}
	return views, err
}

// bytesOfFeature is about the size of a number in a text file.
const bytesOfFeature = 12

// describeLists returns a text of everything that decides the bytes of formats that learn from
// lists.
func describeLists(in *Input) string {
	if in.Lists == nil {
		return ""
	}
	h := xxhash.New()
	fmt.Fprintf(h, "%q %q", in.Lists.Basis, in.Lists.Features)
	for _, l := range in.Lists.Queries {
		fmt.Fprintf(h, " %s %q %q", l.Split, l.QueryID, in.QueryText(l.QueryID))
		for _, d := range l.Docs {
			fmt.Fprintf(h, " %q %d %x", d.DocID, d.Grade, math.Float64bits(d.Score))
		}
	}
	return fmt.Sprintf(" %016x", h.Sum64())
}
