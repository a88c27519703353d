package plan

import (
	"slices"
	"sort"
)

// Whose candidates are written beside the rows, to be scored by what is trained on them.
const (
	CandidatesDev  = "dev"
	CandidatesTest = "test"
	CandidatesAll  = "all" // of dev and test
)

// Candidate is a document that is to be scored for a query.
type Candidate struct {
	QueryID, DocID string
	Rank           int64 // place among the query's candidates, from 1
	Relevant       bool
	Query, Doc     uint32 // numbers of their texts in the store
}

// Label is 1 for a relevant document and 0 for another, as in the rows of pairs.
func (c Candidate) Label() int {
	if c.Relevant {
		return 1
	}
	return 0
}

// CandidateMark ends the names of folders and configs of candidates.
const CandidateMark = "-candidates"

// asked says whether the candidates of a split are to be written; without an answer, as for formats that evaluate, all are.
func (o Options) asked(split string) bool {
	switch o.Candidates {
	case CandidatesDev:
		return split == "validation"
	case CandidatesTest:
		return split == "test"
	}
	return true
}

// takeCandidates divides what the rankings name, by split, into single candidates and lists of them. A document or query of
// nothing but white space cannot be scored and is left out.
func (p *Plan) takeCandidates(split string, rankings []Ranking) {
	empty := 0
	lists := make([]Ranking, 0, len(rankings))
	ends := make([]int, 0, len(rankings)) // how many candidates there are up to the end of a list
	total := 0
	for _, r := range rankings {
		docs := slices.DeleteFunc(slices.Clone(r.Docs), func(d Ranked) bool {
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
	at := func(i int) Candidate {
		list := sort.SearchInts(ends, i+1)
		r := lists[list]
		place := len(r.Docs) - (ends[list] - i)
		d := r.Docs[place]
		return Candidate{r.QueryID, d.DocID, int64(place + 1), d.Relevant, p.Store.RankedQuery(r), p.Store.RankedDoc(d)}
	}
	p.Candidates = append(p.Candidates, NewView(split, Items[Candidate]{total, at, at}, p.Options, func(c Candidate) int64 {
		return p.Store.TextSize(c.Query) + p.Store.TextSize(c.Doc)
	}))
	p.CandidateLists = append(p.CandidateLists, NewView(split, Listed(lists), p.Options, func(r Ranking) (size int64) {
		for _, d := range r.Docs {
			size += p.Store.TextSize(p.Store.RankedDoc(d))
		}
		return size
	}))
}

// WithCandidates adds what candidates are made of to the queries and documents of rows, each once.
func (p *Plan) WithCandidates(queries, documents []Text) ([]Text, []Text) {
	seen := make([]bool, len(p.Store.Info))
	for _, t := range slices.Concat(queries, documents) {
		seen[t.Number] = true
	}
	for _, v := range p.Candidates {
		for c := range v.Items.Each {
			if !seen[c.Query] {
				queries = append(queries, Text{c.QueryID, c.Query})
			}
			if !seen[c.Doc] {
				documents = append(documents, Text{c.DocID, c.Doc})
			}
			seen[c.Query], seen[c.Doc] = true, true
		}
	}
	return queries, documents
}
