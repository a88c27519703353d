package report

import (
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// TrainingFigure draws loss, dev measure and term gate per epoch. Thin lines are runs. Thick lines are
// their mean over the epochs that all runs have.
func TrainingFigure(arms Arms, main string) *page.Figure {
	series := Systems{Arms: arms}.Series
	var items []page.LegendItem
	epochs := 1
	var loss, dev, gate []float64
	for _, a := range arms {
		hasEpochs := false
		for _, s := range a.Seeds {
			for _, e := range s.Training {
				hasEpochs = true
				epochs = max(epochs, e.Epoch)
				loss, dev, gate = append(loss, e.Loss), append(dev, e.DevMain), append(gate, e.Gate)
			}
		}
		if hasEpochs {
			items = append(items, page.LegendItem{Series: series(a.Name), Name: a.Name})
		}
	}
	if len(loss) == 0 {
		return nil
	}
	caption := fmt.Sprintf("The mean hinge loss of a training pair, %s on the dev queries and the weight of the term gate after each epoch. "+
		"Thin lines are single runs, thick ones their mean as far as all runs reach; a mark is the epoch whose weights were tested.",
		main)
	label := fmt.Sprintf("Loss, dev %s and term gate over %s", main, terminal.Plural(epochs, "epoch", "epochs"))
	return page.Draw(caption, label, func(c *page.Canvas, narrow bool) {
		y := c.Legend(items, 6, 20, c.Width) + 8
		panel := func(left, right, top, bottom float64, name string, values []float64, isLoss bool, value func(Epoch) float64) {
			lo, hi := page.Span(values)
			if isLoss {
				lo = 0
			}
			ys := page.NiceScale(lo, hi, bottom, top, 5)
			gutter := ys.Gutter(46)
			xs := page.Scale{Lo: 1, Hi: float64(max(epochs, 2)), Start: left + gutter + 6, End: right - 10, Step: tickStep(epochs)}
			c.Text(left+6, top-14, "start", "value", name)
			c.GridY(ys, left+gutter, right)
			for _, v := range xs.Ticks() {
				if v == float64(int(v)) && int(v) <= epochs {
					c.Text(xs.Map(v), bottom+16, "middle", "tick", xs.Label(v))
				}
			}
			c.Text((xs.Start+xs.End)/2, bottom+35, "middle", "axis", "epoch")
			for _, a := range arms {
				drawCurves(c, &a, series(a.Name), xs, ys, value, !isLoss)
			}
		}
		const height = 210.0
		panels := []struct {
			name   string
			values []float64
			value  func(Epoch) float64
		}{{"loss", loss, func(e Epoch) float64 { return e.Loss }}, {"dev " + main, dev, func(e Epoch) float64 { return e.DevMain }},
			{"term gate", gate, func(e Epoch) float64 { return e.Gate }}}
		width := c.Width / float64(len(panels))
		for i, p := range panels {
			if narrow {
				top := y + 22 + float64(float64(i)*(height+70))
				panel(0, c.Width, top, top+height, p.name, p.values, i == 0, p.value)
				c.Height = top + height + 42
			} else {
				panel(width*float64(i), float64(width*float64(i+1))-12, y+22, y+22+height, p.name, p.values, i == 0, p.value)
				c.Height = y + height + 64
			}
		}
	})
}

// tickStep returns the distance of whole epochs with at most eight ticks.
func tickStep(epochs int) float64 {
	for power := 1.0; ; power *= 10 {
		for _, m := range []float64{1, 2, 5} {
			if float64(epochs)/(m*power) <= 8 {
				return m * power
			}
		}
	}
}

// drawCurves draws one arm: its runs, their mean, and with marks the tested epochs.
func drawCurves(c *page.Canvas, a *Arm, series int, xs, ys page.Scale, value func(Epoch) float64, marks bool) {
	shortest := -1
	for _, s := range a.Seeds {
		if n := len(s.Training); shortest < 0 || n < shortest {
			shortest = n
		}
	}
	for _, s := range a.Seeds {
		var d strings.Builder
		for i, e := range s.Training {
			d.WriteString(page.PathStep(i) + page.Px(xs.Map(float64(e.Epoch))) + " " + page.Px(ys.Map(value(e))))
		}
		if len(s.Training) > 1 {
			c.Path(d.String(), fmt.Sprintf("run s%d", series))
		}
	}
	var mean strings.Builder
	for i := range max(shortest, 0) {
		sum := 0.0
		for _, s := range a.Seeds {
			sum += value(s.Training[i])
		}
		mean.WriteString(page.PathStep(i) + page.Px(xs.Map(float64(a.Seeds[0].Training[i].Epoch))) + " " +
			page.Px(ys.Map(sum/float64(len(a.Seeds)))))
	}
	if shortest > 1 {
		c.Path(mean.String(), fmt.Sprintf("curve s%d", series))
	}
	for _, s := range a.Seeds {
		for _, e := range s.Training {
			if marks && e.Epoch == s.BestEpoch {
				c.Mark(xs.Map(float64(e.Epoch)), ys.Map(value(e)), 4, series, "dot",
					fmt.Sprintf("%s, seed %d, epoch %d: %s", a.Name, s.Seed, e.Epoch, page.Score(value(e))))
			}
		}
	}
}
