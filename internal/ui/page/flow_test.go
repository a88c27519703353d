package page

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var flowText = regexp.MustCompile(`<text x="([^"]*)" y="([^"]*)" text-anchor="(\w+)" class="[^"]*">([^<]*)</text>`)

// TestFlowLabels: in both widths no label of a flow reaches another one or the edge, whatever the names, counts and number of nodes. A
// label is as wide as TextWidth estimates and 12 pixels high, its baseline at the bottom.
func TestFlowLabels(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		name := rapid.SampledFrom([]string{"regular", "in the rows, with a negative that nobody judged", "m-tdc(delta_star=0.1)",
			"majority(m-and,tfc1,rs-bm25(b=0,k1=0.4,margin=1.25);0.6)", strings.Repeat("w", 60)})
		f := Flow{Sources: rapid.SliceOfN(name, 1, 8).Draw(rt, "from")}
		for _, fate := range rapid.SliceOfN(name, 1, 8).Draw(rt, "into") {
			f.Fates = append(f.Fates, Fate{Name: fate})
		}
		for range f.Sources {
			row := rapid.SliceOfN(rapid.SampledFrom([]int{0, 1, 30, 123456789}), len(f.Fates), len(f.Fates)).Draw(rt, "counts")
			f.Counts = append(f.Counts, row)
		}
		figure := f.Figure()
		if figure == nil {
			return
		}
		for _, drawing := range []struct {
			svg   string
			width float64
		}{{string(figure.Wide), wideWidth}, {string(figure.Narrow), narrowWidth}} {
			type box struct{ left, right, bottom float64 }
			var boxes []box
			height, err := strconv.ParseFloat(regexp.MustCompile(`viewBox="0 0 \S+ ([^"]+)"`).FindStringSubmatch(drawing.svg)[1], 64)
			if err != nil {
				rt.Fatal(err)
			}
			for _, m := range flowText.FindAllStringSubmatch(drawing.svg, -1) {
				x, _ := strconv.ParseFloat(m[1], 64)
				y, _ := strconv.ParseFloat(m[2], 64)
				b := box{x, x + TextWidth(m[4]), y}
				if m[3] == "end" {
					b = box{x - TextWidth(m[4]), x, y}
				}
				if b.left < 0 || b.right > drawing.width || y-12 < 0 || y > height {
					rt.Fatalf("%q reaches the edge: %+v of %v x %v", m[4], b, drawing.width, height)
				}
				for _, other := range boxes {
					if min(b.right, other.right) > max(b.left, other.left) && math.Abs(b.bottom-other.bottom) < 12 {
						rt.Fatalf("%q lies on another label", m[4])
					}
				}
				boxes = append(boxes, b)
			}
			if len(boxes) == 0 {
				rt.Fatal("a flow without labels")
			}
		}
	})
}

func TestWrapped(t *testing.T) {
	for _, c := range []struct {
		name string
		n    int
		want string
	}{{"regular", 20, "regular"}, {"in the rows, with a negative that nobody judged", 24, "in the rows, with a|negative that nobody|judged"},
		{"rs-bm25(b=0,k1=0.4)", 12, "rs-bm25(b=0,|k1=0.4)"}, {"wwwwwwwwww", 4, "wwww|wwww|ww"}, {"wwwwwwwwwwwww", 4, "wwww|wwww|www…"}} {
		if got := strings.Join(wrap(c.name, c.n), "|"); got != c.want {
			t.Errorf("%q in %d: %q, want %q", c.name, c.n, got, c.want)
		}
	}
}
