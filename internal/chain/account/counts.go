package account

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// CountsText returns a sentence on how much was found, and which axioms find most and least.
func CountsText(counts mine.Counts) string {
	all, total := 0, map[string]int{}
	for name, splits := range counts {
		for _, cell := range splits {
			total[name] += cell.Instances
			all += cell.Instances
		}
	}
	names := slices.Sorted(maps.Keys(total))
	if len(names) == 0 || all == 0 {
		return "The axioms find nothing among these candidates."
	}
	if len(names) == 1 {
		return fmt.Sprintf("%s finds %s.", names[0], terminal.Plural(all, "preference", "preferences"))
	}
	byTotal := func(a, b string) int { return cmp.Compare(total[a], total[b]) }
	most, least := slices.MaxFunc(names, byTotal), slices.MinFunc(names, byTotal)
	return fmt.Sprintf("%s find %s: %s the most, %s, and %s the fewest, %s.", terminal.Plural(len(names), "axiom", "axioms"),
		terminal.Plural(all, "preference", "preferences"), most, terminal.Group(total[most]), least, terminal.Group(total[least]))
}

// CountsSure returns a sentence on how often judgements agree, over all axioms together.
func CountsSure(counts mine.Counts) string {
	right, total := 0, 0
	for _, splits := range counts {
		for _, cell := range splits {
			if cell.RelOverNonrel != nil {
				right += *cell.RelOverNonrel
				total += *cell.RelOverNonrel + *cell.NonrelOverRel
			}
		}
	}
	if total == 0 {
		return "The counts are exact; no judgement decides any of these preferences, so that nothing here says how often they are right."
	}
	if total < page.Fewest {
		return fmt.Sprintf("The counts are exact. Too few to say how often the axioms are right: judgements decide %s.",
			terminal.Plural(total, "preference", "preferences"))
	}
	return fmt.Sprintf("The counts are exact. Judgements agree with %.1f %% of the %s with one relevant document; they say nothing of the "+
		"others.", 100*float64(right)/float64(total), terminal.Plural(total, "preference", "preferences"))
}
