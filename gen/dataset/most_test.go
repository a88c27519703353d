package dataset

import "testing"

// TestMost: the budget of pairs grows with the queries.
func TestMost(t *testing.T) {
	for _, c := range []struct{ said, queries, want int }{
		{0, 1, 1_500_000}, {0, 2000, 1_500_000}, {0, 500_000, 350_000_000}, {7, 500_000, 7},
	} {
		if got := limit(c.said, c.queries); got != c.want {
			t.Errorf("at most %d, %d queries: %d, want %d", c.said, c.queries, got, c.want)
		}
	}
}
