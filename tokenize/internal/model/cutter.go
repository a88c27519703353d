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

// cutter cuts a text before marks where no merge can join what stands on both sides. The parts then have the merges that they have in the
// whole: SentencePiece's BPE has no other borders, and merging takes as long as sorting.
type cutter struct {
	runes  map[rune]*symbols
	joined map[rune]bool // characters that a merge can join with a mark behind them
}

// newCutter returns the cutter of a model, or nil where the mark is no piece, or symbols depend on their place.
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
		// Behind a character without a piece stands a symbol that merges may join by another text.
		if _, ok := c.runes[r]; ok && !c.joined[r] {
			return pos
		}
		pos += len(Mark)
	}
}
