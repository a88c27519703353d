package chars

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"slices"
	"strconv"
	"testing"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// digest returns the SHA-256 of lines.
func digest(write func(h hash.Hash)) string {
	h := sha256.New()
	write(h)
	return fmt.Sprintf("%x", h.Sum(nil))
}

// eachCodePoint calls visit with all 1,112,064 code points that are characters.
func eachCodePoint(visit func(r rune)) {
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if utf8.ValidRune(r) {
			visit(r)
		}
	}
}

// places writes the code points of a text.
func places(line []byte, text string) []byte {
	for i, r := range []rune(text) {
		if i > 0 {
			line = append(line, ' ')
		}
		line = strconv.AppendInt(line, int64(r), 10)
	}
	return line
}

// TestEveryCodePoint compares all code points with HF tokenizers 0.23.3, which a script asked. Categories and scripts are those of
// Replace with a Regex of \p{..}. StripAccents and Nmt got an a with the character behind it. Numbers and words are what Digits and
// Whitespace split from letters around them, and do not. The values are SHA-256 over lines of the answers.
func TestEveryCodePoint(t *testing.T) {
	if testing.Short() {
		t.Skip("all code points, six times")
	}
	forms := func(form func(string) string) func(h hash.Hash) {
		return func(h hash.Hash) {
			var line []byte
			eachCodePoint(func(r rune) {
				line = append(strconv.AppendInt(line[:0], int64(r), 10), '\t')
				h.Write(append(places(line, form("a"+string(r))), '\n'))
			})
		}
	}
	members := func(has func(rune) bool) func(h hash.Hash) {
		return func(h hash.Hash) {
			var line []byte
			eachCodePoint(func(r rune) {
				if has(r) {
					line = append(strconv.AppendInt(line[:0], int64(r), 10), '\n')
					h.Write(line)
				}
			})
		}
	}
	for _, c := range []struct {
		name, want string
		write      func(h hash.Hash)
	}{
		{"categories", "c2a95ce39dfbde01eeba203b39f0b02c338433a8b9a92a6c1c04246219ded9bb", func(h hash.Hash) {
			var line []byte
			eachCodePoint(func(r rune) {
				line = append(append(strconv.AppendInt(line[:0], int64(r), 10), '\t'), Names[CategoryOf(r)]...)
				h.Write(append(line, '\n'))
			})
		}},
		{"scripts", "65dff7c7fe9f45764f6d2f80ad802be8ee7a040ce93bfb78fe4f1c7d58322bb8", func(h hash.Hash) {
			for _, name := range []string{"Arabic", "Cyrillic", "Devanagari", "Greek", "Han", "Hangul", "Hebrew", "Hiragana", "Katakana", "Latin",
				"Thai"} {
				has, ok := Script(name)
				if !ok {
					t.Errorf("there is no script %s", name)
					continue
				}
				eachCodePoint(func(r rune) {
					if has(r) {
						fmt.Fprintf(h, "%s\t%d\n", name, r)
					}
				})
			}
		}},
		{"accents", "cf98570550ce8a1eb60d9efc9bf01c3981c4aadd0fa15457538618692cf0da24", forms(StripAccents)},
		{"Nmt", "c61c9378f9e35987c8452ad09d801ea58c58654c4d524c6fe7485b7297c2aeaa", forms(Nmt)},
		{"numbers", "133e8ec47bf7954e01fa5d305d23dcb35c0f2c02cf277e9877111f8a88e768f9", members(IsNumeric)},
		{"words", "48944676197bf15b47158486b44ee967401af8f5defb662e8db9d2e344a74208", members(IsWord)},
	} {
		must.Equal(t, digest(c.write), c.want, "%s differ from HF's", c.name)
	}
}

// TestCategories: a few characters by Unicode's own file, UnicodeData.txt of 16.0; two ways to find a category agree on all.
func TestCategories(t *testing.T) {
	for r, want := range map[rune]string{'A': "Lu", 'a': "Ll", 'ǅ': "Lt", '1': "Nd", '²': "No", 'Ⅷ': "Nl", '_': "Pc", '-': "Pd", '(': "Ps", '»': "Pf",
		'+': "Sm", '€': "Sc", '^': "Sk", '©': "So", ' ': "Zs", '\u2028': "Zl", '\n': "Cc", '\u00ad': "Cf", '\ue000': "Co", '\u0301': "Mn", '\u0903': "Mc",
		'\u20dd': "Me", '\u0378': "Cn", '\u1c89': "Lu", '\U00010d4e': "Lm", '漢': "Lo", '😀': "So", utf8.MaxRune: "Cn", 0xd800: "Cn", -1: "Cn"} {
		must.Equal(t, Names[CategoryOf(r)], want, "%U", r)
	}
	eachCodePoint(func(r rune) {
		if r < 1<<16 && CategoryOf(r) != find(r) {
			t.Errorf("%U: %s by the table of the plane, %s by its ranges", r, Names[CategoryOf(r)], Names[find(r)])
		}
	})
	if slices.Contains(Names[:], "") {
		t.Error("a category has no name")
	}
	if _, ok := Script("Gothic"); ok {
		t.Error("a script that was not compared is there")
	}
}

// TestNFCByOlderTables: a mark that HF's tables do not know moves and joins as little as a letter.
func TestNFCByOlderTables(t *testing.T) {
	for text, want := range map[string]string{"e\u0301": "é", "a\u0301\u0323": "ạ\u0301", "a\u1df6\u0301": "a\u1df6\u0301",
		"e\u0301\u08d3\u0323\u0301": "é\u08d3\u0323\u0301", "\U00011935\U00011930": "\U00011935\U00011930", "": ""} {
		must.Equal(t, NFC.String(text), want, "%+q", text)
	}
}
