package format

import (
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

func single(x *float64) *float32 {
	if x == nil {
		return nil
	}
	return new(float32(*x))
}

// classIDs are labels to point at.
var classIDs = [...]int64{0, 1, 2}

// realLabels are labels of a loss over real numbers.
var realLabels = [...]float32{0, 1}

func weightOf(r plan.Row) *float32 { return new(float32(r.Weight)) }

func marginOf(r plan.Row) *float32 { return new(float32(r.Margin)) }

func classOf(r plan.Row) *int64 { return &classIDs[*r.Class] }
