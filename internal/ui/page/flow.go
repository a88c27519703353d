package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Flow draws where a number of things went: sources at the left, what became of them at the right. A band's thickness is its share of
// all things.
type Flow struct {
	Caption, Label string
	Sources        []string // names of the sources
	Fates          []Fate
	Counts         [][]int // by source, then fate
}

// Fate is what can become of things.
type Fate struct {
	Name string
	Kept bool
}

// The geometry of a flow in CSS pixels: all bands together, between two nodes or their labels, the width of a node, and the height of
// a line of a label.
const (
	flowHeight = 300.0
	flowGap    = 16.0
	flowNode   = 12.0
	flowLine   = 15.0
)

// flowNodeAt is where a bar at one side of a flow stands, with its label; bottom is the end of both.
type flowNodeAt struct {
	top, height      float64
	label            []string // lines
	labelTop, bottom float64
}

// Figure draws the flow; nil where nothing flows.
func (f Flow) Figure() *Figure {
	sources, targets, all := make([]int, len(f.Sources)), make([]int, len(f.Fates)), 0
	for i, row := range f.Counts {
		for j, n := range row {
			sources[i], targets[j], all = sources[i]+n, targets[j]+n, all+n
		}
	}
	if all == 0 {
		return nil
	}
	return Draw(f.Caption, f.Label, func(c *Canvas, narrow bool) {
		side := flowSide{width: c.Width, margin: 250, narrow: narrow}
		if narrow {
			side.margin = 4 + flowNode
		}
		fates := make([]string, len(f.Fates))
		for j, fate := range f.Fates {
			fates[j] = fate.Name
		}
		left, right := side.nodes(f.Sources, sources, all), side.nodes(fates, targets, all)
		x0, x1 := side.margin, c.Width-side.margin
		f.bands(c, left, right, x0, x1, all)
		for i, node := range left {
			if sources[i] > 0 {
				c.Rect(x0-flowNode, node.top, flowNode, node.height, fmt.Sprintf("bar s%d", shapeOf(i)), f.Sources[i]+": "+terminal.Group(sources[i]))
				side.write(c, node, x0-flowNode, "end", terminal.Group(sources[i]))
			}
		}
		for j, node := range right {
			if targets[j] > 0 {
				class := "even"
				if f.Fates[j].Kept {
					class = "bar s3"
				}
				c.Rect(x1, node.top, flowNode, node.height, class, fates[j]+": "+terminal.Group(targets[j]))
				side.write(c, node, x1+flowNode, "start", terminal.Group(targets[j]))
			}
		}
		c.Height = max(bottomOf(left), bottomOf(right)) + 8
	})
}

// shapeOf returns the colour of the i-th source, none that of what is kept.
func shapeOf(i int) int { return []int{1, 2, 4, 5, 6, 7}[i%6] }

// flowSide is the room for the labels at both sides of a flow: beside the nodes, or above them where a page is narrow.
type flowSide struct {
	width, margin float64
	narrow        bool
}

// nodes places nodes and their labels below each other, those of nothing nowhere. No label reaches another one, since those of the two
// sides share the width.
func (s flowSide) nodes(names []string, counts []int, all int) []flowNodeAt {
	room := s.margin - flowNode - 8
	if s.narrow {
		room = float64(s.width/2) - 8
	}
	nodes, y := make([]flowNodeAt, len(counts)), 6.0
	for i, n := range counts {
		if n == 0 {
			continue
		}
		node := flowNodeAt{label: wrap(names[i], int(room/glyph)), height: max(2, float64(flowHeight*float64(n)/float64(all)))}
		text := float64(flowLine * float64(len(node.label)+1)) // a line for the count
		if s.narrow {
			node.top, node.labelTop = y+text+3, y
			y = node.top + node.height
		} else {
			slot := max(node.height, text)
			node.top, node.labelTop = y+float64((slot-node.height)/2), y+float64((slot-text)/2)
			y += slot
		}
		node.bottom = y
		y += flowGap
		nodes[i] = node
	}
	return nodes
}

// write writes a node's label and count: beside the node's outer edge at x, or above it inside the flow.
func (s flowSide) write(c *Canvas, node flowNodeAt, x float64, anchor, count string) {
	name, number := "label", "tick"
	switch {
	case s.narrow && anchor == "end":
		name, number, x, anchor = "tick halo", "tick halo", 4, "start"
	case s.narrow:
		name, number, x, anchor = "tick halo", "tick halo", s.width-4, "end"
	case anchor == "end":
		x -= 8
	default:
		x += 8
	}
	for i, line := range slices.Concat(node.label, []string{count}) {
		class := name
		if i == len(node.label) {
			class = number
		}
		c.Text(x, node.labelTop+float64(flowLine*float64(i))+12, anchor, class, line)
	}
}

func bottomOf(nodes []flowNodeAt) float64 {
	return slices.MaxFunc(nodes, func(a, b flowNodeAt) int { return cmp.Compare(a.bottom, b.bottom) }).bottom
}

// mostLines is the number of lines of a label; what does not fit is in the title.
const mostLines = 3

// wrap returns the lines of a label of at most n letters each, broken after a space, a comma or a bracket where there is one.
func wrap(name string, n int) (lines []string) {
	n = max(n, 2)
	rest := []rune(name)
	for len(rest) > n && len(lines) < mostLines-1 {
		end := n
		for i := n; i > 0; i-- {
			if rest[i] == ' ' || strings.ContainsRune(" ,(", rest[i-1]) {
				end = i
				break
			}
		}
		lines = append(lines, strings.TrimSpace(string(rest[:end])))
		rest = []rune(strings.TrimSpace(string(rest[end:])))
	}
	return append(lines, shortName(string(rest), n))
}

// shortName returns a name of at most n letters.
func shortName(name string, n int) string {
	if runes := []rune(name); len(runes) > n {
		return string(runes[:n-1]) + "…"
	}
	return name
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
			c.PathWith(d, fmt.Sprintf("flow s%d", shapeOf(i)), fmt.Sprintf("%s, %s: %s", f.Sources[i], f.Fates[j].Name, terminal.Group(n)))
		}
	}
}
