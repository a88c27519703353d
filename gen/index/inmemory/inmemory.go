// Package inmemory holds a small indexed collection without files: what tests, examples and programs of a few texts mine in.
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
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Index is a collection in memory. It returns what an index.Index of the same documents does.
type Index struct {
	analyzer *analysis.Analyzer
	fields   []string
	docs     []corpus.Doc
	identity string

	numbers map[string]uint32 // of documents, by id
	terms   [][]uint32        // by document
	lengths []uint32
	total   int64

	names       []string          // by term
	termNumbers map[string]uint32 // by name
	forms       [][]index.Form    // by term
	collFreq    []int64           // by term
	postings    []index.Postings  // by term
}

var _ index.Reader = (*Index)(nil)

// New indexes documents. fields are what is analysed of a document, as in index.Options. It returns an error for an id that
// occurs twice, and for no document at all.
func New(docs []corpus.Doc, an *analysis.Analyzer, fields ...string) (*Index, error) {
	if len(docs) == 0 {
		return nil, errs.BadInput("", 0, "", "the collection holds no document")
	}
	content, err := json.Marshal([]any{docs, fields, an.Fingerprint()})
	if err != nil {
		return nil, err
	}
	x := &Index{analyzer: an, fields: fields, docs: slices.Clone(docs), identity: fmt.Sprintf("%x", sha256.Sum256(content)),
		numbers: map[string]uint32{}, termNumbers: map[string]uint32{}}
	counts := []map[string]int64{} // of surface forms, by term
	for number, doc := range docs {
		if _, ok := x.numbers[doc.ID]; ok {
			return nil, errs.BadInput("", 0, "", "the id %q occurs twice", doc.ID)
		}
		x.numbers[doc.ID] = uint32(number)
		var terms []uint32
		an.Each(x.FullText(uint32(number)), func(surface []byte) {
			name, keep := an.Term(string(surface))
			if !keep {
				return
			}
			term, ok := x.termNumbers[name]
			if !ok {
				term = uint32(len(x.names))
				x.termNumbers[name] = term
				x.names, counts = append(x.names, name), append(counts, map[string]int64{})
			}
			counts[term][string(surface)]++
			terms = append(terms, term)
		})
		x.terms, x.lengths = append(x.terms, terms), append(x.lengths, uint32(len(terms)))
		x.total += int64(len(terms))
	}
	for _, forms := range counts {
		x.addForms(forms)
	}
	x.addPostings()
	return x, nil
}

// addForms appends the surface forms of the next term, with their counts.
func (x *Index) addForms(counts map[string]int64) {
	var list []index.Form
	total := int64(0)
	for surface, n := range counts {
		list = append(list, index.Form{Surface: surface, Count: n})
		total += n
	}
	slices.SortFunc(list, func(a, b index.Form) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Surface, b.Surface))
	})
	x.forms, x.collFreq = append(x.forms, list), append(x.collFreq, total)
}

// addPostings inverts the lists of terms.
func (x *Index) addPostings() {
	lists := make([][]index.Posting, len(x.names))
	for doc, terms := range x.terms {
		for _, term := range terms {
			if n := len(lists[term]); n > 0 && lists[term][n-1].Doc == uint32(doc) {
				lists[term][n-1].TF++
			} else {
				lists[term] = append(lists[term], index.Posting{Doc: uint32(doc), TF: 1})
			}
		}
	}
	for _, list := range lists {
		x.postings = append(x.postings, index.NewPostings(list))
	}
}

// Analyzer returns the analyser of the texts.
func (x *Index) Analyzer() *analysis.Analyzer { return x.analyzer }

// Bare returns nil: the texts are there.
func (x *Index) Bare() *index.Bare { return nil }

// Collection returns no file.
func (x *Index) Collection() []index.SourceFile { return nil }

// Identity returns a checksum of documents, fields and analyser.
func (x *Index) Identity() string { return x.identity }

// NumDocs returns the number of documents.
func (x *Index) NumDocs() int { return len(x.docs) }

// TotalTerms returns the number of occurrences of all terms.
func (x *Index) TotalTerms() int64 { return x.total }

// AvgLen returns TotalTerms / NumDocs.
func (x *Index) AvgLen() float64 { return float64(x.total) / float64(len(x.docs)) }

// DocFreq returns the number of documents that hold a term, 0 for a number without a term.
func (x *Index) DocFreq(term uint32) int { return len(x.Postings(term).Low) }

// CollFreq returns the number of occurrences of a term, 0 for a number without a term.
func (x *Index) CollFreq(term uint32) int64 {
	if int(term) >= len(x.collFreq) {
		return 0
	}
	return x.collFreq[term]
}

// Postings returns the documents that hold a term, none for a number without a term.
func (x *Index) Postings(term uint32) index.Postings {
	if int(term) >= len(x.postings) {
		return index.Postings{}
	}
	return x.postings[term]
}

// Doc returns the number of the document with an id.
func (x *Index) Doc(id string) (doc uint32, ok bool) {
	doc, ok = x.numbers[id]
	return doc, ok
}

// DocID returns the id of a document.
func (x *Index) DocID(doc uint32) string { return x.docs[doc].ID }

// Terms returns the term numbers of a document in order.
func (x *Index) Terms(doc uint32) []uint32 { return x.terms[doc] }

// Len returns the number of a document's terms.
func (x *Index) Len(doc uint32) int { return int(x.lengths[doc]) }

// Lengths returns Len of all documents.
func (x *Index) Lengths() []uint32 { return x.lengths }

// Title returns the title of a document.
func (x *Index) Title(doc uint32) string { return x.docs[doc].Title }

// Text returns the text of a document without its title.
func (x *Index) Text(doc uint32) string { return x.docs[doc].Text }

// URL returns the URL of a document.
func (x *Index) URL(doc uint32) string { return x.docs[doc].URL }

// FullText returns the text that was analysed.
func (x *Index) FullText(doc uint32) string { return corpus.DocText(x.docs[doc], x.fields) }

// FoldHash returns pairs.FoldHash of FullText.
func (x *Index) FoldHash(doc uint32) uint64 {
	hash, _ := pairs.FoldHash(x.FullText(doc), nil)
	return hash
}

// NumTerms returns the number of distinct terms.
func (x *Index) NumTerms() int { return len(x.names) }

// Term returns the term with a number.
func (x *Index) Term(number uint32) string { return x.names[number] }

// TermID returns the number of an analysed term.
func (x *Index) TermID(term string) (number uint32, ok bool) {
	number, ok = x.termNumbers[term]
	return number, ok
}

// Forms returns the surface forms of a term, the most frequent first, then by bytes; none for a number without a term.
func (x *Index) Forms(number uint32) []index.Form {
	if int(number) >= len(x.forms) {
		return nil
	}
	return x.forms[number]
}

// Query returns the term numbers of a text, see index.Reader.
func (x *Index) Query(text string) []uint32 { return x.Queries()(text) }

// Queries returns Query for many texts.
func (x *Index) Queries() func(text string) []uint32 { return index.AnalyseQueries(x.analyzer, x) }
