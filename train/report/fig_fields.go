package report

// field is one of a map's.
type field struct {
	text, short string  // short where the field is narrow
	title       string  // for those who point at it
	opacity     float64 // how much there is
	against     bool    // of what is below zero
	framed      bool
}

// drawFields draws a map: fields by row, then column. corner is the name of what the rows are.
func drawFields(caption, label, axis, corner string, rows, columns []string, fields [][]field) *figure {
	return draw(caption, label, func(c *canvas, narrow bool) {
		gutter, above := rowLabels(append(rows[:len(rows):len(rows)], corner), narrow)
		height, pitch := 36.0, 40.0
		if above {
			pitch = 60
		}
		top := 52.0
		left := gutter + 6
		width := (c.width - left - 4) / float64(len(columns))
		c.text(left, 18, "start", "axis", axis)
		for i, name := range columns {
			if most := max(1, int(width/glyph)); len([]rune(name)) > most {
				name = string([]rune(name)[:most-1]) + "…"
			}
			c.text(left+width*(float64(i)+0.5), top-10, "middle", "tick", name)
		}
		for j, name := range rows {
			y := top + pitch*float64(j)
			if above {
				c.text(left, y+14, "start", "label", name)
				y += 20
			} else {
				c.text(left-8, y+height/2+4, "end", "label", name)
			}
			for i, f := range fields[j] {
				x := left + width*float64(i)
				c.shade(x+1, y+1, width-2, height-2, f.opacity, f.against, f.title)
				if f.framed {
					c.rect(x+1, y+1, width-2, height-2, "frame", "")
				}
				text := f.text
				if width < textWidth(text) {
					text = f.short
				}
				c.text(x+width/2, y+height/2+4, "middle", "label", text)
			}
		}
		c.height = top + pitch*float64(len(rows)) + 6
	})
}
