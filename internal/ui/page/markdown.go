package page

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Markdown writes the findings and the tables for a repository or an issue. Names in it are shown as text.
func (p Page) Markdown(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "# %s\n\n", markdown(p.Title))
	for _, f := range p.Findings {
		fmt.Fprintf(out, "%s\n\n", markdown(f.String()))
	}
	for _, t := range p.Tables {
		fmt.Fprintf(out, "## %s\n\n%s\n\n", markdown(t.Title), markdown(t.Caption))
		writeMarkdown(out, t)
		fmt.Fprintln(out)
	}
	if len(p.Warnings) > 0 {
		fmt.Fprint(out, "## Warnings\n\n")
		for _, warning := range p.Warnings {
			fmt.Fprintf(out, "- %s\n", markdown(warning))
		}
		fmt.Fprintln(out)
	}
	origin := slices.DeleteFunc([]string{p.Seeds, markdown(VersionsText(p.Versions))}, func(s string) bool { return s == "" })
	fmt.Fprintf(out, "## Command\n\n%s\n\n%s.\n", fence(p.Command), strings.Join(origin, "; "))
	return out.Flush()
}

var marks = strings.NewReplacer("\\", `\\`, "](", `\](`, "][", `\][`, "]:", `\]:`, "~", `\~`, "\r", " ", "|", `\|`, "\n", " ", "*",
	`\*`, "_", `\_`, "`", "\\`", "<", "&lt;", "&", "&amp;")

// markdown shows names as text: no markup, link, image or HTML.
func markdown(text string) string { return marks.Replace(terminal.Text(text)) }

// fence returns a block of code, whose fence is longer than any in it.
func fence(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + "\n" + terminal.Text(text) + "\n" + fence
}

// writeMarkdown writes a table as GitHub reads it.
func writeMarkdown(w io.Writer, t *table.Table) {
	for _, c := range t.Columns {
		fmt.Fprintf(w, "| %s ", markdown(c.Name))
	}
	fmt.Fprint(w, "|\n")
	for _, c := range t.Columns {
		if c.Left {
			fmt.Fprint(w, "|---")
		} else {
			fmt.Fprint(w, "|---:")
		}
	}
	fmt.Fprint(w, "|\n")
	for r, row := range t.Rows {
		for c, cell := range row {
			text := markdown(t.Columns[c].Format(cell))
			if t.IsBold(r, c) {
				text = "**" + text + "**"
			}
			fmt.Fprintf(w, "| %s ", text)
		}
		fmt.Fprint(w, "|\n")
	}
}

// Sentences returns findings as text.
func Sentences(findings []Finding) (list []string) {
	for _, f := range findings {
		list = append(list, f.String())
	}
	return list
}

// VersionsText returns "axiomine 0.1.0, go 1.26".
func VersionsText(versions map[string]string) string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(versions)) {
		list = append(list, name+" "+versions[name])
	}
	return strings.Join(list, ", ")
}
