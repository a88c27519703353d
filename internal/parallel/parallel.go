// Package parallel divides work among goroutines.
package parallel

import (
	"context"
	"runtime"
	"sync/atomic"
)

// Threads returns n, or the number of usable cores if n is 0.
func Threads(n int) int {
	if n > 0 {
		return n
	}
	return runtime.GOMAXPROCS(0)
}

// Pieces divides 0..n-1 into pieces of size numbers; the last piece may be shorter. It calls do once for each piece, as Each does, with
// its index and its bounds [begin, end).
func Pieces(ctx context.Context, threads, n, size int, do func(piece, begin, end int) error) error {
	return Each(ctx, threads, NumPieces(n, size), func(int) func(int) error {
		return func(piece int) error { return do(piece, piece*size, min((piece+1)*size, n)) }
	})
}

// NumPieces returns the number of pieces that Pieces makes.
func NumPieces(n, size int) int { return (n + size - 1) / size }

// Each calls do once for every i from 0 to n-1, in min(threads, n) goroutines. Each goroutine first calls begin, which returns a do that
// may have memory of its own. The goroutine then takes the next free i. The first error, or the end of ctx, stops all. A panic becomes an
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

// Ahead calls fill for the batches 0 to n-1 in max(threads, 1) goroutines, and use for each filled batch in order. The number of batches
// in memory is at most the number of goroutines plus one: fill gets a used batch again, with its old content. The first error, or the end
// of ctx, stops all. A panic becomes an error.
func Ahead[T any](ctx context.Context, threads, n int, fill func(i int, batch *T) error, use func(i int, batch *T) error) error {
	places := min(max(threads, 1), n) + 1
	free, full := make(chan *T, places), make([]chan *T, places)
	for i := range places {
		free <- new(T)
		full[i] = make(chan *T, 1) // for the batches i, i+places, i+2*places and so on
	}
	var next atomic.Int64
	group, ctx := NewGroup(ctx, 0)
	for range places - 1 {
		group.Go(func() error {
			for {
				select {
				case batch := <-free: // taken before the number, so that the lowest number never waits for one
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
