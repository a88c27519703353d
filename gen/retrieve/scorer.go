package retrieve

// scorer scores documents in full, for the query of a search.
type scorer struct {
	r      *Retriever
	tokens []token      // of the query, those that the model weighs
	lists  []list       // the query's distinct terms
	byID   [slots]int32 // 1 + the last list whose term's id is such a number modulo slots
	tf     []int        // of the lists' terms in the document that is being scored
}

// slots tell apart the ids of a query's terms.
const slots = 1024

// token is a place in the query: its term's place in lists, and its factor.
type token struct {
	list   int
	factor float64
}

// indexLists sets up the table of the lists' ids.
func (s *scorer) indexLists() {
	clear(s.byID[:])
	for i := range s.lists {
		slot := &s.byID[s.lists[i].id%slots]
		s.lists[i].previous, *slot = *slot, int32(i)+1
	}
}

// score returns the exact score of document d.
func (s *scorer) score(d uint32) float64 {
	length := int(s.r.lengths[d])
	s.count(d, length)
	score := 0.0
	for _, t := range s.tokens {
		score += float64(t.factor * s.r.weight(s.lists[t.list].term, s.tf[t.list], length))
	}
	return score
}

// count counts the lists' terms in document d: by its own terms, or by their postings where that is less work.
func (s *scorer) count(d uint32, length int) {
	if length >= perLookup*len(s.lists) {
		for i := range s.lists {
			s.tf[i] = s.lists[i].count(d)
		}
		return
	}
	clear(s.tf)
	for _, t := range s.r.x.Terms(d) {
		for i := s.byID[t%slots]; i > 0; i = s.lists[i-1].previous {
			if s.lists[i-1].id == t {
				s.tf[i-1]++
			}
		}
	}
}

// perLookup is how many terms of a document are read in the time that a posting is found.
const perLookup = 4
