package index

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/errs"
)

// TestBatches: a batch ends with the document by which title, text and URL are batchBytes, or that makes batchDocs. By hand.
func TestBatches(t *testing.T) {
	third := strings.Repeat("a", batchBytes/4)
	whole := corpus.Doc{Title: third, Text: third + third, URL: third}
	short := whole
	short.URL = third[1:]
	few, many := make([]corpus.Doc, batchDocs), make([]corpus.Doc, batchDocs+1)
	for _, c := range []struct {
		name string
		docs []corpus.Doc
		want []int // documents of each batch
	}{
		{"just as many bytes", []corpus.Doc{whole, whole}, []int{1, 1}}, {"a byte less", []corpus.Doc{short, short, short}, []int{2, 1}},
		{"title alone", []corpus.Doc{{Title: third}, {Title: third}, {Title: third}, {Title: third}, {}}, []int{4, 1}},
		{"just as many documents", few, []int{batchDocs}}, {"a document more", many, []int{batchDocs, 1}}, {"none", nil, nil},
	} {
		free := make(chan *batch, 9)
		for range cap(free) {
			free <- new(batch)
		}
		var got []int
		each := func(yield func(corpus.Doc, error) bool) {
			for _, doc := range c.docs {
				if !yield(doc, nil) {
					return
				}
			}
		}
		err := read(t.Context(), each, free, func(b *batch) error {
			got = append(got, len(b.docs))
			return nil
		})
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: batches of %v documents, want %v (%v)", c.name, got, c.want, err)
		}
	}
}

// TestSendingFails: an error of who takes the batches ends the reading, also at the last batch, which is not full.
func TestSendingFails(t *testing.T) {
	fault := errors.New("fault")
	for _, docs := range []int{1, batchDocs, batchDocs + 1} {
		free := make(chan *batch, 9)
		for range cap(free) {
			free <- new(batch)
		}
		each := func(yield func(corpus.Doc, error) bool) {
			for range docs {
				if !yield(corpus.Doc{}, nil) {
					return
				}
			}
		}
		times := 0
		err := read(t.Context(), each, free, func(*batch) error { times++; return fault })
		if !errors.Is(err, fault) || times != 1 {
			t.Errorf("%d documents: %v after %d batches, want the fault after one", docs, err, times)
		}
	}
}

// analysed returns a batch of one document with this text, ready to be taken.
func analysed(t *testing.T, an *analysis.Analyzer, text string) *batch {
	t.Helper()
	b := &batch{docs: []corpus.Doc{{ID: "d", Text: text}}}
	if err := b.analyse(an, nil); err != nil {
		t.Fatal(err)
	}
	b.cuts = make([][3]uint64, 1)
	return b
}

// TestTooLargeCollections: by hand. A document of one letter as its id and of one term ends at the limit of places, or one below it.
func TestTooLargeCollections(t *testing.T) {
	an := analyzer(t, analysis.Defaults())
	for name, begin := range map[string]func(s *scan, below int){
		"ids":       func(s *scan, below int) { s.next[idAt] = beyondPlaces - 1 - uint64(below) },
		"texts":     func(s *scan, below int) { s.next[titleAt] = beyondPlaces - uint64(below) },
		"terms":     func(s *scan, below int) { s.next[forwardAt] = beyondPlaces - 1 - uint64(below) },
		"documents": func(s *scan, below int) { s.numDocs = math.MaxUint32 - 1 - below },
	} {
		for below := range 2 {
			s, err := newScan(opened(t), an)
			if err != nil {
				t.Fatal(err)
			}
			begin(s, below)
			err = s.take(analysed(t, an, "word"))
			if fault := (*errs.Error)(nil); errors.As(err, &fault) != (below == 0) {
				t.Errorf("%s, %d below the limit: %v", name, below, err)
			}
			if err := abandonAll([]*sink{s.docs, s.lengths, s.ids, s.text, s.folds, s.forward}); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestScanStopsWhereAFileCannotBeWritten: the error of a file of texts or of terms ends the scan, not only the files.
func TestScanStopsWhereAFileCannotBeWritten(t *testing.T) {
	an := analyzer(t, analysis.Defaults())
	for name, file := range map[string]func(s *scan) *sink{"texts": func(s *scan) *sink { return s.text },
		"terms": func(s *scan) *sink { return s.forward }} {
		s, err := newScan(opened(t), an)
		if err != nil {
			t.Fatal(err)
		}
		if err := file(s).f.Close(); err != nil {
			t.Fatal(err)
		}
		b := analysed(t, an, strings.Repeat("word ", 1000))
		b.packed = make([]byte, 1000)
		for begin := s.numDocs; err == nil && s.numDocs < begin+10*sinkBuffers*sinkBuffer/1000; { // ten times what waits in memory
			err = s.take(b)
		}
		if err == nil {
			t.Errorf("%s: the scan goes on", name)
		}
		_ = abandonAll([]*sink{s.docs, s.lengths, s.ids, s.text, s.folds, s.forward}) // one is closed already
	}
}
