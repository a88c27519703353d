package mine

import (
	"github.com/axiomine/axiomine/axioms/prose"
	"github.com/axiomine/axiomine/gen/index"
)

// readings remembers what was read of the sentences of the last documents: many are candidates of several queries. It holds one of
// those whose numbers end alike.
type readings []struct {
	known     bool
	doc       uint32
	sentences prose.Counts
}

// readingsKept is how many documents are remembered.
const readingsKept = 1 << 14

// of is prose.Read of a candidate's text; without readings, nil, nothing is remembered.
func (r *readings) of(x index.Reader, c *Candidate) prose.Counts {
	if r == nil || c.Made > 0 {
		return prose.Read(c.Text(x))
	}
	if *r == nil {
		*r = make(readings, readingsKept)
	}
	last := &(*r)[c.Doc%readingsKept]
	if !last.known || last.doc != c.Doc {
		last.known, last.doc, last.sentences = true, c.Doc, prose.Read(c.Text(x))
	}
	return last.sentences
}
