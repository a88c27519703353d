package terminal

import "testing"

func TestNumbers(t *testing.T) {
	for got, want := range map[string]string{
		Group(1234567): "1,234,567", Group(-1234): "-1,234", Group(999): "999", Plural(1, "query", "queries"): "1 query",
		Plural(2000, "query", "queries"): "2,000 queries",
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
