package chars

import "golang.org/x/text/unicode/rangetable"

// BERT's parts of HF tokenizers have the categories of Unicode 8: marks and punctuation of later versions are ordinary characters.
// Lower-casing follows Unicode 17. Go has Unicode 15. The tables here are the differences, found by querying HF tokenizers 0.23.3 for every
// code point. TestEveryCodePoint checks them.

// earlyMark is HANUNOO SIGN PAMUDPOD, a nonspacing mark in Unicode 8 but not in Go's tables.
const earlyMark = '\u1734'

// earlyPunctuation are CANADIAN SYLLABICS CHI SIGN and SHARADA SUTRA MARK, punctuation in Unicode 8 but not in Go's tables.
var earlyPunctuation = [...]rune{'\u166D', '\U000111C9'}

// lateCapitals are the capitals of Unicode 16 and 17. shift is the distance to their lower case.
var lateCapitals = []struct{ low, high, shift rune }{
	{0x1C89, 0x1C89, 1}, {0xA7CB, 0xA7CB, 0x264 - 0xA7CB}, {0xA7CC, 0xA7CC, 1}, {0xA7CE, 0xA7CE, 1}, {0xA7D2, 0xA7D2, 1},
	{0xA7D4, 0xA7D4, 1}, {0xA7DA, 0xA7DA, 1}, {0xA7DC, 0xA7DC, 0x19B - 0xA7DC}, {0x10D50, 0x10D65, 0x20}, {0x16EA0, 0x16EB8, 0x1B},
}

// assigned8 and assigned9 are the characters of Unicode 8 (BERT) and Unicode 9 (normal forms and StripAccents).
var assigned8, assigned9 = rangetable.Assigned("8.0.0"), rangetable.Assigned("9.0.0")

// lateMarks are nonspacing marks in Go's tables that were other characters in Unicode 8.
const lateMarks = "\u1885\u1886\ua9bd\U000111c9"
