package similarity

import (
	"runtime"
	"sync"
)

// crew is a number of goroutines that share one short piece of work after the other.
type crew struct {
	workers int
	orders  []chan func(worker, workers int)
	busy    *sync.WaitGroup
}

// newCrew is a crew of n, or of as many as there are cores for n = 0.
func newCrew(n int) crew {
	if n <= 0 {
		n = runtime.GOMAXPROCS(0)
	}
	return crew{workers: n, busy: new(sync.WaitGroup)}
}

// start sets up the goroutines; stop ends them.
func (c *crew) start() {
	c.orders = make([]chan func(worker, workers int), c.workers-1) // the caller is worker 0
	for i := range c.orders {
		orders := make(chan func(worker, workers int), 1)
		c.orders[i] = orders
		go func() {
			for do := range orders {
				do(i+1, c.workers)
				c.busy.Done()
			}
		}()
	}
}

func (c *crew) stop() {
	for _, orders := range c.orders {
		close(orders)
	}
}

// each lets every worker do its part and waits for all.
func (c *crew) each(do func(worker, workers int)) {
	c.busy.Add(len(c.orders))
	for _, orders := range c.orders {
		orders <- do
	}
	do(0, c.workers)
	c.busy.Wait()
}
