// Package chars has classes and forms of characters as in the libraries under Hugging Face's tokenizers. Each library has its own version
// of Unicode: Rust's expressions, words and numbers 16 (category.go), normal forms 9 (forms.go), BERT 8 (bert.go). Go has 15. The tables
// here are the differences. They were found by querying HF tokenizers 0.23.3 for every code point.
package chars

import (
	"slices"
	"sort"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Category is a general category of Unicode 16, as an index in Names.
type Category uint8

// Names are the names of the categories. The first category holds surrogates and all code points that are not assigned.
var Names = [...]string{"Cn", "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po",
	"Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Co"}

// Categories returns a set of categories: bit i is set if the set holds category i.
func Categories(names ...string) (set uint32) {
	for _, name := range names {
		set |= 1 << slices.Index(Names[:], name)
	}
	return set
}

// tables are Go's tables, by category. The first is nil.
var tables = func() (t [len(Names)]*unicode.RangeTable) {
	for c, name := range Names {
		t[c] = unicode.Categories[name]
	}
	return t
}()

// late are the characters whose category in Unicode 16 differs from Go's tables.
var late = []struct {
	low, high rune
	category  string
}{
	{0x0897, 0x0897, "Mn"}, {0x1B4E, 0x1B4F, "Po"}, {0x1B7F, 0x1B7F, "Po"}, {0x1C89, 0x1C89, "Lu"}, {0x1C8A, 0x1C8A, "Ll"},
	{0x2427, 0x2429, "So"}, {0x2FFC, 0x2FFF, "So"}, {0x31E4, 0x31E5, "So"}, {0x31EF, 0x31EF, "So"}, {0xA7CB, 0xA7CC, "Lu"},
	{0xA7CD, 0xA7CD, "Ll"}, {0xA7DA, 0xA7DA, "Lu"}, {0xA7DB, 0xA7DB, "Ll"}, {0xA7DC, 0xA7DC, "Lu"}, {0x105C0, 0x105F3, "Lo"},
	{0x10D40, 0x10D49, "Nd"}, {0x10D4A, 0x10D4D, "Lo"}, {0x10D4E, 0x10D4E, "Lm"}, {0x10D4F, 0x10D4F, "Lo"},
	{0x10D50, 0x10D65, "Lu"}, {0x10D69, 0x10D6D, "Mn"}, {0x10D6E, 0x10D6E, "Pd"}, {0x10D6F, 0x10D6F, "Lm"},
	{0x10D70, 0x10D85, "Ll"}, {0x10D8E, 0x10D8F, "Sm"}, {0x10EC2, 0x10EC4, "Lo"}, {0x10EFC, 0x10EFC, "Mn"},
	{0x11380, 0x11389, "Lo"}, {0x1138B, 0x1138B, "Lo"}, {0x1138E, 0x1138E, "Lo"}, {0x11390, 0x113B5, "Lo"},
	{0x113B7, 0x113B7, "Lo"}, {0x113B8, 0x113BA, "Mc"}, {0x113BB, 0x113C0, "Mn"}, {0x113C2, 0x113C2, "Mc"},
	{0x113C5, 0x113C5, "Mc"}, {0x113C7, 0x113CA, "Mc"}, {0x113CC, 0x113CD, "Mc"}, {0x113CE, 0x113CE, "Mn"},
	{0x113CF, 0x113CF, "Mc"}, {0x113D0, 0x113D0, "Mn"}, {0x113D1, 0x113D1, "Lo"}, {0x113D2, 0x113D2, "Mn"},
	{0x113D3, 0x113D3, "Lo"}, {0x113D4, 0x113D5, "Po"}, {0x113D7, 0x113D8, "Po"}, {0x113E1, 0x113E2, "Mn"},
	{0x116D0, 0x116E3, "Nd"}, {0x1171E, 0x1171E, "Mc"}, {0x11BC0, 0x11BE0, "Lo"}, {0x11BE1, 0x11BE1, "Po"},
	{0x11BF0, 0x11BF9, "Nd"}, {0x11F5A, 0x11F5A, "Mn"}, {0x13460, 0x143FA, "Lo"}, {0x16100, 0x1611D, "Lo"},
	{0x1611E, 0x16129, "Mn"}, {0x1612A, 0x1612C, "Mc"}, {0x1612D, 0x1612F, "Mn"}, {0x16130, 0x16139, "Nd"},
	{0x16D40, 0x16D42, "Lm"}, {0x16D43, 0x16D6A, "Lo"}, {0x16D6B, 0x16D6C, "Lm"}, {0x16D6D, 0x16D6F, "Po"},
	{0x16D70, 0x16D79, "Nd"}, {0x18CFF, 0x18CFF, "Lo"}, {0x1CC00, 0x1CCEF, "So"}, {0x1CCF0, 0x1CCF9, "Nd"},
	{0x1CD00, 0x1CEB3, "So"}, {0x1E5D0, 0x1E5ED, "Lo"}, {0x1E5EE, 0x1E5EF, "Mn"}, {0x1E5F0, 0x1E5F0, "Lo"},
	{0x1E5F1, 0x1E5FA, "Nd"}, {0x1E5FF, 0x1E5FF, "Po"}, {0x1F8B2, 0x1F8BB, "So"}, {0x1F8C0, 0x1F8C1, "So"},
	{0x1FA89, 0x1FA89, "So"}, {0x1FA8F, 0x1FA8F, "So"}, {0x1FABE, 0x1FABE, "So"}, {0x1FAC6, 0x1FAC6, "So"},
	{0x1FADC, 0x1FADC, "So"}, {0x1FADF, 0x1FADF, "So"}, {0x1FAE9, 0x1FAE9, "So"}, {0x1FBCB, 0x1FBEF, "So"},
	{0x2EBF0, 0x2EE5D, "Lo"},
}

// find returns the category of a character from the tables.
func find(r rune) Category {
	for _, s := range late {
		if s.low <= r && r <= s.high {
			return numberOf(s.category)
		}
	}
	for c, table := range tables[1:] {
		if unicode.Is(table, r) {
			return Category(c + 1)
		}
	}
	return 0
}

func numberOf(name string) Category { return Category(slices.Index(Names[:], name)) }

// plane returns the categories of the Basic Multilingual Plane.
var plane = sync.OnceValue(func() *[1 << 16]Category {
	p := new([1 << 16]Category)
	set := func(low, high, stride rune, c Category) {
		for r := low; r <= high && r < 1<<16; r += stride {
			p[r] = c
		}
	}
	for c, table := range tables[1:] {
		for _, s := range table.R16 {
			set(rune(s.Lo), rune(s.Hi), rune(s.Stride), Category(c+1))
		}
	}
	for _, s := range late {
		set(s.low, s.high, 1, numberOf(s.category))
	}
	return p
})

// ascii are the categories of ASCII.
var ascii = func() (a [utf8.RuneSelf]Category) {
	for r := range a {
		a[r] = find(rune(r))
	}
	return a
}()

// CategoryOf returns the category of a character.
func CategoryOf(r rune) Category {
	switch {
	case uint32(r) < utf8.RuneSelf:
		return ascii[r]
	case uint32(r) < 1<<16:
		return plane()[r]
	}
	return find(r)
}

// lateScripts holds the characters that Unicode 16 added to each script after Go's tables. Its keys are the scripts that Script knows.
var lateScripts = map[string]Spans{
	"Han": {{0x2EBF0, 0x2EE5D}}, "Latin": {{0xA7CB, 0xA7CD}, {0xA7DA, 0xA7DC}}, "Cyrillic": {{0x1C89, 0x1C8A}},
	"Arabic": {{0x0897, 0x0897}, {0x10EC2, 0x10EC4}, {0x10EFC, 0x10EFC}},
	"Greek":  nil, "Hebrew": nil, "Devanagari": nil, "Thai": nil, "Hangul": nil, "Katakana": nil, "Hiragana": nil,
}

// Script returns a function that reports whether a script has a character. ok is false for a name that is not in lateScripts.
func Script(name string) (has func(rune) bool, ok bool) {
	more, ok := lateScripts[name]
	if !ok {
		return nil, false
	}
	return func(r rune) bool { return more.Has(r) || unicode.Is(unicode.Scripts[name], r) }, true
}

var (
	words   = Categories("Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "Pc")
	numbers = Categories("Nd", "Nl", "No")
)

// IsWord reports whether a character is in \w of Rust's crate regex.
func IsWord(r rune) bool {
	return words>>CategoryOf(r)&1 == 1 || r == '\u200c' || r == '\u200d' || r >= 0x80 && unicode.Is(unicode.Other_Alphabetic, r)
}

// IsNumeric reports whether a character is a number in Rust's is_numeric, which has Unicode 17.
func IsNumeric(r rune) bool {
	return numbers>>CategoryOf(r)&1 == 1 || 0x11DE0 <= r && r <= 0x11DE9 || 0x16FF4 <= r && r <= 0x16FF6
}

// Spans are ranges of characters, in order.
type Spans []struct{ Low, High rune }

// Has reports whether a character is in one of the spans.
func (s Spans) Has(r rune) bool {
	i := sort.Search(len(s), func(i int) bool { return r <= s[i].High })
	return i < len(s) && s[i].Low <= r
}
