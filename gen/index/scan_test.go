package index

import (
	"errors"
	"math"
	"testing"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// analysed returns a batch of one document with this text, ready to be taken.
func analysed(t *testing.T, an *analysis.Analyzer, text string) *batch {
	t.Helper()
	b := &batch{docs: []corpus.Doc{{ID: "d", Text: text}}}
	must.Do(t, b.analyse(an, nil))
	b.cuts = make([][3]uint64, 1)
	return b
}

// TestTooLargeCollections: by hand. Places end below their limit, documents and terms below those of 32 and 31 bits.
func TestTooLargeCollections(t *testing.T) {
	for _, c := range []struct {
		next        places
		docs, terms int
		want        bool
	}{
		{places{}, 0, 0, true}, {places{titleAt: beyondPlaces - 1}, 1, 1, true}, {places{titleAt: beyondPlaces}, 1, 1, false},
		{places{idAt: beyondPlaces}, 1, 1, false}, {places{forwardAt: beyondPlaces}, 1, 1, false},
		{places{}, math.MaxUint32 - 1, 1, true}, {places{}, math.MaxUint32, 1, false},
		{places{}, 1, math.MaxUint32/2 - 1, true}, {places{}, 1, math.MaxUint32 / 2, false},
	} {
		err := checkSize(c.next, c.docs, c.terms)
		if fault := (*errs.Error)(nil); errors.As(err, &fault) == c.want {
			t.Errorf("%+v: %v", c, err)
		}
	}
	s := must.Get(newScan(opened(t), analyzer(t, analysis.Defaults())))(t)
	defer abandonAll([]*sink{s.docs, s.lengths, s.ids, s.text, s.folds, s.forward})
	s.next[idAt] = beyondPlaces - 1 // the id of the document has one byte
	if err := s.take(analysed(t, s.an, "word")); err == nil {
		t.Error("a batch beyond the limit is taken")
	}
}
