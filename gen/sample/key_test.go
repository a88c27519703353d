package sample

import "testing"

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
