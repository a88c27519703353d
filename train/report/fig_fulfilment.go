package report

import (
	"fmt"
	"math"

	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// FulfilmentFigure draws the share of each axiom's instances that each model fulfils.
func FulfilmentFigure(list Fulfilments, systems Systems) *page.Figure {
	axioms := list.axioms()
	if len(axioms) == 0 {
		return nil
	}
	caption := "Each row is an axiom, each mark a model: the share of the axiom's instances on the test queries that the model's scores " +
		"fulfil. Further right obeys more, which is not quality; tossing a coin gives about 0.5 (dashed)."
	if n := len(systems.Arms); n > 1 {
		base, arm := systems.Arms[0].Name, systems.Arms[1].Name // judged pairs alone, and with axiomatic ones
		up, n := 0, 0
		for _, axiom := range axioms {
			first, ok1 := list.find(base, axiom)
			last, ok2 := list.find(arm, axiom)
			if ok1 && ok2 {
				n++
				if last.Share() > first.Share() {
					up++
				}
			}
		}
		if n > 0 {
			caption += fmt.Sprintf(" The model of %s fulfils %s of %s more often than that of %s.", arm,
				terminal.Group(up), terminal.Plural(n, "axiom", "axioms"), base)
		}
	}
	d := page.Dots{Caption: caption, Axis: "share of instances fulfilled", Low: list.leastShare(), High: 1, Guide: 0.5, Rows: axioms}
	for _, f := range list {
		series := page.Series{Name: f.Model, Fixed: true, Shape: systems.Series(f.Model)}
		for _, axiom := range axioms {
			value, note := math.NaN(), ""
			if a, ok := list.find(f.Model, axiom); ok {
				value, note = a.Share(), fmt.Sprintf("%s of %s (%.3f)", terminal.Group(a.Fulfilled),
					terminal.Plural(a.Instances, "instance", "instances"), a.Share())
			}
			series.Values, series.Notes = append(series.Values, value), append(series.Notes, note)
		}
		d.Series = append(d.Series, series)
	}
	return d.Figure()
}

// leastShare returns the begin of the axis: at most 0.4, so that it shows 0.5, and below every mark.
func (list Fulfilments) leastShare() float64 {
	least := 0.5
	for _, f := range list {
		for _, a := range f.Axioms {
			if a.Instances > 0 {
				least = min(least, a.Share())
			}
		}
	}
	if least < 0.25 {
		return 0
	}
	return math.Floor(float64(least*5)-0.5) / 5
}
