package gen

import (
	"context"
	"slices"
	"sync/atomic"

	"github.com/axiomine/axiomine/axioms"
)

// loadPieces makes ready to measure documents in word pieces, where an axiom asks for that. Each document is cut at most
// once per worker that comes upon it first.
func (c *Chain) loadPieces(ctx context.Context) error {
	if !slices.ContainsFunc(c.Axioms.All, func(a axioms.Axiom) bool { return a.Spec().Needs.Pieces }) {
		return nil
	}
	if err := c.NeedTexts("an axiom that counts word pieces"); err != nil {
		return err
	}
	t, err := c.Vocabulary(ctx)
	if err != nil {
		return err
	}
	lengths := make([]atomic.Int32, c.Index.NumDocs()) // plus 1; 0: not known yet
	c.pieces = func(doc uint32) int {
		if n := lengths[doc].Load(); n > 0 {
			return int(n) - 1
		}
		n := len(t.Encode(c.Index.FullText(doc)))
		lengths[doc].Store(int32(n) + 1)
		return n
	}
	return nil
}
