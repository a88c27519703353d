package pairs

import "testing"

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
