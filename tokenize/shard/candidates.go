package shard

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

// candidate is a document that is to be scored for a query.
type candidate struct {
	queryID, docID string
	rank           int64 // place among the query's candidates, from 1
	relevant       bool
	query, doc     uint32 // numbers of their texts in the store
}

// label is 1 for a relevant document and 0 for another, as in the rows of pairs.
func (c candidate) label() int {
	if c.relevant {
		return 1
	}
	return 0
}

// candidateMark ends the names of folders and configs of candidates.
const candidateMark = "-candidates"

// asked says whether the candidates of a split are to be written; without an answer, as for formats that evaluate, all are.
func (o planOptions) asked(split string) bool {
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
func (p *plan) takeCandidates(split string, rankings []Ranking) {
	empty := 0
	lists := make([]Ranking, 0, len(rankings))
	ends := make([]int, 0, len(rankings)) // how many candidates there are up to the end of a list
	total := 0
	for _, r := range rankings {
		docs := slices.DeleteFunc(slices.Clone(r.Docs), func(d Ranked) bool {
			return p.store.info[p.store.rankedQuery(r)].empty || p.store.info[p.store.rankedDoc(d)].empty
		})
		if empty += len(r.Docs) - len(docs); len(docs) == 0 {
			continue
		}
		total += len(docs)
		r.Docs = docs
		lists, ends = append(lists, r), append(ends, total)
	}
	p.note("candidates with an empty text left out", empty)
	if total == 0 {
		return
	}
	at := func(i int) candidate {
		list := sort.SearchInts(ends, i+1)
		r := lists[list]
		place := len(r.Docs) - (ends[list] - i)
		d := r.Docs[place]
		return candidate{r.QueryID, d.DocID, int64(place + 1), d.Relevant, p.store.rankedQuery(r), p.store.rankedDoc(d)}
	}
	p.candidates = append(p.candidates, newView(split, items[candidate]{total, at, at}, p.options, func(c candidate) int64 {
		return p.store.textSize(c.query) + p.store.textSize(c.doc)
	}))
	p.candidateLists = append(p.candidateLists, newView(split, listed(lists), p.options, func(r Ranking) (size int64) {
		for _, d := range r.Docs {
			size += p.store.textSize(p.store.rankedDoc(d))
		}
		return size
	}))
}

// withCandidates adds what candidates are made of to the queries and documents of rows, each once.
func (p *plan) withCandidates(queries, documents []text) ([]text, []text) {
	seen := make([]bool, len(p.store.info))
	for _, t := range slices.Concat(queries, documents) {
		seen[t.number] = true
	}
	for _, v := range p.candidates {
		for c := range v.items.each {
			if !seen[c.query] {
				queries = append(queries, text{c.queryID, c.query})
			}
			if !seen[c.doc] {
				documents = append(documents, text{c.docID, c.doc})
			}
			seen[c.query], seen[c.doc] = true, true
		}
	}
	return queries, documents
}
