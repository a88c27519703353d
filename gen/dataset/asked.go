package dataset

import (
	"strings"

	"github.com/axiomine/axiomine/gen/pools"
	"github.com/axiomine/axiomine/gen/sample"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// AskedText says in rows of the training split what a configuration asks: how many axiomatic pairs beside how many regular ones, and
// of which axiom how many. regular is the number of judged pairs within all limits.
func AskedText(a *pools.Axioms, wanted []int, regular int, budget string) string {
	rows := message.NewPrinter(language.English)
	total, all := 0, 0
	var of []string
	for i, n := range wanted {
		if n == sample.All {
			all++
			of = append(of, a.Pools[i].Name+" all")
			continue
		}
		total += n
		of = append(of, rows.Sprintf("%s %d", a.Pools[i].Name, n))
	}
	text := rows.Sprintf("asked: %d axiomatic", total)
	switch {
	case all == len(wanted) && all > 0:
		text = "asked: all axiomatic pairs there are"
	case all > 0:
		text = rows.Sprintf("asked: %d axiomatic and all of %d axioms", total, all)
	}
	text += rows.Sprintf(" : %d regular", sample.RegularKept(regular, a.Pools, wanted, budget))
	if len(of) > 1 {
		text += " (" + strings.Join(of, ", ") + ")"
	}
	return text
}
