package analysis

import "slices"

// Numbering holds the numbers of a collection's terms.
type Numbering interface {
	NumTerms() int
	TermID(term string) (number uint32, ok bool)
}

// Distinct counts the distinct terms of a query.
func Distinct(terms []uint32) int {
	ids := slices.Clone(terms)
	slices.Sort(ids)
	return len(slices.Compact(ids))
}

// NumberTerms returns a function from texts to the numbers of their terms, for the use of one goroutine. A term that the collection
// lacks has the number NumTerms() + k, where k counts such terms in the order of their first occurrence in the text. The function
// maps every surface form to its term once.
func NumberTerms(an *Analyzer, terms Numbering) func(text string) []uint32 {
	type form struct {
		term string
		id   uint32
		in   bool // the collection has the term
		keep bool // it is no stop word
	}
	forms := map[string]form{}
	return func(text string) (ids []uint32) {
		missing := map[string]uint32{}
		an.Each(text, func(surface []byte) {
			f, ok := forms[string(surface)]
			if !ok {
				if f.term, f.keep = an.Term(string(surface)); f.keep {
					f.id, f.in = terms.TermID(f.term)
				}
				forms[string(surface)] = f
			}
			if f.keep && !f.in {
				if f.id, ok = missing[f.term]; !ok {
					f.id = uint32(terms.NumTerms() + len(missing))
					missing[f.term] = f.id
				}
			}
			if f.keep {
				ids = append(ids, f.id)
			}
		})
		return ids
	}
}
