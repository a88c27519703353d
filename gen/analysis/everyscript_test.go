package analysis

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"
	"pgregory.net/rapid"
)

func TestEveryScript(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Naïve CAFÉ, Ελλάδα 3½ ΩΜΈΓΑ", "naïve café ελλάδα 3½ ωμέγα"},
		{"a\u0301b_c\xffd", "áb c d"}, // composed; what is not UTF-8 separates
		{"Die Vermögensteuer für Straßen", "die vermögensteuer für straßen"},
		{"Donau\u00addampf\u00adschiff", "donaudampfschiff"},
		{"می\u200cخواهم کتاب\u200bها", "میخواهم کتاب ها"}, // the non-joiner is passed over, the zero width space separates
		{"العَرَبِيَّة، ١٢٣", "العَرَبِيَّة ١٢٣"},
		{"Съешь ещё ЭТИХ", "съешь ещё этих"},
		{"हिन्दी में", "हिन्दी में"},
		{"ภาษาไทย", "ภาษาไทย"},
		{"Ｆｕｌｌ　ｗｉｄｔｈ，２０２６", "full width 2026"},
		{"ｶﾞｷﾞ", "ガギ"},                                      // half width, with marks of their own
		{"한국어", "한국 국어"}, {"\u1112\u1161\u11ab국어", "한국 국어"}, // in parts
		{"2020年の春", "2020 年の の春"}, {"コンピューター", "コン ンピ ピュ ュー ータ ター"},
		{"葛\U000e0100城市", "葛\U000e0100城 城市"}, // a variant of the first, by a mark
		{"don't 3,000 \u0130\u212a", "don t 3 000 ik"},
		// Lucene's TestCJKAnalyzer: testJa1, testJa2, testC, testMix, testMix2, testFullWidth, testNonIdeographic, and, but for its
		// stop word, testEnglish.
		{"一二三四五六七八九十", "一二 二三 三四 四五 五六 六七 七八 八九 九十"},
		{"一 二三四 五六七八九 十", "一 二三 三四 五六 六七 七八 八九 十"},
		{"abc defgh ijklmn opqrstu vwxy z", "abc defgh ijklmn opqrstu vwxy z"},
		{"あいうえおabcかきくけこ", "あい いう うえ えお abc かき きく くけ けこ"},
		{"あいうえおabんcかきくけ こ", "あい いう うえ えお ab ん c かき きく くけ こ"},
		{"Ｔｅｓｔ １２３４", "test 1234"},
		{"一 روبرت موير", "一 روبرت موير"},
	} {
		must.Equal(t, strings.Join(tokens(t, "unicode", c.text), " "), c.want, "%q =", c.text)
	}
}

// plainEveryScript is the definition of the tokenizer unicode, step by step over the whole text.
func plainEveryScript(text string) (list []string) {
	const cjk = `[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\x{30fc}]`
	var (
		runs       = regexp.MustCompile(`[\p{L}\p{M}\p{N}]+`)
		parts      = regexp.MustCompile(`(?:` + cjk + `\p{M}*)+|.`)
		characters = regexp.MustCompile(`.\p{M}*`)
		chinese    = regexp.MustCompile(`^` + cjk + `\p{M}*`)
	)
	text = strings.Map(func(r rune) rune {
		if usual := width.LookupRune(r).Folded(); usual != 0 && r >= 0xff00 && r <= 0xffef {
			r = usual
		}
		if unicode.Is(unicode.Cf, r) && r != '\u200b' {
			return -1
		}
		return unicode.ToLower(r)
	}, strings.ToValidUTF8(text, " "))
	for _, run := range runs.FindAllString(text, -1) {
		word := ""
		flush := func() {
			if word != "" {
				list = append(list, norm.NFC.String(word))
			}
			word = ""
		}
		for _, part := range parts.FindAllString(run, -1) {
			first, _ := utf8.DecodeRuneInString(part)
			if !chinese.MatchString(part) || unicode.IsMark(first) {
				word += part
				continue
			}
			flush()
			neighbours := characters.FindAllString(norm.NFC.String(part), -1)
			if len(neighbours) == 1 {
				list = append(list, neighbours[0])
			}
			for i := 1; i < len(neighbours); i++ {
				list = append(list, neighbours[i-1]+neighbours[i])
			}
		}
		flush()
	}
	return list
}

func TestEveryScriptIsItsPlainDefinition(t *testing.T) {
	hard := []rune("aZ09 -.'\u0130\u212aéßΣ\u0301\u0307\u00a0\u00ad\u200b\u200d\u3099かカ東京ーｶﾞ１Ａ한\u1112\u1161\u11abعَ१ท\ufffd")
	text := rapid.StringOf(rapid.OneOf(rapid.RuneFrom(hard), rapid.Rune()))
	rapid.Check(t, func(t *rapid.T) {
		s := text.Draw(t, "text")
		a, _ := New(Options{Tokenizer: "unicode", Stemmer: None, Stopwords: None})
		if got, want := a.Terms(s), plainEveryScript(s); !slices.Equal(got, want) {
			t.Fatalf("unicode of %q = %q, want %q", s, got, want)
		}
	})
}

// Collections in ASCII keep their terms, whichever of the two is the default.
func TestEveryScriptIsAlnumOnASCII(t *testing.T) {
	ascii := &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0, Hi: unicode.MaxASCII, Stride: 1}}}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOf(rapid.RuneFrom(nil, ascii)).Draw(t, "text")
		unicodes, _ := New(Options{Tokenizer: "unicode", Stemmer: "snowball:english", Stopwords: "english"})
		alnums, _ := New(Options{Tokenizer: "alnum", Stemmer: "snowball:english", Stopwords: "english"})
		if got, want := unicodes.Terms(s), alnums.Terms(s); !slices.Equal(got, want) {
			t.Fatalf("%q: unicode %q, alnum %q", s, got, want)
		}
		// The fast way for a text of ASCII, and the way of others.
		var slow []string
		run := scriptRun{yield: func(token []byte) { slow = append(slow, string(token)) }}
		for _, r := range s {
			run.add(r)
		}
		run.end()
		if got := tokensOf("unicode", s); !slices.Equal(got, slow) {
			t.Fatalf("%q: %q, character by character %q", s, got, slow)
		}
	})
}

func tokensOf(tokenizer, text string) (list []string) {
	tokenizers[tokenizer](text, nil, func(token []byte) { list = append(list, string(token)) })
	return list
}
