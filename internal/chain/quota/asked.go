package quota

import (
	"strings"

	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// AskedText says in rows of the training split what a configuration asks: how many axiomatic pairs beside how many regular ones, and
// of which axiom how many. regular is the number of judged pairs within all limits.
func AskedText(a *Axioms, wanted []int, regular int, budget string) string {
	total, all := 0, 0
	var of []string
	for i, n := range wanted {
		if n == sample.All {
			all++
			of = append(of, a.Pools[i].Name+" all")
			continue
		}
		total += n
		of = append(of, a.Pools[i].Name+" "+terminal.Grouped(n))
	}
	text := "asked: " + terminal.Grouped(total) + " axiomatic"
	switch {
	case all == len(wanted) && all > 0:
		text = "asked: all axiomatic pairs there are"
	case all > 0:
		text = text + " and all of " + terminal.Plural(all, "axiom", "axioms")
	}
	text += " : " + terminal.Grouped(sample.RegularKept(regular, a.Pools, wanted, budget)) + " regular"
	if len(of) > 1 {
		text += " (" + strings.Join(of, ", ") + ")"
	}
	return text
}
