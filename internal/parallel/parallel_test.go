package parallel

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

func TestEachIsDoneOnce(t *testing.T) {
	for _, threads := range []int{1, 3, 8} {
		done := make([]int, 1000)
		workers := make([]int, threads)
		must.Do(t, Each(context.Background(), threads, len(done), func(worker int) func(int) error {
			return func(i int) error {
				done[i]++
				workers[worker]++
				return nil
			}
		}))
		sum := 0
		for _, n := range workers {
			sum += n
		}
		must.Equal(t, sum, len(done), "%d threads: workers did", threads)
		for i, n := range done {
			if n != 1 {
				t.Fatalf("%d threads: %d was done %d times", threads, i, n)
			}
		}
	}
}

// A worker has memory of its own: none begins that would find nothing to do.
func TestEachBeginsNoMoreThanNeeded(t *testing.T) {
	for n := range 3 {
		var begun atomic.Int64
		err := Each(context.Background(), 1024, n, func(int) func(int) error {
			begun.Add(1)
			return func(int) error { return nil }
		})
		if err != nil || begun.Load() != int64(n) {
			t.Errorf("%d things to do: %d workers, %v", n, begun.Load(), err)
		}
	}
}

// What fails ends the others, and nothing brings the program down.
func TestEachFails(t *testing.T) {
	failure, done := errors.New("failure"), 0
	err := Each(context.Background(), 1, 100, func(int) func(int) error {
		return func(i int) error {
			if done++; i == 3 {
				return failure
			}
			return nil
		}
	})
	if !errors.Is(err, failure) || done != 4 {
		t.Errorf("%v after %d", err, done)
	}
	err = Each(context.Background(), 4, 100, func(int) func(int) error { return func(int) error { panic("a flipped bit") } })
	must.Fail(t, err, "a flipped bit")
	ctx, stop := context.WithCancel(context.Background())
	stop()
	err = Each(ctx, 2, 10, func(int) func(int) error { return func(int) error { t.Error("done"); return nil } })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a context at its end gives %v", err)
	}
}

// TestPiecesAreDoneOnce: every place once, in the piece that NumPieces counts, also where there is nothing.
func TestPiecesAreDoneOnce(t *testing.T) {
	for _, n := range []int{0, 1, 9, 10, 11, 100} {
		done, pieces := make([]int, n), make([]int, NumPieces(n, 10))
		err := Pieces(context.Background(), 3, n, 10, func(piece, from, to int) error {
			pieces[piece]++
			for i := from; i < to; i++ {
				done[i] += 1 + i/10 - piece
			}
			return nil
		})
		for _, times := range append(done, pieces...) {
			if err != nil || times != 1 {
				t.Fatalf("%d: %v, %v, %v", n, err, done, pieces)
			}
		}
	}
}

// TestAhead: the batches come in order, each as it was filled, though they lie in few places and some take longer than others.
func TestAhead(t *testing.T) {
	for _, threads := range []int{0, 1, 2, 5} {
		for _, n := range []int{0, 1, 2, 3, 100} {
			var got []int
			var places sync.Map
			err := Ahead(t.Context(), threads, n, func(i int, batch *[]int) error {
				places.Store(batch, true)
				if i%7 == 0 {
					time.Sleep(time.Millisecond)
				}
				*batch = append((*batch)[:0], i, 10*i)
				return nil
			}, func(i int, batch *[]int) error {
				if len(*batch) != 2 || (*batch)[0] != i || (*batch)[1] != 10*i {
					t.Errorf("batch %d of %d: %v", i, n, *batch)
				}
				got = append(got, i)
				return nil
			})
			used := 0
			places.Range(func(any, any) bool { used++; return true })
			if err != nil || len(got) != n || !slices.IsSorted(got) || used > max(threads, 1)+1 {
				t.Errorf("%d threads: %d of %d batches were used, in %d places: %v", threads, len(got), n, used, err)
			}
		}
	}
}

// What fails on either side ends both, and nothing brings the program down.
func TestAheadFails(t *testing.T) {
	broken, fine := errors.New("broken"), func(int, *int) error { return nil }
	at7 := func(i int, _ *int) error {
		if i == 7 {
			return broken
		}
		return nil
	}
	bad := func(int, *int) error { panic("no such row") }
	for name, c := range map[string]struct {
		fill, use func(int, *int) error
		want      string
	}{
		"fill": {at7, fine, "broken"}, "use": {fine, at7, "broken"}, "both": {at7, at7, "broken"},
		"fill panics": {bad, fine, "no such row"}, "use panics": {fine, bad, "no such row"},
	} {
		must.Fail(t, Ahead(t.Context(), 3, 1000, c.fill, c.use), c.want, "%s", name)
	}
	ctx, cancel := context.WithCancel(t.Context())
	err := Ahead(ctx, 3, 1000, fine, func(i int, _ *int) error {
		if i == 5 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}
