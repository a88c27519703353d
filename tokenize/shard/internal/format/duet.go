package format

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"sync"
	"unicode"

	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

var duetFormat = Format{
	Name:  "duet",
	About: "MS MARCO's Duet v2 notebook: text triples, vocabulary, idf, and duet-meta",
	Use: "Duet.ipynb of MS MARCO: the shards put one behind the other are its triples; word-vocab-small.tsv " +
		"and idfnew.norm.tsv are its tables",
	Needs:  plan.Needs{Flat: true},
	Parts:  duetParts,
	Sets:   []set{textTriples("duet")},
	Beside: []set{textCandidates("duet")},
}

// The number of terms that the Duet v2 notebook of MS MARCO reads of a text.
const (
	duetQueryTerms = 20
	duetDocTerms   = 200
)

// duetParts returns the notebook's text triples and its two tables. word-vocab-small.tsv numbers
// the terms from 1, the frequent ones first. idfnew.norm.tsv has a weight for every one of them,
// and so for every term of the queries. Pairs with a text that has no term are left out.
func duetParts(f Format, p *plan.Plan) []encoding.Part {
	views := duetViews(p)
	if len(views) == 0 {
		return nil
	}
	terms := sync.OnceValue(func() []duetTerm { return duetTermsOf(p, views) })
	return append(f.Sets[0].pairParts(p, f, f.Name, views),
		auxiliaryLines("duet/word-vocab-small.tsv", func(write func(string)) {
			for i, t := range terms() {
				write(t.term + "\t" + strconv.Itoa(i+1))
			}
		}),
		auxiliaryLines("duet/idfnew.norm.tsv", func(write func(string)) {
			for _, t := range terms() {
				write(t.term + "\t" + strconv.FormatFloat(t.idf, 'g', 6, 64))
			}
		}))
}

// duetViews returns the pairs whose three texts have a term, and counts the others.
func duetViews(p *plan.Plan) []plan.View[plan.Row] {
	noTerms := map[uint32]bool{}
	eachText(p, p.Pairwise, nil, func(t plan.Text, text string, _ bool) {
		if !hasDuetTerm(text) {
			noTerms[t.Number] = true
		}
	})
	views := p.Views(func(r plan.Row) bool {
		return r.Class == nil && !noTerms[r.Query] && !noTerms[r.Pos] && !noTerms[r.Neg]
	})
	p.Note("pairs with a text without Duet's terms left out of duet", plan.ItemsOf(p.Pairwise)-plan.ItemsOf(views))
	return views
}

type duetTerm struct {
	term  string
	texts int // queries and documents that have it
	docs  int
	idf   float64
}

// duetTermsOf counts the terms of the rows' texts, each text once and up to the notebook's limit.
// The weight is ln((N + 1) / (df + 1)) / ln(N + 1) over the N documents: 1 for a term of none of
// them, 0 for a term of all.
func duetTermsOf(p *plan.Plan, views []plan.View[plan.Row]) []duetTerm {
	terms, n := map[string]*duetTerm{}, 0.0
	eachText(p, views, p.Candidates, func(_ plan.Text, text string, isDoc bool) {
		limit, docs := duetQueryTerms, 0
		if isDoc {
			limit, docs = duetDocTerms, 1
		}
		n += float64(docs)
		isCounted := map[string]bool{}
		eachDuetTerm(text, func(term []byte) bool {
			limit--
			if !isCounted[string(term)] {
				t := terms[string(term)]
				if t == nil {
					t = &duetTerm{term: string(term)}
					terms[t.term] = t
				}
				isCounted[t.term] = true
				t.texts++
				t.docs += docs
			}
			return limit > 0
		})
	})
	out := make([]duetTerm, 0, len(terms))
	for _, t := range terms {
		t.idf = math.Log((n+1)/float64(t.docs+1)) / math.Log(n+1)
		out = append(out, *t)
	}
	slices.SortFunc(out, func(a, b duetTerm) int { return cmp.Or(cmp.Compare(b.texts, a.texts), cmp.Compare(a.term, b.term)) })
	return out
}

// eachText calls visit with the queries and then the documents of rows and candidates, each once.
func eachText(p *plan.Plan, rows []plan.View[plan.Row], candidates []plan.View[plan.Candidate],
	visit func(t plan.Text, text string, isDoc bool)) {
	queries, documents := plan.ListTexts(p.Store, rows, candidates)
	for _, t := range queries {
		visit(t, p.In.QueryText(t.ID), false)
	}
	for _, t := range documents {
		visit(t, p.In.DocText(t.ID), true)
	}
}

// eachDuetTerm cuts a text as the notebook does, re.sub(r"[^a-z0-9\s]+", " ",
// text.lower()).split(), until visit returns false. Two letters outside ASCII have a small form
// with an ASCII letter: the Kelvin sign, and I with a dot, whose dot ends the term.
func eachDuetTerm(text string, visit func(term []byte) bool) {
	var term []byte
	for _, r := range text {
		switch {
		case r == 'İ':
			term, r = append(term, 'i'), ' '
		case 'A' <= r && r <= 'Z', r == '\u212a':
			r = unicode.ToLower(r)
		}
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			term = append(term, byte(r))
			continue
		}
		if len(term) > 0 && !visit(term) {
			return
		}
		term = term[:0]
	}
	if len(term) > 0 {
		visit(term)
	}
}

// hasDuetTerm reports whether eachDuetTerm finds any term.
func hasDuetTerm(text string) (has bool) {
	eachDuetTerm(text, func([]byte) bool { has = true; return false })
	return has
}
