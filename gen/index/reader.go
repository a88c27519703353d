package index

import (
	"github.com/axiomine/axiomine/axioms/weighting"
	"github.com/axiomine/axiomine/gen/analysis"
)

// Reader is an open index: documents by number, their terms in order, statistics and texts. Documents are numbered from 0 to NumDocs()-1
// in the order of the collection, terms from 0 to NumTerms()-1. Several goroutines may use a Reader. Results must not be changed.
type Reader interface {
	weighting.Stats

	// Doc returns the number of the document with this id.
	Doc(id string) (doc uint32, ok bool)
	// DocID returns the id of a document in the collection.
	DocID(doc uint32) string
	// Terms returns the term numbers of a document in order. The positions of a term are its indexes in the result.
	Terms(doc uint32) []uint32
	// TermsOf returns Terms of several documents. It is faster than Terms of one after the other.
	TermsOf(docs []uint32) [][]uint32
	// Len returns the number of a document's terms.
	Len(doc uint32) int
	// Lengths returns Len of all documents.
	Lengths() []uint32

	// Postings returns the documents that have a term; none if the collection has no term of this number.
	Postings(term uint32) Postings
	Lexicon() Lexicon
	Texts() Texts
	About() About
	// Close releases the files.
	Close() error
}

// About describes the collection of an index.
type About struct {
	Analyzer   *analysis.Analyzer // the analyser of the documents
	Collection []SourceFile       // the files that the documents were read from, if the builder named them
	Stripped   bool               // true if markup was removed from the texts
	Identity   string             // a checksum of the content: indexes with the same identity have the same bytes
}

// Texts are the documents of a collection as they were read.
type Texts interface {
	// Parts returns a document's title, text and URL as its file has them; empty if it has none.
	Parts(doc uint32) (title, text, url string)
	// FullText returns the text that was analysed: the chosen fields, joined by a newline.
	FullText(doc uint32) string
	// FoldHash returns the lower half of pairs.FoldHash of FullText. Different texts may have one hash.
	FoldHash(doc uint32) uint32
}

// Lexicon holds the terms of a collection.
type Lexicon interface {
	NumTerms() int // number of different terms
	Term(number uint32) string
	// TermID returns the number of an analysed term.
	TermID(term string) (number uint32, ok bool)
	// Forms returns the surface forms of a term, the most frequent first, then by bytes; none for a number without a term.
	Forms(number uint32) []Form
}

// AnalyseQuery returns the term numbers of a text, as analysis.NumberTerms does.
func AnalyseQuery(x Reader, text string) []uint32 { return AnalyseQueries(x)(text) }

// AnalyseQueries returns AnalyseQuery as a function for many texts. One goroutine may use the function.
func AnalyseQueries(x Reader) func(text string) []uint32 {
	return analysis.NumberTerms(x.About().Analyzer, x.Lexicon())
}
