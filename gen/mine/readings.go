package mine

import (
	"github.com/axiomine/axiomine/axioms/prose"
	"github.com/axiomine/axiomine/gen/index"
)

// sentenceCache keeps the sentence counts of the last documents, since many are candidates of several queries. Of documents whose numbers
// agree modulo readingsKept it keeps the last.
type sentenceCache []struct {
	known     bool
	doc       uint32
	sentences prose.Counts
}

// readingsKept is the number of documents in a sentenceCache.
const readingsKept = 1 << 14

// read returns the sentence counts of a candidate's text (prose.Read); a nil cache keeps nothing.
func (r *sentenceCache) read(x index.Reader, c *Candidate) prose.Counts {
	if r == nil || c.Made > 0 {
		return prose.Read(c.Text(x))
	}
	if *r == nil {
		*r = make(sentenceCache, readingsKept)
	}
	last := &(*r)[c.Doc%readingsKept]
	if !last.known || last.doc != c.Doc {
		last.known, last.doc, last.sentences = true, c.Doc, prose.Read(c.Text(x))
	}
	return last.sentences
}
