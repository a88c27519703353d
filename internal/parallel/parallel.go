// Package parallel divides work among goroutines.
package parallel

import (
	"context"
	"runtime"
	"sync/atomic"
)

// Threads returns the number n as it is configured, or all cores for 0.
func Threads(n int) int {
	if n > 0 {
		return n
	}
	return runtime.GOMAXPROCS(0)
}

// Pieces runs every stretch [from, to) of n once, of apiece each but the last, with its number, as Each does.
func Pieces(ctx context.Context, threads, n, apiece int, do func(piece, begin, end int) error) error {
	return Each(ctx, threads, NumPieces(n, apiece), func(int) func(int) error {
		return func(piece int) error { return do(piece, piece*apiece, min((piece+1)*apiece, n)) }
	})
}

// NumPieces returns how many stretches n has.
func NumPieces(n, apiece int) int { return (n + apiece - 1) / apiece }

// Each runs every i from 0 to n-1 once, by as many workers as threads, but n at most. begin gives a worker, with memory of its own, and
// is called in the worker's goroutine; a worker takes the next i in order. The first error ends all, as does the context; a panic is an
// error.
func Each(ctx context.Context, threads, n int, begin func(worker int) (do func(i int) error)) error {
	var next atomic.Int64
	group, ctx := NewGroup(ctx, 0)
	for worker := range min(threads, n) {
		group.Go(func() error {
			do := begin(worker)
			for {
				i := int(next.Add(1)) - 1
				if i >= n {
					return nil
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := do(i); err != nil {
					return err
				}
			}
		})
	}
	return group.Wait()
}

// Ahead fills batch after batch, numbered from 0 to n-1, in as many goroutines as threads (one at least), while use takes them in their
// order. The batches lie in places that are used again, one more than threads: fill finds there what it left. The first error ends all, as
// does the context; a panic is an error.
func Ahead[T any](ctx context.Context, threads, n int, fill func(i int, batch *T) error, use func(i int, batch *T) error) error {
	places := min(max(threads, 1), n) + 1
	free, full := make(chan *T, places), make([]chan *T, places)
	for i := range places {
		free <- new(T)
		full[i] = make(chan *T, 1) // of batches i, i + places, and so on, one at a time since each has a place
	}
	var next atomic.Int64
	group, ctx := NewGroup(ctx, 0)
	for range places - 1 {
		group.Go(func() error {
			for {
				select {
				case batch := <-free: // before a number, so that who has the lowest has a place
					i := int(next.Add(1)) - 1
					if i >= n {
						return nil
					}
					if err := fill(i, batch); err != nil {
						return err
					}
					full[i%places] <- batch
				case <-ctx.Done():
					return ctx.Err()
				}
			}
		})
	}
	group.Go(func() error {
		for i := range n {
			select {
			case batch := <-full[i%places]:
				if err := use(i, batch); err != nil {
					return err
				}
				free <- batch
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	return group.Wait()
}
