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
