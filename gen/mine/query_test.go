package mine

import (
	"fmt"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// Every query is in exactly one of n parts.
func TestPartsPartition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 70).Draw(t, "n")
		query := rapid.String().Draw(t, "query")
		in := 0
		for i := 1; i <= n; i++ {
			p := must.Get(ParsePart(fmt.Sprintf("%d/%d", i, n)))(t)
			if p.Has(query) {
				in++
			}
		}
		if in != 1 {
			t.Fatalf("%q is in %d of %d parts", query, in, n)
		}
	})
	if !(Part{}).Has("any") {
		t.Error("the zero part leaves a query out")
	}
}

func TestParsePartRefuses(t *testing.T) {
	for _, text := range []string{"", "1", "/", "0/3", "4/3", "1/0", "-1/3", "a/b", "1/2/3", "1.5/2", " 1/2",
		"1/9223372036854775808", "9223372036854775808/9223372036854775807"} {
		if p, err := ParsePart(text); err == nil {
			t.Errorf("%q is taken as %s", text, p)
		}
	}
}

// TestUnite: queries of one text are one, with the candidates of all, in the order of the first; made candidates stay last.
func TestUnite(t *testing.T) {
	docs := func(numbers ...uint32) (list []Candidate) {
		for i, n := range numbers {
			list = append(list, Candidate{Doc: n, Rank: int32(i + 1), Score: float64(9 - i)})
		}
		return list
	}
	madeOf := Candidate{Doc: 1, Made: 2, Score: noScore}
	added := func(n uint32) Candidate { return Candidate{Doc: n, Score: noScore} }
	queries := []Query{
		{ID: "a", Text: "red fox", Docs: append(docs(1, 2), madeOf), Outside: docs(5, 7)},
		{ID: "b", Text: "whale", Docs: docs(4)},
		{ID: "c", Text: " Red  FOX", Docs: append(docs(3, 2, 5), madeOf), Outside: docs(6, 7)},
		{ID: "d", Text: "ＲＥＤ fox"},               // full-width letters
		{ID: "e", Text: "bee", Outside: docs(8)}, // without a candidate
		{ID: "f", Text: "Bee", Docs: docs(8)},
	}
	want := []Query{
		{ID: "a", Text: "red fox", SameText: []string{"c", "d"}, Docs: append(docs(1, 2), added(3), added(5), madeOf),
			Outside: append(docs(5, 7)[1:], docs(6)...)},
		queries[1],
		{ID: "e", Text: "bee", SameText: []string{"f"}, Docs: []Candidate{added(8)}},
	}
	if diff := cmp.Diff(want, Unite(queries), cmpopts.EquateNaNs()); diff != "" {
		t.Error(diff)
	}
	if got := Unite(queries[:2]); &got[0] != &queries[0] {
		t.Error("queries of different texts are copied")
	}
}
