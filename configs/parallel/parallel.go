// Package parallel divides work among goroutines.
package parallel

import (
	"context"
	"runtime"
	"sync/atomic"

	"github.com/axiomine/axiomine/configs/fault"
	"golang.org/x/sync/errgroup"
)

// Threads is the number n as it is configured, or all cores for 0.
func Threads(n int) int {
	if n > 0 {
		return n
	}
	return runtime.GOMAXPROCS(0)
}

// Pieces has every stretch [from, to) of n done once, of apiece each but the last, with its number, as Each does.
func Pieces(ctx context.Context, threads, n, apiece int, do func(piece, from, to int) error) error {
	return Each(ctx, threads, NumPieces(n, apiece), func(int) func(int) error {
		return func(piece int) error { return do(piece, piece*apiece, min((piece+1)*apiece, n)) }
	})
}

// NumPieces is how many stretches n has.
func NumPieces(n, apiece int) int { return (n + apiece - 1) / apiece }

// Each has every i from 0 to n-1 done once, by as many workers as threads. begin gives a worker, with memory of its own, and is called
// in the worker's goroutine; a worker takes the next i in order. The first error ends all, as does the context; a panic is an error.
func Each(ctx context.Context, threads, n int, begin func(worker int) (do func(i int) error)) error {
	var next atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for worker := range threads {
		group.Go(func() (err error) {
			defer fault.Rescue(&err)
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

// Ahead has fill make batch after batch, numbered from 0 to n-1, in a goroutine of its own, while use takes them in their order. The
// batches lie in two places that are used again: fill finds there what it left. The first error ends both, as does the context; a
// panic is an error.
func Ahead[T any](ctx context.Context, n int, fill func(i int, batch *T) error, use func(i int, batch *T) error) error {
	free, filled := make(chan *T, 2), make(chan *T, 2)
	for range cap(free) {
		free <- new(T)
	}
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() (err error) {
		defer fault.Rescue(&err)
		defer close(filled)
		for i := range n {
			select {
			case batch := <-free:
				if err := fill(i, batch); err != nil {
					return err
				}
				filled <- batch // there is room for all
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	group.Go(func() (err error) {
		defer fault.Rescue(&err)
		i := 0
		for batch := range filled {
			if err := use(i, batch); err != nil {
				return err
			}
			free <- batch
			i++
		}
		return nil
	})
	return group.Wait()
}
