package account

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/axioms/catalogue"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// OfCounts returns the account of the axioms' preferences. numPairs has the number of candidate pairs of each split.
func OfCounts(list []axioms.Axiom, numPairs map[string]int, counts mine.Counts) *Report {
	s := &Report{}
	eachCount(list, counts, func(name, split string, c *mine.Cell) {
		row := Row{What: Preferences, Split: split, Axiom: name, Found: c.Instances + c.NotViolated + c.NotScored, Drawn: c.Instances,
			CandidatePairs: numPairs[split], Cell: c}
		if hasOmitted(counts) {
			row.LeftOut = map[string]int{"not_violated": c.NotViolated, "not_scored": c.NotScored}
		}
		s.Rows = append(s.Rows, row)
	})
	return s
}

// eachCount calls do once for every axiom and split, in order.
func eachCount(list []axioms.Axiom, counts mine.Counts, do func(name, split string, c *mine.Cell)) {
	isDone := map[string]bool{}
	for _, a := range list {
		name := a.String()
		if isDone[name] {
			continue
		}
		isDone[name] = true
		for _, split := range slices.SortedFunc(maps.Keys(counts[name]), configs.CompareSplits) {
			do(name, split, new(counts[name][split]))
		}
	}
}

// CountTable returns the table of counts: a row per axiom and split. "Judges agree" is the share of the pairs with exactly one relevant
// document in which the axiom prefers this document. Pairs without a preference are class 0, or lack the axiom's precondition.
func CountTable(list []axioms.Axiom, counts mine.Counts) *table.Table {
	t := &table.Table{Name: "counts", Caption: "An instance is a pair of candidates of which the axiom prefers one, or a triple that it orders. " +
		"rel is judged relevant, non is not; the preferred document stands first.", Columns: append(table.Left("axiom", "split"),
		table.Right("instances", "rel>non", "non>rel", "judges agree", "longer by", "class 0", "no precondition")...)}
	hasOmissions := hasOmitted(counts)
	if hasOmissions {
		t.Columns = append(t.Columns, table.Right("not violated", "not scored")...)
	}
	eachCount(list, counts, func(name, split string, c *mine.Cell) {
		row := []string{name, split, strconv.Itoa(c.Instances), table.None, table.None, table.None, table.None}
		if c.RelOverNonrel != nil {
			row = append(row[:3], strconv.Itoa(*c.RelOverNonrel), strconv.Itoa(*c.NonrelOverRel), share(c.Agreement, 4),
				terminal.SignedPercent(*c.LengthSkew))
		}
		row = append(row, countOf(c.Undecided), countOf(c.Void))
		if hasOmissions {
			row = append(row, strconv.Itoa(c.NotViolated), strconv.Itoa(c.NotScored))
		}
		t.Add(row...)
	})
	return t
}

// countOf formats a count; nil means that the axiom has none.
func countOf(n *int) string {
	if n == nil {
		return table.None
	}
	return strconv.Itoa(*n)
}

// hasOmitted reports whether instances were left out because of a model's scores.
func hasOmitted(counts mine.Counts) bool {
	for _, bySplit := range counts {
		for _, c := range bySplit {
			if c.NotViolated+c.NotScored > 0 {
				return true
			}
		}
	}
	return false
}

// CountsPage returns the page of what each axiom finds among the candidates; next is the command to go on with.
func CountsPage(list []axioms.Axiom, counts mine.Counts, next page.Next) *page.Page {
	bounds := []string{"0", "0.05", "0.1", "0.2", "0.5", "1"}
	within := &table.Table{Caption: "Instances whose lengths differ by at most delta_star of the longer document; at 1 every one counts.",
		Columns: table.Mixed(2, append([]string{"axiom", "split"}, bounds...)...)}
	var names []string
	eachCount(list, counts, func(name, split string, c *mine.Cell) {
		names = lists.AddNew(names, name)
		row := []string{name, split}
		for _, limit := range bounds {
			text := table.None
			if n, ok := c.ByDeltaStar[limit]; ok {
				text = terminal.Group(n)
			}
			row = append(row, text)
		}
		within.Add(row...)
	})
	return &page.Page{Kind: "axiomine axiom counts", Title: "What each axiom finds", Found: CountsText(counts), Sure: CountsSure(counts), Next: next,
		Sections: []page.Section{{Title: "Instances found", Table: CountTable(list, counts)}, {Title: "Found within a length bound", Table: within}},
		Glossary: catalogue.Meanings(names)}
}

// decisions counts an axiom's preferences with exactly one relevant document, in all splits.
type decisions struct {
	axiom        string
	right, total int // numbers of preferences for the relevant document, and of all
}

// share returns the share of the preferences that prefer the relevant document.
func (d decisions) share() float64 { return float64(d.right) / float64(d.total) }

// decidedOf returns the decisions of judgements on each axiom, in the order of the names.
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

// CountsText returns a sentence on the axioms that judgements agree with most and least. If judgements decide too few preferences, the
// sentence is foundText.
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

// foundText returns a sentence, without its full stop, on how much was found, and on the axioms that found most and least.
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

// CountsSure returns sentences on how many of the found preferences judgements decide, and foundText if CountsText has no room for it.
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
