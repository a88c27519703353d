package quota

import (
	"strings"

	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// AskedText describes in rows of the training split what a configuration asks: how many axiomatic pairs beside how many regular ones, and
// of which axiom how many. regular is the number of judged pairs within all limits.
func AskedText(a *Axioms, counts []int, regular int, budget string) string {
	total, all := 0, 0
	var parts []string
	for i, n := range counts {
		if n == sample.All {
			all++
			parts = append(parts, a.Pools[i].Name+" all")
			continue
		}
		total += n
		parts = append(parts, a.Pools[i].Name+" "+terminal.Group(n))
	}
	text := "asked: " + terminal.Group(total) + " axiomatic"
	switch {
	case all == len(counts) && all > 0:
		text = "asked: all axiomatic pairs there are"
	case all > 0:
		text = text + " and all of " + terminal.Plural(all, "axiom", "axioms")
	}
	text += " : " + terminal.Group(sample.RegularKept(regular, a.Pools, counts, budget)) + " regular"
	if len(parts) > 1 {
		text += " (" + strings.Join(parts, ", ") + ")"
	}
	return text
}
