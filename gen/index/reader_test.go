package index

import (
	"errors"
	"testing"
)

func (c *closer) Close() error { c.times++; return c.err }

// closer is a reader that counts how often it was closed.
type closer struct {
	Reader
	times int
	err   error
}

// TestClose: a reader that holds something open is closed once, and its error is returned; others need none.
func TestClose(t *testing.T) {
	fault := errors.New("fault")
	c := &closer{err: fault}
	if err := Close(c); err != fault || c.times != 1 {
		t.Errorf("%v after %d times", err, c.times)
	}
	if err := Close(nil); err != nil {
		t.Error(err)
	}
	if err := Close(struct{ Reader }{}); err != nil {
		t.Error(err)
	}
}
