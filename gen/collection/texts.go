package collection

import (
	"context"
	"iter"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/errs"
)

// Documents yields the documents, and then an error if none of them has a text: another member or column is probably the one to read.
func (c *Collection) Documents(ctx context.Context, rep *read.Report) iter.Seq2[corpus.Doc, error] {
	return func(yield func(corpus.Doc, error) bool) {
		n, hasText := 0, false
		for d, err := range read.Documents(ctx, c.Layout.Documents, c.Layout.Format, c.Options, rep) {
			n++
			hasText = hasText || err != nil || strings.TrimSpace(corpus.DocText(d, c.Options.DocFields)) != ""
			if !yield(d, err) {
				return
			}
		}
		if n > 0 && !hasText {
			const hint = "choose what is read: --doc-fields NAME,NAME, or --columns document=NAME; --format rows reads a table"
			yield(corpus.Doc{}, errs.BadInput(c.Layout.Documents, 0, hint, "none of its %d documents has a text", n))
		}
	}
}
