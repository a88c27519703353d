package page

import (
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Flow draws where a number of things went: sources at the left, what became of them at the right. A band's thickness is its share of
// all things.
type Flow struct {
	Caption, Label string
	From           []string // names of the sources
	Into           []Fate
	Counts         [][]int // by source, then fate
}

// Fate is what can become of things.
type Fate struct {
	Name string
	Kept bool
}

// The geometry of a flow in CSS pixels: all bands together, between two nodes, and the width of a node.
const (
	flowHeight = 300.0
	flowGap    = 30.0
	flowNode   = 12.0
)

// flowNodeAt is where a bar at one side of a flow stands.
type flowNodeAt struct{ top, height float64 }

// Figure draws the flow; nil where nothing flows.
func (f Flow) Figure() *Figure {
	sources, targets, all := make([]int, len(f.From)), make([]int, len(f.Into)), 0
	for i, row := range f.Counts {
		for j, n := range row {
			sources[i], targets[j], all = sources[i]+n, targets[j]+n, all+n
		}
	}
	if all == 0 {
		return nil
	}
	return Draw(f.Caption, f.Label, func(c *Canvas, narrow bool) {
		left, right := stacked(sources, all), stacked(targets, all)
		x0, x1 := 250.0, c.Width-250
		if narrow {
			x0, x1 = 4, c.Width-4-flowNode
		}
		f.bands(c, left, right, x0+flowNode, x1, all)
		for i, name := range f.From {
			if sources[i] > 0 {
				c.Rect(x0, left[i].top, flowNode, left[i].height, fmt.Sprintf("bar s%d", shapeOf(i)), name+": "+terminal.Grouped(sources[i]))
				label(c, x0, left[i], "end", narrow, name, terminal.Grouped(sources[i]))
			}
		}
		for j, fate := range f.Into {
			if targets[j] > 0 {
				class := "even"
				if fate.Kept {
					class = "bar s3"
				}
				c.Rect(x1, right[j].top, flowNode, right[j].height, class, fate.Name+": "+terminal.Grouped(targets[j]))
				label(c, x1+flowNode, right[j], "start", narrow, fate.Name, terminal.Grouped(targets[j]))
			}
		}
		c.Height = max(bottomOf(left), bottomOf(right)) + 14
	})
}

// shapeOf is the colour of the i-th source, none that of what is kept.
func shapeOf(i int) int { return []int{1, 2, 4, 5, 6, 7}[i%6] }

// label writes a node's name and count beside it, or above it where there is no room beside.
func label(c *Canvas, x float64, node flowNodeAt, anchor string, narrow bool, name, count string) {
	if narrow {
		opposite := map[string]string{"end": "start", "start": "end"}[anchor]
		c.Text(x, node.top-6, opposite, "tick halo", shortName(name, 24)+" "+count)
		return
	}
	gap, room := map[string]float64{"end": -8, "start": 8}[anchor], x
	if anchor == "start" {
		room = c.Width - x
	}
	y := node.top + float64(node.height/2)
	c.Text(x+gap, y-1, anchor, "label", shortName(name, max(1, int((room-8)/glyph))))
	c.Text(x+gap, y+14, anchor, "tick", count)
}

// shortName is a name of at most n letters.
func shortName(name string, n int) string {
	if runes := []rune(name); len(runes) > n {
		return string(runes[:n-1]) + "…"
	}
	return name
}

// stacked places nodes below each other, those of nothing nowhere.
func stacked(counts []int, all int) []flowNodeAt {
	nodes, y := make([]flowNodeAt, len(counts)), 22.0
	for i, n := range counts {
		if n == 0 {
			continue
		}
		nodes[i] = flowNodeAt{y, max(2, flowHeight*float64(n)/float64(all))}
		y += nodes[i].height + flowGap
	}
	return nodes
}

func bottomOf(nodes []flowNodeAt) float64 {
	last := slices.MaxFunc(nodes, func(a, b flowNodeAt) int { return int(a.top - b.top) })
	return last.top + last.height
}

// bands joins sources and fates, each band as thick as its share.
func (f Flow) bands(c *Canvas, left, right []flowNodeAt, x0, x1 float64, all int) {
	begins, ends := make([]float64, len(left)), make([]float64, len(right))
	for i := range left {
		for j := range right {
			n := f.Counts[i][j]
			if n == 0 {
				continue
			}
			thick := max(1, flowHeight*float64(n)/float64(all))
			a, b, middle := left[i].top+begins[i], right[j].top+ends[j], Px((x0+x1)/2)
			begins[i], ends[j] = begins[i]+thick, ends[j]+thick
			d := fmt.Sprintf("M%s %sC%s %s %s %s %s %sV%sC%s %s %s %s %s %sz", Px(x0), Px(a), middle, Px(a), middle, Px(b), Px(x1), Px(b),
				Px(b+thick), middle, Px(b+thick), middle, Px(a+thick), Px(x0), Px(a+thick))
			c.PathWith(d, fmt.Sprintf("flow s%d", shapeOf(i)), fmt.Sprintf("%s, %s: %s", f.From[i], f.Into[j].Name, terminal.Grouped(n)))
		}
	}
}
