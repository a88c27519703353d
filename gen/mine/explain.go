package mine

import (
	"slices"

	"github.com/axiomine/axiomine/axioms"
)

// Explain returns the conditions of an axiom on two candidates of a query, with their numbers. ids name the candidates, and names are
// those in the text. It returns nil if an id is no candidate, if the axiom does not compare two documents, or if the miner lacks what the
// axiom needs.
func (m *Miner) Explain(q *Query, axiom axioms.Axiom, ids, names [2]string) *axioms.Explanation {
	explainer, ok := axiom.(axioms.Explainer)
	alone := &Miner{Index: m.Index, Axioms: []axioms.Axiom{axiom}, Collection: m.Collection} // none over two documents needs lengths in pieces
	if _, pair := axiom.(axioms.Preference); !ok || !pair || alone.Check() != nil {
		return nil
	}
	inUse := needsOf(axiom)
	c := &axioms.Case{Query: q.view(), Names: names[:], Collection: m.Collection,
		Candidates: q.docs(m.Index, inUse, nil, nil),
		Word:       func(term uint32) string { return m.wordOf(q, term) }}
	for _, id := range ids {
		i := slices.IndexFunc(q.Docs, func(d Candidate) bool { return d.ID(m.Index) == id })
		if i < 0 {
			return nil
		}
		single := Query{Docs: q.Docs[i : i+1]}
		c.Docs = append(c.Docs, single.docs(m.Index, inUse, nil, nil)...)
	}
	return explainer.Explain(c)
}

// wordOf returns the text of a term, or "?" for one that neither the collection nor the query's text has.
func (m *Miner) wordOf(q *Query, term uint32) string {
	if int(term) < m.Index.Lexicon().NumTerms() {
		return m.Index.Lexicon().Term(term)
	}
	words := m.Index.About().Analyzer.Terms(q.Text)
	if i := slices.Index(q.Terms, term); i >= 0 && len(words) == len(q.Terms) {
		return words[i]
	}
	return "?"
}
