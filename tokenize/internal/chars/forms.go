package chars

import (
	"sort"
	"strings"
	"unicode"
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

// unchanged are characters with a compatibility decomposition since later versions than that of HF's tables, which leave them as they are;
// DIVES AKURU VOWEL SIGN O has a canonical one.
var unchanged = []struct{ low, high rune }{
	{0x32FF, 0x32FF}, {0xA7F2, 0xA7F4}, {0xAB69, 0xAB69}, {0x10781, 0x10785}, {0x10787, 0x107B0}, {0x107B2, 0x107BA}, {0x11938, 0x11938},
	{0x1E030, 0x1E06D}, {0x1F16C, 0x1F16C}, {0x1FBF0, 0x1FBF9},
}

// isLate reports whether HF's tables do not know a character that Go's forms change or move.
func isLate(r rune) bool {
	if isLateMark(r) {
		return true
	}
	for _, s := range unchanged {
		if r < s.low {
			return false
		}
		if r <= s.high {
			return true
		}
	}
	return false
}

// Form is a normal form of Unicode as HF's tables have it. Where Go's change nothing, the older tables change nothing either, since they
// join and move less.
type Form norm.Form

// The normal forms.
const (
	NFC  = Form(norm.NFC)
	NFD  = Form(norm.NFD)
	NFKC = Form(norm.NFKC)
	NFKD = Form(norm.NFKD)
)

// String returns a text in the form.
func (f Form) String(text string) string {
	form := norm.Form(f)
	if form.IsNormalString(text) {
		return text
	}
	var b strings.Builder
	start := 0
	for i, r := range text {
		if isLate(r) {
			b.WriteString(form.String(text[start:i]))
			start = i + utf8.RuneLen(r)
			b.WriteRune(r)
		}
	}
	b.WriteString(form.String(text[start:]))
	return b.String()
}

// keptMarks are marks that StripAccents of HF tokenizers keeps.
var keptMarks = []struct{ low, high rune }{
	{0x07FD, 0x07FD}, {0x0898, 0x089F}, {0x08CA, 0x08D3}, {0x09FE, 0x09FE}, {0x0AFA, 0x0AFF}, {0x0B55, 0x0B55},
	{0x0C04, 0x0C04}, {0x0C3C, 0x0C3C}, {0x0CF3, 0x0CF3}, {0x0D00, 0x0D00}, {0x0D3B, 0x0D3C}, {0x0D81, 0x0D81},
	{0x0EBA, 0x0EBA}, {0x0ECE, 0x0ECE}, {0x1715, 0x1715}, {0x180F, 0x180F}, {0x1ABF, 0x1ACE}, {0x1CF7, 0x1CF7},
	{0x1DF6, 0x1DFA}, {0xA82C, 0xA82C}, {0xA8FF, 0xA8FF}, {0x10D24, 0x10D27}, {0x10EAB, 0x10EAC}, {0x10EFD, 0x10EFF},
	{0x10F46, 0x10F50}, {0x10F82, 0x10F85}, {0x11070, 0x11070}, {0x11073, 0x11074}, {0x110C2, 0x110C2}, {0x11145, 0x11146},
	{0x111C9, 0x111C9}, {0x111CE, 0x111CF}, {0x11241, 0x11241}, {0x1133B, 0x1133B}, {0x1145E, 0x1145E}, {0x1182C, 0x1183A},
	{0x11930, 0x11935}, {0x11937, 0x11938}, {0x1193B, 0x1193E}, {0x11940, 0x11940}, {0x11942, 0x11943}, {0x119D1, 0x119D7},
	{0x119DA, 0x119E0}, {0x119E4, 0x119E4}, {0x11A01, 0x11A0A}, {0x11A33, 0x11A39}, {0x11A3B, 0x11A3E}, {0x11A47, 0x11A47},
	{0x11A51, 0x11A5B}, {0x11A8A, 0x11A99}, {0x11D31, 0x11D36}, {0x11D3A, 0x11D3A}, {0x11D3C, 0x11D3D}, {0x11D3F, 0x11D45},
	{0x11D47, 0x11D47}, {0x11D8A, 0x11D8E}, {0x11D90, 0x11D91}, {0x11D93, 0x11D97}, {0x11EF3, 0x11EF6}, {0x11F00, 0x11F01},
	{0x11F03, 0x11F03}, {0x11F34, 0x11F3A}, {0x11F3E, 0x11F42}, {0x13440, 0x13440}, {0x13447, 0x13455}, {0x16F4F, 0x16F4F},
	{0x16F7F, 0x16F87}, {0x16FE4, 0x16FE4}, {0x16FF0, 0x16FF1}, {0x1CF00, 0x1CF2D}, {0x1CF30, 0x1CF46}, {0x1E08F, 0x1E08F},
	{0x1E130, 0x1E136}, {0x1E2AE, 0x1E2AE}, {0x1E2EC, 0x1E2EF}, {0x1E4EC, 0x1E4EF},
}

// StripAccents returns a text without combining marks.
func StripAccents(text string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x300 || r != '\u1cf2' && r != '\u1cf3' && !isCombining(r) {
			return r
		}
		return -1
	}, text)
}

func isCombining(r rune) bool {
	if !unicode.Is(unicode.M, r) {
		return false
	}
	i := sort.Search(len(keptMarks), func(i int) bool { return r <= keptMarks[i].high })
	return i == len(keptMarks) || r < keptMarks[i].low
}

// Nmt does what SentencePiece's rules for machine translation do: control characters go, and other white space and characters without
// width become spaces.
func Nmt(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 1 <= r && r <= 8, r == 0x0B, 0x0E <= r && r <= 0x1F, r == 0x7F, r == 0x8F, r == 0x9F:
			return -1
		case r == 9, r == 0x0A, r == 0x0C, r == 0x0D, r == 0x1680, 0x200B <= r && r <= 0x200F, r == 0x2028, r == 0x2029, r == 0x2581,
			r == 0xFEFF, r == 0xFFFD:
			return ' '
		}
		return r
	}, text)
}
