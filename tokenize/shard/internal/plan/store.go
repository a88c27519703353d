package plan

import (
	"context"
	"encoding/binary"
	"math"
	"slices"

	"github.com/cespare/xxhash/v2"

	"github.com/axiomine/axiomine/internal/intern"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/tokenize/internal/pipeline"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// TextInfo holds the properties of a text that a plan needs.
type TextInfo struct {
	hash       uint64     // a hash of the text, the same in every process
	sum        intern.Sum // a hash with a key of this process; equal sums mean equal texts
	Folded     uint64     // a number of the text without case (pairs.FoldCase), from 1; equal numbers mean equal texts
	ids        intern.Sum // hashOf of the ids in the Store
	bytes      uint32     // the size of the text in bytes
	empty      bool       // true if the text is nothing but white space
	isMissing  bool       // true if there is nothing to read (pairs.IsMissing)
	isRepeated bool       // true if another text has the same hash without case, and so most likely the same text
	hasBreaks  bool       // true if the text holds one of the Breaks
	cut        bool       // true if the text has more ids than the Store keeps
}

// Store holds the properties of every text that pairs refer to, and the text's ids. Texts have numbers: split by split, queries before
// documents. The Store keeps as many ids as a row can hold, in two bytes each if the vocabulary allows it. It keeps the ids of chunkTexts
// texts in one slice, a chunk.
type Store struct {
	sources    []source      // the pairs, by split
	spares     []source      // the spares, by split
	rankingIDs source        // the ids in rankings
	Info       []TextInfo    // the properties of each text, by its number
	queries    []string      // the texts of the queries before the first document, by number
	numbers    []uint64      // the result of Input.number for each text
	extra      int           // the number of special tokens around a single text
	ends       []uint32      // has, for each text, the end of its ids in its chunk
	small      [][]uint16    // the ids of each chunk; nil if wide has them
	wide       [][]uint32    // the ids of each chunk for a vocabulary of more than 65,536 pieces
	Sentences  *SentenceEnds // nil if no format needs sentences
}

// chunkTexts is the number of texts of a chunk. One goroutine reads a chunk.
const chunkTexts = 512

// textRef names a text.
type textRef struct {
	id    string
	query bool // true for a query, false for a document
}

// refs numbers the texts of pairs, spares and rankings, and returns them by number.
func (s *Store) refs(splits []Split, rankings []Ranking) (out []textRef) {
	var earlier []source
	number := func(t *pairs.Table) source {
		src := source{Table: t}
		src.queries, out = numberIDs(earlier, &t.Queries, true, out)
		src.docs, out = numberIDs(earlier, &t.Docs, false, out)
		earlier = append(earlier, src)
		return src
	}
	for i, split := range splits {
		s.sources = append(s.sources, number(split.Pairs))
		s.sources[i].split = i
	}
	for _, split := range splits {
		if split.Spares == nil {
			split.Spares = new(pairs.Table)
		}
		s.spares = append(s.spares, number(split.Spares))
	}
	s.rankingIDs = number(idsOf(rankings))
	return out
}

// numberIDs returns a function from the number of an id in a table to the number of its text. An id of an earlier table keeps its number.
// Other ids are added to refs. If all are, their numbers follow each other, and the function reads no memory.
func numberIDs(tables []source, ids *pairs.Strings, query bool, refs []textRef) (func(id uint32) uint32, []textRef) {
	numbers, first := make([]uint32, ids.Len()), uint32(len(refs))
	for i := range numbers {
		id := ids.String(uint32(i))
		ok := false
		for j := 0; j < len(tables) && !ok; j++ {
			earlier, numbersOf := &tables[j].Docs, tables[j].docs
			if query {
				earlier, numbersOf = &tables[j].Queries, tables[j].queries
			}
			var k uint32
			if k, ok = earlier.Find(id); ok {
				numbers[i] = numbersOf(k)
			}
		}
		if !ok {
			numbers[i] = uint32(len(refs))
			refs = append(refs, textRef{id, query})
		}
	}
	if len(refs)-int(first) == len(numbers) {
		return func(id uint32) uint32 { return first + id }, refs
	}
	return func(id uint32) uint32 { return numbers[id] }, refs
}

// newStore reads every text and returns the Store. If ids are needed, it also tokenises the texts.
func newStore(ctx context.Context, in *Input, o Options, needs Needs, st *progress.Stage) (*Store, error) {
	s := &Store{}
	refs := s.refs(in.Splits, in.Rankings)
	s.Info, s.numbers = make([]TextInfo, len(refs)), make([]uint64, len(refs))
	if first := slices.IndexFunc(refs, func(r textRef) bool { return !r.query }); first > 0 {
		s.queries = make([]string, first)
	}
	chunks := (len(refs) + chunkTexts - 1) / chunkTexts
	if needs.Sentences {
		s.Sentences = &SentenceEnds{make([][]uint32, chunks), make([]uint32, len(refs))}
	}
	if needs.IDs != NoIDs {
		s.extra = pipeline.Specials(in.Tokenizer.Template().Single)
		s.ends = make([]uint32, len(refs))
		if in.Tokenizer.Vocab().Size() <= math.MaxUint16+1 {
			s.small = make([][]uint16, chunks)
		} else {
			s.wide = make([][]uint32, chunks)
		}
	}
	st.Next("texts", "texts", len(refs))
	err := parallel.Each(ctx, o.Workers(), chunks, func(int) func(int) error {
		var m memory
		return func(c int) error {
			low, high := c*chunkTexts, min((c+1)*chunkTexts, len(refs))
			if err := s.fill(in, o, refs, c, low, high, needs.IDs != NoIDs, &m); err != nil {
				return err
			}
			st.Add(high - low)
			return nil
		}
	})
	if err != nil {
		return nil, err
	}
	return s, s.numberTexts(in, refs)
}

// numberTexts replaces the hashes in Folded by numbers, in the order of the hashes. It compares texts with the same hash byte by byte.
func (s *Store) numberTexts(in *Input, refs []textRef) error {
	order := make([]intern.Sum, len(refs)) // the hash of a folded text and the text's number
	for i := range order {
		order[i] = intern.Sum{High: s.Info[i].Folded, Low: uint64(i)}
	}
	slices.SortFunc(order, intern.Sum.Compare)
	last, numbers := uint64(0), map[string]uint64{}
	for run := range pairs.Adjacent(order, func(a, b intern.Sum) bool { return a.High == b.High }) {
		clear(numbers)
		for _, key := range run {
			i := key.Low
			folded := ""
			if len(run) > 1 {
				text, _, err := in.fetch(refs[i], in.number(refs[i]))
				if err != nil {
					return err
				}
				folded = pairs.FoldCase(text)
			}
			if numbers[folded] == 0 {
				last++
				numbers[folded] = last
			}
			s.Info[i].Folded, s.Info[i].isRepeated = numbers[folded], len(run) > 1
		}
	}
	return nil
}

// memory holds slices that a goroutine uses again for each chunk.
type memory struct {
	ids  []int32
	fold []byte
}

// fill reads the texts of chunk c, whose numbers are low to high-1.
func (s *Store) fill(in *Input, o Options, refs []textRef, c, low, high int, withIDs bool, m *memory) error {
	ids := m.ids[:0]
	for i := low; i < high; i++ {
		number := in.number(refs[i])
		text, hasBreaks, err := in.fetch(refs[i], number)
		if err != nil {
			return err
		}
		s.numbers[i] = number
		if i < len(s.queries) {
			s.queries[i] = text
		}
		info := &s.Info[i]
		*info = TextInfo{hash: xxhash.Sum64String(text), sum: intern.SumOf(text), bytes: uint32(len(text)), empty: IsBlank(text),
			isMissing: pairs.IsMissing(text), hasBreaks: hasBreaks}
		info.Folded, m.fold = pairs.FoldHash(text, m.fold)
		if !withIDs {
			continue
		}
		keep, begin := o.MaxLength, len(ids)
		if refs[i].query {
			keep = o.MaxQueryLength
		}
		if ids, err = in.Tokenizer.AppendNamed(ids, text, refs[i].id); err != nil {
			return err
		}
		whole := ids[begin:]
		if high := begin + max(0, keep-s.extra); len(ids) > high {
			ids, info.cut = ids[:high], true
		}
		s.ends[i], info.ids = uint32(len(ids)), hashOf(ids[begin:])
		if s.Sentences != nil {
			s.Sentences.add(i, in.Tokenizer, text, whole, len(ids)-begin)
		}
	}
	m.ids = ids
	switch {
	case s.small != nil:
		s.small[c] = narrow[uint16](ids)
	case s.wide != nil:
		s.wide[c] = narrow[uint32](ids)
	}
	return nil
}

// narrow returns a copy of ids as unsigned numbers of 16 or 32 bits.
func narrow[T uint16 | uint32](ids []int32) []T {
	out := make([]T, len(ids))
	for i, id := range ids {
		out[i] = T(id)
	}
	return out
}

// TextSize returns the number of bytes of a text.
func (s *Store) TextSize(number uint32) int64 { return int64(s.Info[number].bytes) }

// span returns the bounds of the first ids of text i in its chunk, at most limit: the ids low to high-1.
func (s *Store) span(i uint32, limit int) (low, high uint32) {
	if i%chunkTexts > 0 {
		low = s.ends[i-1]
	}
	return low, min(s.ends[i], low+uint32(limit))
}

// Length returns the number of ids of text i in the store, at most limit.
func (s *Store) Length(i uint32, limit int) int {
	low, high := s.span(i, limit)
	return int(high - low)
}

// AppendIDs appends the ids of text i to dst, at most limit.
func (s *Store) AppendIDs(dst []int32, i uint32, limit int) []int32 {
	c := i / chunkTexts
	low, high := s.span(i, limit)
	if s.small != nil {
		return widen(dst, s.small[c][low:high])
	}
	return widen(dst, s.wide[c][low:high])
}

// hashIDs returns hashOf the ids that AppendIDs appends.
func (s *Store) hashIDs(i uint32, limit int) intern.Sum {
	if _, high := s.span(i, limit); high == s.ends[i] {
		return s.Info[i].ids
	}
	return hashOf(s.AppendIDs(make([]int32, 0, 512), i, limit))
}

// hashOf returns a keyed hash of ids, which differs from process to process.
func hashOf(ids []int32) intern.Sum {
	raw := make([]byte, 0, 2048) // long enough for 512 ids
	for _, id := range ids {
		raw = binary.LittleEndian.AppendUint32(raw, uint32(id))
	}
	return intern.SumOfBytes(raw)
}

// widen appends ids to dst.
func widen[T uint16 | uint32](dst []int32, ids []T) []int32 {
	n := len(dst)
	dst = slices.Grow(dst, len(ids))[:n+len(ids)]
	list := dst[n:]
	for i, id := range ids {
		list[i] = int32(id)
	}
	return dst
}
