package quota

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Only returns the keys that keep some of the pools, by number, and leave out the rest: their axioms one by one, each at the ratio or
// number of pairs, loss weight, margin and row weight that it has among all of them. A pool that has a pair more because a shared ratio
// cannot be divided loses that pair. It is for pools of single axioms (paired).
func (a *Axioms) Only(c *configs.Config, pools []int) ([]configs.Setting, error) {
	weights, err := a.PerPool("train.axiom_weight", c.Train.AxiomWeight, 1)
	if err != nil {
		return nil, err
	}
	margins, err := a.PerPool("train.axiom_margin", c.Train.AxiomMargin, 1)
	if err != nil {
		return nil, err
	}
	rows := c.Gen.Weights
	if rows != byAgreement && rows != ByVotes && rows != "none" {
		values, err := namedWeights(&c.Gen)
		if err != nil {
			return nil, err
		}
		rows = a.joinValues(pools, func(i int) string { return terminal.Number(a.perPool(values, 1)[i]) })
	}
	var names []string
	for _, i := range pools {
		names = append(names, axioms.FormatWithPaths(a.All[a.Drawn[i]])) // with the folders of files, which names leave out
	}
	ratios := a.joinEach(pools, func(i int) string {
		switch p := a.Pools[i]; {
		case p.Pairs > 0:
			return ""
		case p.Ratio == 0:
			return "none"
		default:
			return formatRatio(p.Ratio)
		}
	})
	numbers := a.joinEach(pools, func(i int) string {
		if n := a.Pools[i].Pairs; n > 0 {
			return strconv.Itoa(n)
		}
		return ""
	})
	if ratios == "" {
		ratios = "1:1" // every pool has a number
	}
	// the names hold their bounds
	return []configs.Setting{{Key: "gen.axioms", Value: strings.Join(names, ", ")}, {Key: "gen.delta_star", Value: ""},
		{Key: "gen.ratio", Value: ratios}, {Key: "gen.pairs", Value: numbers}, {Key: "gen.weights", Value: rows},
		{Key: "train.axiom_weight", Value: a.joinValues(pools, func(i int) string { return terminal.Number(weights[i]) })},
		{Key: "train.axiom_margin", Value: a.joinValues(pools, func(i int) string { return terminal.Number(margins[i]) })}}, nil
}

// mostParts is the largest number of regular pairs in a ratio of whole numbers: a ratio such as 7:100 is still read at a glance.
const mostParts = 100

// formatRatio writes a ratio of axiomatic to regular pairs, which reads back the same: in the smallest whole numbers that do.
func formatRatio(ratio float64) string {
	for parts := 1.0; parts <= mostParts; parts++ {
		if n := math.Round(ratio * parts); n/parts == ratio {
			return terminal.Number(n) + ":" + terminal.Number(parts)
		}
	}
	return terminal.Number(ratio) + ":1"
}

// joinValues writes a value for all pools where they share it, else one for each.
func (a *Axioms) joinValues(pools []int, value func(i int) string) string {
	var values []string
	for _, i := range pools {
		values = append(values, value(i))
	}
	if len(slices.Compact(values)) == 1 {
		return values[0]
	}
	return a.joinEach(pools, value)
}

// joinEach writes NAME=VALUE for each pool that has a value. For a single pool it writes the value alone: of
// amounts, one value for all pools would be their sum.
func (a *Axioms) joinEach(pools []int, value func(i int) string) string {
	if len(pools) == 1 {
		return value(pools[0])
	}
	var parts []string
	for _, i := range pools {
		if text := value(i); text != "" {
			parts = append(parts, a.Pools[i].Name+"="+text)
		}
	}
	return strings.Join(parts, ",")
}
