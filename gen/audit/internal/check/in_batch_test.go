package check

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// batchInput returns a set with a row for each query and positive.
func batchInput(t *testing.T, rows [][2]int) *Input {
	t.Helper()
	var text strings.Builder
	for i, row := range rows {
		fmt.Fprintf(&text, "{\"query\": \"q%d\", \"positive\": \"p%d\", \"negative\": \"n%d\"}\n", row[0], row[1], i)
	}
	return inputOf(t, text.String(), "")
}

// distinct returns rows that share nothing, from a number up to another.
func distinct(from, to int) (rows [][2]int) {
	for i := from; i < to; i++ {
		rows = append(rows, [2]int{i, i})
	}
	return rows
}

// TestBatchesByHand: a batch of 16 out of 20 rows leaves out 4 of the other 19. A row with one other row that collides with it meets it
// with probability 15/19; with two such rows it meets neither with probability 4/19 times 3/18.
func TestBatchesByHand(t *testing.T) {
	one, two := 15./19, 1-4./19*3/18
	for name, c := range map[string]struct {
		rows [][2]int
		want float64 // of a batch of 16; in a batch of all rows each such row meets one
		all  float64
	}{
		"nothing is shared":             {distinct(0, 20), 0, 0},
		"one query twice":               {append(distinct(0, 19), [2]int{0, 100}), 2. / 20 * one, 2. / 20},
		"one positive twice":            {append(distinct(0, 19), [2]int{100, 0}), 2. / 20 * one, 2. / 20},
		"query and positive of a row":   {append(distinct(0, 19), [2]int{0, 0}), 2. / 20 * one, 2. / 20},
		"one query, another's positive": {append(distinct(0, 19), [2]int{0, 1}), (1*two + 2*one) / 20, 3. / 20},
		"one query three times":         {append(distinct(0, 18), [2]int{0, 100}, [2]int{0, 101}), 3. / 20 * two, 3. / 20},
	} {
		got := batchInput(t, c.rows).Batches
		if math.Abs(got[0]-c.want) > 1e-12 {
			t.Errorf("%s: %v of the rows in a batch of 16, want %v", name, got[0], c.want)
		}
		for i, share := range got[1:] { // no more rows than there are
			if math.Abs(share-c.all) > 1e-12 {
				t.Errorf("%s: %v of the rows in a batch of %d, want %v", name, share, BatchSizes[i+1], c.all)
			}
		}
	}
	scores := strings.Repeat(`{"query": "a", "document": "c", "score": 0.5, "rank": 1}`+"\n", 64)
	if got := inputOf(t, scores, "").Batches; got[0] != 0 {
		t.Errorf("of scores that judge nothing: %v", got)
	}
	if got := inputOf(t, `{"query": "a", "docs": ["c"], "labels": [0]}`, "").Batches; len(got) != len(BatchSizes) || got[0] != 0 {
		t.Errorf("of no positive: %v", got)
	}
}

// TestInBatchBounds: in a batch of all 64 rows, four of one query are 6.25 % and three 4.69 %; 63 rows make no batch of 64.
func TestInBatchBounds(t *testing.T) {
	for _, c := range []struct {
		rows, alike int
		title       string
	}{
		{64, 3, ""}, {64, 4, "6.2 % of the rows meet a false negative in a batch of 64"}, {63, 4, ""},
	} {
		rows := distinct(0, c.rows)
		for i := range c.alike {
			rows[i][0] = 0
		}
		f := inBatch.Summarise(batchInput(t, rows))
		if f.Title != c.title || c.title != "" && f.Count != c.alike {
			t.Errorf("%d of %d rows: %+v, want %q", c.alike, c.rows, f, c.title)
		}
	}
}
