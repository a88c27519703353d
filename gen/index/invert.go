package index

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/result/filesys"
	"github.com/axiomine/axiomine/internal/ui/progress"
)

// inversion turns the forward index into postings in bounded memory. It divides the collection into runs of consecutive documents, sorts
// each run by term in memory, and writes the run to a file. Then it merges the runs: the postings of a term are concatenated.
type inversion struct {
	numTerms int
	forward  *mapping
	lengths  []uint32
	records  []docRecord
	runs     []run
	spilled  []filesys.File // the file of each worker
}

// run is a range of documents, and the place of its postings in a file. The file has, for each term of the run in rising order: the id,
// the count of numbers that follow, and these numbers, all as uint32. A posting is one number: its document, counted from the run's
// first, times 16, plus the term's count. If the count is 15 or more, these 4 bits are 15, and the next number is the count.
type run struct {
	docs   [2]uint32 // the number of the first document, and the number after the last one
	tokens uint64    // the number of tokens of these documents
	file   filesys.File
	offset int64
	size   int64
}

func (r run) numDocs() int { return int(r.docs[1] - r.docs[0]) }

// isFull reports whether the run has no room for a document with this number of tokens.
func (r run) isFull(tokens, limit uint64) bool {
	return r.tokens > 0 && r.tokens+tokens > limit || r.numDocs() == maxRunDocs
}

const (
	bytesPerToken = 8        // bytes of memory for sorting a run
	maxRunTokens  = 16 << 20 // maximum size of a run: larger ones are not sorted faster
	minRunTokens  = 1 << 20  // minimum size of a run if threads could use more runs
	maxRunDocs    = 1 << 28  // maximum number of documents of a run: a posting has 28 bits for the document
	runsPerThread = 4
)

// newInversion divides the collection into runs that fit the memory of o. Each run has at least one document. A large collection has
// enough runs for all threads to end at about the same time.
func newInversion(numTerms int, forward *mapping, lengths []uint32, records []docRecord, o Options) *inversion {
	v := &inversion{numTerms: numTerms, forward: forward, lengths: lengths, records: records}
	numTokens := uint64(0)
	for _, n := range lengths {
		numTokens += uint64(n)
	}
	limit := min(uint64(o.MemoryBytes)/uint64(o.threads())/bytesPerToken, maxRunTokens,
		max(numTokens/uint64(runsPerThread*o.threads()), minRunTokens))
	var current run
	for d, n := range lengths {
		if current.isFull(uint64(n), limit) {
			v.runs = append(v.runs, current)
			current = run{docs: [2]uint32{current.docs[1], current.docs[1]}}
		}
		current.docs[1] = uint32(d) + 1
		current.tokens += uint64(n)
	}
	v.runs = append(v.runs, current)
	return v
}

// spill sorts all runs in parallel and writes them to temporary files in folder, one for each worker. st counts documents.
func (v *inversion) spill(ctx context.Context, folder filesys.FS, threads int, st *progress.Stage) error {
	g, ctx := parallel.NewGroup(ctx, 0)
	var next atomic.Int64
	for worker := range min(threads, len(v.runs)) {
		f, err := folder.OpenFile(spilledName(worker), filesys.Create)
		if err != nil {
			return errors.Join(err, g.Wait())
		}
		v.spilled = append(v.spilled, f)
		g.Go(func() (err error) {
			w := bufio.NewWriterSize(f, 256<<10)
			s := sorter{starts: make([]uint32, v.numTerms+1)}
			var offset int64
			for i := next.Add(1) - 1; i < int64(len(v.runs)); i = next.Add(1) - 1 {
				if err := ctx.Err(); err != nil {
					return err
				}
				r := &v.runs[i]
				r.file, r.offset = f, offset
				docs := r.numDocs()
				if err := s.sort(v, r); err != nil {
					return err
				}
				st.Add(docs / 2)
				if r.size, err = s.write(w, r.docs[0]); err != nil {
					return err
				}
				offset += r.size
				st.Add(docs - docs/2)
			}
			return w.Flush()
		})
	}
	return g.Wait()
}

func spilledName(worker int) string { return fmt.Sprintf("runs-%d", worker) }

// close closes and removes the temporary files.
func (v *inversion) close(folder filesys.FS) error {
	var err error
	for i, f := range v.spilled {
		err = errors.Join(err, f.Close(), folder.Remove(spilledName(i)))
	}
	return err
}

// sorter sorts one run after the other.
type sorter struct {
	starts []uint32 // for each term, the begin of its tokens in docs, or their end after sort; one element more than terms
	tokens []uint32 // the tokens of a run, in the order of the documents
	docs   []uint32 // the documents of the tokens, by term
	out    []uint32
}

// sort sorts the documents of a run's tokens by term; those of a term stay in order.
func (s *sorter) sort(v *inversion, r *run) error {
	if uint64(cap(s.tokens)) < r.tokens {
		s.tokens, s.docs = make([]uint32, r.tokens), make([]uint32, r.tokens)
	}
	tokens := s.tokens[:r.tokens]
	s.docs = s.docs[:r.tokens]
	packed := array[uint16](v.forward.m)[v.records[r.docs[0]][forwardAt].number():v.records[r.docs[1]][forwardAt].number()]
	if !unpackTerms(tokens, packed, v.numTerms) {
		return corrupt(v.forward.path, outOfRange) // the file has changed since it was written
	}
	clear(s.starts)
	for _, t := range tokens {
		s.starts[t]++
	}
	sum := uint32(0)
	for t, n := range s.starts {
		s.starts[t] = sum
		sum += n
	}
	begin := 0
	for d := r.docs[0]; d < r.docs[1]; d++ {
		for _, t := range tokens[begin : begin+int(v.lengths[d])] {
			s.docs[s.starts[t]] = d
			s.starts[t]++ // after the loop, where the next term begins
		}
		begin += int(v.lengths[d])
	}
	return nil
}

// write writes the postings of a sorted run, whose first document is firstDoc, and returns their size in bytes.
func (s *sorter) write(w io.Writer, firstDoc uint32) (size int64, err error) {
	begin := uint32(0)
	for t, end := range s.starts[:len(s.starts)-1] {
		if begin == end {
			continue
		}
		s.out = append(s.out[:0], uint32(t), 0)
		for begin < end {
			d, first := s.docs[begin], begin
			for begin++; begin < end && s.docs[begin] == d; begin++ {
			}
			tf := begin - first
			s.out = append(s.out, (d-firstDoc)<<4|min(tf, largeTF))
			if tf >= largeTF {
				s.out = append(s.out, tf)
			}
		}
		s.out[1] = uint32(len(s.out) - 2)
		if _, err := w.Write(raw(s.out)); err != nil {
			return 0, err
		}
		size += int64(len(s.out)) * 4
	}
	return size, nil
}

// size returns the size of the written runs in bytes.
func (v *inversion) size() (n int) {
	for _, r := range v.runs {
		n += int(r.size)
	}
	return n
}

// write sorts and merges the runs, and writes the files of postings. It sets the place of each term's postings in records.
func (v *inversion) write(ctx context.Context, folder filesys.FS, files *[numFiles]fileRecord, records []places, o Options,
	st *progress.Stage) error {
	st.Next("sort", "documents", len(v.lengths))
	if err := v.spill(ctx, folder, o.threads(), st); err != nil {
		return err
	}
	w, err := newPostingsWriter(folder)
	if err != nil {
		return err
	}
	st.Next("merge", "bytes", v.size())
	if err := v.merge(ctx, w, o.MemoryBytes, records, st); err != nil {
		return errors.Join(err, w.finish(files))
	}
	return w.finish(files)
}

// merge merges the runs and sets the place of each term's postings in begins. st counts bytes of runs.
func (v *inversion) merge(ctx context.Context, out *postingsWriter, budget int64, begins []places, st *progress.Stage) (err error) {
	buffer := int(min(max(budget/int64(len(v.runs)), 4<<10), 1<<20))
	heads := make([]head, len(v.runs))
	var row []Posting
	for i, r := range v.runs {
		heads[i].r, heads[i].firstDoc = bufio.NewReaderSize(io.NewSectionReader(r.file, r.offset, r.size), buffer), r.docs[0]
		if err := heads[i].next(); err != nil {
			return err
		}
	}
	for t := range v.numTerms {
		if t%4096 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		if begins[t], err = out.next(); err != nil {
			return err
		}
		for i := range heads {
			h := &heads[i]
			if h.term != t {
				continue
			}
			if row, err = h.postings(row[:0]); err != nil {
				return err
			}
			if err := out.add(row); err != nil {
				return err
			}
			st.Add(8 + 4*h.numbers)
			if err := h.next(); err != nil {
				return err
			}
		}
	}
	begins[v.numTerms], err = out.next()
	return err
}

// head reads one run during the merge; its position is before the postings of term.
type head struct {
	r        *bufio.Reader
	firstDoc uint32
	term     int // the number of the current term; -1 at the end of the run
	numbers  int // the count of numbers of the term's postings
}

// next reads the next term and its count of numbers.
func (h *head) next() error {
	var b [8]byte
	switch _, err := io.ReadFull(h.r, b[:]); err {
	case nil:
		h.term, h.numbers = int(binary.LittleEndian.Uint32(b[:])), int(binary.LittleEndian.Uint32(b[4:]))
	case io.EOF:
		h.term = -1
	default:
		return err
	}
	return nil
}

// postings appends the postings of the term to row.
func (h *head) postings(row []Posting) ([]Posting, error) {
	isLarge := false // true if the next number is the count of the last posting
	for left := 4 * h.numbers; left > 0; {
		part, err := h.r.Peek(min(left, h.r.Size()&^3))
		if err != nil {
			return nil, err
		}
		for _, n := range array[uint32](part) {
			if isLarge {
				row[len(row)-1].TF, isLarge = n, false
				continue
			}
			row = append(row, Posting{h.firstDoc + n>>4, n & largeTF})
			isLarge = n&largeTF == largeTF
		}
		left -= len(part)
		h.r.Discard(len(part))
	}
	return row, nil
}
