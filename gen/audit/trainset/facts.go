package trainset

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/cespare/xxhash/v2"
)

// Text holds facts about a text.
type Text struct {
	Begin     uint32 // hash of its first words; 0 if it has no more than those
	Letters   uint32 // characters
	Words     uint32
	Misread   bool // UTF-8 once read as Latin-1, or U+FFFD
	Markup    bool // tags or entities of HTML
	Ellipsis  bool // ends in an ellipsis
	Query     bool // the text is a query
	IsID      bool // the text is not given: this is an id
	Alphabet  Alphabet
	Punctuate uint16 // punctuation marks, up to 65,535
}

// Alphabet is the writing system of most letters of a text.
type Alphabet uint8

// Alphabets that are told apart.
const (
	NoLetters Alphabet = iota
	Latin
	Greek
	Cyrillic
	Arabic
	Hebrew
	Devanagari
	Thai
	EastAsian
	OtherAlphabet
)

var alphabetNames = [...]string{"no letters", "Latin", "Greek", "Cyrillic", "Arabic", "Hebrew", "Devanagari", "Thai", "East Asian",
	"another"}

func (a Alphabet) String() string { return alphabetNames[a] }

// beginWords is the number of words that make the beginning of a text.
const beginWords = 5

// factsOf returns what one scan of a text tells.
func factsOf(text string) (t Text) {
	if text == "" || text[0] == 0 {
		return t
	}
	var letters [len(alphabetNames)]int
	inWord := false
	for i, r := range text {
		t.Letters++
		switch {
		case r == ' ' || r == '\n' || r == '\t' || r >= 0x80 && unicode.IsSpace(r):
			if inWord = false; t.Words == beginWords && t.Begin == 0 {
				t.Begin = uint32(xxhash.Sum64String(strings.ToLower(text[:i]))) | 1
			}
			continue
		case 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z':
			letters[Latin]++
		case '0' <= r && r <= '9':
		case r < 0x80:
			t.Punctuate = min(t.Punctuate, 1<<16-2) + 1
		case r == utf8.RuneError:
			t.Misread = true
		case unicode.IsLetter(r):
			letters[alphabetOf(r)]++
		case unicode.IsPunct(r):
			t.Punctuate = min(t.Punctuate, 1<<16-2) + 1
		}
		if !inWord {
			inWord = true
			t.Words++
		}
	}
	for a, n := range letters {
		if n > letters[t.Alphabet] {
			t.Alphabet = Alphabet(a)
		}
	}
	t.Misread = t.Misread || corpus.IsMisread(text)
	t.Markup = hasMarkup(text)
	t.Ellipsis = strings.HasSuffix(text, "...") || strings.HasSuffix(text, "…")
	return t
}

// alphabetOf returns the alphabet of a letter that is not ASCII.
func alphabetOf(r rune) Alphabet {
	switch {
	case r < 0x370, 0x1e00 <= r && r < 0x1f00:
		return Latin
	case r < 0x400:
		return Greek
	case r < 0x530:
		return Cyrillic
	case 0x590 <= r && r < 0x600:
		return Hebrew
	case 0x600 <= r && r < 0x780:
		return Arabic
	case 0x900 <= r && r < 0x980:
		return Devanagari
	case 0xe00 <= r && r < 0xe80:
		return Thai
	case 0x2e80 <= r && r < 0xa4d0, 0xac00 <= r && r < 0xd7b0, 0xf900 <= r && r < 0xfb00, 0x20000 <= r && r < 0x32000:
		return EastAsian
	}
	return OtherAlphabet
}

// tagNames are names of tags of HTML that texts about other things rarely hold.
var tagNames = []string{"p>", "br>", "br/>", "br />", "div", "span", "a href", "b>", "i>", "li>", "ul>", "td", "tr", "table", "h1", "h2",
	"h3", "strong>", "em>", "script", "img "}

// hasMarkup reports whether a text holds a tag or an entity of HTML.
func hasMarkup(text string) bool {
	for rest := text; ; {
		i := strings.IndexAny(rest, "<&")
		if i < 0 {
			return false
		}
		isTag := rest[i] == '<'
		rest = rest[i+1:]
		name := strings.TrimPrefix(rest, "/")
		if isTag {
			name = strings.ToLower(name[:min(len(name), 8)])
			for _, tag := range tagNames {
				if strings.HasPrefix(name, tag) && strings.IndexByte(rest, '>') >= 0 {
					return true
				}
			}
			continue
		}
		end := strings.IndexByte(rest[:min(len(rest), 10)], ';')
		if end > 1 && strings.IndexFunc(rest[:end], func(r rune) bool { return r != '#' && !isWordByte(r) }) < 0 {
			return true
		}
	}
}

func isWordByte(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
}
