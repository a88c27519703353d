package page

// Field is one of a map's.
type Field struct {
	Text, Short string  // short where the field is narrow
	Title       string  // for those who point at it
	Opacity     float64 // how much there is
	Framed      bool
}

// DrawFields draws a map: fields by row, then column. corner is the name of what the rows are.
func DrawFields(caption, label, axis, corner string, rows, columns []string, fields [][]Field) *Figure {
	return Draw(caption, label, func(c *Canvas, narrow bool) {
		gutter, namesAbove := RowLabels(append(rows[:len(rows):len(rows)], corner), narrow)
		height, pitch := 36.0, 40.0
		if namesAbove {
			pitch = 60
		}
		top := 52.0
		left := gutter + 6
		width := (c.Width - left - 4) / float64(len(columns))
		c.Text(left, 18, "start", "axis", axis)
		for i, name := range columns {
			name = shortName(name, max(1, int(width/glyph)))
			c.Text(left+float64(width*(float64(i)+0.5)), top-10, "middle", "tick", name)
		}
		for j, name := range rows {
			y := top + float64(pitch*float64(j))
			if namesAbove {
				c.Text(left, y+14, "start", "label", name)
				y += 20
			} else {
				c.Text(left-8, y+height/2+4, "end", "label", name)
			}
			for i, f := range fields[j] {
				x := left + float64(width*float64(i))
				c.shade(x+1, y+1, width-2, height-2, f.Opacity, f.Title)
				if f.Framed {
					c.Rect(x+1, y+1, width-2, height-2, "frame", "")
				}
				text := f.Text
				if width < TextWidth(text) {
					text = f.Short
				}
				c.Text(x+float64(width/2), y+float64(height/2)+4, "middle", "label", text)
			}
		}
		c.Height = top + float64(pitch*float64(len(rows))) + 6
	})
}

// shortName returns a name of at most n letters.
func shortName(name string, n int) string {
	if runes := []rune(name); len(runes) > n {
		return string(runes[:n-1]) + "…"
	}
	return name
}
