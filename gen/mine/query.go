package mine

import (
	"math"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Candidate is a document of a query's candidate list.
type Candidate struct {
	Doc    uint32  // its number in the index
	Made   int32   // of a document that lnc2 made from Doc: how often that is repeated; else 0
	Rank   int32   // place in the candidate run, 1 is the top; 0 when it was added as judged relevant
	Score  float64 // the run's score; NaN when it was added
	Grade  int32   // judged grade; meaningful only if Judged
	Judged bool
	Twin   pairs.Twin // of a judged relevant document of the query, set by MarkTwins
}

// Query is an analysed query with its candidates.
type Query struct {
	ID string
	// SameText has the ids of further queries with this text, which Unite made one with this.
	SameText []string
	Split    string
	Text     string
	Terms    []uint32
	Docs     []Candidate // in the order of the run, then what was added, then what was made
	Outside  []Candidate // judged relevant documents of the collection that are no candidates
	// Relevant counts the judged relevant documents, whether the collection holds them or not: the divisor of AP.
	Relevant int
	// Stated counts the preferences that the judgements state, each relevant document above each one that is not relevant; Held those of
	// them whose documents are in the collection.
	Stated, Held int
	// Graded counts the preferences for a relevant document above a relevant one of a lower grade, GradedHeld those whose documents are in
	// the collection.
	Graded, GradedHeld int
	// IrrelevantPairs counts the pairs of judged documents with different grades of which neither is relevant.
	IrrelevantPairs int
}

// Candidate returns a document of the query by its number in drawn pairs: a candidate, or one outside the candidates.
func (q *Query) Candidate(number int32) Candidate {
	if int(number) < len(q.Docs) {
		return q.Docs[number]
	}
	return q.Outside[int(number)-len(q.Docs)]
}

// view returns the query as axioms see it.
func (q *Query) view() axioms.Query { return axioms.Query{ID: q.ID, Terms: q.Terms} }

// needs holds what axioms need of candidates that takes time to compute. It is computed only if an axiom needs it.
type needs struct{ ids, sentences bool }

// needsOf returns what the axioms of a list need.
func needsOf[A axioms.Axiom](list ...A) (w needs) {
	for _, a := range list {
		n := a.Spec().Needs
		w = needs{w.ids || n.File, w.sentences || n.Sentences}
	}
	return w
}

// docs returns the candidates as axioms see them, with what w names; cache holds the sentences of earlier documents, and out is reused.
func (q *Query) docs(x index.Reader, w needs, cache *sentenceCache, out []axioms.Doc) []axioms.Doc {
	out = out[:0]
	for i := range q.Docs {
		c := &q.Docs[i]
		d := axioms.Doc{Terms: c.Terms(x), Length: c.Len(x), Score: c.Score, Rank: int(c.Rank), Grade: int(c.Grade)}
		if w.ids {
			d.ID = c.ID(x)
		}
		if w.sentences {
			d.Sentences = cache.read(x, c)
		}
		out = append(out, d)
	}
	return out
}

var noScore = math.NaN()
