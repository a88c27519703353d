package trainset

import (
	"strings"
	"testing"
	"unicode"
)

// TestFacts compares the facts of texts with those by hand. Begin is compared in TestBegin.
func TestFacts(t *testing.T) {
	for text, want := range map[string]Text{
		"":                         {},
		" \t\n":                    {Letters: 3},
		"The cat, 42 -- it sat.":   {Letters: 22, Words: 6, Alphabet: Latin},
		"a\tb\r\nc\vd\fe\u00a0f":   {Letters: 12, Words: 6, Alphabet: Latin},
		"12 34":                    {Letters: 5, Words: 2},
		"naïve":                    {Letters: 5, Words: 1, Alphabet: Latin},
		"кот cat":                  {Letters: 7, Words: 2, Alphabet: Latin}, // of equal numbers the first one of the list
		"кот ca":                   {Letters: 6, Words: 2, Alphabet: Cyrillic},
		"a \ufffd b":               {Letters: 5, Words: 3, Alphabet: Latin, Misread: true},
		"a \xff":                   {Letters: 3, Words: 2, Alphabet: Latin, Misread: true}, // a byte that is no UTF-8
		"cafÃ©":                    {Letters: 5, Words: 1, Alphabet: Latin, Misread: true},
		"<p>x</p>":                 {Letters: 8, Words: 1, Alphabet: Latin, Markup: true},
		"\x00query 7":              {}, // an id
		"狐 は":                      {Letters: 3, Words: 2, Alphabet: EastAsian},
		"one two three four five":  {Letters: 23, Words: 5, Alphabet: Latin},
		"one two three four five ": {Letters: 24, Words: 5, Alphabet: Latin},
	} {
		got := factsOf(text)
		if got.Begin != 0 && want.Words <= 5 {
			t.Errorf("%q has a beginning, and no more words than that", text)
		}
		if got.Begin = 0; got != want {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}

// TestBegin: two texts begin alike if their first five words are the same without case and white space, and both go on.
func TestBegin(t *testing.T) {
	begin := factsOf("All rights reserved by us. 1").Begin
	if begin == 0 {
		t.Fatal("no beginning")
	}
	for text, alike := range map[string]bool{
		"ALL RIGHTS RESERVED BY US. another":     true,
		"All  rights\nreserved\r\nby\tus.\n\n2":  true,
		" All rights reserved by us. 1":          true,
		"All rights reserved by us.":             false,
		"All rights reserved by us 1":            false,
		"All rights reserved by 1 us.":           false,
		"All rights re served by us.":            false,
		"All rights reserved by us.and others 1": false,
	} {
		if got := factsOf(text).Begin; (got == begin) != alike {
			t.Errorf("%q begins alike: %t, want %t", text, got == begin, alike)
		}
	}
}

// TestAlphabets: letters by hand, and every letter of Unicode beside its scripts.
func TestAlphabets(t *testing.T) {
	for letters, want := range map[string]Alphabet{
		"éßøŁəḀẞꜰＡａ": Latin,      // with accents, of phonetics, of 1E00, in full width
		"αΩἀῶ":       Greek,      // of old Greek, too
		"жЯѢҐꙖ":      Cyrillic,   // of Slavonic, too
		"عيپﻻ":       Arabic,     // and as it is drawn
		"אשׁ":        Hebrew,     // likewise
		"कꣲ":         Devanagari, // and of Vedic
		"กฮ":         Thai,
		"狐はカｱ여ᄒㄅ㐀𠀀ꀀ": EastAsian,     // also in half width, and parts of syllables
		"ܐბաகლາⲀ":    OtherAlphabet, // Syriac, Georgian, Armenian, Tamil, Lao, Coptic
	} {
		for _, r := range letters {
			if got := factsOf(string(r)).Alphabet; got != want && unicode.IsLetter(r) {
				t.Errorf("%c (%U) is %s, want %s", r, r, got, want)
			}
		}
	}
	known := map[Alphabet][]string{Latin: {"Latin"}, Greek: {"Greek"}, Cyrillic: {"Cyrillic"}, Arabic: {"Arabic"}, Hebrew: {"Hebrew"},
		Devanagari: {"Devanagari"}, Thai: {"Thai"}, EastAsian: {"Han", "Hiragana", "Katakana", "Hangul", "Bopomofo", "Yi"}}
	scriptOf := map[string]Alphabet{}
	for alphabet, names := range known {
		for _, name := range names {
			scriptOf[name] = alphabet
		}
	}
	wrong := 0
	for name, table := range unicode.Scripts {
		want, has := scriptOf[name]
		switch {
		case name == "Common", name == "Inherited": // of several alphabets
			continue
		case !has:
			want = OtherAlphabet
		}
		check := func(from, to, step rune) {
			for r := from; r <= to; r += step {
				if r >= 0x80 && unicode.IsLetter(r) && alphabetOf(r) != want {
					if wrong++; wrong <= 20 {
						t.Errorf("%c (%U) of %s is %s, want %s", r, r, name, alphabetOf(r), want)
					}
				}
			}
		}
		for _, part := range table.R16 {
			check(rune(part.Lo), rune(part.Hi), rune(part.Stride))
		}
		for _, part := range table.R32 {
			check(rune(part.Lo), rune(part.Hi), rune(part.Stride))
		}
	}
}

// TestAlphabetNames: each alphabet has a name of its own.
func TestAlphabetNames(t *testing.T) {
	names := map[string]bool{}
	for a := NoLetters; a <= OtherAlphabet; a++ {
		names[a.String()] = true
	}
	if len(names) != int(OtherAlphabet)+1 || names[""] {
		t.Errorf("%v", names)
	}
}

// TestMarkup: tags and entities of HTML beside signs that are none.
func TestMarkup(t *testing.T) {
	has := []string{"<p>", "a</P>b", "<br />", "<br/>", "<DIV class=x>", "x < y <b>z</b>", "a&nbsp;b", "R&amp;D", "&#39;", "&#x27;",
		"AT&T and &lt;", "<a href='x'>", "<img src=x>"}
	hasNot := []string{"", "a < b > c", "x <p", "1<2 and 3>2", "R&D", "AT&T; and so on", "a & b;", "a &b=c;", "&;", "&", "<", "a<",
		"&" + strings.Repeat("x", 10) + ";", "<pre", "i <3 you", "<é"}
	for want, list := range map[bool][]string{true: has, false: hasNot} {
		for _, text := range list {
			if got := hasMarkup(text); got != want {
				t.Errorf("%q: %t", text, got)
			}
		}
	}
}
