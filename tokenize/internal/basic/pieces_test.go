package basic

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// vocabulary are pieces of the tests, with their ids.
var vocabulary = map[string]int32{"[UNK]": 0, "a": 1, "ab": 2, "##b": 3, "##c": 4, "abc": 5, "##bc": 6, "#": 7, "é": 8}

// TestWordPieces: answers of HF tokenizers 0.23.3 (models.WordPiece of this vocabulary, five characters a word).
func TestWordPieces(t *testing.T) {
	m := NewWordPieces(vocabulary, "[UNK]", "##", 5)
	for word, want := range map[string]string{"a": "[1]", "ab": "[2]", "abc": "[5]", "abb": "[2 3]", "abcb": "[5 3]", "acb": "[1 4 3]",
		"ba": "[0]",
		"ad": "[0]", "aaaaaa": "[0]", "ébc": "[8 6]", "abcbc": "[5 6]", "bc": "[0]"} {
		if got := fmt.Sprint(m.AppendIDs(nil, word)); got != want {
			t.Errorf("%s: %s, want %s", word, got, want)
		}
	}
	if got := m.AppendIDs([]int32{9}, "ab"); !slices.Equal(got, []int32{9, 2}) {
		t.Errorf("%v, want the ids behind those that were there", got)
	}
}

// TestPiecesAreTheWord: pieces put together are the word, each the longest that fits, or the word is unknown.
func TestPiecesAreTheWord(t *testing.T) {
	m := NewWordPieces(vocabulary, "[UNK]", "##", 9)
	names := make([]string, len(vocabulary))
	for piece, id := range vocabulary {
		names[id] = piece
	}
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[abcé]{1,8}`).Draw(t, "word")
		ids := m.AppendIDs(nil, word)
		if slices.Contains(ids, 0) {
			if len(ids) != 1 {
				t.Fatalf("%s: %v, want one unknown", word, ids)
			}
			return
		}
		rest := word
		for i, id := range ids {
			piece := strings.TrimPrefix(names[id], "##")
			if !strings.HasPrefix(rest, piece) {
				t.Fatalf("%s: %v does not begin %s", word, piece, rest)
			}
			for longer := range vocabulary {
				stem, isTail := strings.CutPrefix(longer, "##")
				if isTail == (i > 0) && len(stem) > len(piece) && strings.HasPrefix(rest, stem) {
					t.Fatalf("%s: piece %s where %s fits", word, piece, longer)
				}
			}
			rest = rest[len(piece):]
		}
		if rest != "" {
			t.Fatalf("%s: %s is left", word, rest)
		}
	})
}

// TestJoin: answers of HF tokenizers 0.23.3 (decoders.WordPiece with clean-up).
func TestJoin(t *testing.T) {
	for pieces, want := range map[string]string{"a ##b c": "ab c", "hi !": "hi!", "do n ' t": "do n ' t", "do not": "do not",
		"I ' m , you": "I ' m, you",
		"##x y":       "##x y", "a . b": "a. b", "a ? b": "a? b"} {
		if got := Join(strings.Fields(pieces), "##"); got != want {
			t.Errorf("%s: %q, want %q", pieces, got, want)
		}
	}
}

// TestWords: words are what is between spaces, and each punctuation character is one; put together they are the text without spaces.
func TestWords(t *testing.T) {
	words := func(text string) (list []string) {
		Words(text, func(word string) { list = append(list, word) })
		return list
	}
	for text, want := range map[string]string{"it's  3.5": "it|'|s|3|.|5", " ": "", "": "", "¿qué?": "¿|qué|?", "$5+x": "$|5|+|x",
		"a\u3000b": "a\u3000b"} {
		if got := strings.Join(words(text), "|"); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		if got, want := strings.Join(words(text), ""), strings.ReplaceAll(text, " ", ""); got != want {
			t.Fatalf("%q: %q, want %q", text, got, want)
		}
	})
}

// TestNormalize: the steps in their order, as HF's BertNormalizer; the accent of a capital goes before it is made small.
func TestNormalize(t *testing.T) {
	for _, c := range []struct {
		n          Normalizer
		text, want string
	}{
		{Normalizer{}, "\u00c9\t\u4e2d", "\u00c9\t\u4e2d"},
		{Normalizer{Clean: true}, "a\tb\u0000\ufffd\u200d\u3000c", "a b c"},
		{Normalizer{Chinese: true}, "a\u4e2db\t", "a \u4e2d b\t"},
		{Normalizer{StripAccents: true}, "\u00c9\u00e9a\u0301", "Eea"},
		{Normalizer{Lowercase: true}, "\u00c9\u0130\u03a3", "\u00e9i\u0307\u03c3"}, // no final sigma
		{Normalizer{true, true, true, true}, "\u00c9T\u00c9\n\u6f22", "ete  \u6f22 "},
	} {
		if got := c.n.Normalize(c.text); got != c.want {
			t.Errorf("%+v of %q: %q, want %q", c.n, c.text, got, c.want)
		}
	}
}
