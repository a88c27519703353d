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
	Begin    uint32 // hash of its first words, without regard to case and white space; 0 if it has no more than those
	Letters  uint32 // characters
	Words    uint32
	Misread  bool // UTF-8 once read as Latin-1, or U+FFFD
	Markup   bool // tags or entities of HTML
	Query    bool // the text is a query
	IsID     bool // the text is not given: this is an id
	Alphabet Alphabet
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
	inWord, fifthEnd := false, 0
	for i, r := range text {
		t.Letters++
		switch {
		case r == ' ' || '\t' <= r && r <= '\r' || r >= 0x80 && unicode.IsSpace(r):
			if inWord && t.Words == beginWords {
				fifthEnd = i
			}
			inWord = false
			continue
		case 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z':
			letters[Latin]++
		case r < 0x80:
		case r == utf8.RuneError:
			t.Misread = true
		case unicode.IsLetter(r):
			letters[alphabetOf(r)]++
		}
		if !inWord {
			inWord = true
			t.Words++
		}
	}
	if t.Words > beginWords {
		t.Begin = hashBegin(text[:fifthEnd])
	}
	for a, n := range letters {
		if n > letters[t.Alphabet] {
			t.Alphabet = Alphabet(a)
		}
	}
	t.Misread = t.Misread || corpus.IsMisread(text)
	t.Markup = hasMarkup(text)
	return t
}

// hashBegin returns the hash of words, without regard to case and white space. It is never 0.
func hashBegin(words string) uint32 {
	return uint32(xxhash.Sum64String(strings.Join(strings.Fields(strings.ToLower(words)), " "))) | 1
}

// scripts are the scripts of Unicode that make each alphabet.
var scripts = []struct {
	alphabet Alphabet
	tables   []*unicode.RangeTable
}{
	{Latin, []*unicode.RangeTable{unicode.Latin}},
	{Greek, []*unicode.RangeTable{unicode.Greek}},
	{Cyrillic, []*unicode.RangeTable{unicode.Cyrillic}},
	{Arabic, []*unicode.RangeTable{unicode.Arabic}},
	{Hebrew, []*unicode.RangeTable{unicode.Hebrew}},
	{Devanagari, []*unicode.RangeTable{unicode.Devanagari}},
	{Thai, []*unicode.RangeTable{unicode.Thai}},
	{EastAsian, []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo, unicode.Yi}},
}

// alphabetOf returns the alphabet of a letter that is not ASCII. The most frequent letters are told by their ranges, which is faster.
func alphabetOf(r rune) Alphabet {
	switch {
	case r < 0x250:
		return Latin
	case 0x391 <= r && r < 0x3d0:
		return Greek
	case 0x400 <= r && r < 0x530:
		return Cyrillic
	case 0x5d0 <= r && r < 0x5eb:
		return Hebrew
	case 0x620 <= r && r < 0x64b:
		return Arabic
	case 0x904 <= r && r < 0x93a:
		return Devanagari
	case 0xe01 <= r && r < 0xe31:
		return Thai
	case 0x3041 <= r && r < 0x3097, 0x30a1 <= r && r < 0x30fb, 0x4e00 <= r && r < 0xa000, 0xac00 <= r && r < 0xd7a4:
		return EastAsian
	}
	for _, s := range scripts {
		if unicode.In(r, s.tables...) {
			return s.alphabet
		}
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
