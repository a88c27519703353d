package index

import (
	"context"
	"iter"
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/intern"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/result/filesys"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/klauspost/compress/huff0"
)

// The limits of a batch.
const (
	batchDocs  = 8192
	batchBytes = 1 << 20 // 1 MiB of text: its forms stay in the processor's cache
)

// batch holds consecutive documents. A batch goes from the reader to an analysing worker and then to the scan.
type batch struct {
	docs   []corpus.Doc
	size   int // number of bytes of text
	forms  intern.Set
	counts []uint64      // number of occurrences of each form
	tokens []uint32      // numbers of forms, including stop words
	ends   []int         // end of each document in tokens
	folds  []uint32      // hash of each document's folded text
	folded []byte        // reused memory of pairs.FoldHash
	packed []byte        // the documents' texts
	cuts   []uint64      // end of each document in packed
	err    error         // error of the analysis
	ready  chan struct{} // receives a value when the batch is analysed
}

func (b *batch) reset() {
	clear(b.docs) // the texts can then be freed
	b.docs, b.size = b.docs[:0], 0
	b.forms.Reset()
	b.counts, b.tokens, b.ends = b.counts[:0], b.tokens[:0], b.ends[:0]
	b.folds, b.packed, b.cuts = b.folds[:0], b.packed[:0], b.cuts[:0]
}

// analyse divides the documents into surface forms, and numbers the forms of the batch. So scan looks up a form at most once per batch.
func (b *batch) analyse(an *analysis.Analyzer, fields []string) (err error) {
	defer errs.Rescue(&err)
	add := func(surface []byte) {
		form := b.forms.Add(surface, intern.Hash(surface))
		if int(form) == len(b.counts) {
			b.counts = append(b.counts, 0)
		}
		b.counts[form]++
		b.tokens = append(b.tokens, form)
	}
	for i := range b.docs {
		text := corpus.DocText(b.docs[i], fields)
		an.Each(text, add)
		b.ends = append(b.ends, len(b.tokens))
		var fold uint64
		fold, b.folded = pairs.FoldHash(text, b.folded)
		b.folds = append(b.folds, uint32(fold))
	}
	return nil
}

// pack packs the documents' texts. A packed text has at least a byte, so empty texts at a document's end can be left out.
func (b *batch) pack(code *huff0.Scratch) {
	for _, d := range b.docs {
		last := len(b.packed)
		for _, text := range [...]string{d.Text, d.Title, d.URL} {
			if b.packed = pack(b.packed, code, text); text != "" {
				last = len(b.packed)
			}
		}
		b.packed = b.packed[:last]
		b.cuts = append(b.cuts, uint64(len(b.packed)))
	}
}

const stopWord = math.MaxUint32 // the term of a stop word

// scan numbers the terms of analysed batches in the order of the collection, and writes the files that have an entry for each document.
type scan struct {
	an     *analysis.Analyzer
	forms  intern.Set
	counts []uint64 // the number of occurrences of each form
	termOf []uint32 // the term of each form
	terms  intern.Set
	code   []byte // the Huffman table of texts, which is made from the first batch

	next                                     places // the places where the next document begins
	numDocs                                  int
	tokens                                   int64
	docs, lengths, ids, text, folds, forward *sink

	// The memory of these slices is reused.
	ids32  []uint32 // the term ids of a document
	packed []uint16 // the packed term ids of a batch
	local  []uint32 // the term of each form of a batch
}

func newScan(folder filesys.FS, an *analysis.Analyzer) (*scan, error) {
	open, err := newSinks(folder, docsFile, lengthsFile, idsFile, textFile, foldsFile, forwardFile)
	if err != nil {
		return nil, err
	}
	open[0].Write(raw([]docRecord{{}})) // where the first document begins
	return &scan{an: an, docs: open[0], lengths: open[1], ids: open[2], text: open[3], folds: open[4], forward: open[5]}, nil
}

// run reads and analyses docs. Channels connect the reader, the workers and the scan. The number of batches is fixed to bound the memory.
func (s *scan) run(ctx context.Context, docs iter.Seq2[corpus.Doc, error], o Options, st *progress.Stage) error {
	threads := o.threads()
	g, ctx := parallel.NewGroup(ctx, 0)
	free := make(chan *batch, 2*threads+1)
	for range cap(free) {
		free <- &batch{ready: make(chan struct{}, 1)}
	}
	work := make(chan *batch, cap(free))
	order := make(chan *batch, cap(free))
	g.Go(func() (err error) {
		defer close(work)
		defer close(order)
		first := true
		return read(ctx, docs, free, func(b *batch) (err error) {
			if first {
				first = false
				if s.code, err = newCode(b.docs); err != nil {
					return err
				}
			}
			work <- b
			order <- b
			return nil
		})
	})
	for range threads {
		g.Go(func() error {
			var code *huff0.Scratch
			for b := range work {
				if code == nil {
					code, b.err = readCode(s.code)
				}
				if b.err == nil {
					b.err = b.analyse(s.an, o.DocFields)
					b.pack(code)
				}
				b.ready <- struct{}{}
			}
			return nil
		})
	}
	g.Go(func() error {
		for b := range order {
			if err := ctx.Err(); err != nil {
				return err
			}
			<-b.ready
			if b.err != nil {
				return b.err
			}
			if err := s.take(b); err != nil {
				return err
			}
			st.Add(len(b.docs))
			b.reset()
			free <- b
		}
		return nil
	})
	return g.Wait()
}

// read fills free batches and passes them to send. send never blocks, since its channels have room for all batches.
func read(ctx context.Context, docs iter.Seq2[corpus.Doc, error], free <-chan *batch, send func(*batch) error) error {
	var b *batch
	for doc, err := range docs {
		if err != nil {
			return err
		}
		if b == nil {
			if err := ctx.Err(); err != nil {
				return err
			}
			select {
			case b = <-free:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		b.docs = append(b.docs, doc)
		b.size += len(doc.Title) + len(doc.Text) + len(doc.URL)
		if len(b.docs) == batchDocs || b.size >= batchBytes {
			if err := send(b); err != nil {
				return err
			}
			b = nil
		}
	}
	if b != nil {
		if err := send(b); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// take numbers the batch's new terms and appends its documents to the files.
func (s *scan) take(b *batch) error {
	s.local = s.forms.AddAll(&b.forms, s.local[:0])
	for i, form := range s.local {
		if int(form) == len(s.counts) { // a new form
			s.counts = append(s.counts, 0)
			s.termOf = append(s.termOf, s.newTerm(s.forms.Item(form)))
		}
		s.counts[form] += b.counts[i]
		s.local[i] = s.termOf[form]
	}
	s.packed = s.packed[:0]
	token, text := 0, s.next[textAt]
	for i := range b.docs {
		s.ids32 = s.ids32[:0]
		for ; token < b.ends[i]; token++ {
			if t := s.local[b.tokens[token]]; t != stopWord {
				s.ids32 = append(s.ids32, t)
			}
		}
		begin := len(s.packed)
		s.packed = packTerms(s.packed, s.ids32)
		s.tokens += int64(len(s.ids32))
		s.put(b.docs[i].ID, uint32(len(s.ids32)), text+b.cuts[i], uint64(len(s.packed)-begin))
	}
	s.folds.Write(raw(b.folds))
	if _, err := s.text.Write(b.packed); err != nil {
		return err
	}
	if _, err := s.forward.Write(raw(s.packed)); err != nil {
		return err
	}
	return checkSize(s.next, s.numDocs, s.terms.Len())
}

// checkSize returns an error if a collection is too large for the numbers in the files.
func checkSize(next places, numDocs, numTerms int) error {
	if !isPlace(slices.Max(next[:])) {
		return errs.BadInput("", 0, "divide it", "the collection has more than %d terms, or bytes of packed texts or ids", int64(placeLimit))
	}
	if numDocs >= math.MaxUint32 || numTerms >= math.MaxUint32/2 {
		return errs.BadInput("", 0, "", "the collection has more than %d documents or %d terms", uint32(math.MaxUint32), math.MaxUint32/2)
	}
	return nil
}

// newTerm returns the term of a new surface form, or stopWord.
func (s *scan) newTerm(surface []byte) uint32 {
	term, keep := s.an.Term(string(surface))
	if !keep {
		return stopWord
	}
	return s.terms.Add([]byte(term), intern.Hash([]byte(term)))
}

// put writes the entries of one document, except its texts and terms. length is its number of terms, text the end of its packed texts, and
// packedTerms the number of uint16 of its terms in the forward index. A sink keeps a write error until finish.
func (s *scan) put(id string, length uint32, text, packedTerms uint64) {
	s.lengths.Write(raw([]uint32{length}))
	s.ids.WriteString(id)
	s.next = places{idAt: s.next[idAt] + uint64(len(id)), textAt: text, forwardAt: s.next[forwardAt] + packedTerms}
	record := s.next.record()
	s.docs.Write(raw([]docRecord{docRecord(record[:forwardAt+1])}))
	s.numDocs++
}

func (s *scan) finish(files *[numFiles]fileRecord) error {
	return finishAll([]*sink{s.docs, s.lengths, s.ids, s.text, s.folds, s.forward}, files)
}
