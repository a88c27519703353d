package tabular

import (
	"slices"
	"strings"
)

// Form is a table whose columns together have other roles, or other contents, than their names say alone.
type Form struct {
	columns     string   // the roles of columns, as in --columns; names are in the spelling of Roles
	has, hasNot []string // columns that must be there, and those that must not
	alone       bool     // the table has no other columns
	before      []string // columns whose texts go before the query's text, if the table has them
	isSet       bool     // the first of a list of texts is the query, and the others are its documents
	best        string   // the column that says which of the documents is the best one; "" for none
	orBest      string   // the column that says that the second document is the best one; if neither column does, none is better
	bestAt      []string // for each document, the value of best if it is the best one; <0 and >0 are all such numbers
	turns       bool     // columns hold the turns of dialogues: the last turns are documents, the turns before are the query
	Pieces      bool     // columns hold numbers of word pieces or n-graphs, and no texts
	QueryIDs    bool     // texts of queries are ids
	DocumentIDs bool     // texts of documents are ids
	Lists       bool     // the id of the query is that of a list
	Inputs      bool     // documents are the prompts of monoT5 and duoT5, which hold the query
}

// formOf returns the form of a table with columns of the given names, and the choice of its columns; ok is false if it has none.
func formOf(names []string, training bool) (f Form, choice columnChoice, ok bool) {
	spelled := map[string]string{}
	for _, name := range names {
		spelled[plainColumn(name)] = name
	}
	has := func(plain string) bool { _, has := spelled[plain]; return has }
	lacks := func(plain string) bool { return !has(plain) }
	list := tables().forms
	if training {
		list = slices.Concat(tables().training, list)
	}
	for _, f := range list {
		if f.alone && len(names) > len(f.has) || slices.ContainsFunc(f.has, lacks) || slices.ContainsFunc(f.hasNot, has) || f.standsBack(has) {
			continue
		}
		choice, _ = ParseColumns(f.columns) // a form, unlike a user, may give a column two roles
		for _, names := range choice.names {
			for i := range names {
				names[i] = spelled[names[i]]
			}
		}
		before := f.before
		f.before, f.best, f.orBest = nil, spelled[f.best], spelled[f.orBest]
		for _, plain := range before {
			if has(plain) {
				f.before = append(f.before, spelled[plain])
			}
		}
		return f, choice, true
	}
	return Form{}, columnChoice{}, false
}

// standsBack reports whether a table with the columns of a form of two texts, or of numbers, has a query of its own.
func (f *Form) standsBack(has func(string) bool) bool {
	return (f.isPair() || f.Pieces && !slices.Contains(f.has, "query")) && slices.ContainsFunc(tables().ownQueries, has)
}

// isPair reports whether a form is one of two texts.
func (f *Form) isPair() bool { return len(f.has) == 2 && !f.turns && len(f.before) == 0 && !f.Inputs }

// hasTurns reports whether the texts of the query, or of documents beside it, are turns: members of objects that name who speaks.
func (p *Plan) hasTurns() bool {
	isTurn := func(column int) bool {
		name := p.Names[column]
		parent := parentOf(name)
		member := name[len(parent):]
		return parent != "" && (member == "content" && slices.Contains(p.Header, parent+"role") ||
			member == "value" && slices.Contains(p.Header, parent+"from"))
	}
	if p.Query < 0 || len(p.docs) == 0 || slices.ContainsFunc(p.docs, func(d docColumns) bool { return d.text < 0 }) {
		return false
	}
	return isTurn(p.Query) || slices.ContainsFunc(p.docs, func(d docColumns) bool { return isTurn(d.text) })
}

// fold joins the texts that stand before a query, and makes the turns of a dialogue a query and documents. It changes values.
func (p *Plan) fold(values []Cells) {
	for _, tuple := range p.tuples {
		values[tuple[0]].takePlace(tuple[1])
	}
	switch f := &p.Form; {
	case f.turns:
		p.foldTurns(values)
	case f.isSet:
		list := &values[p.docs[0].text]
		values[p.Query] = Scalar(nil)
		if list.Listed && len(list.Texts) > 0 {
			values[p.Query], list.Texts = Scalar(list.Texts[:1]), list.Texts[1:]
		}
		if len(p.docs) > 1 { // triples, of which the last text is a negative
			n := min(1, len(list.Texts))
			values[p.docs[1].text], list.Texts = Cells{Texts: list.Texts[n:], Listed: true}, list.Texts[:n]
		}
	case len(p.before) > 0:
		var texts []string
		for _, column := range append(slices.Clone(p.before), p.Query) {
			texts = append(texts, values[column].Texts...)
		}
		texts = slices.DeleteFunc(texts, func(text string) bool { return strings.TrimSpace(text) == "" })
		values[p.Query] = Scalar([]string{strings.Join(texts, "\n")})
	}
}

// foldTurns moves the turns that all documents share to the query, except the last turn of each. A list of dialogues is a list of
// documents.
func (p *Plan) foldTurns(values []Cells) {
	var shared []string // of the dialogues so far; nil before the first
	isDialogue := make([]bool, len(p.docs))
	for i := range p.docs {
		c := &values[p.docs[i].text]
		if c.Places != nil {
			c.Join("\n")
		} else if c.Listed && len(c.Texts) > 0 {
			turns := c.Texts[:len(c.Texts)-1]
			if shared == nil {
				shared = turns
			}
			n := 0
			for n < len(turns) && n < len(shared) && turns[n] == shared[n] {
				n++
			}
			shared = shared[:n:n]
			isDialogue[i] = true
		}
	}
	for i := range p.docs {
		if c := &values[p.docs[i].text]; isDialogue[i] {
			*c = Scalar([]string{strings.Join(c.Texts[len(shared):], "\n")})
		}
	}
	query := values[p.Query].Texts
	switch n, k := len(query), len(shared); {
	case p.isShared: // the column of the query is that of a document
		query = shared
	case k >= n && equalTurns(shared[:n], query), k > 0 && k < n && equalTurns(query[:k], shared): // one holds the other
		query = shared
	case k > n || !equalTurns(query[n-k:], shared):
		query = append(slices.Clone(query), shared...)
	}
	values[p.Query] = Scalar([]string{strings.Join(query, "\n")})
}

func equalTurns(a, b []string) bool {
	return slices.EqualFunc(a, b, func(a, b string) bool { return strings.TrimSpace(a) == strings.TrimSpace(b) })
}
