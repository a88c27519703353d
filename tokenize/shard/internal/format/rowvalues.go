package format

import (
	"github.com/axiomine/axiomine/tokenize/pairs"
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

// negativeSources are the results of pairs.Pair.NegativeSource, to point at.
var negativeSources = map[string]*string{pairs.NegativeJudged: new(pairs.NegativeJudged), pairs.NegativeAssumed: new(pairs.NegativeAssumed)}

// negativeSource returns whether the other document of a pair is judged or assumed; nil for a row of a three-class task.
func negativeSource(r plan.Row) *string { return negativeSources[r.NegativeSource()] }

// groupNegativeSources returns the negative sources of the first n rows of a group.
func groupNegativeSources(g plan.Group, n int) []string {
	sources := make([]string, n)
	for i := range sources {
		r := g.Row(i)
		sources[i] = r.NegativeSource()
	}
	return sources
}

func weightOf(r plan.Row) *float32 { return new(float32(r.Weight)) }

func marginOf(r plan.Row) *float32 { return new(float32(r.Margin)) }

func classOf(r plan.Row) *int64 { return &classIDs[*r.Class] }
