package mine

import (
	"math"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// CandidateOf returns the document with an id as a candidate: a document of the collection, or a document that lnc2 makes of one.
func CandidateOf(x index.Reader, id string) (c Candidate, ok bool) {
	if doc, ok := x.Doc(id); ok {
		return Candidate{Doc: doc}, true
	}
	source, times, ok := pairs.ParseMadeID(id)
	if !ok || times > math.MaxInt32 || id[len(source)+1] == '+' { // Atoi accepts a sign, MadeID writes none
		return c, false
	}
	doc, ok := x.Doc(source)
	return Candidate{Doc: doc, Made: int32(times)}, ok
}

// ID returns the document's id. A made document has the id of its source with ~k.
func (c *Candidate) ID(x index.Reader) string {
	if c.Made == 0 {
		return x.DocID(c.Doc)
	}
	return pairs.MadeID(x.DocID(c.Doc), int(c.Made))
}

// Len returns the document's length in analysed terms.
func (c *Candidate) Len(x index.Reader) int { return x.Len(c.Doc) * max(int(c.Made), 1) }

// Text returns the document's text. A made document has the text of its source, k times.
func (c *Candidate) Text(x index.Reader) string {
	if c.Made == 0 {
		return x.Texts().FullText(c.Doc)
	}
	return strings.TrimSuffix(strings.Repeat(x.Texts().FullText(c.Doc)+" ", int(c.Made)), " ")
}

// Terms returns the analysed terms. A made document has the terms of its source, k times.
func (c *Candidate) Terms(x index.Reader) []uint32 {
	terms := x.Terms(c.Doc)
	if c.Made == 0 {
		return terms
	}
	return slices.Repeat(terms, int(c.Made))
}

// CollectionDocs returns the number of candidates that are documents of the collection. Made documents follow them.
func (q *Query) CollectionDocs() int {
	i := slices.IndexFunc(q.Docs, func(c Candidate) bool { return c.Made > 0 })
	if i < 0 {
		return len(q.Docs)
	}
	return i
}

// Making makes documents of candidates for generative axioms: LNC2 repeats a candidate's text.
type Making struct {
	Axioms []axioms.Generative
	Pieces func(doc uint32) int // function that returns a document's length in word pieces; nil if no axiom needs it
}

// Generatives returns the axioms of a list that make documents.
func Generatives(list []axioms.Axiom) (makers []axioms.Generative) {
	for _, a := range list {
		if g, ok := a.(axioms.Generative); ok {
			makers = append(makers, g)
		}
	}
	return makers
}

// Repeats returns the different numbers of repetitions k in the documents that the axioms make of a candidate, in rising order; nil for a
// made document.
func (m *Making) Repeats(x index.Reader, q *Query, c *Candidate) (repeats []int) {
	if c.Made > 0 {
		return nil
	}
	pieces := 0
	if m.Pieces != nil {
		pieces = m.Pieces(c.Doc)
	}
	for _, a := range m.Axioms {
		repeats = append(repeats, a.Repeats(axioms.Query{Terms: q.Terms}, axioms.Doc{Terms: x.Terms(c.Doc), Length: x.Len(c.Doc)}, pieces)...)
	}
	slices.Sort(repeats)
	return slices.Compact(repeats)
}

// extend appends the documents made of a query's candidates to the candidates, sorted by source and k, and returns their number. A made
// document has the judgement of its source, and no rank.
func (m *Making) extend(x index.Reader, q *Query) (n int) {
	originals := len(q.Docs)
	for i := range originals {
		for _, k := range m.Repeats(x, q, &q.Docs[i]) {
			source := q.Docs[i]
			q.Docs = append(q.Docs, Candidate{Doc: source.Doc, Made: int32(k), Score: noScore, Grade: source.Grade, Judged: source.Judged})
		}
	}
	return len(q.Docs) - originals
}

// CheckMade returns an error if an axiom makes documents and the collection has an id that a made document could have.
func CheckMade(x index.Reader, list []axioms.Axiom) error {
	hasGenerative := len(Generatives(list)) > 0
	for d := uint32(0); hasGenerative && int(d) < x.NumDocs(); d++ {
		id := x.DocID(d)
		if source, ok := MadeOf(x, id); ok {
			return errs.BadInput("", 0, "rename it, or leave lnc2 out",
				"the collection holds %q, the name of a document that is made of %q", id, x.DocID(source))
		}
	}
	return nil
}

// MadeOf returns the source of the made document with an id, ID~k; ok is false for other ids.
func MadeOf(x index.Reader, id string) (source uint32, ok bool) {
	name, k, ok := pairs.ParseMadeID(id)
	if !ok || k < 2 {
		return 0, false
	}
	return x.Doc(name)
}

// Self decides which documents are the query itself, in collections whose queries are also documents (ArguAna, Quora).
type Self int

const (
	KeepSelf   Self = iota // no document is the query itself
	SameID                 // documents with the query's id are the query itself
	SameIDText             // documents with the query's id and text are the query itself: numbers as ids may be equal by chance
)

// matches reports whether a document is the query itself.
func (s Self) matches(x index.Reader, q *Query, doc uint32) bool {
	if s == KeepSelf || x.DocID(doc) != q.ID {
		return false
	}
	_, text, _ := x.Texts().Parts(doc)
	return s == SameID || sameWords(text, q.Text) || sameWords(x.Texts().FullText(doc), q.Text)
}

// sameWords reports whether two texts are equal up to white space.
func sameWords(a, b string) bool {
	return strings.Join(strings.Fields(a), " ") == strings.Join(strings.Fields(b), " ")
}
