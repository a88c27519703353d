package ledger

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/cespare/xxhash/v2"
	"pgregory.net/rapid"
)

// byLetter takes ids of one first letter for one text: a1 and a2 are the same to a trainer.
var byLetter = Texts{
	Query: func(id string) uint64 { return xxhash.Sum64String(id[:1]) },
	Doc:   func(id string) uint64 { return xxhash.Sum64String(id[:1]) },
}

func rowsOf(lines ...string) *pairs.Table {
	var rows []pairs.Pair
	for _, line := range lines {
		f := strings.Fields(line)
		rows = append(rows, pairs.Pair{UID: line, Task: f[0], QueryID: f[1], PosID: f[2], NegID: f[3]})
	}
	return pairs.TableOf(rows)
}

func TestCountContradictions(t *testing.T) {
	for _, c := range []struct {
		rows string
		want int
	}{
		{"p q1 a1 b1", 0},
		{"p q1 a1 b1; p q2 a2 b2", 0},
		{"p q1 a1 b1; p q2 b2 a2", 2},
		{"p q1 a1 b1; p q1 a2 b1; p q2 b2 a2", 3},
		{"p q1 a1 b1; p r1 b2 a2", 0},
		{"p q1 a1 b1; p q1 b1 c1; p q1 c1 a1", 0},
		{"p q1 a1 a2", 1},
		{"p q1 a1 b1; x q1 b1 a1", 0},
	} {
		if got := CountContradictions(rowsOf(strings.Split(c.rows, "; ")...), "p", byLetter); got != c.want {
			t.Errorf("%s: %d, want %d", c.rows, got, c.want)
		}
	}
}

// The count is that of all pairs of rows, one by one.
func TestContradictionsOneByOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ids := func(letters string) *rapid.Generator[string] {
			return rapid.Custom(func(t *rapid.T) string {
				return string(rapid.SampledFrom([]byte(letters)).Draw(t, "text")) + rapid.SampledFrom([]string{"1", "2"}).Draw(t, "copy")
			})
		}
		var lines []string
		for range rapid.IntRange(1, 12).Draw(t, "rows") {
			lines = append(lines, strings.Join([]string{"p", ids("qr").Draw(t, "q"), ids("abc").Draw(t, "pos"), ids("abc").Draw(t, "neg")}, " "))
		}
		want := 0
		for _, line := range lines {
			f := strings.Fields(line)
			against := f[2][0] == f[3][0]
			for _, other := range lines {
				o := strings.Fields(other)
				against = against || f[1][0] == o[1][0] && f[2][0] == o[3][0] && f[3][0] == o[2][0]
			}
			if against {
				want++
			}
		}
		if got := CountContradictions(rowsOf(lines...), "p", byLetter); got != want {
			t.Errorf("%v: %d, want %d", lines, got, want)
		}
	})
}
