package plan

import (
	"slices"
	"sort"
	"strings"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// The splits whose candidates are written beside the rows, so that a model trained on the rows can score them.
const (
	CandidatesDev  = "dev"
	CandidatesTest = "test"
	CandidatesAll  = "all" // means both dev and test
)

// Candidate is a document that a model should score for a query.
type Candidate struct {
	QueryID string
	RankedDoc
	Rank       int64  // the rank among the query's candidates, from 1
	Query, Doc uint32 // the numbers of the texts in the Store
}

// CandidateMark is the end of the names of folders and configs of candidates.
const CandidateMark = "-candidates"

// wantsCandidates reports whether the candidates of a split are written. If the option is empty, only formats that evaluate write
// candidates, and they write those of all splits.
func (o Options) wantsCandidates(split string) bool {
	switch o.Candidates {
	case CandidatesDev:
		return split == "validation" || strings.HasPrefix(split, "dev.")
	case CandidatesTest:
		return split == "test"
	}
	return true
}

// addCandidates adds the candidates of a split to the plan: one by one, and as a ranking for each query. It leaves out documents and
// queries with an empty text, which no model can score.
func addCandidates(p *Plan, split string, rankings []Ranking) {
	empty := 0
	lists := make([]Ranking, 0, len(rankings))
	ends := make([]int, 0, len(rankings)) // counts, for each list, the candidates up to its end
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
		return Candidate{r.QueryID, d, int64(place + 1), p.Store.RankedQuery(r), p.Store.RankedDoc(d)}
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

// Ranking holds the candidates of a query, the best first.
type Ranking struct {
	Split   string // validation (or dev) or test
	QueryID string
	Docs    []RankedDoc
}

// RankedDoc is a candidate of a Ranking.
type RankedDoc struct {
	DocID    string
	Relevant bool
}

// Label returns 1 for a relevant document and 0 for any other, as in the rows of pairs.
func (d RankedDoc) Label() int {
	if d.Relevant {
		return 1
	}
	return 0
}

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
	return s.rankingIDs.queries(n)
}

// RankedDoc returns the number of a ranking's document in the store.
func (s *Store) RankedDoc(d RankedDoc) uint32 {
	n, _ := s.rankingIDs.Docs.Find(d.DocID)
	return s.rankingIDs.docs(n)
}

// OfSplit holds the members of one split, such as its rankings.
type OfSplit[T any] struct {
	Split string // the split's name in files
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

// Lists holds the candidates of judged queries, each described by numbers, for learning to rank.
type Lists struct {
	Queries  []List
	Features []string // the names of the features, in the order of their values
	Basis    string   // description of everything besides the lists that decides the features' values
	// Describer returns a function for one goroutine. The function returns the features of every document of a list.
	Describer func() func(l List) [][]float64
}

// List holds the judged candidates of a query, in the order of their run.
type List struct {
	Split   string // train, validation (or dev) or test
	QueryID string
	Query   int // the query's number for the Describer
	Number  int // the query's number in its split, from 1
	Docs    []Listing
}

// Listing is a candidate with its judgement.
type Listing struct {
	DocID string
	Doc   uint32  // the document's number for the Describer
	Grade int     // 0 for a document without a judgement
	Score float64 // the score in the run; NaN if the run has none
}

// divideLists divides lists by split. It returns nil if in is nil.
func divideLists(in *Lists, o Options) (views []View[List], err error) {
	if in == nil {
		return nil, nil
	}
	splits, err := divideBySplit(in.Queries, func(l List) string { return l.Split })
	const bytesOfFeature = 12 // the estimated size of a feature in a text file
	width := int64(len(in.Features)) * bytesOfFeature
	for _, s := range splits {
		for i := range s.Lists {
			s.Lists[i].Split, s.Lists[i].Number = s.Split, i+1
		}
		views = append(views, NewView(s.Split, NewItems(s.Lists), o, func(l List) int64 { return int64(len(l.Docs)) * width }))
	}
	return views, err
}
