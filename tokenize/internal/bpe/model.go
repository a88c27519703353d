// Package bpe does byte-level byte-pair encoding with the ids of Hugging Face's tokenizers. It has
// the patterns that cut a text (pattern.go), the characters that represent bytes (alphabet.go) and
// the merges that make pieces from bytes (merge.go).
package bpe

import (
	"fmt"

	"github.com/axiomine/axiomine/tokenize/internal/cache"
)

// Config holds everything that decides the ids. Pieces are written in the alphabet of bytes, or in characters.
type Config struct {
	Vocab        map[string]int32 // piece to id
	Merges       [][2]string      // earlier merges first
	IgnoreMerges bool             // a stretch that a pattern cuts out is one piece if it is in the vocabulary, whatever the merges
	ByteFallback bool             // a byte without a piece becomes the pieces of its character's bytes, <0x41> and so on
	Unknown      string           // piece for a byte without a piece; "": such a byte is left out
	FuseUnknown  bool             // neighbouring unknown bytes are one
	Splits       []Pattern        // each cuts the pieces of the previous one
	PrefixSpace  bool             // after that, a piece that does not begin with a space gets one
	Pattern      Pattern          // cuts last; nil: nothing more
	Characters   bool             // pieces are written in characters, not in the alphabet of bytes
}

// Model encodes texts. It is safe for use by several goroutines at once.
type Model struct {
	Config
	whole  map[string]int32 // pieces as bytes, with IgnoreMerges
	merges map[uint64]merge
	bytes  [256]symbols
	runes  map[rune]*symbols // with Characters, those in the vocabulary
	cache  *cache.Cache
}

// symbols are the symbols of a byte before merging: none where nothing represents it.
type symbols struct {
	ids                 []int32
	unknown, isFallback bool
}

// New returns a model. An error names the part of the configuration that is wrong.
func New(c Config) (*Model, error) {
	m := &Model{Config: c, merges: make(map[uint64]merge, len(c.Merges)), cache: cache.New()}
	for rank, parts := range c.Merges {
		if err := m.addMerge(int32(rank), parts[0], parts[1]); err != nil {
			return nil, err
		}
	}
	if c.Characters {
		return m, m.addCharacters()
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

// addMerge adds a merge. A merge that is listed twice has the later rank.
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

// addByte computes the symbols of a byte before merging.
func (m *Model) addByte(b byte) error {
	character := string(alphabet[b])
	if id, ok := m.Vocab[character]; ok {
		m.bytes[b].ids = []int32{id}
		return nil
	}
	if m.ByteFallback {
		if ids, ok := ByteTokens(character, func(piece string) (int32, bool) { id, ok := m.Vocab[piece]; return id, ok }); ok {
			m.bytes[b] = symbols{ids: ids, isFallback: true}
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

// ByteTokens returns the ids of the pieces <0x00> to <0xFF> of a text's bytes, if there is a piece
// for each of them.
func ByteTokens(text string, id func(piece string) (int32, bool)) (ids []int32, ok bool) {
	for i := range len(text) {
		next, ok := id(fmt.Sprintf("<0x%02X>", text[i]))
		if !ok {
			return nil, false
		}
		ids = append(ids, next)
	}
	return ids, true
}

// AppendIDs appends the ids of a normalised text in which added tokens are not matched.
func (m *Model) AppendIDs(dst []int32, text string) []int32 { return m.split(dst, text, m.Splits) }

// split cuts a text by the first of the patterns and each of its pieces by the others.
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

// appendMerged encodes a stretch that patterns have cut out, by the merges.
func (m *Model) appendMerged(dst []int32, piece string) []int32 {
	if id, ok := m.whole[piece]; ok {
		return append(dst, id)
	}
	w := mergings.Get().(*merging)
	w.symbols = w.symbols[:0]
	m.addSymbols(w, piece)
	if len(w.symbols) > 0 {
		w.mergeAll(m.merges)
	}
	for _, s := range w.symbols {
		if !s.dead {
			dst = append(dst, s.id)
		}
	}
	mergings.Put(w)
	return dst
}

// addSymbols adds the symbols of a piece's bytes or characters. An unknown one waits for the next byte that is
// not unknown. As in HF's code, a byte with a fallback does not count for that.
func (m *Model) addSymbols(w *merging, piece string) {
	isWaiting := false
	for i := 0; i < len(piece); {
		s, size := &m.bytes[piece[i]], 1
		if m.Characters {
			s, size = m.character(piece[i:])
		}
		i += size
		switch {
		case s.unknown && isWaiting && m.FuseUnknown:
			continue
		case isWaiting && !s.isFallback:
			w.add(m.Vocab[m.Unknown])
			isWaiting = false
		}
		if s.unknown {
			isWaiting = true
			continue
		}
		for _, id := range s.ids {
			w.add(id)
		}
	}
	if isWaiting {
		w.add(m.Vocab[m.Unknown])
	}
}
