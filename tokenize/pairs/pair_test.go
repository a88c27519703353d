package pairs

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/cespare/xxhash/v2"
	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

func TestEqual(t *testing.T) {
	for _, c := range []struct {
		list []int
		want [][]int
	}{{nil, nil}, {[]int{1}, [][]int{{1}}}, {[]int{1, 1, 2, 1}, [][]int{{1, 1}, {2}, {1}}}, {[]int{3, 3}, [][]int{{3, 3}}}} {
		for range 2 { // a sequence can be read again
			if got := slices.Collect(Equal(c.list)); !cmp.Equal(got, c.want) {
				t.Errorf("%v: %v, want %v", c.list, got, c.want)
			}
		}
	}
}

// TestAdjacent: the groups make up the list, none is empty, and two that follow each other differ.
func TestAdjacent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOf(rapid.IntRange(0, 20)).Draw(t, "list")
		same := func(a, b int) bool { return a/5 == b/5 }
		all := slices.Collect(Adjacent(list, same))
		if !slices.Equal(slices.Concat(all...), list) {
			t.Fatal("the groups do not make up the list")
		}
		for i, group := range all {
			differs := func(n int) bool { return !same(group[0], n) }
			if len(group) == 0 || slices.ContainsFunc(group, differs) || i > 0 && same(all[i-1][0], group[0]) {
				t.Fatalf("group %d of %v", i, all)
			}
		}
	})
}

// TestParseMadeID: an id that lnc2 made is read back as its source and how often that is repeated; others are none.
func TestParseMadeID(t *testing.T) {
	for id, want := range map[string]string{"d~2": "d 2 true", "d~12": "d 12 true", "d~1": "d 1 true", "a~b~3": "a~b 3 true",
		"d~0": "d 0 false", "d~-2": "d -2 false", "d~": "d 0 false", "d~x": "d 0 false", "d": " 0 false", "": " 0 false"} {
		source, times, ok := ParseMadeID(id)
		must.Equal(t, fmt.Sprintf("%s %d %v", source, times, ok), want, "%s", id)
	}
}

// Case, white space, letters that nobody sees and compatible forms of Unicode make no other text; words and punctuation do. The foldings
// of ß and Ⅳ are those of Unicode's CaseFolding.txt and of NFKC.
func TestFoldCase(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"What is BM25", "what  is\tbm25 ", true},
		{"Café", "CAFE\u0301", true},
		{"ﬁle Ⅳ", "file iv", true},
		{"STRASSE", "Straße", true},
		{"ａｂｃ", "ABC", true},
		{"ΣΟΦΟΣ", "σοφος", true},
		{"what is bm25", "what\u00a0is\u3000bm25\u2028", true},
		{"café", "\ufeffca\u200bf\u00ade\u200f\u0301\u200d\ufe0f", true},
		{"what is bm25", "wh\x00at is\x7f bm25", true},
		{"red cat", "red\u200bcat", false}, // no space is none
		{"what is bm25", "what is bm25?", false},
		{"cafe", "café", false},
	} {
		if same := FoldCase(c.a) == FoldCase(c.b); same != c.same {
			t.Errorf("%q and %q: same %v", c.a, c.b, same)
		}
	}
}

func TestUID(t *testing.T) {
	// The check value is that of the formats' contract (shard/FORMATS.md, uid).
	if got, want := NewUID("pairwise", "tfc1", "q1", "d1", "d2", 0), "6b8ff6a8be6c1eae"; got != want {
		t.Errorf("NewUID = %s, want %s", got, want)
	}
}

// A pool leans where length alone decides more than 60 % of its pairs and chance does not explain it.
func TestLeans(t *testing.T) {
	for _, c := range []struct {
		d    Direction
		want string
	}{
		{Direction{}, ""},
		{Direction{Pairs: 2, Longer: 2}, ""},                           // two heads of a fair coin
		{Direction{Pairs: 74615, Longer: 74615}, "longer"},             // tf-lnc on WikiQA, as it was found
		{Direction{Pairs: 1000, Longer: 590, Shorter: 410}, ""},        // below 60 %
		{Direction{Pairs: 1000, Longer: 610, Shorter: 390}, "longer"},  // 220 above 2 sqrt(1000)
		{Direction{Pairs: 1000, Longer: 390, Shorter: 610}, "shorter"}, // likewise
		{Direction{Pairs: 1000, Longer: 300, Shorter: 10}, ""},         // most are of equal length, which no scorer by length decides
		{Direction{Pairs: 20, Longer: 13, Shorter: 7}, ""},             // 6 is below 2 sqrt(20)
		{Direction{Pairs: 20, Longer: 15, Shorter: 5}, "longer"},       // 10 is above
	} {
		must.Equal(t, c.d.Leans(), c.want, "%+v leans", c.d)
	}
}

// plainFold is the definition of FoldCase, step by step over the whole text.
func plainFold(text string) string {
	text = norm.NFKC.String(text)
	text = norm.NFKC.String(cases.Fold().String(text))
	var seen strings.Builder
	for _, r := range text {
		if !isUnseen(r) {
			seen.WriteRune(r)
		}
	}
	return strings.Join(strings.FieldsFunc(norm.NFC.String(norm.NFKC.String(seen.String())), IsSpace), " ")
}

// alphabets hold letters that folding joins with others, takes apart, removes, or leaves.
var alphabets = []string{"abAB  \t\n\x1c\x00\x7fé\u0301\u3000", "abcdefghijklmnopqrstuvwxyABCDEFGHIJKLMNOPQRSTUVWXYZ  ",
	"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvw@[`{~     \né", "a \u200b\u00ad\ufeff\u034f\ufe0f\u0301\u0345\u00a8\u00bd",
	"ß\u1e9eſİıΣς \u1100\u1161\u11a8가\u115f\u3164ﬁﬃⅣ㎏Åａ\u00a0\u2028\u180e"}

// The folded text is that of the definition, and the hash is that of the folded text.
func TestFoldCaseIsItsDefinition(t *testing.T) {
	var buffer []byte
	rapid.Check(t, func(t *rapid.T) {
		alphabet := rapid.SampledFrom(alphabets).Draw(t, "alphabet")
		text := rapid.StringOf(rapid.RuneFrom([]rune(alphabet))).Draw(t, "text")
		want := plainFold(text)
		if got := FoldCase(text); got != want {
			t.Fatalf("%q became %q, not %q", text, got, want)
		}
		var got uint64
		if got, buffer = FoldHash(text, buffer); got != xxhash.Sum64String(want) {
			t.Fatalf("%q: not the hash of its folded form", text)
		}
	})
}

// Every letter is folded as by the definition. Cherokee is left out: x/text exchanges its small and capital letters.
func TestFoldCaseOfEveryLetter(t *testing.T) {
	for r := range rune(unicode.MaxRune) {
		if !unicode.IsLetter(r) && norm.NFKD.IsNormalString(string(r)) || unicode.In(r, unicode.Cherokee, unicode.Hangul, unicode.Han) {
			continue
		}
		if text := string(r) + "\u0308"; FoldCase(text) != plainFold(text) {
			t.Errorf("%q became %q, not %q", text, FoldCase(text), plainFold(text))
		}
	}
	if FoldCase("ᏣᎳᎩ") != FoldCase("ꮳꮃꭹ") {
		t.Error("Cherokee capitals are not folded")
	}
}
