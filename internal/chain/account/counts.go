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

// decisions are an axiom's preferences with exactly one relevant document, in all splits.
type decisions struct {
	axiom        string
	right, total int
}

func (d decisions) share() float64 { return float64(d.right) / float64(d.total) }

// decidedOf returns what judgements decide of each axiom, by its name.
func decidedOf(counts mine.Counts) (list []decisions) {
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		d := decisions{axiom: name}
		for _, cell := range counts[name] {
			if cell.RelOverNonrel != nil {
				d.right += *cell.RelOverNonrel
				d.total += *cell.RelOverNonrel + *cell.NonrelOverRel
			}
		}
		list = append(list, d)
	}
	return list
}

// CountsText returns a sentence on which axioms judgements agree with most and least; where they decide too few, on how much was found.
func CountsText(counts mine.Counts) string {
	list := slices.DeleteFunc(decidedOf(counts), func(d decisions) bool { return d.total < page.Fewest })
	byShare := func(a, b decisions) int { return cmp.Compare(a.share(), b.share()) }
	switch len(list) {
	case 0:
		return foundText(counts) + "."
	case 1:
		return fmt.Sprintf("Judgements agree with %s in %s of %s.", list[0].axiom, terminal.Percent(list[0].share()),
			terminal.Plural(list[0].total, "preference", "preferences"))
	}
	most, least := slices.MaxFunc(list, byShare), slices.MinFunc(list, byShare)
	return fmt.Sprintf("Judgements agree most with %s, in %s of %s, and least with %s, in %s of %s.", most.axiom,
		terminal.Percent(most.share()), terminal.Plural(most.total, "preference", "preferences"), least.axiom, terminal.Percent(least.share()),
		terminal.Group(least.total))
}

// foundText returns how much was found, and which of several axioms found most and least.
func foundText(counts mine.Counts) string {
	all, total := 0, map[string]int{}
	for name, splits := range counts {
		for _, cell := range splits {
			total[name] += cell.Instances
			all += cell.Instances
		}
	}
	names := slices.Sorted(maps.Keys(total))
	if len(names) == 0 || all == 0 {
		return "The axioms find nothing among these candidates"
	}
	if len(names) == 1 {
		return fmt.Sprintf("%s finds %s", names[0], terminal.Plural(all, "preference", "preferences"))
	}
	byTotal := func(a, b string) int { return cmp.Compare(total[a], total[b]) }
	most, least := slices.MaxFunc(names, byTotal), slices.MinFunc(names, byTotal)
	if total[most] == total[least] {
		return fmt.Sprintf("%s find %s, each %s", terminal.Plural(len(names), "axiom", "axioms"),
			terminal.Plural(all, "preference", "preferences"), terminal.Group(total[most]))
	}
	return fmt.Sprintf("%s find %s: %s the most, %s, and %s the fewest, %s", terminal.Plural(len(names), "axiom", "axioms"),
		terminal.Plural(all, "preference", "preferences"), most, terminal.Group(total[most]), least, terminal.Group(total[least]))
}

// CountsSure returns how much was found, where the first sentence does not say so, and how much of it judgements decide.
func CountsSure(counts mine.Counts) string {
	total, most := 0, 0
	for _, d := range decidedOf(counts) {
		total, most = total+d.total, max(most, d.total)
	}
	switch decides := terminal.Plural(total, "preference", "preferences"); {
	case total == 0:
		return "The counts are exact; no judgement decides any of these preferences, so that nothing here says how often they are right."
	case most < page.Fewest:
		return fmt.Sprintf("The counts are exact. Too few to say how often the axioms are right: judgements decide %s.", decides)
	default:
		return fmt.Sprintf("%s. Judgements decide %s, those with exactly one relevant document; 50 %% is guessing.", foundText(counts), decides)
	}
}
