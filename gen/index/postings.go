package index

import (
	"cmp"
	"errors"
	"slices"

	"github.com/axiomine/axiomine/internal/result/filesys"
)

// Posting is a document that has a term, and the term's count in the document.
type Posting struct{ Doc, TF uint32 }

// Postings holds the documents with a term, in rising order, and the term's count in each. Low has the lower half of each document's
// number. The document's span has the upper half.
type Postings struct {
	Low   []uint16
	Spans []Span

	columns *columns
	first   uint64 // the index of Low[0] among the postings of all terms
}

// Span describes consecutive postings of a term whose documents' numbers have the same upper half: that half, and the number of postings.
type Span uint32

// SpanDocs is the maximum number of documents of a span.
const SpanDocs = 1 << 16

const lowMask = SpanDocs - 1

// High returns the upper half, shifted to the upper 16 bits.
func (s Span) High() uint32 { return uint32(s) &^ lowMask }

// Has reports whether document d's number has the span's upper half.
func (s Span) Has(d uint32) bool { return uint32(s)^d < SpanDocs }

// Len returns the number of postings, at least 1.
func (s Span) Len() int { return int(s&lowMask) + 1 }

// columns holds the contents of the files of postings. Large counts are separate, in the order of their postings.
type columns struct {
	low    []uint16
	spans  []Span
	counts []byte
	large  []largeRecord
	files  []mapping // the files of these four columns, in this order; nil for columns in memory
}

// largeRecord is the count of a posting whose 4 bits cannot hold it.
type largeRecord struct{ Posting, TF uint64 }

// largeTF is the smallest count in a largeRecord.
const largeTF = 15

// newColumns returns the columns in the mapped files that a postingsWriter wrote.
func newColumns(files []mapping) *columns {
	return &columns{array[uint16](files[0].m), array[Span](files[1].m), files[2].m, array[largeRecord](files[3].m), files}
}

// read checks and returns the postings of the term of a record. next is the next record, and docs the number of documents.
func (c *columns) read(record, next *termRecord, docs int) Postings {
	low, spans, counts, large := &c.files[0], &c.files[1], &c.files[2], &c.files[3]
	begin, end := record[postingsAt].number(), next[postingsAt].number()
	part(low, c.low, begin, end)
	low.touch(begin*2, end*2)
	counts.touch(begin/2, (end+1)/2)
	large.touchAll()
	firstSpan, endSpan := record[spansAt].number(), next[spansAt].number()
	part(spans, c.spans, firstSpan, endSpan)
	spans.touch(firstSpan*4, endSpan*4)
	list := c.slice(begin, end, firstSpan, endSpan)
	if !list.holds(docs) {
		panic(corrupt(spans.path, outOfRange))
	}
	return list
}

// slice returns the postings from begin to end, which have the spans from firstSpan to endSpan; all must be in range.
func (c *columns) slice(begin, end, firstSpan, endSpan uint64) Postings {
	return Postings{c.low[begin:end:end], c.spans[firstSpan:endSpan:endSpan], c, begin}
}

// NewPostings returns postings of documents in rising order, for a Reader that has no files.
func NewPostings(list []Posting) Postings {
	var p postingsPacker
	p.add(list)
	p.endSpan()
	p.endCounts()
	c := &columns{low: p.low, spans: p.spanList, counts: p.tfs, large: p.large}
	return c.slice(0, p.postings, 0, p.spans)
}

// TF returns the term's count in the document of posting i.
func (p Postings) TF(i int) uint32 {
	n := p.first + uint64(i)
	if tf := p.columns.counts[n/2] >> (n % 2 * 4) % 16; tf < largeTF {
		return uint32(tf)
	}
	place, ok := slices.BinarySearchFunc(p.columns.large, n, func(l largeRecord, n uint64) int { return cmp.Compare(l.Posting, n) })
	if !ok {
		panic(corrupt(p.columns.files[3].path, "a count is missing"))
	}
	return uint32(p.columns.large[place].TF)
}

// Append appends all postings to list.
func (p Postings) Append(list []Posting) []Posting {
	list = slices.Grow(list, len(p.Low))
	i := 0
	for _, span := range p.Spans {
		high := span.High()
		for _, low := range p.Low[i : i+span.Len()] {
			list = append(list, Posting{high | uint32(low), p.TF(i)})
			i++
		}
	}
	return list
}

// holds reports whether the spans cover all postings, and all documents are below docs.
func (p Postings) holds(docs int) bool {
	i := 0
	for _, span := range p.Spans {
		n := span.Len()
		if n > len(p.Low)-i {
			return false
		}
		if last := docs - 1 - int(span.High()); last < lowMask {
			for _, low := range p.Low[i : i+n] {
				if int(low) > last {
					return false
				}
			}
		}
		i += n
	}
	return i == len(p.Low)
}

// postingsPacker packs the postings of terms into columns, one term after the other.
type postingsPacker struct {
	postings uint64 // the number of postings so far
	spans    uint64 // the number of spans so far
	high     uint32 // the upper half of the last span
	inSpan   uint32 // the number of postings in the last span; 0 before a term's first posting
	half     byte   // the count of the last posting, if the posting is the first in its byte

	low      []uint16
	spanList []Span
	tfs      []byte
	large    []largeRecord
}

// add packs postings of the current term, in rising order of documents.
func (w *postingsPacker) add(list []Posting) {
	for _, p := range list {
		if high := p.Doc &^ lowMask; high != w.high || w.inSpan == 0 {
			w.endSpan()
			w.high = high
		}
		w.inSpan++
		w.low = append(w.low, uint16(p.Doc))
		tf := byte(min(p.TF, largeTF))
		if tf == largeTF {
			w.large = append(w.large, largeRecord{w.postings, uint64(p.TF)})
		}
		if w.postings%2 == 0 {
			w.half = tf
		} else {
			w.tfs = append(w.tfs, w.half|tf<<4)
		}
		w.postings++
	}
}

func (w *postingsPacker) endSpan() {
	if w.inSpan > 0 {
		w.spanList = append(w.spanList, Span(w.high|(w.inSpan-1)))
		w.spans++
		w.inSpan = 0
	}
}

// endCounts packs the last count, if its byte is not full. No posting may be added afterwards.
func (w *postingsPacker) endCounts() {
	if w.postings%2 == 1 {
		w.tfs = append(w.tfs, w.half)
	}
}

// postingsWriter writes packed postings to files.
type postingsWriter struct {
	postingsPacker
	files []*sink // the numPostingsFiles files from postingsFile on
}

const numPostingsFiles = largeFile - postingsFile + 1

func newPostingsWriter(folder filesys.FS) (*postingsWriter, error) {
	files, err := newSinks(folder, postingsFile, spansFile, countsFile, largeFile)
	return &postingsWriter{files: files}, err
}

// next ends the current term and returns where the next term begins.
func (w *postingsWriter) next() (places, error) {
	w.endSpan()
	err := w.flush()
	return places{postingsAt: w.postings, spansAt: w.spans}, err
}

// add writes postings of the current term, in rising order of documents.
func (w *postingsWriter) add(list []Posting) error {
	w.postingsPacker.add(list)
	return w.flush()
}

// flush writes the columns and empties them. The error may be of an earlier call.
func (w *postingsWriter) flush() error {
	var errs [numPostingsFiles]error
	for i, b := range [numPostingsFiles][]byte{raw(w.low), raw(w.spanList), w.tfs, raw(w.large)} {
		_, errs[i] = w.files[i].Write(b)
	}
	w.low, w.spanList, w.tfs, w.large = w.low[:0], w.spanList[:0], w.tfs[:0], w.large[:0]
	return errors.Join(errs[:]...)
}

// finish syncs and closes the files, and sets their records in files.
func (w *postingsWriter) finish(files *[numFiles]fileRecord) error {
	w.endCounts()
	return errors.Join(w.flush(), finishAll(w.files, files))
}
