package sample

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/axiomine/axiomine/tokenize/pairs"
	"pgregory.net/rapid"
)

// TestSortForFiles holds the order of rows in files against its definition: by the hash of the uid, ties by uid; under curriculum those of
// axioms first. It is the same at any number of threads, and no row is lost.
func TestSortForFiles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed, rowOrder := rapid.Uint64Range(0, 3).Draw(t, "seed"), rapid.SampledFrom([]string{Mixed, Curriculum}).Draw(t, "order")
		var rows []pairs.Pair
		for i := range rapid.IntRange(0, 600).Draw(t, "rows") {
			source := []pairs.Source{pairs.Judged, pairs.Axiomatic}[i%2]
			rows = append(rows, pairs.Pair{UID: fmt.Sprint("u", i), QueryID: "q", PosID: "p", NegID: fmt.Sprint(i), Source: source})
		}
		hash := fileOrder(seed)
		want := slices.Clone(rows)
		phase := func(p pairs.Pair) int {
			if rowOrder == Curriculum && p.Source != pairs.Axiomatic {
				return 1
			}
			return 0
		}
		slices.SortFunc(want, func(a, b pairs.Pair) int {
			return cmp.Or(cmp.Compare(phase(a), phase(b)), cmp.Compare(hash(a.UID), hash(b.UID)), cmp.Compare(a.UID, b.UID))
		})
		for _, threads := range []int{0, 1, 8} { // 0: all cores
			table := pairs.TableOf(rows)
			if err := SortForFiles(t.Context(), table, seed, rowOrder, threads, nil); err != nil {
				t.Fatal(err)
			}
			if table.Len() != len(want) {
				t.Fatalf("%d rows of %d", table.Len(), len(want))
			}
			for i := range want {
				if table.UID(i) != want[i].UID {
					t.Fatalf("%s, %d threads: row %d is %s, want %s", rowOrder, threads, i, table.UID(i), want[i].UID)
				}
			}
		}
	})
}

// TestLengthSkew: by hand. Documents of 2 and 1 words differ by a half of the longer one, of 1 and 4 by three quarters, of 1 and 0 by all,
// and of 2 and 3 by a third; two empty ones do not differ.
func TestLengthSkew(t *testing.T) {
	var l PoolLedger
	if l.LengthSkew() != 0 {
		t.Errorf("skew %v of no pair", l.LengthSkew())
	}
	for _, pair := range [][2]int{{2, 1}, {1, 4}, {1, 0}, {0, 0}, {2, 3}} {
		l.addSkew(pair[0], pair[1])
	}
	if got, want := l.LengthSkew(), (.5-.75+1-1./3)/5; math.Abs(got-want) > 1e-8 || l.longer != [2]int{2, 2} {
		t.Errorf("skew %v, longer and shorter %v, want %v and 2, 2", got, l.longer, want)
	}
}

// interrupted is a context that has ended once its end was asked for so many times.
type interrupted struct {
	context.Context
	left *atomic.Int64
}

func (c interrupted) Done() <-chan struct{} {
	if c.left.Add(-1) >= 0 {
		return c.Context.Done()
	}
	ended := make(chan struct{})
	close(ended)
	return ended
}

func (c interrupted) Err() error {
	if c.left.Load() >= 0 {
		return nil
	}
	return context.Canceled
}

// TestInterruptedSort: whenever a sort is interrupted it returns that, or has ended.
func TestInterruptedSort(t *testing.T) {
	var rows []pairs.Pair
	for i := range 20 {
		rows = append(rows, pairs.Pair{UID: fmt.Sprint("u", i), QueryID: "q", PosID: "p", NegID: fmt.Sprint(i)})
	}
	hash, ended := fileOrder(1), 0
	for times := range int64(20) {
		left := new(atomic.Int64)
		left.Store(times)
		table := pairs.TableOf(rows)
		if err := SortForFiles(interrupted{t.Context(), left}, table, 1, Mixed, 1, nil); err != nil {
			continue
		}
		ended++
		for i := 1; i < table.Len(); i++ {
			if hash(table.UID(i-1)) > hash(table.UID(i)) {
				t.Fatalf("asked %d times: no error, and row %d is before row %d", times, i-1, i)
			}
		}
	}
	if ended == 0 || ended == 20 {
		t.Errorf("%d of 20 sorts ended", ended)
	}
}
