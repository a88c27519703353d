package prepare

import (
	"context"
	"slices"
	"sync/atomic"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/tokenize"
)

// pieceLengths returns the vocabulary and the documents' lengths in word pieces if an axiom needs them; else the given vocabulary and nil.
// A length is computed at its first use.
func pieceLengths(ctx context.Context, r *stage.Run, x index.Reader, list []axioms.Axiom, vocabulary *tokenize.Tokenizer) (
	*tokenize.Tokenizer, func(doc uint32) int, error) {
	if !slices.ContainsFunc(list, func(a axioms.Axiom) bool { return a.Spec().Needs.Pieces }) {
		return vocabulary, nil, nil
	}
	if vocabulary == nil {
		var err error
		if vocabulary, err = readVocabulary(ctx, r, x); err != nil {
			return nil, nil, err
		}
	}
	r.Note(stage.Pieces, "counted")
	lengths := make([]atomic.Int32, x.NumDocs()) // plus 1; 0: not known yet
	return vocabulary, func(doc uint32) int {
		if n := lengths[doc].Load(); n > 0 {
			return int(n) - 1
		}
		n := len(vocabulary.Encode(x.Texts().FullText(doc)))
		lengths[doc].Store(int32(n) + 1)
		return n
	}, nil
}
