package dataset

import "testing"

// TestMost: the budget of pairs grows with the queries, and what a user says holds as it is.
func TestMost(t *testing.T) {
	for _, c := range []struct{ said, queries, want int }{
		{-1, 1, 1_500_000}, {-1, 2000, 1_500_000}, {-1, 500_000, 350_000_000}, {0, 500_000, 0}, {7, 500_000, 7},
	} {
		if got := limit(c.said, c.queries); got != c.want {
			t.Errorf("max_pairs %d, %d queries: %d, want %d", c.said, c.queries, got, c.want)
		}
	}
}
