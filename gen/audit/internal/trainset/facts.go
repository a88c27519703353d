package trainset

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/markup"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/cespare/xxhash/v2"
)

// Text holds facts about a text.
type Text struct {
	Begin    uint32 // hash of the first words, without case and white space; 0 if there are no more words
	Letters  uint32 // number of characters
	Words    uint32 // number of words
	Misread  bool   // true if the text has UTF-8 that was read as Latin-1, or U+FFFD
	Markup   bool   // true if the text has tags or entities of HTML
	Query    bool   // true if the text is a query
	IsID     bool   // true if the text is unknown: the set has only its id
	Blank    bool   // true if the text has only punctuation and white space
	Missing  bool   // true if the text is a word for a missing text, or markup that shows nothing
	Open     bool   // true if the text ends neither as a sentence nor in a closing quote or bracket
	Begins   uint8  // number of words, or of characters without spaces, of the beginning
	Language Language
}

// isEmpty is the result of lack for a text without characters.
const isEmpty = "is empty."

// lack returns a clause on why a text has nothing to read; "" if it has something.
func (t *Text) lack() string {
	switch {
	case t.IsID:
		return ""
	case t.Letters == 0:
		return isEmpty
	case t.Blank:
		return "holds nothing but punctuation."
	case t.Missing:
		return "stands for a missing text."
	}
	return ""
}

// The numbers of words or characters that make the beginning of a text.
const (
	BeginWords      = 5  // number of words
	beginCharacters = 8  // number of characters for Chinese
	beginPairs      = 16 // number of pairs of characters for other texts without spaces
)

// scriptCounts has the number of words of a text in each script. A character of a script without spaces counts as a word.
type scriptCounts [numScripts]int

// factsOf returns facts about a text that need one scan of its characters, and the numbers of its words by script.
func factsOf(text string) (t Text, counts scriptCounts) {
	if text == "" || text[0] == 0 {
		return t, counts
	}
	inWord, fifthEnd, last, end := false, 0, noScript, ' '
	t.Blank = true
	for i, r := range text {
		t.Letters++
		switch {
		case r == ' ' || '\t' <= r && r <= '\r' || r >= 0x80 && unicode.IsSpace(r):
			if inWord && t.Words == BeginWords {
				fifthEnd = i
			}
			inWord, last = false, noScript
			continue
		case t.Blank && !pairs.IsMark(r):
			t.Blank = false
		}
		switch end = r; {
		case 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z':
			if last != latin {
				counts[latin]++
				last = latin
			}
		case r < 0x80:
		case r == utf8.RuneError:
			t.Misread = true
		case unicode.IsLetter(r):
			if s := scriptOf(r); s != last || s >= firstUnspaced {
				counts[s]++
				last = s
			}
		}
		if !inWord {
			inWord = true
			t.Words++
		}
	}
	t.Open, t.Begins = !isFinal(end), BeginWords
	if t.Words > BeginWords {
		t.Begin = uint32(xxhash.Sum64String(strings.Join(strings.Fields(strings.ToLower(text[:fifthEnd])), " "))) | 1 // never 0
	}
	t.Misread = t.Misread || corpus.IsMisread(text)
	t.Markup, t.Missing = markup.Has(text), !t.Blank && pairs.IsMissing(text)
	return t, counts
}

// isFinal reports whether a character can be the end of a whole text.
func isFinal(r rune) bool {
	return r == '.' || r == '!' || r == '?' || r == '"' || r == '\'' || r == ')' || r == ']' || r == '}' || r == '>' ||
		r >= 0x80 && (r == '…' || unicode.In(r, unicode.Sentence_Terminal, unicode.Pe, unicode.Quotation_Mark))
}

// count adds the facts that need the words of the text, which are those of Words.
func (t *Text) count(words []uint32, counts *scriptCounts) {
	all, cut := 0, 0
	for s, n := range counts {
		if all += n; script(s) >= firstUnspaced {
			cut += n
		}
	}
	if cut > 0 {
		t.Words = uint32(len(words))
	}
	if 2*(cut-counts[hangul]) > all { // Korean has spaces, too
		t.Begin, t.Begins = 0, beginPairs
		if 2*counts[han] > all && float64(counts[kana]) < kanaShare*float64(all) {
			t.Begins = beginCharacters
		}
		if len(words) > int(t.Begins) {
			for _, word := range words[:t.Begins] {
				t.Begin = (t.Begin ^ word) * 0x01000193
			}
			t.Begin |= 1
		}
	}
	t.Language = languageOf(counts, all, words)
}
