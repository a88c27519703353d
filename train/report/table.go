package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/axiomine/axiomine/configs/shown"
)

// table is what text, Markdown and HTML show alike.
type table struct {
	title   string
	caption string // what the reader sees, one or two sentences
	remark  string // of the caption what stands above the table in text too; may be empty
	columns []column
	rows    [][]cell
}

type column struct {
	name string
	left bool // text; numbers stand to the right
}

type cell struct {
	text   string
	strong bool // the best of its column, or what the reader must not miss
}

// dropEmpty removes the columns in which no row has a value.
func (t *table) dropEmpty() *table {
	for c := len(t.columns) - 1; c > 0; c-- {
		if !slices.ContainsFunc(t.rows, func(row []cell) bool { return row[c].text != none }) {
			t.columns = slices.Delete(t.columns, c, c+1)
			for i := range t.rows {
				t.rows[i] = slices.Delete(t.rows[i], c, c+1)
			}
		}
	}
	return t
}

func left(names ...string) []column {
	var list []column
	for _, name := range names {
		list = append(list, column{name: name, left: true})
	}
	return list
}

func right(names ...string) []column {
	var list []column
	for _, name := range names {
		list = append(list, column{name: name})
	}
	return list
}

func plain(texts ...string) []cell {
	var list []cell
	for _, text := range texts {
		list = append(list, cell{text: text})
	}
	return list
}

// none stands where there is no value.
const none = "–"

// writeText writes the table for a terminal: columns by two spaces, a rule under the head. A head with a bracket is
// split before it, to keep columns of canonical axioms narrow.
func (t *table) writeText(w io.Writer) {
	if t.remark != "" {
		fmt.Fprintf(w, "%s\n\n", t.remark)
	}
	heads := make([][2]string, len(t.columns))
	widths := make([]int, len(t.columns))
	two := false
	for i, c := range t.columns {
		heads[i][1] = c.name
		if at := strings.IndexByte(c.name, '('); at > 0 {
			heads[i], two = [2]string{c.name[:at], c.name[at:]}, true
		}
		widths[i] = max(utf8.RuneCountInString(heads[i][0]), utf8.RuneCountInString(heads[i][1]))
		for _, row := range t.rows {
			widths[i] = max(widths[i], utf8.RuneCountInString(row[i].text))
		}
	}
	line := func(texts func(i int) string) {
		var b strings.Builder
		for i, c := range t.columns {
			text := texts(i)
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(text))
			if i > 0 {
				b.WriteString("  ")
			}
			if c.left {
				b.WriteString(text + pad)
			} else {
				b.WriteString(pad + text)
			}
		}
		fmt.Fprintln(w, strings.TrimRight(b.String(), " "))
	}
	if two {
		line(func(i int) string { return heads[i][0] })
	}
	line(func(i int) string { return heads[i][1] })
	line(func(i int) string { return strings.Repeat("─", widths[i]) })
	for _, row := range t.rows {
		line(func(i int) string { return row[i].text })
	}
}

var marks = strings.NewReplacer("\\", `\\`, "](", `\](`, "][", `\][`, "]:", `\]:`, "~", `\~`, "\r", " ", "|", `\|`, "\n", " ", "*", `\*`, "_", `\_`, "`", "\\`", "<", "&lt;", "&", "&amp;")

// markdown shows names as text: no markup, link, image or HTML.
func markdown(text string) string { return marks.Replace(shown.Text(text)) }

// fenced is a block of code, whose fence is longer than any in it.
func fenced(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + "\n" + shown.Line(text) + "\n" + fence
}

// writeMarkdown writes the table as GitHub reads it; strong cells are bold.
func (t *table) writeMarkdown(w io.Writer) {
	for _, c := range t.columns {
		fmt.Fprintf(w, "| %s ", markdown(c.name))
	}
	fmt.Fprint(w, "|\n")
	for _, c := range t.columns {
		if c.left {
			fmt.Fprint(w, "|---")
		} else {
			fmt.Fprint(w, "|---:")
		}
	}
	fmt.Fprint(w, "|\n")
	for _, row := range t.rows {
		for _, c := range row {
			text := markdown(c.text)
			if c.strong {
				text = "**" + text + "**"
			}
			fmt.Fprintf(w, "| %s ", text)
		}
		fmt.Fprint(w, "|\n")
	}
}
