package plan

import (
	"slices"
	"sort"
	"strings"
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
