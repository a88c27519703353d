package prepare

import (
	"context"
	"slices"
	"sync/atomic"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/internal/chain/stage"
)

// measurePieces returns the run with lengths in word pieces, if an axiom needs them. A length is computed at its first use.
func (p *Prepared) measurePieces(ctx context.Context) (*Prepared, error) {
	if !slices.ContainsFunc(p.Axioms.All, func(a axioms.Axiom) bool { return a.Spec().Needs.Pieces }) {
		return p, nil
	}
	if err := p.NeedTexts("an axiom that counts word pieces"); err != nil {
		return nil, err
	}
	p, err := p.WithVocabulary(ctx)
	if err != nil {
		return nil, err
	}
	p = p.copy()
	p.Inputs.Run.Note(stage.Pieces, "counted")
	t := p.Vocabulary
	lengths := make([]atomic.Int32, p.Index.NumDocs()) // plus 1; 0: not known yet
	p.Pieces = func(doc uint32) int {
		if n := lengths[doc].Load(); n > 0 {
			return int(n) - 1
		}
		n := len(t.Encode(p.Index.FullText(doc)))
		lengths[doc].Store(int32(n) + 1)
		return n
	}
	return p, nil
}
