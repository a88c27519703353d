package plan

import (
	"cmp"
	"context"
	"encoding/binary"
	"math"
	"slices"

	"github.com/cespare/xxhash/v2"
	"github.com/rivo/uniseg"

	"github.com/axiomine/axiomine/internal/intern"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/internal/pipeline"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// TextInfo holds the properties of a text that a plan needs.
type TextInfo struct {
	hash      uint64     // of the text, the same in every process
	sum       intern.Sum // keyed hash of the text, for this process: texts with one sum are the same
	Folded    uint64     // number of the text without case (pairs.FoldCase), from 1: texts with one number are the same
	ids       intern.Sum // hashOf the ids in the store
	bytes     uint32
	empty     bool // nothing but white space
	isMissing bool // there is nothing to read (pairs.IsMissing)
	hasTwin   bool // another text has the same hash of the folded text, so most likely the same text
	hasBreaks bool // holds one of the Breaks
	cut       bool // has more ids than the store keeps
}

// Store holds the properties of every text that pairs refer to, and the text's ids. Texts have
// numbers: split by split, queries before documents. It keeps as many ids as a row can hold, in two
// bytes each if the vocabulary allows it.
type Store struct {
	sources    []source   // by split: its pairs
	spares     []source   // by split: its spares
	rankingIDs source     // the rankings' ids
	Info       []TextInfo // by number of a text
	queries    []string   // by number: the texts of the queries before the first document
	numbers    []uint32   // by number of a text: Input.number; nil if Input.Numbered is nil
	extra      int        // special tokens around a single text
	ends       []uint32   // by number of a text: the end of its ids in its chunk
	small      [][]uint16 // by chunk: the ids of its texts
	wide       [][]uint32 // the same for a vocabulary of more than 65,536 pieces
	// Sentences are the ends of the documents' sentences; nil if no format needs them.
	Sentences *SentenceEnds
}

// chunkTexts is the number of texts of a chunk. One goroutine reads a chunk; its ids are in one slice.
const chunkTexts = 512

// textRef names a text.
type textRef struct {
	id    string
	query bool // the text is a query, else a document
}

// refs assigns numbers to the texts of all pairs and rankings, and returns the texts by number.
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

// numberIDs returns, for each id of a table, the number of its text. An id of an earlier table keeps its number. refs gets the other ids.
func numberIDs(tables []source, ids *pairs.Strings, query bool, refs []textRef) ([]uint32, []textRef) {
	numbers := make([]uint32, ids.Len())
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
				numbers[i] = numbersOf[k]
			}
		}
		if !ok {
			numbers[i] = uint32(len(refs))
			refs = append(refs, textRef{id, query})
		}
	}
	return numbers, refs
}

// newStore reads every text. If ids are needed it also tokenises the texts.
func newStore(ctx context.Context, in *Input, o Options, needs Needs, st *progress.Stage) (*Store, error) {
	s := &Store{}
	refs := s.refs(in.Splits, in.Rankings)
	s.Info = make([]TextInfo, len(refs))
	if in.Numbered != nil {
		s.numbers = make([]uint32, len(refs))
	}
	if first := slices.IndexFunc(refs, func(r textRef) bool { return !r.query }); first > 0 {
		s.queries = make([]string, first)
	}
	chunks := (len(refs) + chunkTexts - 1) / chunkTexts
	if needs.Sentences {
		s.Sentences = newSentenceEnds(len(refs), chunkTexts)
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

// numberTexts replaces the hashes of folded texts in Folded by numbers, in the order of the hashes. It compares texts with one hash byte
// for byte.
func (s *Store) numberTexts(in *Input, refs []textRef) error {
	order := make([]uint32, len(refs))
	for i := range order {
		order[i] = uint32(i)
	}
	hash := func(i uint32) uint64 { return s.Info[i].Folded }
	slices.SortFunc(order, func(a, b uint32) int { return cmp.Or(cmp.Compare(hash(a), hash(b)), cmp.Compare(a, b)) })
	last, numbers := uint64(0), map[string]uint64{}
	for run := range pairs.Adjacent(order, func(a, b uint32) bool { return hash(a) == hash(b) }) {
		clear(numbers)
		for _, i := range run {
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
			s.Info[i].Folded, s.Info[i].hasTwin = numbers[folded], len(run) > 1
		}
	}
	return nil
}

// memory is memory that a goroutine reuses for each chunk.
type memory struct {
	ids  []int32
	fold []byte
}

// fill reads the texts [low, high) of chunk c.
func (s *Store) fill(in *Input, o Options, refs []textRef, c, low, high int, withIDs bool, m *memory) error {
	ids := m.ids[:0]
	for i := low; i < high; i++ {
		number := in.number(refs[i])
		text, hasBreaks, err := in.fetch(refs[i], number)
		if err != nil {
			return err
		}
		if s.numbers != nil {
			s.numbers[i] = number
		}
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

func narrow[T uint16 | uint32](ids []int32) []T {
	out := make([]T, len(ids))
	for i, id := range ids {
		out[i] = T(id)
	}
	return out
}

// TextsOf returns the texts of a row.
func (p *Plan) TextsOf(r Row) (query, pos, neg string) {
	return p.QueryText(Text{r.QueryID, r.Query}), p.DocText(Text{r.PosID, r.Pos}), p.DocText(Text{r.NegID, r.Neg})
}

// QueryText returns the text of a query, by its number if possible, else by its id.
func (p *Plan) QueryText(t Text) string {
	if int(t.Number) < len(p.Store.queries) {
		return p.Store.queries[t.Number]
	}
	return p.In.QueryText(t.ID)
}

// Doc returns the title and the text of a document, by its number if possible, else by its id.
func (p *Plan) Doc(t Text) (title, text string) {
	if numbers := p.Store.numbers; numbers != nil && numbers[t.Number] > 0 {
		return p.In.Numbered.Text(numbers[t.Number] - 1)
	}
	title, text, _ = p.In.Doc(t.ID)
	return title, text
}

// DocText returns the text of a document: title, newline, text.
func (p *Plan) DocText(t Text) string { return DocText(p.Doc(t)) }

// TextSize returns the number of bytes of a text.
func (s *Store) TextSize(number uint32) int64 { return int64(s.Info[number].bytes) }

// span returns the place [low, high) of the ids of text i in its chunk, at most limit ids.
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
	switch low, high := s.span(i, limit); {
	case high == s.ends[i]:
		return s.Info[i].ids
	case s.small != nil:
		return hashOf(s.small[i/chunkTexts][low:high])
	default:
		return hashOf(s.wide[i/chunkTexts][low:high])
	}
}

// hashOf returns a keyed hash of ids, which differs from process to process.
func hashOf[T int32 | uint16 | uint32](ids []T) intern.Sum {
	raw := make([]byte, 0, 2048) // room for 512 ids
	for _, id := range ids {
		raw = binary.LittleEndian.AppendUint32(raw, uint32(id))
	}
	return intern.SumOfBytes(raw)
}

func widen[T uint16 | uint32](dst []int32, ids []T) []int32 {
	n := len(dst)
	dst = slices.Grow(dst, len(ids))[:n+len(ids)]
	list := dst[n:]
	for i, id := range ids {
		list[i] = int32(id)
	}
	return dst
}

// SentenceEnds holds the ends of the sentences of texts, counted in ids from the start of a text.
// Sentences are Unicode's (UAX #29, section 5). A line break ends a sentence, so a title is one. A
// full stop before a capital letter ends one too, even in an abbreviation.
type SentenceEnds struct {
	chunk int        // texts of a chunk
	ends  []uint32   // by number of a text: the end of its marks in its chunk
	marks [][]uint32 // by chunk: the ends of its texts' sentences, in order
}

// newSentenceEnds returns a SentenceEnds for this number of texts. Goroutines may add texts of different chunks at once.
func newSentenceEnds(texts, chunk int) *SentenceEnds {
	return &SentenceEnds{chunk, make([]uint32, texts), make([][]uint32, (texts+chunk-1)/chunk)}
}

// EndsOf returns the ends of the sentences of text i, at least one. The last end is the number of the
// text's ids in the store.
func (s *SentenceEnds) EndsOf(i uint32) []uint32 {
	low, c := uint32(0), int(i)/s.chunk
	if int(i)%s.chunk > 0 {
		low = s.ends[i-1]
	}
	return s.marks[c][low:s.ends[i]]
}

// add adds text i, the next text of its chunk. limit is the number of its ids that the store keeps. If
// its sentences, tokenised one by one, have other ids than the text, the text counts as one sentence.
// A control character between two sentences can cause that.
func (s *SentenceEnds) add(i int, t *tokenize.Tokenizer, text string, ids []int32, limit int) {
	marks, parts := []uint32(nil), make([]int32, 0, len(ids))
	for state, sentence := -1, ""; text != ""; {
		sentence, text, state = uniseg.FirstSentenceInString(text, state)
		parts = t.AppendIDs(parts, sentence)
		if n := uint32(min(len(parts), limit)); n > 0 && (len(marks) == 0 || n > marks[len(marks)-1]) {
			marks = append(marks, n)
		}
	}
	if len(marks) == 0 || !slices.Equal(parts, ids) {
		marks = []uint32{uint32(limit)}
	}
	c := i / s.chunk
	s.marks[c] = append(s.marks[c], marks...)
	s.ends[i] = uint32(len(s.marks[c]))
}
