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

// TextInfo holds what planning needs from a text.
type TextInfo struct {
	hash      uint64     // of the text, the same in every process
	sum       intern.Sum // of the text: texts of one sum are the same
	Folded    uint64     // number of the text without case (pairs.FoldCase), from 1: texts of one number are the same
	ids       intern.Sum // hashOf the ids in the store
	bytes     uint32
	empty     bool // nothing but white space
	hasTwin   bool // another text has its hash before Folded was numbered: most likely the same text
	hasBreaks bool // holds one of the breaks
	cut       bool // has more ids than the store keeps
}

// Store holds every text that pairs refer to, and its ids, made once. Texts have numbers: split by
// split, those of queries before those of documents. It keeps as many ids as a row can hold, in two
// bytes each where the vocabulary allows it.
type Store struct {
	sources    []source // by split
	spares     []source // by split
	rankingIDs source   // the rankings' ids
	Info       []TextInfo
	queries    []string   // the texts of the first queries, by number
	numbers    []uint32   // of documents in Input.Numbered, by number, plus 1; nil without
	extra      int        // ids that a row has around a text
	ends       []uint32   // of text i in its chunk
	small      [][]uint16 // ids by chunk
	wide       [][]uint32 // the same for a vocabulary of more than 65,536 pieces
	// Sentences are those of documents; nil where no format needs them.
	Sentences *SentenceEnds
}

// chunkTexts is how many texts a goroutine reads at a time; their ids are in one slice.
const chunkTexts = 512

// textRef is the id of a text to be fetched.
type textRef struct {
	id    string
	query bool
}

// refs numbers the texts of all pairs and rankings.
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

// numberIDs returns for each id of a table the number of its text: that of an earlier table, or a new one.
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

// newStore fetches and measures every text. Where ids are needed it also tokenises the texts.
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

// numberTexts replaces the hashes of folded texts by numbers in their order. Texts of one hash are compared byte for byte.
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

// memory is reused for each chunk of texts.
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
			hasBreaks: hasBreaks}
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

// QueryText returns the text of a query. It finds it by its number where it can.
func (p *Plan) QueryText(t Text) string {
	if int(t.Number) < len(p.Store.queries) {
		return p.Store.queries[t.Number]
	}
	return p.In.QueryText(t.ID)
}

// Doc returns the title and the text of a document. It finds them by their number where it can.
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

// span returns where the ids of text i are in its chunk, at most limit of them.
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

// hashIDs returns hashOf the ids of text i that AppendIDs appends.
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

// hashOf hashes ids by the seeds of the process.
func hashOf[T int32 | uint16 | uint32](ids []T) intern.Sum {
	raw := make([]byte, 0, 2048) // of 512 ids; more are moved
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

// SentenceEnds holds where the sentences of texts end, in ids of their texts. Sentences are Unicode's (UAX
// #29, section 5). A line break ends a sentence, so a title is one. A full stop before a capital
// letter ends one too, even in an abbreviation.
type SentenceEnds struct {
	chunk int        // texts of one
	ends  []uint32   // of text i in its chunk
	marks [][]uint32 // by chunk: the ends of its texts' sentences, in order
}

// newSentenceEnds returns them with room for texts texts. Goroutines may add those of different chunks.
func newSentenceEnds(texts, chunk int) *SentenceEnds {
	return &SentenceEnds{chunk, make([]uint32, texts), make([][]uint32, (texts+chunk-1)/chunk)}
}

// EndsOf returns the ends of the sentences of text i; the last one is the number of its ids in the
// store. There is at least one end.
func (s *SentenceEnds) EndsOf(i uint32) []uint32 {
	low, c := uint32(0), int(i)/s.chunk
	if int(i)%s.chunk > 0 {
		low = s.ends[i-1]
	}
	return s.marks[c][low:s.ends[i]]
}

// add adds text i, the next one of its chunk, with its ids; limit is how many ids the store keeps.
// Where its sentences alone have other ids, which a control character at their border makes
// possible, it is one sentence.
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
