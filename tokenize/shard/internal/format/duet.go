package format

import (
	"cmp"
	"context"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

var duetFormat = Format{
	Name:  "duet",
	About: "MS MARCO's Duet v2 notebook: text triples, vocabulary, idf, and duet-meta; the Duet of 2017 is duet-2017",
	Use: "Duet.ipynb of MS MARCO: the shards put one behind the other are its triples; word-vocab-small.tsv " +
		"and idfnew.norm.tsv are its tables",
	Needs:  plan.Needs{Flat: true, Weights: true},
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
func duetParts(f Format, p *plan.Plan) (parts []encoding.Part) {
	views := duetViews(p, "duet")
	if len(views) == 0 {
		return nil
	}
	parts = f.Sets[0].pairParts(p, f, "duet", views)
	var once sync.Once
	var terms []duetTerm
	var fail error
	for _, side := range [...]struct {
		name  string
		value func(i int, t duetTerm) string
	}{
		{"word-vocab-small.tsv", func(i int, _ duetTerm) string { return strconv.Itoa(i + 1) }},
		{"idfnew.norm.tsv",
			func(_ int, t duetTerm) string { return strconv.FormatFloat(t.idf, 'g', 6, 64) }}} {
		parts = append(parts, encoding.Part{Path: "duet/" + side.name, IsAuxiliary: true, Write: func(ctx context.Context, w io.Writer,
			_ func(int)) error {
			once.Do(func() { terms, fail = duetTermsOf(p, ctx, views) })
			err := fail
			for i := 0; i < len(terms) && err == nil; i++ {
				_, err = io.WriteString(w, terms[i].term+"\t"+side.value(i, terms[i])+"\n")
			}
			return err
		}})
	}
	return parts
}

// duetViews returns the pairs whose three texts have a term, and counts the others.
func duetViews(p *plan.Plan, format string) []plan.View[plan.Row] {
	noTerms := textsWithoutTerms(p)
	views := p.Views(func(r plan.Row) bool {
		return r.Class == nil && !noTerms[r.Query] && !noTerms[r.Pos] && !noTerms[r.Neg]
	})
	p.Note("pairs with a text without Duet's terms left out of "+format, plan.ItemsOf(p.Pairwise)-plan.ItemsOf(views))
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
func duetTermsOf(p *plan.Plan, ctx context.Context, views []plan.View[plan.Row]) ([]duetTerm, error) {
	terms := map[string]*duetTerm{}
	queries, documents := plan.ListTexts(p.Store, views, p.Candidates)
	count := func(text string, limit, docs int) {
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
	}
	for _, t := range queries {
		count(p.In.QueryText(t.ID), duetQueryTerms, 0)
	}
	for i, t := range documents {
		if i%encoding.BatchItems == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		count(p.In.DocText(t.ID), duetDocTerms, 1)
	}
	out := make([]duetTerm, 0, len(terms))
	n := float64(len(documents))
	for _, t := range terms {
		t.idf = math.Log((n+1)/float64(t.docs+1)) / math.Log(n+1)
		out = append(out, *t)
	}
	slices.SortFunc(out, func(a, b duetTerm) int { return cmp.Or(cmp.Compare(b.texts, a.texts), cmp.Compare(a.term, b.term)) })
	return out, nil
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
func hasDuetTerm(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == 'İ' || r == '\u212a'
	}) >= 0
}

// textsWithoutTerms returns the numbers of the pairs' texts in which eachDuetTerm finds nothing.
func textsWithoutTerms(p *plan.Plan) map[uint32]bool {
	noTerms := map[uint32]bool{}
	queries, documents := plan.ListTexts(p.Store, p.Pairwise, nil)
	for _, t := range queries {
		if !hasDuetTerm(p.In.QueryText(t.ID)) {
			noTerms[t.Number] = true
		}
	}
	for _, t := range documents {
		if !hasDuetTerm(p.In.DocText(t.ID)) {
			noTerms[t.Number] = true
		}
	}
	return noTerms
}
