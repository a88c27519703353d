package embed

import (
	"sync"

	"github.com/axiomine/axiomine/internal/parallel"
)

// workers is a number of goroutines that share one short piece of work after the other.
type workers struct {
	count  int
	orders []chan func(worker, workers int)
	busy   *sync.WaitGroup
}

// newWorkers returns n goroutines, or as many as there are cores for n = 0.
func newWorkers(n int) workers {
	return workers{count: parallel.Threads(n), busy: new(sync.WaitGroup)}
}

// start sets up the goroutines; stop ends them.
func (c *workers) start() {
	c.orders = make([]chan func(worker, workers int), c.count-1) // the caller is worker 0
	for i := range c.orders {
		orders := make(chan func(worker, workers int), 1)
		c.orders[i] = orders
		go func() {
			for do := range orders {
				do(i+1, c.count)
				c.busy.Done()
			}
		}()
	}
}

func (c *workers) stop() {
	for _, orders := range c.orders {
		close(orders)
	}
}

// runAll lets every worker do its part and waits for all.
func (c *workers) runAll(do func(worker, workers int)) {
	c.busy.Add(len(c.orders))
	for _, orders := range c.orders {
		orders <- do
	}
	do(0, c.count)
	c.busy.Wait()
}
