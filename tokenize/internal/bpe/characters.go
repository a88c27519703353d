package bpe

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/axiomine/axiomine/tokenize/internal/cache"
)

// Mark is what SentencePiece writes for a space.
const Mark = "\u2581"

// addCharacters computes the symbols of the characters in the vocabulary.
func (m *Model) addCharacters() {
	m.runes = map[rune]*symbols{}
	for piece, id := range m.Vocab {
		if r, size := utf8.DecodeRuneInString(piece); size == len(piece) && (r != utf8.RuneError || size > 1) {
			m.runes[r] = &symbols{ids: []int32{id}}
		}
	}
	if m.cutter = m.newCutter(); m.cutter != nil {
		m.cache = cache.New()
	}
}

// character returns the symbols of the first character of a text, and its size in bytes.
func (m *Model) character(text string) (*symbols, int) {
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
func (m *Model) newCutter() *cutter {
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

// DecodeCharacters returns the text of pieces in characters: the mark of a space is a space, and pieces of bytes are joined. Bytes that are
// no character become U+FFFD, one each. With prepended, the text's first mark is left out.
func DecodeCharacters(pieces []string, prepended bool) string {
	var b, bytes strings.Builder
	flush := func() {
		if text := bytes.String(); utf8.ValidString(text) {
			b.WriteString(text)
		} else {
			b.WriteString(strings.Repeat("\ufffd", len(text)))
		}
		bytes.Reset()
	}
	for i, piece := range pieces {
		if i == 0 && prepended {
			piece = strings.TrimPrefix(piece, Mark)
		}
		if len(piece) == len("<0x41>") && strings.HasPrefix(piece, "<0x") && piece[5] == '>' {
			if c, err := strconv.ParseUint(piece[3:5], 16, 8); err == nil {
				bytes.WriteByte(byte(c))
				continue
			}
		}
		flush()
		b.WriteString(strings.ReplaceAll(piece, Mark, " "))
	}
	flush()
	return b.String()
}
