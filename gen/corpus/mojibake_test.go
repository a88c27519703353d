package corpus

import (
	"testing"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"pgregory.net/rapid"
)

// plainRepair is the definition: for window lengths 4, 3 and 2, a window of U+0080..U+00FF is encoded as Latin-1, decoded
// as UTF-8, and replaced if that gives exactly one character.
func plainRepair(text string) string {
	runes := []rune(text)
	for _, width := range []int{4, 3, 2} {
		var out []rune
		for i := 0; i < len(runes); i++ {
			var raw []byte
			for _, r := range runes[i:min(i+width, len(runes))] {
				if r >= 0x80 && r <= 0xff {
					raw = append(raw, byte(r))
				}
			}
			if len(raw) == width && utf8.Valid(raw) && utf8.RuneCount(raw) == 1 {
				r, _ := utf8.DecodeRune(raw)
				out = append(out, r)
				i += width - 1
			} else {
				out = append(out, runes[i])
			}
		}
		runes = out
	}
	return string(runes)
}

// latin1 is what UTF-8 read as Latin-1 looks like.
func latin1(text string) string {
	var runes []rune
	for i := range len(text) {
		runes = append(runes, rune(text[i]))
	}
	return string(runes)
}

func TestRepair(t *testing.T) {
	for text, want := range map[string]string{
		"plain":                             "plain",
		"café":                              "café", // right already
		"cafÃ©":                             "café",
		"Ã© and é":                          "é and é", // only a part is damaged
		latin1("don’t € 𝄞 ñandú"):           "don’t € 𝄞 ñandú",
		"Ã":                                 "Ã", // cut off
		"â\u0080":                           "â\u0080",
		"À\u0080":                           "À\u0080",             // overlong: not UTF-8
		"í\u00a0\u0080":                     "í\u00a0\u0080",       // a surrogate: not UTF-8
		"õ\u0080\u0080\u0080":               "õ\u0080\u0080\u0080", // beyond U+10FFFF
		latin1(latin1("é")):                 latin1("é"),           // damaged twice, repaired once
		"ÃÃ©":                               "Ãé",
		"\u00e2\u0080\u0099s \u00e2\u0082¬": "’s €",
	} {
		must.Equal(t, RepairMojibake(text), want, "RepairMojibake(%q)", text)
		if got := plainRepair(text); got != want {
			t.Errorf("the definition gives %q for %q, want %q", got, text, want)
		}
	}
}

// TestIsMisread: superscripts are letters of Windows-1250 inside words alone.
func TestIsMisread(t *testing.T) {
	for text, want := range map[string]bool{"cafÃ©": true, "donâ€™t": true, "wiert³o": true, "zamek b³yskawiczny": false, "dr¹¿ek pasuj¹cy": true,
		"10 m³ of sand": false, "x³y": false, "cm³": false, "note¹": false, "żółć": false} {
		must.Equal(t, IsMisread(text), want, "%s", text)
	}
}

func TestRepairAgreesWithItsDefinition(t *testing.T) {
	piece := rapid.OneOf(
		rapid.Map(rapid.StringN(0, 6, -1), latin1),
		rapid.StringOf(rapid.RuneFrom([]rune("aÃÂâðí©¬\u0080\u0099\u00a0\u00bf\u00f4é’"))),
		rapid.String(),
	)
	rapid.Check(t, func(t *rapid.T) {
		text := piece.Draw(t, "a") + piece.Draw(t, "b")
		if got, want := RepairMojibake(text), plainRepair(text); got != want {
			t.Fatalf("RepairMojibake(%q) = %q, the definition gives %q", text, got, want)
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.Rune().Filter(func(r rune) bool { return r < 0x80 || r > 0xff })).Draw(t, "text")
		if got := RepairMojibake(latin1(text)); got != text {
			t.Fatalf("damaged %q is repaired as %q", text, got)
		}
	})
}
