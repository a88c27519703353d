package pipeline

import (
	"sort"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// lateMarks are marks of later Unicode versions than that of HF's tables. There each is a character
// like any other: it does not move or join, and nothing joins over it. Go's tables are those of
// Unicode 15. The difference was found by querying HF tokenizers 0.23.3 for every code point.
var lateMarks = []struct{ low, high rune }{
	{0x07FD, 0x07FD}, {0x0898, 0x089F}, {0x08CA, 0x08D3}, {0x09FE, 0x09FE}, {0x0C3C, 0x0C3C}, {0x0D3B, 0x0D3C}, {0x0EBA, 0x0EBA},
	{0x1715, 0x1715}, {0x1ABF, 0x1ACE}, {0x1DF6, 0x1DFA}, {0xA82C, 0xA82C}, {0x10D24, 0x10D27}, {0x10EAB, 0x10EAC},
	{0x10EFD, 0x10EFF}, {0x10F46, 0x10F50}, {0x10F82, 0x10F85}, {0x11070, 0x11070}, {0x1133B, 0x1133B}, {0x1145E, 0x1145E},
	{0x11839, 0x1183A}, {0x11930, 0x11930}, {0x11938, 0x11938}, {0x1193D, 0x1193E}, {0x11943, 0x11943}, {0x119E0, 0x119E0},
	{0x11A34, 0x11A34}, {0x11A47, 0x11A47}, {0x11A99, 0x11A99}, {0x11D42, 0x11D42}, {0x11D44, 0x11D45}, {0x11D97, 0x11D97},
	{0x11F41, 0x11F42}, {0x16FF0, 0x16FF1}, {0x1E08F, 0x1E08F}, {0x1E130, 0x1E136}, {0x1E2AE, 0x1E2AE}, {0x1E2EC, 0x1E2EF},
	{0x1E4EC, 0x1E4EF},
}

func isLateMark(r rune) bool {
	if r < lateMarks[0].low {
		return false
	}
	i := sort.Search(len(lateMarks), func(i int) bool { return r <= lateMarks[i].high })
	return i < len(lateMarks) && lateMarks[i].low <= r
}

// nfc returns the canonical composition of a text. Where Go's tables change nothing the older ones
// change nothing either, since they join and move less.
func nfc(text string) string {
	if norm.NFC.IsNormalString(text) {
		return text
	}
	var b strings.Builder
	start := 0
	for i, r := range text {
		if isLateMark(r) {
			b.WriteString(norm.NFC.String(text[start:i]))
			start = i + utf8.RuneLen(r)
			b.WriteRune(r)
		}
	}
	b.WriteString(norm.NFC.String(text[start:]))
	return b.String()
}
