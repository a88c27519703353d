package bpe

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// addCharacters computes the symbols of the characters in the vocabulary, and of bytes for others.
func (m *Model) addCharacters() error {
	m.runes = map[rune]*symbols{}
	for piece, id := range m.Vocab {
		if r, size := utf8.DecodeRuneInString(piece); size == len(piece) && (r != utf8.RuneError || size > 1) {
			m.runes[r] = &symbols{ids: []int32{id}}
		}
	}
	if _, ok := m.Vocab[m.Unknown]; m.Unknown != "" && !ok {
		return fmt.Errorf("unk_token %q is not in the vocabulary", m.Unknown)
	}
	return nil
}

// character returns the symbols of the first character of a text, and its size in bytes.
func (m *Model) character(text string) (*symbols, int) {
	r, size := utf8.DecodeRuneInString(text)
	if s, ok := m.runes[r]; ok {
		return s, size
	}
	if m.ByteFallback {
		if ids, ok := ByteTokens(text[:size], func(piece string) (int32, bool) { id, ok := m.Vocab[piece]; return id, ok }); ok {
			return &symbols{ids: ids, isFallback: true}, size
		}
	}
	return &symbols{unknown: m.Unknown != ""}, size
}

// DecodeCharacters returns the text of pieces in characters: the mark of a space is a space, and pieces of bytes are joined. Bytes that are
// no character become U+FFFD, one each.
func DecodeCharacters(pieces []string) string {
	var b, bytes strings.Builder
	flush := func() {
		if text := bytes.String(); utf8.ValidString(text) {
			b.WriteString(text)
		} else {
			b.WriteString(strings.Repeat("\ufffd", len(text)))
		}
		bytes.Reset()
	}
	for _, piece := range pieces {
		if len(piece) == len("<0x41>") && strings.HasPrefix(piece, "<0x") && piece[5] == '>' {
			if c, err := strconv.ParseUint(piece[3:5], 16, 8); err == nil {
				bytes.WriteByte(byte(c))
				continue
			}
		}
		flush()
		b.WriteString(strings.ReplaceAll(piece, "\u2581", " "))
	}
	flush()
	return b.String()
}
