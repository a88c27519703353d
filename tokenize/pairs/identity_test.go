package pairs

import "testing"

// Case, white space and compatible forms of Unicode make no other text; words and punctuation do. The foldings of ß and Ⅳ are those of
// Unicode's CaseFolding.txt and of NFKC.
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
		{"what is bm25", "what is bm25?", false},
		{"cafe", "café", false},
	} {
		if same := FoldCase(c.a) == FoldCase(c.b); same != c.same {
			t.Errorf("%q and %q: same %v", c.a, c.b, same)
		}
	}
}
