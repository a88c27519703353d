package fileform

import (
	"fmt"
	"html"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestDecodeEntity: answers of HTML, and those of the TREC disks' own name.
func TestDecodeEntity(t *testing.T) {
	for _, c := range []struct {
		text, letters string
		size          int
		ok            bool
	}{
		{"&amp; b", "&", 5, true}, {"&lt;b", "<", 4, true}, {"&eacute;", "é", 8, true}, {"&Eacute;", "É", 8, true}, {"&hyph;x", "-", 6, true},
		{"&semi;", ";", 6, true}, {"&#233;", "é", 6, true}, {"&#xE9;", "é", 6, true}, {"&#Xe9;", "é", 6, true},
		{"&#146;s", "\u2019", 6, true},   // of windows-1252
		{"&#x1F600;", "😀", 9, true},      // beyond 16 bits
		{"&notit;", "&notit;", 7, false}, // HTML would read its beginning
		{"&cir;", "○", 5, true}, {"&EACUTE;", "&EACUTE;", 8, false}, {"&blank;", "␣", 7, true}, {"&blanc;", "&blanc;", 7, false}, {"&#0;",
			"&#0;", 4, false},
		{"&#xD800;", "&#xD800;", 8, false}, {"&#x110000;", "&#x110000;", 10, false}, {"&#;", "&#;", 3, false}, {"&#12a;", "&#12a;", 6, false},
		{"& b;", "&", 1, true}, {"&;", "&", 1, true}, {"&", "&", 1, true}, {"&b", "&", 1, true}, {"&1a;", "&", 1, true},
		{"&a b;", "&", 1, true}, {"&frac12;", "½", 8, true}, {"&CounterClockwiseContourIntegral;", "∳", 33, true},
		{"&" + strings.Repeat("a", 40) + ";", "&", 1, true},
	} {
		if letters, size, ok := decodeEntity([]byte(c.text)); letters != c.letters || size != c.size || ok != c.ok {
			t.Errorf("%s: %q, %d, %v, want %q, %d, %v", c.text, letters, size, ok, c.letters, c.size, c.ok)
		}
	}
}

// TestEntitiesAgreeWithHTML: where HTML reads a whole entity of a letter's number, the letters are its.
func TestEntitiesAgreeWithHTML(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := fmt.Sprintf("&#%d;", rapid.IntRange(160, 0x10FFFF).Draw(t, "code"))
		letters, size, ok := decodeEntity([]byte(text))
		if want := html.UnescapeString(text); ok && (letters != want || size != len(text)) || !ok && want != "\ufffd" {
			t.Fatalf("%s: %q, %d, %v, HTML %q", text, letters, size, ok, want)
		}
	})
}
