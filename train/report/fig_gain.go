package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train/eval"
)

// barLimit is the largest number of queries at which each bar is an element with its query as a tooltip.
const barLimit = 400

// GainFigure draws the gain of every query in a test of two systems. It returns nil if these lack the values, or no query differs.
func GainFigure(systems Systems, t Test) *page.Figure {
	ids, va, vb := systems.pairedValues(t.A, t.B, t.Measure)
	if len(ids) < 2 {
		return nil
	}
	order := make([]int, len(ids))
	gain := make([]float64, len(ids))
	for i := range ids {
		order[i], gain[i] = i, vb[i]-va[i]
	}
	slices.SortStableFunc(order, func(x, y int) int {
		switch {
		case gain[x] > gain[y]:
			return -1
		case gain[x] < gain[y]:
			return 1
		}
		return 0
	})
	c := eval.Compare(t.Measure, va, vb)
	if c.Wins+c.Losses == 0 {
		return nil
	}
	measure := t.Measure
	if measure == "MAP" {
		measure = "AP" // of a single query
	}
	seedsText := ", averaged over seeds"
	if len(systems.Arms) == 0 {
		seedsText = ""
	}
	caption := fmt.Sprintf("One bar per test query, sorted: the %s of %s minus that of %s"+seedsText+
		". %s won, %s tied, %s lost; the mean gain is %s (dashed). A bar has the colour of the system that is better.",
		measure, t.B, t.A, terminal.Plural(c.Wins, "query", "queries"), terminal.Group(c.Ties), terminal.Group(c.Losses), terminal.Signed(c.Diff,
			3))
	label := fmt.Sprintf("Gain in %s per query of %s over %s: %d better, %d equal, %d worse, mean %s", measure, t.B, t.A, c.Wins, c.Ties,
		c.Losses, terminal.Signed(c.Diff, 3))
	return page.Draw(caption, label, func(k *page.Canvas, narrow bool) {
		up, down := fmt.Sprintf("bar s%d", systems.Series(t.B)), fmt.Sprintf("bar s%d", systems.Series(t.A))
		x, line, left := 2.0, 19.0, 2.0
		for _, item := range []struct {
			class string
			n     int
			text  string
		}{{up, c.Wins, t.B + " better"}, {"even", c.Ties, "equal"}, {down, c.Losses, t.A + " better"}} {
			text := fmt.Sprintf("%s: %s", item.text, terminal.Group(item.n))
			if w := 17 + page.TextWidth(text); x > left && x+w > k.Width {
				x, line = left, line+20
			}
			k.Rect(x, line-10, 11, 11, item.class, "")
			k.Text(x+17, line, "start", "label", text)
			x += 17 + page.TextWidth(text) + 16
		}
		top := line + 23
		bottom := top + 230
		if narrow {
			bottom = top + 180
		}
		k.Height = bottom + 30
		lo, hi := page.Span(gain)
		y := page.NiceScale(min(lo, 0), max(hi, 0), bottom, top, 5)
		gutter := y.Gutter(48)
		k.GridY(y, gutter, k.Width-8)
		width := (k.Width - 8 - gutter) / float64(len(ids))
		zero := y.Map(0)
		gap := 0.0
		if width > 3 {
			gap = min(1, width/6)
		}
		if !narrow && len(ids) <= barLimit {
			for i, q := range order {
				v, class := gain[q], up
				if v < 0 {
					class = down
				}
				if v != 0 {
					k.Rect(gutter+float64(float64(i)*width), min(zero, y.Map(v)), width-gap, max(1, y.Map(0)-y.Map(v), y.Map(v)-y.Map(0)), class,
						fmt.Sprintf("query %s: %s → %s (%s)", ids[q], page.Score(va[q]), page.Score(vb[q]), terminal.Signed(v, 3)))
				}
			}
		} else {
			k.Path(outlineBars(gain, order, gutter, width, y, func(v float64) bool { return v > 0 }), up)
			k.Path(outlineBars(gain, order, gutter, width, y, func(v float64) bool { return v < 0 }), down)
		}
		k.Line(gutter, zero, k.Width-8, zero, "zero")
		k.Line(gutter, y.Map(c.Diff), k.Width-8, y.Map(c.Diff), "mean")
		x, height, anchor := k.Width-10, y.Map(c.Diff)-6, "end" // on the side without bars
		if c.Diff < 0 {
			x, height, anchor = gutter+4, y.Map(c.Diff)+16, "start"
		}
		k.Text(x, height, anchor, "value halo", "mean "+terminal.Signed(c.Diff, 3))
		k.Text((gutter+k.Width-8)/2, bottom+20, "middle", "axis", fmt.Sprintf("%s, sorted by gain in %s",
			terminal.Plural(len(ids), "test query", "test queries"), measure))
	})
}

// outlineBars outlines the bars of the values that want accepts, as one path from the zero line.
func outlineBars(gain []float64, order []int, left, width float64, y page.Scale, want func(float64) bool) string {
	var b strings.Builder
	open := false
	for i, q := range order {
		x := left + float64(float64(i)*width)
		if !want(gain[q]) {
			continue
		}
		if !open {
			fmt.Fprintf(&b, "M%s %s", page.Px(x), page.Px(y.Map(0)))
			open = true
		}
		fmt.Fprintf(&b, "V%sH%s", page.Px(y.Map(gain[q])), page.Px(x+width))
	}
	if open {
		fmt.Fprintf(&b, "V%sz", page.Px(y.Map(0)))
	}
	return b.String()
}
