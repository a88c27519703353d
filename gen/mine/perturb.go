package mine

import (
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/cespare/xxhash/v2"
)

// Perturber makes copies of documents that an axiom orders: words are put before a document's text, and nothing else changes
// (Rosset et al., SIGIR 2019; Rennings, thesis 2019, section 3.2, for where a collection has too few instances). The words stand in
// front, so that a trainer that cuts long texts still sees them. They follow from seed, query, document and axiom alone, and every
// set of copies is an instance of its axiom by the axiom's own code.
type Perturber struct {
	Index      index.Reader
	Collection *axioms.Collection
	Axioms     []axioms.Axiom // that CheckPerturbing lets pass
	Seed       uint64
}

// Copy is a document of the collection with words before its text; without any it is the document itself.
type Copy struct {
	Doc   uint32
	words []string
	terms []uint32 // of the words, one each
}

// ID is the copy's id: that of the document, ~ and a + before every word.
func (c Copy) ID(x index.Reader) string {
	if len(c.words) == 0 {
		return x.DocID(c.Doc)
	}
	return x.DocID(c.Doc) + copyMark + strings.Join(c.words, "+")
}

// Text is the copy's text: the words, a space, and what was analysed of the document.
func (c Copy) Text(x index.Reader) string {
	if len(c.words) == 0 {
		return x.FullText(c.Doc)
	}
	return strings.Join(c.words, " ") + " " + x.FullText(c.Doc)
}

// Terms are the analysed terms.
func (c Copy) Terms(x index.Reader) []uint32 { return slices.Concat(c.terms, x.Terms(c.Doc)) }

// Made says whether the collection lacks the copy.
func (c Copy) Made() bool { return len(c.words) > 0 }

// CopyScorer is a Scorer that may know the score of a copy, too.
type CopyScorer interface {
	Copied(q *Query, c Copy) (score float64, ok bool)
}

const copyMark = "~+"

// CopyOf reads the id of a copy of a document of the collection: ID~+WORD+WORD, the words of letters and digits.
func CopyOf(x index.Reader, id string) (c Copy, ok bool) {
	at := strings.LastIndex(id, copyMark)
	if at < 0 {
		return c, false
	}
	c.words = strings.Split(id[at+len(copyMark):], "+")
	if !slices.ContainsFunc(c.words, func(w string) bool { return !plain(w) }) {
		c.Doc, ok = x.Doc(id[:at])
		c.terms = x.Query(strings.Join(c.words, " "))
	}
	return c, ok
}

// plain says whether a word is letters and digits, so that it can stand in an id.
func plain(word string) bool {
	return word != "" && !strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// perturbation proposes what the copies of a document have before its text, in the order in which an instance names documents: the
// preferred one and the other, or the three of tfc2. The first proposal that the axiom agrees with is taken.
type perturbation func(p *proposal) iter.Seq[[][]uint32]

// perturbations by the id of the axiom. Beside lnc1, all copies of a set have as many words.
var perturbations = map[string]perturbation{
	// A query term against a word that is none.
	"tfc1": func(p *proposal) iter.Seq[[][]uint32] {
		return func(yield func([][]uint32) bool) {
			for _, w := range p.query {
				if f := p.fillers(1); f == nil || !yield([][]uint32{{w}, f}) {
					return
				}
			}
		}
	},
	// The same query term not at all, once and twice, in a document that holds one already or is given one.
	"tfc2": func(p *proposal) iter.Seq[[][]uint32] {
		return func(yield func([][]uint32) bool) {
			for _, w := range p.query {
				f := p.fillers(2)
				if f == nil || !yield([][]uint32{f, {w, f[0]}, {w, w}}) || !yield([][]uint32{{w, f[0], f[1]}, {w, w, f[0]}, {w, w, w}}) {
					return
				}
			}
		}
	},
	// Noise: as many words as a tenth of the document has, none a query term.
	"lnc1": func(p *proposal) iter.Seq[[][]uint32] {
		return func(yield func([][]uint32) bool) {
			if f := p.fillers(min((len(p.doc)+9)/10, mostWords)); len(f) > 0 {
				yield([][]uint32{nil, f})
			}
		}
	},
	// Two query terms brought to the same count, and one of either on top.
	"m-tdc": func(p *proposal) iter.Seq[[][]uint32] {
		return func(yield func([][]uint32) bool) {
			for _, a := range p.query {
				for _, b := range p.query {
					more, term := count(p.doc, a)-count(p.doc, b), b
					if more < 0 {
						more, term = -more, a
					}
					level := slices.Repeat([]uint32{term}, more)
					if a != b && more < mostWords && !yield([][]uint32{append(slices.Clip(level), a), append(slices.Clip(level), b)}) {
						return
					}
				}
			}
		}
	},
}

// mostWords is how many words stand before a document's text at most: they make up its id.
const mostWords = 10

func count(terms []uint32, t uint32) (n int) {
	for _, other := range terms {
		if other == t {
			n++
		}
	}
	return n
}

// PerturbedBy lists the axioms that copies can be made for.
func PerturbedBy() []string { return []string{"tfc1", "tfc2", "lnc1", "m-tdc"} }

// CheckPerturbing refuses an axiom that no copies can be made for.
func CheckPerturbing(a axioms.Axiom) error {
	if _, ok := perturbations[a.Spec().ID]; !ok {
		return errs.BadUsage("name any of "+strings.Join(PerturbedBy(), ", "), "no perturbed documents are made for axiom %s", a)
	}
	return nil
}

// Perturbing is a perturber at work on one query. It is used by one goroutine.
type Perturbing struct {
	*Perturber
	Of     *Query
	terms  []uint32 // distinct, of the collection, each with a word that stands for it
	orders []func(docs []axioms.Doc) bool
	words  map[uint32]string // of the terms that were asked for, empty where there is none
}

// Query begins a query.
func (p *Perturber) Query(q *Query) *Perturbing {
	out := &Perturbing{Perturber: p, Of: q, words: map[uint32]string{}}
	for _, t := range q.Terms {
		if out.word(t) != "" && !slices.Contains(out.terms, t) {
			out.terms = append(out.terms, t)
		}
	}
	for _, a := range p.Axioms {
		out.orders = append(out.orders, ordering(a, axioms.Query{Terms: q.Terms}, p.Collection))
	}
	return out
}

// ordering says whether documents are an instance of an axiom in their order.
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
		return func(docs []axioms.Doc) (found bool) {
			judge.Load(docs)
			judge.Each(func(i, j, k int) bool {
				found = i == 0 && j == 1 && k == 2
				return !found
			})
			return found
		}
	}
	panic("no copies are made for " + a.String())
}

// Copies gives the copies of a candidate that axiom number a orders: the preferred one and the other, or for tfc2 the three whose query
// terms rise. nil where there are none: no two query terms differ in IDF, say, a bound of the axiom leaves no room, or lnc2 made the
// candidate.
func (p *Perturbing) Copies(a int, c *Candidate) []Copy {
	if c.Made > 0 {
		return nil
	}
	x, axiom, doc := p.Index, p.Axioms[a], c.Doc
	name := strings.Join([]string{strconv.FormatUint(p.Seed, 10), p.Of.ID, x.DocID(doc), axiom.String()}, "\x00")
	rng := rand.New(rand.NewPCG(xxhash.Sum64String(name), 0))
	of := &proposal{Perturbing: p, rng: rng, doc: x.Terms(doc), query: slices.Clone(p.terms)}
	rng.Shuffle(len(of.query), func(i, j int) { of.query[i], of.query[j] = of.query[j], of.query[i] })
	for proposed := range perturbations[axiom.Spec().ID](of) {
		copies, docs := make([]Copy, len(proposed)), make([]axioms.Doc, len(proposed))
		for i, terms := range proposed {
			copies[i] = p.with(doc, terms)
			docs[i] = axioms.Doc{Terms: slices.Concat(terms, of.doc), Length: len(terms) + len(of.doc), Score: math.NaN()}
		}
		if p.orders[a](docs) {
			return copies
		}
	}
	return nil
}

// with is the copy with words for these terms.
func (p *Perturbing) with(doc uint32, terms []uint32) Copy {
	c := Copy{Doc: doc, terms: terms}
	for _, t := range terms {
		c.words = append(c.words, p.word(t))
	}
	return c
}

// word is the commonest form of a term, if it is letters and digits and, alone, analysed to the term; else it is empty.
func (p *Perturbing) word(t uint32) string {
	word, known := p.words[t]
	if !known {
		if forms := p.Index.Forms(t); len(forms) > 0 && plain(forms[0].Surface) && slices.Equal(p.Index.Query(forms[0].Surface), []uint32{t}) {
			word = forms[0].Surface
		}
		p.words[t] = word
	}
	return word
}

// proposal is what a perturbation looks at: a document, and the query's terms in an order drawn for it.
type proposal struct {
	*Perturbing
	rng        *rand.Rand
	doc, query []uint32
}

// fillerTries is how many words of the collection are looked at for one that is no query term.
const fillerTries = 100

// fillers draws n distinct words that are no query terms, each from a random place of a random document; nil where none is found.
func (p *proposal) fillers(n int) []uint32 {
	drawn := make([]uint32, 0, n)
	for try := 0; len(drawn) < n; try++ {
		if try == n*fillerTries {
			return nil
		}
		terms := p.Index.Terms(p.rng.Uint32N(uint32(p.Index.NumDocs())))
		if len(terms) == 0 {
			continue
		}
		t := terms[p.rng.IntN(len(terms))]
		if p.word(t) != "" && !slices.Contains(drawn, t) && !slices.Contains(p.Of.Terms, t) {
			drawn = append(drawn, t)
		}
	}
	return drawn
}
