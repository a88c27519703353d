package parallel

import (
	"context"
	"sync"

	"github.com/axiomine/axiomine/internal/errs"
)

// Group is functions that run at once, each in a goroutine. The first error ends the context of all; a panic is an error.
type Group struct {
	places chan struct{} // of the functions that run; nil where their number has no limit
	cancel context.CancelCauseFunc
	wait   sync.WaitGroup
	once   sync.Once
	err    error
}

// NewGroup returns an empty group of at most limit functions at a time, 0 for any number, and its context.
func NewGroup(ctx context.Context, limit int) (*Group, context.Context) {
	ctx, cancel := context.WithCancelCause(ctx)
	g := &Group{cancel: cancel}
	if limit > 0 {
		g.places = make(chan struct{}, limit)
	}
	return g, ctx
}

// Go runs a function as soon as the group has a place for it.
func (g *Group) Go(do func() error) {
	if g.places != nil {
		g.places <- struct{}{}
	}
	g.wait.Go(func() {
		if g.places != nil {
			defer func() { <-g.places }()
		}
		if err := errs.Guard(do)(); err != nil {
			g.once.Do(func() {
				g.err = err
				g.cancel(err)
			})
		}
	})
}

// Wait returns the first error once all functions have ended.
func (g *Group) Wait() error {
	g.wait.Wait()
	g.cancel(g.err)
	return g.err
}
