// Package perturb makes copies of documents with words put before their text, each set ordered by an axiom.
package perturb

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/cespare/xxhash/v2"
)

// Maker makes copies of documents that an axiom orders: words are put before a document's text, and nothing else changes (Rosset et
// al., SIGIR 2019; Rennings, thesis 2019, section 3.2, for collections with too few instances). The words come first, so that a trainer
// that truncates long texts still sees them. They depend on seed, query, document and axiom alone, and every set of copies is an instance
// of its axiom by the axiom's own code.
type Maker struct {
	Index      index.Reader
	Collection *axioms.Collection
	Axioms     []axioms.Axiom // that Check accepts
	Seed       uint64
}

// Copy is a document of the collection with words before its text; without words it is the document itself.
type Copy struct {
	Doc   uint32
	words []string
	terms []uint32 // of the words, one each
}

// ID returns the copy's id: the document's id, ~, and a + before every word.
func (c Copy) ID(x index.Reader) string {
	if len(c.words) == 0 {
		return x.DocID(c.Doc)
	}
	return x.DocID(c.Doc) + copyMark + strings.Join(c.words, "+")
}

// Text returns the copy's text: the words, a space, and the analysed text of the document.
func (c Copy) Text(x index.Reader) string {
	if len(c.words) == 0 {
		return x.Texts().FullText(c.Doc)
	}
	return strings.Join(c.words, " ") + " " + x.Texts().FullText(c.Doc)
}

// Terms returns the analysed terms.
func (c Copy) Terms(x index.Reader) []uint32 { return slices.Concat(c.terms, x.Terms(c.Doc)) }

// Made reports whether the collection lacks the copy.
func (c Copy) Made() bool { return len(c.words) > 0 }

const copyMark = "~+"

// Parse parses the id of a copy of a document of the collection: ID~+WORD+WORD, the words of letters and digits.
func Parse(x index.Reader, id string) (c Copy, ok bool) {
	i := strings.LastIndex(id, copyMark)
	if i < 0 {
		return c, false
	}
	c.words = strings.Split(id[i+len(copyMark):], "+")
	if !slices.ContainsFunc(c.words, func(w string) bool { return !isPlain(w) }) {
		c.Doc, ok = x.Doc(id[:i])
		c.terms = index.AnalyseQuery(x, strings.Join(c.words, " "))
	}
	return c, ok
}

// isPlain reports whether a word has only letters and digits, so that an id can hold it.
func isPlain(word string) bool {
	return word != "" && !strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// perturbation proposes the words before the text of each copy, in the order in which an instance names documents: the preferred one and
// the other, or the three of tfc2. The first proposal that the axiom agrees with is used.
type perturbation func(p *proposal, yield func(words [][]uint32) bool)

// perturbations by the id of the axiom. Beside lnc1, all copies of a set have as many words.
var perturbations = map[string]perturbation{
	// A query term against a word that is none.
	"tfc1": func(p *proposal, yield func([][]uint32) bool) {
		for _, w := range p.query {
			if f := p.fillers(1); f == nil || !yield([][]uint32{{w}, f}) {
				return
			}
		}
	},
	// The same query term not at all, once and twice, in a document that holds one already or is given one.
	"tfc2": func(p *proposal, yield func([][]uint32) bool) {
		for _, w := range p.query {
			f := p.fillers(2)
			if f == nil || !yield([][]uint32{f, {w, f[0]}, {w, w}}) || !yield([][]uint32{{w, f[0], f[1]}, {w, w, f[0]}, {w, w, w}}) {
				return
			}
		}
	},
	// Noise: as many words as a tenth of the document has, none a query term.
	"lnc1": func(p *proposal, yield func([][]uint32) bool) {
		if f := p.fillers(min((len(p.doc)+9)/10, mostWords)); len(f) > 0 {
			yield([][]uint32{nil, f})
		}
	},
	// Two query terms brought to the same count, and one of either on top.
	"m-tdc": func(p *proposal, yield func([][]uint32) bool) {
		for _, a := range p.query {
			for _, b := range p.query {
				more, term := analysis.Count(p.doc, a)-analysis.Count(p.doc, b), b
				if more < 0 {
					more, term = -more, a
				}
				level := slices.Repeat([]uint32{term}, more)
				if a != b && more < mostWords && !yield([][]uint32{append(slices.Clip(level), a), append(slices.Clip(level), b)}) {
					return
				}
			}
		}
	},
}

// mostWords is how many words stand before a document's text at most: they make up its id.
const mostWords = 10

// Axioms returns the ids of the axioms that copies can be made for.
func Axioms() []string { return []string{"tfc1", "tfc2", "lnc1", "m-tdc"} }

// Check returns an error for an axiom that no copies can be made for.
func Check(a axioms.Axiom) error {
	if _, ok := perturbations[a.Spec().ID]; !ok {
		return errs.BadUsage("name any of "+strings.Join(Axioms(), ", "), "no perturbed documents are made for axiom %s", a)
	}
	return nil
}

// Query makes the copies of one query. One goroutine uses it.
type Query struct {
	maker  *Maker
	id     string
	query  []uint32 // its terms
	terms  []uint32 // distinct, of the collection, each with a word that stands for it
	orders []func(docs []axioms.Doc) bool
	words  map[uint32]string // of the terms that were asked for, empty where there is none
}

// Query returns the maker of a query's copies, by its id and its analysed terms.
func (m *Maker) Query(id string, terms []uint32) *Query {
	out := &Query{maker: m, id: id, query: terms, words: map[uint32]string{}}
	for _, t := range terms {
		if out.word(t) != "" && !slices.Contains(out.terms, t) {
			out.terms = append(out.terms, t)
		}
	}
	for _, a := range m.Axioms {
		out.orders = append(out.orders, ordering(a, axioms.Query{ID: id, Terms: terms}, m.Collection))
	}
	return out
}

// ordering returns a function that reports whether documents, in their order, are an instance of an axiom.
func ordering(a axioms.Axiom, q axioms.Query, c *axioms.Collection) func(docs []axioms.Doc) bool {
	switch a := a.(type) {
	case axioms.Preference:
		judge := a.Bind(q, c)
		return func(docs []axioms.Doc) bool {
			judge.Load(docs)
			return judge.Compare(0, 1) == axioms.First
		}
	case axioms.Triple:
		judge := a.BindTriple(q, c)
		return func(docs []axioms.Doc) (isInstance bool) {
			judge.Load(docs)
			judge.Each(func(i, j, k int) bool {
				isInstance = i == 0 && j == 1 && k == 2
				return !isInstance
			})
			return isInstance
		}
	}
	panic("no copies are made for " + a.String())
}

// Copies returns the copies of a document that axiom number a orders: the preferred one and the other, or for tfc2 three with rising
// counts of query terms. It returns nil if there are none: no two query terms differ in IDF, for example, or a bound of the axiom leaves
// no room, or lnc2 made the document by repeating this one.
func (q *Query) Copies(a int, doc uint32, isRepeat bool) []Copy {
	if isRepeat {
		return nil
	}
	x, axiom := q.maker.Index, q.maker.Axioms[a]
	name := strings.Join([]string{strconv.FormatUint(q.maker.Seed, 10), q.id, x.DocID(doc), axiom.String()}, "\x00")
	rng := rand.New(rand.NewPCG(xxhash.Sum64String(name), 0))
	prop := &proposal{owner: q, rng: rng, doc: x.Terms(doc), query: slices.Clone(q.terms)}
	rng.Shuffle(len(prop.query), func(i, j int) { prop.query[i], prop.query[j] = prop.query[j], prop.query[i] })
	for words := range func(yield func([][]uint32) bool) { perturbations[axiom.Spec().ID](prop, yield) } {
		copies, docs := make([]Copy, len(words)), make([]axioms.Doc, len(words))
		for i, terms := range words {
			copies[i] = q.copyOf(doc, terms)
			docs[i] = axioms.Doc{Terms: slices.Concat(terms, prop.doc), Length: len(terms) + len(prop.doc), Score: math.NaN()}
		}
		if q.orders[a](docs) {
			return copies
		}
	}
	return nil
}

// copyOf returns the copy with a word for each of the terms.
func (q *Query) copyOf(doc uint32, terms []uint32) Copy {
	c := Copy{Doc: doc, terms: terms}
	for _, t := range terms {
		c.words = append(c.words, q.word(t))
	}
	return c
}

// word returns the most frequent form of a term if it has only letters and digits and the analyser maps it to the term alone; else "".
func (q *Query) word(t uint32) string {
	word, ok := q.words[t]
	if !ok {
		x := q.maker.Index
		if forms := x.Lexicon().Forms(t); len(forms) > 0 && isPlain(forms[0].Surface) &&
			slices.Equal(index.AnalyseQuery(x, forms[0].Surface), []uint32{t}) {
			word = forms[0].Surface
		}
		q.words[t] = word
	}
	return word
}

// proposal holds what a perturbation uses: a document, and the query's terms in a random order.
type proposal struct {
	owner      *Query
	rng        *rand.Rand
	doc, query []uint32
}

// fillerTries is how many words of the collection are looked at for one that is no query term.
const fillerTries = 100

// fillers draws n distinct words that are no query terms, each from a random place of a random document; nil if there are too few.
func (p *proposal) fillers(n int) []uint32 {
	x, words := p.owner.maker.Index, make([]uint32, 0, n)
	for try := 0; len(words) < n; try++ {
		if try == n*fillerTries {
			return nil
		}
		terms := x.Terms(p.rng.Uint32N(uint32(x.NumDocs())))
		if len(terms) == 0 {
			continue
		}
		t := terms[p.rng.IntN(len(terms))]
		if p.owner.word(t) != "" && !slices.Contains(words, t) && !slices.Contains(p.owner.query, t) {
			words = append(words, t)
		}
	}
	return words
}
