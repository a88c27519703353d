package sample

import (
	"slices"
	"testing"
)

// The expected keys are the check values of the contract ("Keys").
func TestDrawKeyCheckValues(t *testing.T) {
	for _, c := range []struct {
		pool, query, preferred, other string
		want                          uint64
	}{
		{"tfc1", "q1", "d1", "d2", 0xea863994ec274155},
		{"tfc1", "q1", "d2", "d1", 0xe08d4cf8267c8f88},
		{"regular", "q1", "d1", "d2", 0x9e8607cc74a6cb9e},
	} {
		if got := drawKey(seedOf(42, c.pool), Hash(c.query), Hash(c.preferred), Hash(c.other)); got != c.want {
			t.Errorf("key of %v = %016x, want %016x", c, got, c.want)
		}
	}
}

func TestJudgedSubsetIsNested(t *testing.T) {
	ids := []string{"7", "3", "51", "q9", "12", "8"}
	ten := JudgedSubset(ids, 4, 42)
	for i, q := range JudgedSubset(ids, 2, 42) {
		if ten[i] != q {
			t.Fatalf("the subset for 2 is not the beginning of the subset for 4: %v", ten)
		}
	}
	if got := len(JudgedSubset(ids, 100, 42)); got != len(ids) {
		t.Errorf("asked for more than there are: %d queries, want %d", got, len(ids))
	}
}

// TestJudgedTexts: queries of one text count as one. Of two texts, one of which two queries have, both together are all three queries.
func TestJudgedTexts(t *testing.T) {
	ids, texts := []string{"a", "b", "c"}, []string{"x", "y", "x"}
	if got := slices.Sorted(slices.Values(JudgedTexts(ids, texts, 2, 42))); !slices.Equal(got, []int{0, 1, 2}) {
		t.Errorf("two texts: queries %d, want all", got)
	}
	want := map[int][]int{0: {0, 2}, 1: {1}}[JudgedSubset([]string{"a", "b"}, 1, 42)[0]]
	if got := JudgedTexts(ids, texts, 1, 42); !slices.Equal(got, want) {
		t.Errorf("one text: queries %d, want %d", got, want)
	}
}
