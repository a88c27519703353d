package model

import (
	"strings"
	"unicode/utf8"
)

// Mark is the character that SentencePiece writes for a space.
const Mark = "\u2581"

// addCharacters computes the symbols of the characters in the vocabulary.
func (m *BPE) addCharacters() {
	m.runes = map[rune]*symbols{}
	for piece, id := range m.Vocab {
		if r, size := utf8.DecodeRuneInString(piece); size == len(piece) && (r != utf8.RuneError || size > 1) {
			m.runes[r] = &symbols{ids: []int32{id}}
		}
	}
	if m.cutter = m.newCutter(); m.cutter != nil {
		m.cache = NewCache()
	}
}

// character returns the symbols of the first character of a text, and its size in bytes.
func (m *BPE) character(text string) (*symbols, int) {
	r, size := utf8.DecodeRuneInString(text)
	if s, ok := m.runes[r]; ok {
		return s, size
	}
	return m.symbolsOf(text[:size]), size
}

// cutter cuts a text before marks that no merge can join with the character before. The parts then have the same merges as in the whole
// text. Shorter parts can be cached, and are faster to merge.
type cutter struct {
	runes  map[rune]*symbols // the characters that have a piece
	joined map[rune]bool     // the characters that a merge can join with a mark after them
}

// newCutter returns the cutter of a model. It returns nil if the mark is no piece, or if symbols depend on their place in the text.
func (m *BPE) newCutter() *cutter {
	mark, _ := utf8.DecodeRuneInString(Mark)
	if m.runes[mark] == nil || m.Prefix != "" || m.Suffix != "" {
		return nil
	}
	c := &cutter{m.runes, map[rune]bool{}}
	for _, parts := range m.Merges {
		whole := parts[0] + parts[1]
		for pos := 0; ; {
			i := strings.Index(whole[pos:], Mark)
			if i < 0 {
				break
			}
			if r, _ := utf8.DecodeLastRuneInString(whole[:pos+i]); pos+i > 0 {
				c.joined[r] = true
			}
			pos += i + len(Mark)
		}
	}
	return c
}

// next returns the size of the first part of a text that is not empty.
func (c *cutter) next(text string) int {
	for pos := 1; ; {
		i := strings.Index(text[pos:], Mark)
		if i < 0 {
			return len(text)
		}
		pos += i
		r, _ := utf8.DecodeLastRuneInString(text[:pos])
		// A character without a piece becomes a symbol of another text, such as <unk>, which merges may join with the mark.
		if _, ok := c.runes[r]; ok && !c.joined[r] {
			return pos
		}
		pos += len(Mark)
	}
}
