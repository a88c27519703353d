// Package inmemory holds a small indexed collection without files, for tests to mine in.
package inmemory

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// textReader is a collection in memory. It returns what an index of the same documents does.
type textReader struct {
	about    index.About
	texts    texts
	lexicon  lexicon
	numbers  map[string]uint32 // of documents, by id
	terms    [][]uint32        // by document
	lengths  []uint32
	total    int64
	collFreq []int64          // by term
	postings []index.Postings // by term
}

// texts are the documents, and what is analysed of them.
type texts struct {
	docs   []corpus.Doc
	fields []string
}

// lexicon holds the terms.
type lexicon struct {
	names   []string          // by term
	numbers map[string]uint32 // by name
	forms   [][]index.Form    // by term
}

// New indexes documents. fields are what is analysed of a document, as in index.Options. It returns an error for an id that
// occurs twice, and for no document at all.
func New(docs []corpus.Doc, an *analysis.Analyzer, fields ...string) (index.Reader, error) {
	if len(docs) == 0 {
		return nil, errs.BadInput("", 0, "", "the collection holds no document")
	}
	content, err := json.Marshal([]any{docs, fields, an.Fingerprint()})
	if err != nil {
		return nil, err
	}
	x := &textReader{about: index.About{Analyzer: an, Identity: fmt.Sprintf("%x", sha256.Sum256(content))},
		texts: texts{slices.Clone(docs), fields}, lexicon: lexicon{numbers: map[string]uint32{}}, numbers: map[string]uint32{}}
	counts := []map[string]int64{} // of surface forms, by term
	for number, doc := range docs {
		if _, ok := x.numbers[doc.ID]; ok {
			return nil, errs.BadInput("", 0, "", "the id %q occurs twice", doc.ID)
		}
		x.numbers[doc.ID] = uint32(number)
		var terms []uint32
		an.Each(x.Texts().FullText(uint32(number)), func(surface []byte) {
			name, keep := an.Term(string(surface))
			if !keep {
				return
			}
			term, ok := x.lexicon.numbers[name]
			if !ok {
				term = uint32(len(x.lexicon.names))
				x.lexicon.numbers[name] = term
				x.lexicon.names, counts = append(x.lexicon.names, name), append(counts, map[string]int64{})
			}
			counts[term][string(surface)]++
			terms = append(terms, term)
		})
		x.terms, x.lengths = append(x.terms, terms), append(x.lengths, uint32(len(terms)))
		x.total += int64(len(terms))
	}
	for _, forms := range counts {
		addForms(x, forms)
	}
	x.postings = invert(x.terms, len(x.lexicon.names))
	return x, nil
}

// addForms appends the surface forms of the next term, with their counts.
func addForms(x *textReader, counts map[string]int64) {
	var list []index.Form
	total := int64(0)
	for surface, n := range counts {
		list = append(list, index.Form{Surface: surface, Count: n})
		total += n
	}
	slices.SortFunc(list, func(a, b index.Form) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Surface, b.Surface))
	})
	x.lexicon.forms, x.collFreq = append(x.lexicon.forms, list), append(x.collFreq, total)
}

// invert returns the postings of every term in the documents' terms.
func invert(docs [][]uint32, numTerms int) (postings []index.Postings) {
	lists := make([][]index.Posting, numTerms)
	for doc, terms := range docs {
		for _, term := range terms {
			if n := len(lists[term]); n > 0 && lists[term][n-1].Doc == uint32(doc) {
				lists[term][n-1].TF++
			} else {
				lists[term] = append(lists[term], index.Posting{Doc: uint32(doc), TF: 1})
			}
		}
	}
	for _, list := range lists {
		postings = append(postings, index.NewPostings(list))
	}
	return postings
}

// The methods of index.Reader, index.Texts and index.Lexicon, which say what they return.

func (x *textReader) About() index.About      { return x.about }
func (x *textReader) Lexicon() index.Lexicon  { return &x.lexicon }
func (x *textReader) Texts() index.Texts      { return &x.texts }
func (x *textReader) NumDocs() int            { return len(x.texts.docs) }
func (x *textReader) TotalTerms() int64       { return x.total }
func (x *textReader) AvgLen() float64         { return float64(x.total) / float64(len(x.texts.docs)) }
func (x *textReader) DocFreq(term uint32) int { return len(x.Postings(term).Low) }

func (x *textReader) CollFreq(term uint32) int64 {
	if int(term) >= len(x.collFreq) {
		return 0
	}
	return x.collFreq[term]
}

func (x *textReader) Postings(term uint32) index.Postings {
	if int(term) >= len(x.postings) {
		return index.Postings{}
	}
	return x.postings[term]
}

func (x *textReader) Close() error { return nil }

func (x *textReader) Doc(id string) (doc uint32, ok bool) {
	doc, ok = x.numbers[id]
	return doc, ok
}

func (x *textReader) DocID(doc uint32) string   { return x.texts.docs[doc].ID }
func (x *textReader) Terms(doc uint32) []uint32 { return x.terms[doc] }
func (x *textReader) Len(doc uint32) int        { return int(x.lengths[doc]) }
func (x *textReader) Lengths() []uint32         { return x.lengths }

func (x *textReader) TermsOf(docs []uint32) [][]uint32 {
	return lists.Map(docs, func(doc uint32) []uint32 { return x.terms[doc] })
}

func (t *texts) FullText(doc uint32) string { return corpus.DocText(t.docs[doc], t.fields) }

func (t *texts) Parts(doc uint32) (title, text, url string) {
	d := &t.docs[doc]
	return d.Title, d.Text, d.URL
}

func (t *texts) FoldHash(doc uint32) uint32 {
	hash, _ := pairs.FoldHash(t.FullText(doc), nil)
	return uint32(hash)
}

func (l *lexicon) NumTerms() int             { return len(l.names) }
func (l *lexicon) Term(number uint32) string { return l.names[number] }

func (l *lexicon) TermID(term string) (number uint32, ok bool) {
	number, ok = l.numbers[term]
	return number, ok
}

func (l *lexicon) Forms(number uint32) []index.Form {
	if int(number) >= len(l.forms) {
		return nil
	}
	return l.forms[number]
}
