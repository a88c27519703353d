// Package explain explains the answers of axioms on a query and documents: on texts, or on documents of
// a collection.
package explain

import (
	"math"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/axioms/prose"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/index"
)

// subject is a query and documents, with the collection that axioms use: an index, or the documents
// themselves if there is none.
type subject struct {
	text    string // of the query
	lexicon *lexicon
	counts  *termCounts // of the documents
	all     axioms.Case // of all documents
}

// newSubject returns a subject without documents. id is the query's id, or its text if it has none. Without an index x is nil.
func newSubject(a *analysis.Analyzer, x index.Reader, id, query string) *subject {
	s := &subject{text: query, lexicon: &lexicon{analyzer: a, ids: map[string]uint32{}, forms: map[uint32]map[string]int64{}},
		counts: &termCounts{df: map[uint32]int{}, cf: map[uint32]int64{}}}
	s.all.Collection = &axioms.Collection{Stats: s.counts}
	if x != nil {
		s.lexicon.index, s.all.Collection.Stats = x.Lexicon(), x
	}
	s.all.Word = s.lexicon.Term
	s.all.Query = axioms.Query{ID: id, Terms: s.lexicon.add(query)}
	return s
}

// add adds a document that is in no run. id is the document's id, or its text if it has none.
func (s *subject) add(name, id, text string, terms []uint32) *axioms.Doc {
	s.all.Names = append(s.all.Names, name)
	s.all.Docs = append(s.all.Docs, axioms.Doc{ID: id, Terms: terms, Score: math.NaN(), Sentences: prose.Read(text)})
	s.all.Pieces = append(s.all.Pieces, 0)
	s.counts.add(terms)
	return &s.all.Docs[len(s.all.Docs)-1]
}

// termCounts are the statistics of the documents as a collection.
type termCounts struct {
	docs  int
	total int64
	df    map[uint32]int
	cf    map[uint32]int64
}

func (c *termCounts) add(terms []uint32) {
	c.docs++
	c.total += int64(len(terms))
	inDoc := map[uint32]bool{}
	for _, t := range terms {
		c.cf[t]++
		if !inDoc[t] {
			inDoc[t] = true
			c.df[t]++
		}
	}
}

func (c *termCounts) NumDocs() int            { return c.docs }
func (c *termCounts) TotalTerms() int64       { return c.total }
func (c *termCounts) AvgLen() float64         { return float64(c.total) / float64(max(c.docs, 1)) }
func (c *termCounts) DocFreq(t uint32) int    { return c.df[t] }
func (c *termCounts) CollFreq(t uint32) int64 { return c.cf[t] }
