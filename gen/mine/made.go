package mine

import (
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// ID is the document's id; a made document has that of its source and ~k.
func (c *Candidate) ID(x index.Reader) string {
	if c.Made == 0 {
		return x.DocID(c.Doc)
	}
	return pairs.MadeID(x.DocID(c.Doc), int(c.Made))
}

// Len is the number of analysed terms.
func (c *Candidate) Len(x index.Reader) int { return x.Len(c.Doc) * max(int(c.Made), 1) }

// Text is the document's text; that of a made document is its source's k times.
func (c *Candidate) Text(x index.Reader) string {
	if c.Made == 0 {
		return x.FullText(c.Doc)
	}
	return strings.TrimSuffix(strings.Repeat(x.FullText(c.Doc)+" ", int(c.Made)), " ")
}

// Terms are the analysed terms; those of a made document are its source's k times.
func (c *Candidate) Terms(x index.Reader) []uint32 {
	terms := x.Terms(c.Doc)
	if c.Made == 0 {
		return terms
	}
	return slices.Repeat(terms, int(c.Made))
}

// Own is the number of candidates that are documents of the collection; made ones stand behind them.
func (q *Query) Own() int {
	at := slices.IndexFunc(q.Docs, func(c Candidate) bool { return c.Made > 0 })
	if at < 0 {
		return len(q.Docs)
	}
	return at
}

// Making says which documents are made of candidates (LNC2).
type Making struct {
	Axioms []axioms.Generative
	Pieces func(doc uint32) int // length in word pieces; nil when no axiom asks
}

// Generatives are the axioms of a list that make documents.
func Generatives(list []axioms.Axiom) (found []axioms.Generative) {
	for _, a := range list {
		if g, ok := a.(axioms.Generative); ok {
			found = append(found, g)
		}
	}
	return found
}

// Repeats says how often a candidate is repeated in the documents made of it by any of the axioms: each k once, rising.
// Nothing is made of a made document.
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

// extend adds the documents made of a query's candidates behind them, by source and k. A made document has its source's
// judgement and stands in no run.
func (m *Making) extend(x index.Reader, q *Query) (added int) {
	own := len(q.Docs)
	for i := range own {
		for _, k := range m.Repeats(x, q, &q.Docs[i]) {
			source := q.Docs[i]
			q.Docs = append(q.Docs, Candidate{Doc: source.Doc, Made: int32(k), Score: noScore, Grade: source.Grade, Judged: source.Judged})
		}
	}
	return len(q.Docs) - own
}

// CheckMade refuses a collection that holds the id of a document that could be made of another one.
func CheckMade(x index.Reader) error {
	for d := range uint32(x.NumDocs()) {
		id := x.DocID(d)
		if source, ok := MadeOf(x, id); ok {
			return errs.BadInput("", 0, "rename it, or leave lnc2 and gen.perturb out",
				"the collection holds %q, the name of a document that is made of %q", id, x.DocID(source))
		}
	}
	return nil
}

// MadeOf gives the document of the collection from which one of the given id is made: ID~k by lnc2, or a copy with words before it.
func MadeOf(x index.Reader, id string) (source uint32, ok bool) {
	if c, ok := CopyOf(x, id); ok {
		return c.Doc, true
	}
	at := strings.LastIndexByte(id, '~')
	if at < 0 {
		return 0, false
	}
	if k, err := strconv.Atoi(id[at+1:]); err != nil || k < 2 {
		return 0, false
	}
	return x.Doc(id[:at])
}
