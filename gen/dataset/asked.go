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

// CameText is AskedText of what was drawn.
func (s *SampleReport) CameText() string {
	rows := message.NewPrinter(language.English)
	taken, short := 0, 0
	for _, p := range s.Pools {
		taken, short = taken+p.Taken, short+p.Shortfall
	}
	text := rows.Sprintf("came: %d axiomatic : %d regular", taken, s.Regular.Taken)
	if short > 0 {
		text += rows.Sprintf(", %d axiomatic pairs fewer than asked", short)
	}
	return text
}

// noPairHint says what to do where a training split gives nothing.
func noPairHint(s *SampleReport) string {
	if s.Regular.Found == 0 && len(s.Pools) > 0 && s.Pools[0].Size > 0 {
		return "the judgements give no pair, so a ratio asks for nothing: ask for a number of axiomatic pairs with --pairs N"
	}
	return "add judgements, axioms or candidates; axiomine gen mine shows what each axiom finds"
}
