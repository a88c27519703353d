package trainset

import "unicode"

// A script without spaces between words is cut into characters, or into pairs of neighbouring characters.
const (
	ofWords = iota // words have spaces between them
	inPairs        // a character says little: kana, Hangul, Thai, Lao, Khmer, Burmese
	alone          // a character is nearly a word: Chinese characters, Yi
)

// hanZero is a Chinese character that Unicode does not count among the letters.
const hanZero = '\u3007'

// unspaced returns how the script of a letter is cut.
func unspaced(r rune) int {
	switch {
	case r < 0x0e00:
		return ofWords
	case r < 0x0f00, // Thai, Lao
		0x1000 <= r && r < 0x10a0, 0xa9e0 <= r && r < 0xaa00, 0xaa60 <= r && r < 0xaa80, // Burmese
		0x1100 <= r && r < 0x1200, 0x3130 <= r && r < 0x3190, 0xa960 <= r && r < 0xa980, 0xac00 <= r && r < 0xd800, // Hangul
		0x1780 <= r && r < 0x1800,                                                                                    // Khmer
		0x3041 <= r && r < 0x3130, 0x31a0 <= r && r < 0x3200, 0xff66 <= r && r < 0xffe0, 0x1aff0 <= r && r < 0x1b170: // kana, Bopomofo
		return inPairs
	case r == 0x3005, r == hanZero, r == 0x303b, r == 0x16fe3, 0x3400 <= r && r < 0xa4d0, 0xf900 <= r && r < 0xfb00, 0x20000 <= r:
		return alone
	}
	return ofWords
}

// script is a writing system.
type script uint8

// Scripts that are told apart, first those with spaces between words.
const (
	noScript script = iota
	latin
	greek
	cyrillic
	arabic
	hebrew
	devanagari
	otherScript
	thai
	lao
	khmer
	burmese
	hangul
	kana
	han
	numScripts
	firstUnspaced = thai
)

// scriptTables are those of Unicode, in the order in which a letter is looked up.
var scriptTables = []struct {
	script script
	tables []*unicode.RangeTable
}{
	{latin, []*unicode.RangeTable{unicode.Latin}},
	{greek, []*unicode.RangeTable{unicode.Greek}},
	{cyrillic, []*unicode.RangeTable{unicode.Cyrillic}},
	{arabic, []*unicode.RangeTable{unicode.Arabic}},
	{hebrew, []*unicode.RangeTable{unicode.Hebrew}},
	{devanagari, []*unicode.RangeTable{unicode.Devanagari}},
	{thai, []*unicode.RangeTable{unicode.Thai}},
	{lao, []*unicode.RangeTable{unicode.Lao}},
	{khmer, []*unicode.RangeTable{unicode.Khmer}},
	{burmese, []*unicode.RangeTable{unicode.Myanmar}},
	{hangul, []*unicode.RangeTable{unicode.Hangul}},
	{kana, []*unicode.RangeTable{unicode.Hiragana, unicode.Katakana}},
	{han, []*unicode.RangeTable{unicode.Han, unicode.Bopomofo, unicode.Yi}},
}

// scriptOf returns the script of a letter that is not ASCII. The most frequent letters are told by their ranges, which is faster.
func scriptOf(r rune) script {
	switch {
	case r < 0x250:
		return latin
	case 0x391 <= r && r < 0x3d0:
		return greek
	case 0x400 <= r && r < 0x530:
		return cyrillic
	case 0x5d0 <= r && r < 0x5eb:
		return hebrew
	case 0x620 <= r && r < 0x64b:
		return arabic
	case 0x904 <= r && r < 0x93a:
		return devanagari
	case 0xe01 <= r && r < 0xe31:
		return thai
	case 0x3041 <= r && r < 0x3097, 0x30a1 <= r && r < 0x30fb:
		return kana
	case 0x4e00 <= r && r < 0xa000:
		return han
	case 0xac00 <= r && r < 0xd7a4:
		return hangul
	}
	for _, s := range scriptTables {
		if unicode.In(r, s.tables...) {
			return s.script
		}
	}
	return otherScript
}
