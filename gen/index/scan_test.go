package index

import (
	"errors"
	"math"
	"path/filepath"
	"slices"
	"strconv"
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
	s, err := newScan(opened(t), analyzer(t, analysis.Defaults()))
	if err != nil {
		t.Fatal(err)
	}
	defer abandonAll([]*sink{s.docs, s.lengths, s.ids, s.text, s.folds, s.forward})
	s.next[idAt] = beyondPlaces - 1 // the id of the document has one byte
	if err := s.take(analysed(t, s.an, "word")); err == nil {
		t.Error("a batch beyond the limit is taken")
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
		for begin := s.numDocs; err == nil && s.numDocs < begin+40*sinkBuffer/1000; { // ten times what waits in memory
			err = s.take(b)
		}
		if err == nil {
			t.Errorf("%s: the scan goes on", name)
		}
		_ = abandonAll([]*sink{s.docs, s.lengths, s.ids, s.text, s.folds, s.forward}) // one is closed already
	}
}

// TestBatchIsUsedAgain: a batch that was used and reset holds what a new one does.
func TestBatchIsUsedAgain(t *testing.T) {
	an := analyzer(t, analysis.Defaults())
	docs := []corpus.Doc{{ID: "a", Title: "polar", Text: "bears run"}, {ID: "b", Text: "the bear runs and runs", URL: "u"}}
	fill := func(b *batch, docs ...corpus.Doc) *batch {
		b.docs = append(b.docs, docs...)
		b.size += len(docs)
		if err := b.analyse(an, nil); err != nil {
			t.Fatal(err)
		}
		b.pack(nil)
		return b
	}
	used := fill(new(batch), corpus.Doc{ID: "old", Text: strings.Repeat("old words of many runs ", 9)}, corpus.Doc{})
	used.reset()
	one, other := fill(used, docs...), fill(new(batch), docs...)
	words := func(b *batch) (list []string) {
		for _, form := range b.tokens {
			list = append(list, string(b.forms.Item(form)))
		}
		return list
	}
	if !slices.Equal(one.docs, other.docs) || one.size != other.size || !slices.Equal(one.counts, other.counts) ||
		!slices.Equal(words(one), words(other)) || !slices.Equal(one.ends, other.ends) || !slices.Equal(one.folds, other.folds) ||
		!slices.Equal(one.packed, other.packed) || !slices.Equal(one.cuts, other.cuts) {
		t.Errorf("%+v, want %+v", one, other)
	}
	if want := strings.Fields("polar bears run the bear runs and runs"); !slices.Equal(words(one), want) ||
		!slices.Equal(one.ends, []int{3, 8}) {
		t.Errorf("words %q, documents end at %d, want %q", words(one), one.ends, want)
	}
}

// TestScanOfManyBatches: by hand. One thread has three batches, which are used again. Document d has one word for each of its number's last
// digits, and "all".
func TestScanOfManyBatches(t *testing.T) {
	const numDocs = 4*batchDocs + 1
	dir := filepath.Join(t.TempDir(), "index")
	docs := func(yield func(corpus.Doc, error) bool) {
		for d := range numDocs {
			id := strconv.Itoa(d)
			if !yield(corpus.Doc{ID: id, Title: id, Text: strings.Repeat("digit"+id[len(id)-1:]+" ", 1+d%2) + "all"}, nil) {
				return
			}
		}
	}
	an := analyzer(t, analysis.Options{Tokenizer: "alnum", Stemmer: analysis.None, Stopwords: analysis.None})
	if err := Build(t.Context(), dir, docs, an, Options{Threads: 1, MemoryBytes: 1 << 20, DocFields: []string{"text"}}, nil); err != nil {
		t.Fatal(err)
	}
	x, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	if x.NumDocs() != numDocs || x.Lexicon().NumTerms() != 11 || x.TotalTerms() != numDocs*5/2 {
		t.Errorf("%d documents, %d terms that occur %d times", x.NumDocs(), x.Lexicon().NumTerms(), x.TotalTerms())
	}
	for term, want := range map[string]int64{"all": numDocs, "digit0": 3277, "digit1": 2 * 3277, "digit8": 3277, "digit9": 2 * 3276} {
		number, ok := x.Lexicon().TermID(term)
		if got := x.CollFreq(number); !ok || got != want {
			t.Errorf("%s occurs %d times, want %d", term, got, want)
		}
	}
	for _, d := range []uint32{0, batchDocs - 1, batchDocs, 3*batchDocs - 1, 3 * batchDocs, numDocs - 1} {
		id := strconv.Itoa(int(d))
		if number, ok := x.Doc(id); !ok || number != d || x.DocID(d) != id || x.Texts().Title(d) != id || x.Len(d) != 2+int(d%2) ||
			x.Lexicon().Term(x.Terms(d)[0]) != "digit"+id[len(id)-1:] || !strings.HasPrefix(x.Texts().Text(d), "digit"+id[len(id)-1:]) {
			t.Errorf("document %s: number %d, id %s, title %s, %d terms", id, number, x.DocID(d), x.Texts().Title(d), x.Len(d))
		}
	}
}
