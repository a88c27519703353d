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

// frequent are ranges of the most frequent letters.
var frequent = []struct {
	from, to rune
	script   script
}{
	{0, 0x24f, latin}, {0x391, 0x3cf, greek}, {0x400, 0x52f, cyrillic}, {0x5d0, 0x5ea, hebrew}, {0x620, 0x64a, arabic}, {0x904, 0x939, devanagari},
	{0xe01, 0xe30, thai}, {0x3041, 0x3096, kana}, {0x30a1, 0x30fa, kana}, {0x4e00, 0x9fff, han}, {0xac00, 0xd7a3, hangul},
}

// scriptOf returns the script of a letter that is not ASCII.
func scriptOf(r rune) script {
	for i := range frequent {
		if f := &frequent[i]; f.from <= r && r <= f.to {
			return f.script
		}
	}
	for _, s := range scriptTables {
		if unicode.In(r, s.tables...) {
			return s.script
		}
	}
	return otherScript
}
