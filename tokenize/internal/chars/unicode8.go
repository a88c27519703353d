package chars

import "golang.org/x/text/unicode/rangetable"

// HF tokenizers has the categories of Unicode 8: a mark or punctuation character of a later version
// is a character like any other. Its lower-casing follows Unicode 17. Go has Unicode 15. The tables
// here are the difference, beside the characters that Unicode 8 lacks. They were found by querying HF tokenizers 0.23.3 for every code point;
// TestEveryCodePoint checks them.

// earlyMark is HANUNOO SIGN PAMUDPOD, which was a nonspacing mark.
const earlyMark = '\u1734'

// earlyPunctuation were punctuation: CANADIAN SYLLABICS CHI SIGN and SHARADA SUTRA MARK.
var earlyPunctuation = [...]rune{'\u166D', '\U000111C9'}

// lateCapitals are capitals since Unicode 16 and 17, and the distance to their lower case.
var lateCapitals = []struct{ low, high, shift rune }{
	{0x1C89, 0x1C89, 1}, {0xA7CB, 0xA7CB, 0x264 - 0xA7CB}, {0xA7CC, 0xA7CC, 1}, {0xA7CE, 0xA7CE, 1}, {0xA7D2, 0xA7D2, 1},
	{0xA7D4, 0xA7D4, 1}, {0xA7DA, 0xA7DA, 1}, {0xA7DC, 0xA7DC, 0x19B - 0xA7DC}, {0x10D50, 0x10D65, 0x20}, {0x16EA0, 0x16EB8, 0x1B},
}

// The characters of Unicode 8, and of Unicode 9, which HF's normal forms and StripAccents follow.
var assigned8, assigned9 = rangetable.Assigned("8.0.0"), rangetable.Assigned("9.0.0")

// lateMarks are characters of Unicode 8 that have become nonspacing marks since.
const lateMarks = "\u1885\u1886\ua9bd\U000111c9"
