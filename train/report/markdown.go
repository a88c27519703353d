package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
)

// document is a record as Markdown, for a repository or an issue. Names in it are shown as text.
type document struct {
	title    string
	findings []string
	tables   []*table
	warnings []string
	command  string
	seeds    string // "" where there are none
	versions map[string]string
}

func (d document) write(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "# %s\n\n", markdown(d.title))
	for _, sentence := range d.findings {
		fmt.Fprintf(out, "%s\n\n", markdown(sentence))
	}
	for _, t := range d.tables {
		fmt.Fprintf(out, "## %s\n\n%s\n\n", markdown(t.title), markdown(t.caption))
		t.writeMarkdown(out)
		fmt.Fprintln(out)
	}
	if len(d.warnings) > 0 {
		fmt.Fprint(out, "## Warnings\n\n")
		for _, warning := range d.warnings {
			fmt.Fprintf(out, "- %s\n", markdown(warning))
		}
		fmt.Fprintln(out)
	}
	origin := slices.DeleteFunc([]string{d.seeds, markdown(versionsText(d.versions))}, func(s string) bool { return s == "" })
	fmt.Fprintf(out, "## Command\n\n%s\n\n%s.\n", fenced(d.command), strings.Join(origin, "; "))
	return out.Flush()
}

// sentences are findings as text.
func sentences(findings []finding) (list []string) {
	for _, f := range findings {
		list = append(list, f.String())
	}
	return list
}
