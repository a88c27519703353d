package bpe

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// What follows is a regular expression written plainly: alternatives of atoms, matched with backtracking.

// atom is a set of characters that comes from least to most times, as often as it can.
type atom struct {
	in          func(r rune) bool
	least, most int
}

// alternative is a sequence of atoms, and what must not follow it.
type alternative struct {
	atoms     []atom
	notBefore func(r rune) bool
}

const many = 1 << 30

func isClass(c class) func(rune) bool { return func(r rune) bool { return classify(r) == c } }

func isOneOf(s string) func(rune) bool {
	return func(r rune) bool { return strings.ContainsRune(s, r) }
}

func not(in func(rune) bool) func(rune) bool { return func(r rune) bool { return !in(r) } }

// literal matches each character of s, in any case where that is asked.
func literal(s string, folded bool) (a alternative) {
	for _, r := range s {
		set := string(r)
		if folded {
			set += strings.ToUpper(set)
			if r == 's' {
				set += "ſ"
			}
		}
		a.atoms = append(a.atoms, atom{isOneOf(set), 1, 1})
	}
	return a
}

// match returns the end of the first way to match that backtracking finds, or -1.
func (a alternative) match(text []rune, from int) int {
	if len(a.atoms) == 0 {
		if a.notBefore != nil && from < len(text) && a.notBefore(text[from]) {
			return -1
		}
		return from
	}
	first, rest := a.atoms[0], alternative{a.atoms[1:], a.notBefore}
	n := 0
	for n < first.most && from+n < len(text) && first.in(text[from+n]) {
		n++
	}
	for ; n >= first.least; n-- {
		if end := rest.match(text, from+n); end >= 0 {
			return end
		}
	}
	return -1
}

// expression is the size of the first alternative that matches at the beginning of text.
func expression(alternatives []alternative) Pattern {
	return func(text string) int {
		runes := []rune(text)
		for _, a := range alternatives {
			if end := a.match(runes, 0); end > 0 {
				return len(string(runes[:end]))
			}
		}
		return 0
	}
}

// contractions are 's|'t|'re|'ve|'m|'ll|'d.
func contractions(folded bool) (all []alternative) {
	for _, s := range strings.Split("'s|'t|'re|'ve|'m|'ll|'d", "|") {
		all = append(all, literal(s, folded))
	}
	return all
}

var (
	letters  = atom{isClass(letter), 1, many}
	optional = atom{isOneOf(" "), 0, 1}
	marks    = atom{isClass(other), 1, many}
	white    = atom{isClass(space), 1, many}
	trailing = []alternative{{[]atom{white}, not(isClass(space))}, {[]atom{white}, nil}} // \s+(?!\S)|\s+
)

// plainGPT2 and plainNumbered are the expressions of patterns, alternative by alternative.
var plainGPT2 = expression(append(append(contractions(false),
	alternative{atoms: []atom{optional, letters}}, alternative{atoms: []atom{optional, {isClass(number), 1, many}}},
	alternative{atoms: []atom{optional, marks}}), trailing...))

func plainNumbered(most int) Pattern {
	before := atom{func(r rune) bool { return r != '\r' && r != '\n' && classify(r) != letter && classify(r) != number }, 0, 1}
	breaks := isOneOf("\r\n")
	return expression(append(append(contractions(true),
		alternative{atoms: []atom{before, letters}}, alternative{atoms: []atom{{isClass(number), 1, most}}},
		alternative{atoms: []atom{optional, marks, {breaks, 0, many}}},
		alternative{atoms: []atom{{isClass(space), 0, many}, {breaks, 1, many}}}), trailing...))
}

// TestPatterns compares the patterns with their expressions, piece by piece.
func TestPatterns(t *testing.T) {
	const tried = "'''   \n\n\r\t\u00a0\u0085\u3000\u200b\u001cſsStTrReEvVmMlLdDaé中1२½²٣!?_-.€😀\u0301\u1c89"
	text := rapid.StringOf(rapid.SampledFrom([]rune(tried)))
	rapid.Check(t, func(t *rapid.T) {
		s := text.Draw(t, "text")
		for name, two := range map[string][2]Pattern{"GPT-2": {cutGPT2, plainGPT2}, "Llama 3": {cutNumbers(3), plainNumbered(3)},
			"Qwen 2": {cutNumbers(1), plainNumbered(1)}} {
			for rest := s; rest != ""; {
				got, want := two[0](rest), two[1](rest)
				if got != want || got == 0 {
					t.Fatalf("%s: of %q the first %d bytes, want %d", name, rest, got, want)
				}
				rest = rest[got:]
			}
		}
	})
}

// TestPatternsByHand checks the expressions on texts that try their lookahead and their order.
func TestPatternsByHand(t *testing.T) {
	for _, c := range []struct {
		expression string
		want       string // pieces between bars
	}{
		{GPT2, "It|'s| a|  | 10|th|-|day| don|'t"},
		{GPT2, "a|  | b|   "},
		{GPT2, "x|'|S| y"},
		{GPT2, "x|\n|y| |\t|z"},
		{cl100kHead + `\p{N}{1,3}` + cl100kTail, "x|'S|(y|123|45| !\n\n|  |\tz| \r\n|  | a"},
		{cl100kHead + `\p{N}` + cl100kTail, "1|2| |3|.\n"},
	} {
		text := strings.ReplaceAll(c.want, "|", "")
		var pieces []string
		for text != "" {
			size := Patterns[c.expression](text)
			pieces, text = append(pieces, text[:size]), text[size:]
		}
		if got := strings.Join(pieces, "|"); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestAlphabet(t *testing.T) {
	for b := range 256 {
		piece := string(alphabet[b])
		if raw, ok := bytesOf(piece); !ok || raw != string([]byte{byte(b)}) || utf8.RuneCountInString(piece) != 1 {
			t.Errorf("byte %#02x is %q, which is %q", b, piece, raw)
		}
	}
	if alphabet[' '] != 'Ġ' || alphabet['\n'] != 'Ċ' || alphabet[0xff] != 'ÿ' { // as GPT-2's vocabulary has them
		t.Errorf("space is %q, line feed %q", alphabet[' '], alphabet['\n'])
	}
	if got := Decode([]string{"Ġcaf", "Ã", "©", "<|中|>", "Ã"}); got != " café<|中|>\ufffd" {
		t.Errorf("decoded %q", got)
	}
}
