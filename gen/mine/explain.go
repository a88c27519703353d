package mine

import (
	"slices"

	"github.com/axiomine/axiomine/axioms"
)

// Explain says what an axiom makes of two candidates of a query, by their ids and under names of their own: its conditions with their
// numbers. It is nil where one of them is no candidate, where the axiom does not compare two documents, and where it asks what the
// miner lacks.
func (m *Miner) Explain(q *Query, axiom axioms.Axiom, ids, names [2]string) *axioms.Explanation {
	explainer, ok := axiom.(axioms.Explainer)
	if _, pair := axiom.(axioms.Preference); !ok || !pair || (&Miner{Index: m.Index, Axioms: []axioms.Axiom{axiom}, Collection: m.Collection,
		Pieces: m.Pieces}).Check() != nil {
		return nil
	}
	asked := wantedBy(axiom)
	c := &axioms.Case{Query: q.asked(), Names: names[:], Collection: m.Collection,
		Among: q.docs(m.Index, asked, nil, nil),
		Word:  func(term uint32) string { return m.wordOf(q, term) }}
	for _, id := range ids {
		at := slices.IndexFunc(q.Docs, func(of Candidate) bool { return of.ID(m.Index) == id })
		if at < 0 {
			return nil
		}
		one := Query{Docs: q.Docs[at : at+1]}
		c.Docs = append(c.Docs, one.docs(m.Index, asked, nil, nil)...)
		if m.Pieces != nil {
			c.Pieces = append(c.Pieces, m.Pieces(q.Docs[at].Doc))
		}
	}
	return explainer.Explain(c)
}

// Votes says of two candidates, by their places, how many of some axioms put the first above the second.
func (m *Miner) Votes(q *Query, list []axioms.Preference) func(first, second int) int {
	docs := q.docs(m.Index, wantedBy(list...), nil, nil)
	judges := make([]axioms.Judge, len(list))
	for i, a := range list {
		judges[i] = a.Bind(q.asked(), m.Collection)
		judges[i].Load(docs)
	}
	return func(first, second int) (votes int) {
		for _, j := range judges {
			if j.Compare(first, second) == axioms.First {
				votes++
			}
		}
		return votes
	}
}

// wordOf is the text of a term, also of a query's term that the collection lacks.
func (m *Miner) wordOf(q *Query, term uint32) string {
	if int(term) < m.Index.NumTerms() {
		return m.Index.Term(term)
	}
	words := m.Index.Analyzer().Terms(q.Text)
	if at := slices.Index(q.Terms, term); at >= 0 && len(words) == len(q.Terms) {
		return words[at]
	}
	return "?"
}
