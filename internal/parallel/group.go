package parallel

import (
	"context"
	"sync"

	"github.com/axiomine/axiomine/internal/errs"
)

// Group runs functions, each in a goroutine. The first error cancels the context of the group. A panic becomes an error.
type Group struct {
	places chan struct{} // one place for each running function; nil: no limit
	cancel context.CancelCauseFunc
	wait   sync.WaitGroup
	once   sync.Once
	err    error
}

// NewGroup returns an empty group and its context. At most limit functions run at a time; 0: no limit.
func NewGroup(ctx context.Context, limit int) (*Group, context.Context) {
	ctx, cancel := context.WithCancelCause(ctx)
	g := &Group{cancel: cancel}
	if limit > 0 {
		g.places = make(chan struct{}, limit)
	}
	return g, ctx
}

// Go runs a function in a goroutine. It first waits while limit functions run.
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
