package check

import (
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"pgregory.net/rapid"
)

// indexOf returns an index of test queries and test documents.
func indexOf(queries, documents []string) *TestIndex {
	x := NewTestIndex()
	for _, q := range queries {
		x.AddQuery(q)
	}
	for _, d := range documents {
		x.AddDocument(d)
	}
	return x
}

// TestQueries compares with shares by hand, of the words of both texts.
func TestQueries(t *testing.T) {
	many := "w1"
	for i := range 64 {
		many += " w" + strings.Repeat("1", i+2) // 65 words
	}
	x := indexOf([]string{"height of mount everest", "one two three", "a b c d e f g h i j", many}, nil)
	for text, want := range map[string]float32{
		"Height  of mount EVEREST":      1,
		"height of mount everest?":      .999, // the words are the same, and the text is not
		"everest of mount height":       .999,
		"the height of mount everest":   .8,
		"the height of a mount everest": 0, // 4 of 6
		"height of mount":               0, // 3 of 4
		"one two three":                 1, // three words
		"three two one":                 0, // of fewer than four words none is near
		"a b c d e f g h":               .8,
		"a b c d e f g h i j k l":       10. / 12,
		"a b c d e f g h i j k l m":     0, // 10 of 13
		"a b c d e f g h i j w":         10. / 11,
		"":                              0,
		many:                            1,
		many + ".":                      0, // of more than 64 words none is a near query
		" height of mount  everest\n":   1, // white space
	} {
		x.Look(7, text)
		must.Equal(t, x.Queries[7], want, "%q", text)
		delete(x.Queries, 7)
	}
	if len(x.Documents) > 0 {
		t.Errorf("documents are found among queries: %v", x.Documents)
	}
}

// TestDocuments compares with shares by hand, of the stretches of eight words of the shorter text. A text of n words has n-7.
func TestDocuments(t *testing.T) {
	x := indexOf(nil, []string{"1 2 3 4 5 6 7 8 9 10 11", "short text", "r r r r r r r r r r r r"}) // 4 stretches; none; one, repeated
	for text, want := range map[string]float32{
		"1 2 3 4 5 6 7 8 9 10 11":                       1,
		"1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11":             .999, // all of them
		"0 1 2 3 4 5 6 7 8 9 x":                         .5,   // 4 stretches, 2 common
		"0 0 1 2 3 4 5 6 7 8 x y z u":                   0,    // 7, 1 of the shorter one's 4
		"y 1 2 3 4 5 6 7 8":                             .5,   // 2, 1
		"z y 1 2 3 4 5 6 7 8":                           0,    // 3, 1
		"1 2 3 4 5 6 7 8":                               .999, // 1, 1
		"1 2 3 4 5 6 7":                                 0,    // none
		"SHORT  text":                                   1,
		"short text.":                                   0,
		"r r r r r r r r":                               .999,
		"a b c d e 1 2 3 4 5 6 7 8 9 10 11 f g h i j k": .999, // all 4 of the shorter one
	} {
		x.Look(7, text)
		must.Equal(t, x.Documents[7], want, "%q", text)
		delete(x.Documents, 7)
	}
	if len(x.Queries) > 0 {
		t.Errorf("queries are found among documents: %v", x.Queries)
	}
}

// TestLen counts different texts that are not empty.
func TestLen(t *testing.T) {
	x := indexOf([]string{"a", "A ", "", "b"}, []string{"a", "a", ""})
	if queries, documents := x.Len(); queries != 2 || documents != 1 {
		t.Errorf("%d queries and %d documents", queries, documents)
	}
	x.Look(1, "c")
	x.Look(2, "")
	if len(x.Queries)+len(x.Documents) > 0 {
		t.Errorf("%v, %v", x.Queries, x.Documents)
	}
}

// TestNearByDefinition: the index finds what a comparison of each text with each other finds.
func TestNearByDefinition(t *testing.T) {
	word := rapid.SampledFrom(strings.Split("abcdefghijkl", ""))
	text := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(word, 0, 14).Draw(t, "words"), " ")
	})
	distinct := func(list []string) []string {
		list = slices.Clone(list)
		slices.Sort(list)
		return slices.Compact(list)
	}
	common := func(a, b []string) (n int) {
		for _, x := range a {
			if slices.Contains(b, x) {
				n++
			}
		}
		return n
	}
	stretches := func(text string) (list []string) {
		words := strings.Fields(text)
		for i := 0; i+8 <= len(words); i++ {
			list = append(list, strings.Join(words[i:i+8], " "))
		}
		return distinct(list)
	}
	rapid.Check(t, func(t *rapid.T) {
		tests := rapid.SliceOfN(text, 0, 8).Draw(t, "test texts")
		x := indexOf(tests, tests)
		own := text.Draw(t, "text")
		if len(tests) > 0 && rapid.Bool().Draw(t, "alike") { // a part of a test text, and more
			words := strings.Fields(tests[0])
			own = strings.Join(append(words[rapid.IntRange(0, len(words)).Draw(t, "from"):], strings.Fields(own)...), " ")
		}
		x.Look(1, own)
		var query, document float32
		for _, other := range tests {
			if other == own && own != "" {
				query, document = 1, 1
			}
			a, b := distinct(strings.Fields(own)), distinct(strings.Fields(other))
			if n := common(a, b); len(a) >= 4 && len(b) >= 4 && 5*n >= 4*(len(a)+len(b)-n) {
				query = max(query, min(.999, float32(n)/float32(len(a)+len(b)-n)))
			}
			a, b = stretches(own), stretches(other)
			if n := common(a, b); n > 0 && 2*n >= min(len(a), len(b)) {
				document = max(document, min(.999, float32(n)/float32(min(len(a), len(b)))))
			}
		}
		if x.Queries[1] != query || x.Documents[1] != document {
			t.Fatalf("%q: query %v, document %v, want %v, %v", own, x.Queries[1], x.Documents[1], query, document)
		}
	})
}
