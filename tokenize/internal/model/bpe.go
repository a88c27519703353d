package model

import (
	"fmt"
	"unicode/utf8"
)

// BPEConfig holds everything that decides the ids. Pieces are written in the alphabet of bytes, or in characters.
type BPEConfig struct {
	Vocab        map[string]int32 // the id of each piece
	Merges       [][2]string      // pairs of pieces; earlier merges are done first
	IgnoreMerges bool             // a text that is in Vocab is one piece, whatever Merges has
	ByteFallback bool             // a symbol without a piece becomes the pieces of its bytes, such as <0x41>
	Unknown      string           // the piece for symbols that have none, such as <unk>; "": such symbols are left out
	FuseUnknown  bool             // neighbouring unknown symbols become one
	Characters   bool             // pieces are written in characters, not in the alphabet of bytes
	Prefix       string           // begins each symbol of a text but the first
	Suffix       string           // ends the last symbol of a text
}

// BPE encodes texts. It is safe for use by several goroutines at once.
type BPE struct {
	BPEConfig
	whole  map[string]int32  // the id of each text that is a piece; nil without IgnoreMerges
	merges map[uint64]merge  // the merge of each pair, by pair(left, right)
	bytes  [256]symbols      // the symbols of each byte; unused with Characters
	runes  map[rune]*symbols // the symbols of each character of Vocab; nil without Characters
	cutter *cutter           // cuts a text into parts; nil: a text is merged as a whole
	cache  *Cache            // the ids of these parts; nil without a cutter
}

// symbols are the symbols of a byte or character before merging.
type symbols struct {
	ids        []int32 // empty if no piece represents the byte or character
	unknown    bool    // BPEConfig.Unknown represents the byte or character
	isFallback bool    // the pieces of its bytes represent the character
}

// NewBPE returns a model. An error names the part of the configuration that is wrong.
func NewBPE(c BPEConfig) (*BPE, error) {
	m := &BPE{BPEConfig: c, merges: make(map[uint64]merge, len(c.Merges))}
	for rank, parts := range c.Merges {
		if err := m.addMerge(int32(rank), parts[0], parts[1]); err != nil {
			return nil, err
		}
	}
	if _, ok := m.Vocab[m.Unknown]; m.Unknown != "" && !ok && (c.Characters || c.Prefix != "" || c.Suffix != "") {
		return nil, fmt.Errorf("unk_token %q is not in the vocabulary", m.Unknown)
	}
	if c.IgnoreMerges {
		m.addWhole()
	}
	if c.Characters {
		m.addCharacters()
		return m, nil
	}
	for b := range m.bytes {
		if err := m.addByte(byte(b)); err != nil {
			return nil, err
		}
	}
	return m, nil
}

func (m *BPE) addWhole() {
	if m.whole = m.Vocab; m.Characters {
		return
	}
	m.whole = make(map[string]int32, len(m.Vocab))
	for piece, id := range m.Vocab {
		if raw, ok := bytesOf(piece); ok {
			m.whole[raw] = id
		}
	}
}

// addMerge adds a merge. A merge that is listed twice has the later rank.
func (m *BPE) addMerge(rank int32, left, right string) error {
	// As in HF's code, the number of bytes dropped is the number of characters of the prefix.
	drop := utf8.RuneCountInString(m.Prefix)
	if drop > len(right) {
		return fmt.Errorf("merge %d, %q and %q: the second part is shorter than continuing_subword_prefix", rank+1, left, right)
	}
	var ids [3]int32
	for i, piece := range [...]string{left, right, left + right[drop:]} {
		id, ok := m.Vocab[piece]
		if !ok {
			return fmt.Errorf("merge %d, %q and %q: the vocabulary has no %q", rank+1, left, right, piece)
		}
		ids[i] = id
	}
	m.merges[pair(ids[0], ids[1])] = merge{rank, ids[2]}
	return nil
}

func (m *BPE) addByte(b byte) error {
	m.bytes[b] = *m.symbolsOf(string(alphabet[b]))
	if id, ok := m.Vocab[m.Unknown]; m.bytes[b].unknown {
		if !ok {
			return fmt.Errorf("unk_token %q is not in the vocabulary, which lacks the byte %#02x", m.Unknown, b)
		}
		m.bytes[b].ids = []int32{id}
	}
	return nil
}

// byteTokens returns the ids of the pieces <0x00> to <0xFF> of a text's bytes. ok is false if a byte has no piece.
func byteTokens(text string, id func(piece string) (int32, bool)) (ids []int32, ok bool) {
	for i := range len(text) {
		next, ok := id(fmt.Sprintf("<0x%02X>", text[i]))
		if !ok {
			return nil, false
		}
		ids = append(ids, next)
	}
	return ids, true
}

// AppendIDs appends the ids of a text to dst. The text must not be empty, and added tokens in it are not matched.
func (m *BPE) AppendIDs(dst []int32, text string) []int32 {
	if id, ok := m.whole[text]; ok {
		return append(dst, id)
	}
	if m.cutter == nil {
		return m.appendMerged(dst, text)
	}
	for text != "" {
		size := m.cutter.next(text)
		dst, text = m.cache.Append(dst, m.appendMerged, text[:size]), text[size:]
	}
	return dst
}

// appendMerged encodes a text by the merges.
func (m *BPE) appendMerged(dst []int32, text string) []int32 {
	w := mergings.Get().(*merging)
	w.symbols = w.symbols[:0]
	m.addSymbols(w, text)
	if len(w.symbols) > 0 {
		w.mergeAll(m.merges)
	}
	for _, s := range w.symbols {
		if !s.isMerged {
			dst = append(dst, s.id)
		}
	}
	mergings.Put(w)
	return dst
}

// addSymbols adds the symbols of a text's bytes or characters. As in HF's code, it adds the unknown symbol late: before the next symbol
// that is no byte fallback. With FuseUnknown it adds one for several unknown characters in a row.
func (m *BPE) addSymbols(w *merging, text string) {
	isWaiting := false
	for i := 0; i < len(text); {
		s, size := &m.bytes[text[i]], 1
		switch {
		case m.Prefix != "" || m.Suffix != "":
			s, size = m.withAffixes(text, i)
		case m.Characters:
			s, size = m.character(text[i:])
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

// withAffixes returns the symbols of the byte or character at an offset of a text, with Prefix and Suffix, and its size in bytes.
func (m *BPE) withAffixes(text string, pos int) (*symbols, int) {
	size, piece := 1, ""
	if m.Characters {
		_, size = utf8.DecodeRuneInString(text[pos:])
		piece = text[pos : pos+size]
	} else {
		piece = string(alphabet[text[pos]])
	}
	if pos > 0 {
		piece = m.Prefix + piece
	}
	if pos+size == len(text) {
		piece += m.Suffix
	}
	return m.symbolsOf(piece), size
}

// symbolsOf returns the symbols of a byte or character that is written as piece in the vocabulary.
func (m *BPE) symbolsOf(piece string) *symbols {
	if id, ok := m.Vocab[piece]; ok {
		return &symbols{ids: []int32{id}}
	}
	if m.ByteFallback {
		if ids, ok := byteTokens(piece, func(piece string) (int32, bool) { id, ok := m.Vocab[piece]; return id, ok }); ok {
			return &symbols{ids: ids, isFallback: true}
		}
	}
	return &symbols{unknown: m.Unknown != ""}
}
