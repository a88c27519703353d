package chars

import (
	"encoding/binary"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// Charsmap is SentencePiece's precompiled normaliser: a table of texts and their replacements.
type Charsmap struct {
	units        []uint32              // a double array (Darts-clone) of the texts that are replaced
	replacements string                // the replacements, each with a zero byte at its end
	ascii        [utf8.RuneSelf]string // the replacement of each ASCII character; the character itself if it has none
	plain        [utf8.RuneSelf]bool   // reports for each ASCII character whether it has no replacement
}

// longestCluster is the maximum size in bytes of a grapheme cluster that is looked up as a whole.
const longestCluster = 5

// longestReplacement is the maximum size of a replacement in bytes. In Unicode's own forms none is longer than 36.
const longestReplacement = 1 << 10

// ParseCharsmap reads the map: the size of the array in bytes, as four bytes, the array and the replacements, all little-endian.
func ParseCharsmap(raw []byte) (*Charsmap, error) {
	if len(raw) < 4 {
		return nil, fmt.Errorf("the map has %d bytes, too few for its size", len(raw))
	}
	size, rest := int64(binary.LittleEndian.Uint32(raw)), raw[4:]
	if size > int64(len(rest)) || size%4 != 0 {
		return nil, fmt.Errorf("the map's array has %d bytes, and %d follow", size, len(rest))
	}
	m := &Charsmap{units: make([]uint32, size/4), replacements: string(rest[size:])}
	if !utf8.ValidString(m.replacements) {
		return nil, fmt.Errorf("the map's replacements are not UTF-8")
	}
	for text := range strings.SplitSeq(m.replacements, "\x00") {
		if len(text) > longestReplacement {
			return nil, fmt.Errorf("the map has a replacement of %d bytes, more than %d", len(text), longestReplacement)
		}
	}
	for i := range m.units {
		m.units[i] = binary.LittleEndian.Uint32(rest[4*i:])
	}
	for c := range m.ascii {
		text := string(rune(c))
		replacement, ok := m.lookup(text)
		if !ok {
			replacement = text
		}
		m.ascii[c], m.plain[c] = replacement, replacement == text
	}
	return m, nil
}

// lookup returns the replacement of the shortest entry that text begins with. As in HF's code, the caller replaces all of text with it,
// also the characters after the entry.
func (m *Charsmap) lookup(text string) (replacement string, ok bool) {
	node, ok := m.move(0, 0)
	for i := 0; ok && i < len(text) && text[i] != 0; i++ {
		node ^= uint32(text[i])
		if int64(node) >= int64(len(m.units)) || m.units[node]&(1<<31|0xff) != uint32(text[i]) {
			return "", false
		}
		isLeaf := m.units[node]>>8&1 == 1
		if node, ok = m.move(node, node); ok && isLeaf {
			return m.replacementAt(m.units[node] & (1<<31 - 1)), true
		}
	}
	return "", false
}

// move returns the position to which the unit at i leads from a node; ok is false outside the array.
func (m *Charsmap) move(node, i uint32) (next uint32, ok bool) {
	if int64(i) >= int64(len(m.units)) {
		return 0, false
	}
	unit := m.units[i]
	node ^= unit >> 10 << (unit & (1 << 9) >> 6)
	return node, int64(node) < int64(len(m.units))
}

// replacementAt returns the text at an offset, up to its zero byte.
func (m *Charsmap) replacementAt(i uint32) string {
	if int64(i) >= int64(len(m.replacements)) {
		return ""
	}
	text, _, _ := strings.Cut(m.replacements[i:], "\x00")
	return text
}

// Normalize returns a text with replacements. It replaces a short grapheme cluster that begins with an
// entry as a whole, and others character by character. It calls fits with the size of the result so far; fits may panic.
func (m *Charsmap) Normalize(text string, fits func(size int)) string {
	i := 0
	for i < len(text) && isAlone(text, i) && m.plain[text[i]] {
		i++
	}
	if i == len(text) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text) + len(text)/8)
	b.WriteString(text[:i])
	for i < len(text) {
		fits(b.Len())
		if isAlone(text, i) {
			b.WriteString(m.ascii[text[i]])
			i++
			continue
		}
		cluster, _, _, _ := uniseg.FirstGraphemeClusterInString(text[i:], -1)
		m.writeCluster(&b, cluster, fits)
		i += len(cluster)
	}
	fits(b.Len())
	return b.String()
}

// isAlone reports whether text[i] and the next byte show that the ASCII character text[i] is a whole grapheme cluster. If it returns false,
// the cluster may be longer.
func isAlone(text string, i int) bool {
	return text[i] < utf8.RuneSelf && (i+1 == len(text) || text[i+1] < utf8.RuneSelf && (text[i] != '\r' || text[i+1] != '\n'))
}

// writeCluster writes the replacement of a grapheme cluster.
func (m *Charsmap) writeCluster(b *strings.Builder, cluster string, fits func(size int)) {
	if len(cluster) <= longestCluster {
		if replacement, ok := m.lookup(cluster); ok {
			b.WriteString(replacement)
			return
		}
	}
	for len(cluster) > 0 {
		_, size := utf8.DecodeRuneInString(cluster)
		character := cluster[:size]
		if replacement, ok := m.lookup(character); ok {
			character = replacement
		}
		b.WriteString(character)
		fits(b.Len())
		cluster = cluster[size:]
	}
}
