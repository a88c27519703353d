package check

import (
	"fmt"
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

var querySkew = Check{
	Code: "query-skew", Severity: Note,
	About: "Few queries have most rows: the effective number of queries (e to the entropy of their shares of the rows) is below half the " +
		"number of queries, in a set of 20 queries or more.",
	Advice: "Cap the rows of a query, or sample queries evenly: the model otherwise learns the frequent queries.",
	Find:   findSkew,
}

const (
	skewQueries = 20
	skewShare   = 0.5
)

// rowsByQuery counts the rows of each query, most first.
func rowsByQuery(set *trainset.Set) (counts []int) {
	byQuery := make([]int32, len(set.Texts))
	for row := range set.Rows {
		byQuery[set.RowQuery(uint32(row))]++
	}
	for _, n := range byQuery {
		if n > 0 {
			counts = append(counts, int(n))
		}
	}
	slices.SortFunc(counts, func(a, b int) int { return b - a })
	return counts
}

// EffectiveQueries returns e to the entropy of the queries' shares of the rows.
func (in *Input) EffectiveQueries() float64 {
	entropy := 0.0
	for _, n := range in.Queries {
		p := float64(n) / float64(len(in.Set.Rows))
		entropy -= float64(p * math.Log(p))
	}
	return math.Exp(entropy)
}

func findSkew(in *Input) (finding Found) {
	effective, queries := in.EffectiveQueries(), len(in.Queries)
	if queries < skewQueries || effective >= skewShare*float64(queries) {
		return finding
	}
	top := in.Queries[:max(1, queries/100)]
	for _, n := range top {
		finding.Count += n
	}
	finding.Share = float64(finding.Count) / float64(len(in.Set.Rows))
	finding.Title = fmt.Sprintf("%s of %s with %s of the rows: as uneven as %.0f queries", terminal.Group(len(top)),
		terminal.Plural(queries, "query", "queries"),
		terminal.Percent(finding.Share), effective)
	return finding
}
