package axioms

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/axiomine/axiomine/internal/testkit/rapidtest"
)

// Documents are as many as go through vectors at once and more, and hold terms so often that they fit no byte.
func TestPlanesAgreeWithPlain(t *testing.T) {
	ways := map[bool]int{}
	rapidtest.CheckUntil(t, func() bool { return ways[true] > 0 && ways[false] > 0 }, func(t *rapid.T) {
		terms := rapid.Uint32Range(0, 19)
		v := &values{spec: Spec{Params: lengthBound("none", "none")}}
		b := newBinding(v, Query{Terms: rapid.SliceOfN(terms, 0, 24).Draw(t, "query")}, &Collection{}, anyBound(t))
		docs := anyDocs(t, terms)
		if n := rapid.IntRange(0, 80).Draw(t, "at least"); len(docs) > 0 {
			docs = slices.Repeat(docs, 1+n/len(docs))
		}
		fast, plain := newPlanes(b), judge(b, b.count, moreOfEach)
		fast.Load(docs)
		plain.Load(docs)
		ways[fast.plain == nil]++
		got, want := make([]Verdict, len(docs)), make([]Verdict, len(docs))
		for i := range docs {
			fast.Row(i, got)
			plain.Row(i, want)
			for j := range docs {
				if got[j] != want[j] || fast.Compare(i, j) != plain.Compare(i, j) {
					t.Fatalf("(%d, %d): row %d, want %d; compare %d, want %d", i, j, got[j], want[j], fast.Compare(i, j), plain.Compare(i, j))
				}
			}
		}
	})
}

// Every length of a document that vectors count, at every place of a block, the last term's plane included; what lies beside it is left
// alone.
func TestCountAllAgreesWithPlain(t *testing.T) {
	if !masks {
		t.Skip("no such vector instructions here")
	}
	r := rand.New(rand.NewPCG(15, 16))
	for range 20 {
		b := newBinding(&values{}, Query{Terms: someTerms(r, 1+r.IntN(20), 30)}, &Collection{}, Unbounded)
		docs := make([]Doc, maxByte+1)
		for n := range docs {
			docs[n].Terms = someTerms(r, n+1, 30)[:n] // one more, which must not be counted
		}
		docs[0].Terms = nil
		want := &planes{binding: b, stride: len(docs) + 3}
		want.counts = slices.Repeat([]uint8{77}, want.stride*len(b.terms))
		got := slices.Clone(want.counts)
		for i := range docs {
			if !want.count(1+i, docs[i].Terms) {
				t.Fatalf("%v of %v do not fit", docs[i].Terms, b.terms)
			}
		}
		countAll(&got[1], want.stride, &docs[0], len(docs), &b.terms[0], len(b.terms))
		if !slices.Equal(got, want.counts) {
			t.Fatalf("%v:\n%v, want\n%v", b.terms, got, want.counts)
		}
	}
}

// Every row of up to 100 documents, of 32 and more by vectors too: what does not belong to it stays.
func TestDominateRowsAgreeWithPlain(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	for n := 1; n <= 100; n++ {
		terms, stride := 1+r.IntN(4), n+7+r.IntN(3)
		counts := make([]uint8, terms*stride)
		for i := range counts {
			counts[i] = uint8([]int{r.IntN(3), r.IntN(256), 127 + r.IntN(3), 255 * r.IntN(2)}[r.IntN(4)])
		}
		for i := range n - 1 {
			want := slices.Repeat([]Verdict{5}, n+2)
			words, vector := slices.Clone(want), slices.Clone(want)
			for j := i + 1; j < n; j++ {
				want[1+j] = dominance(counts, stride, i, j)
			}
			dominateWords(words[1:][:n], counts, stride, i)
			if !slices.Equal(words, want) {
				t.Fatalf("words, row %d of %d, %d terms: %v, want %v", i, n, terms, words, want)
			}
			if !vectors || n < lanes {
				continue
			}
			dominateRow(&vector[1], &counts[0], stride, terms, i, n)
			if !slices.Equal(vector, want) {
				t.Fatalf("vectors, row %d of %d, %d terms: %v, want %v", i, n, terms, vector, want)
			}
		}
	}
}
