package plan

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// The splits whose candidates are written beside the rows, so that a model trained on the rows can score them.
const (
	CandidatesDev  = "dev"
	CandidatesTest = "test"
	CandidatesAll  = "all" // of dev and test
)

// Candidate is a document that is to be scored for a query.
type Candidate struct {
	QueryID, DocID string
	Rank           int64 // rank among the query's candidates, from 1
	Relevant       bool
	Query, Doc     uint32 // numbers of their texts in the store
}

// Label returns 1 for a relevant document and 0 for another, as in the rows of pairs.
func (c Candidate) Label() int {
	if c.Relevant {
		return 1
	}
	return 0
}

// CandidateMark ends the names of folders and configs of candidates.
const CandidateMark = "-candidates"

// wantsCandidates reports whether the candidates of a split are written. With the option empty, as for formats that evaluate, all are.
func (o Options) wantsCandidates(split string) bool {
	switch o.Candidates {
	case CandidatesDev:
		return split == "validation" || strings.HasPrefix(split, "dev.")
	case CandidatesTest:
		return split == "test"
	}
	return true
}

// addCandidates divides the documents of the rankings, by split, into single candidates and lists
// of them. A document or query of nothing but white space cannot be scored and is left out.
func addCandidates(p *Plan, split string, rankings []Ranking) {
	empty := 0
	lists := make([]Ranking, 0, len(rankings))
	ends := make([]int, 0, len(rankings)) // how many candidates there are up to the end of a list
	total := 0
	for _, r := range rankings {
		docs := slices.DeleteFunc(slices.Clone(r.Docs), func(d RankedDoc) bool {
			return p.Store.Info[p.Store.RankedQuery(r)].empty || p.Store.Info[p.Store.RankedDoc(d)].empty
		})
		if empty += len(r.Docs) - len(docs); len(docs) == 0 {
			continue
		}
		total += len(docs)
		r.Docs = docs
		lists, ends = append(lists, r), append(ends, total)
	}
	p.Note("candidates with an empty text left out", empty)
	if total == 0 {
		return
	}
	candidate := func(i int) Candidate {
		list := sort.SearchInts(ends, i+1)
		r := lists[list]
		place := len(r.Docs) - (ends[list] - i)
		d := r.Docs[place]
		return Candidate{r.QueryID, d.DocID, int64(place + 1), d.Relevant, p.Store.RankedQuery(r), p.Store.RankedDoc(d)}
	}
	p.Candidates = append(p.Candidates, NewView(split, Items[Candidate]{total, candidate, candidate}, p.Options, func(c Candidate) int64 {
		return p.Store.TextSize(c.Query) + p.Store.TextSize(c.Doc)
	}))
	p.CandidateLists = append(p.CandidateLists, NewView(split, NewItems(lists), p.Options, func(r Ranking) (size int64) {
		for _, d := range r.Docs {
			size += p.Store.TextSize(p.Store.RankedDoc(d))
		}
		return size
	}))
}

// Ranking holds the candidates of a query to evaluate with, the first on top.
type Ranking struct {
	Split   string // validation (or dev) or test
	QueryID string
	Docs    []RankedDoc
}

// RankedDoc is a candidate.
type RankedDoc struct {
	DocID    string
	Relevant bool
}

// idsOf returns a table with the ids of rankings.
func idsOf(rankings []Ranking) *pairs.Table {
	t := new(pairs.Table)
	for _, r := range rankings {
		t.Queries.Add(r.QueryID)
		for _, d := range r.Docs {
			t.Docs.Add(d.DocID)
		}
	}
	return t
}

// RankedQuery returns the number of a ranking's query in the store.
func (s *Store) RankedQuery(r Ranking) uint32 {
	n, _ := s.rankingIDs.Queries.Find(r.QueryID)
	return s.rankingIDs.queries[n]
}

func (s *Store) RankedDoc(d RankedDoc) uint32 {
	n, _ := s.rankingIDs.Docs.Find(d.DocID)
	return s.rankingIDs.docs[n]
}

// OfSplit holds what belongs to a split, by the split's name in files.
type OfSplit[T any] struct {
	Split string
	Lists []T
}

// divideBySplit divides a list by split, in the order of the first members.
func divideBySplit[T any](list []T, splitOf func(T) string) (divided []OfSplit[T], err error) {
	for _, member := range list {
		name, err := Split{Name: splitOf(member)}.FileName()
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(divided, func(s OfSplit[T]) bool { return s.Split == name })
		if i < 0 {
			i = len(divided)
			divided = append(divided, OfSplit[T]{Split: name})
		}
		divided[i].Lists = append(divided[i].Lists, member)
	}
	return divided, nil
}

// describeRankings returns a text of everything that decides the bytes of formats that evaluate, for the key of their files.
func describeRankings(store *Store, bySplit []OfSplit[Ranking]) string {
	h := xxhash.New()
	for _, v := range bySplit {
		for _, r := range v.Lists {
			fmt.Fprintf(h, "%s %q %x", v.Split, r.QueryID, store.Info[store.RankedQuery(r)].hash)
			for _, d := range r.Docs {
				fmt.Fprintf(h, " %q %v %x", d.DocID, d.Relevant, store.Info[store.RankedDoc(d)].hash)
			}
		}
	}
	return fmt.Sprintf(" %016x", h.Sum64())
}

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
		for i := range s.Lists {
			s.Lists[i].Split, s.Lists[i].Number = s.Split, i+1
		}
		views = append(views, NewView(s.Split, NewItems(s.Lists), o, func(l List) int64 { return int64(len(l.Docs)) * width }))
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
