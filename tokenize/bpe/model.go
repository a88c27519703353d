// Package bpe is byte-level byte-pair encoding with the ids of Hugging Face's tokenizers: the patterns that cut a text (pattern.go), the
// characters that stand for bytes (alphabet.go) and the merges that make pieces of bytes (merge.go).
package bpe

import (
	"fmt"

	"github.com/axiomine/axiomine/tokenize/cache"
)

// Config is what decides the ids. Pieces are written in the alphabet of bytes.
type Config struct {
	Vocab        map[string]int32 // piece to id
	Merges       [][2]string      // the earlier the sooner
	IgnoreMerges bool             // what a pattern cuts out is one piece if the vocabulary has it, whatever the merges make of it
	ByteFallback bool             // a byte without a piece is those of its character's bytes, <0x41> and so on
	Unknown      string           // piece of a byte without one; "": such a byte is left out
	FuseUnknown  bool             // neighbouring unknown bytes are one
	Splits       []Pattern        // each cuts the pieces of the one before
	PrefixSpace  bool             // after that, a piece that does not begin with a space gets one
	Pattern      Pattern          // cuts last; nil: nothing more
}

// Model encodes texts. It is safe for use by several goroutines at once.
type Model struct {
	Config
	whole  map[string]int32 // pieces as bytes, where IgnoreMerges asks for them
	merges map[uint64]merge
	bytes  [256]symbols
	cache  *cache.Cache
}

// symbols are what a byte is before merging: none where nothing stands for it.
type symbols struct {
	ids                 []int32
	unknown, fallenBack bool
}

// New makes a model. An error names the part of the configuration that is wrong.
func New(c Config) (*Model, error) {
	m := &Model{Config: c, merges: make(map[uint64]merge, len(c.Merges)), cache: cache.New()}
	for rank, parts := range c.Merges {
		if err := m.addMerge(int32(rank), parts[0], parts[1]); err != nil {
			return nil, err
		}
	}
	for b := range m.bytes {
		if err := m.addByte(byte(b)); err != nil {
			return nil, err
		}
	}
	if c.IgnoreMerges {
		m.whole = make(map[string]int32, len(c.Vocab))
		for piece, id := range c.Vocab {
			if raw, ok := bytesOf(piece); ok {
				m.whole[raw] = id
			}
		}
	}
	return m, nil
}

// addMerge takes in a merge. One that stands twice has the later rank.
func (m *Model) addMerge(rank int32, left, right string) error {
	var ids [3]int32
	for i, piece := range [...]string{left, right, left + right} {
		id, ok := m.Vocab[piece]
		if !ok {
			return fmt.Errorf("merge %d, %q and %q: the vocabulary has no %q", rank+1, left, right, piece)
		}
		ids[i] = id
	}
	m.merges[pair(ids[0], ids[1])] = merge{rank, ids[2]}
	return nil
}

// addByte finds what a byte is before merging.
func (m *Model) addByte(b byte) error {
	character := string(alphabet[b])
	if id, ok := m.Vocab[character]; ok {
		m.bytes[b].ids = []int32{id}
		return nil
	}
	if m.ByteFallback {
		if ids, ok := ByteTokens(character, func(piece string) (int32, bool) { id, ok := m.Vocab[piece]; return id, ok }); ok {
			m.bytes[b] = symbols{ids: ids, fallenBack: true}
			return nil
		}
	}
	if m.Unknown == "" {
		return nil
	}
	id, ok := m.Vocab[m.Unknown]
	if !ok {
		return fmt.Errorf("unk_token %q is not in the vocabulary, which lacks the byte %#02x", m.Unknown, b)
	}
	m.bytes[b] = symbols{ids: []int32{id}, unknown: true}
	return nil
}

// ByteTokens gives the ids of the pieces <0x00> to <0xFF> of a text's bytes, if there is one for each of them.
func ByteTokens(text string, id func(piece string) (int32, bool)) (ids []int32, ok bool) {
	for i := range len(text) {
		one, ok := id(fmt.Sprintf("<0x%02X>", text[i]))
		if !ok {
			return nil, false
		}
		ids = append(ids, one)
	}
	return ids, true
}

// AppendIDs appends the ids of a normalised text in which no added token is sought.
func (m *Model) AppendIDs(dst []int32, text string) []int32 { return m.split(dst, text, m.Splits) }

// split cuts by the first of the patterns and what that gives by the others.
func (m *Model) split(dst []int32, text string, patterns []Pattern) []int32 {
	if len(patterns) > 0 {
		for text != "" {
			size := patterns[0](text)
			dst, text = m.split(dst, text[:size], patterns[1:]), text[size:]
		}
		return dst
	}
	if m.PrefixSpace && text != "" && text[0] != ' ' {
		text = " " + text
	}
	if m.Pattern == nil {
		return m.cache.Append(dst, text, m.appendMerged)
	}
	for text != "" {
		size := m.Pattern(text)
		dst, text = m.cache.Append(dst, text[:size], m.appendMerged), text[size:]
	}
	return dst
}

// appendMerged encodes what patterns have cut out by the merges.
func (m *Model) appendMerged(dst []int32, piece string) []int32 {
	if id, ok := m.whole[piece]; ok {
		return append(dst, id)
	}
	w := mergings.Get().(*merging)
	w.symbols = w.symbols[:0]
	m.addSymbols(w, piece)
	if len(w.symbols) > 0 {
		w.all(m.merges)
	}
	for _, s := range w.symbols {
		if !s.dead {
			dst = append(dst, s.id)
		}
	}
	mergings.Put(w)
	return dst
}

// addSymbols puts down the symbols of a piece's bytes. An unknown one waits for the next byte that is not; as in HF's code, one that
// falls back does not count for that.
func (m *Model) addSymbols(w *merging, piece string) {
	waiting := false
	for i := range len(piece) {
		s := &m.bytes[piece[i]]
		switch {
		case s.unknown && waiting && m.FuseUnknown:
			continue
		case waiting && !s.fallenBack:
			w.add(m.Vocab[m.Unknown])
			waiting = false
		}
		if s.unknown {
			waiting = true
			continue
		}
		for _, id := range s.ids {
			w.add(id)
		}
	}
	if waiting {
		w.add(m.Vocab[m.Unknown])
	}
}
