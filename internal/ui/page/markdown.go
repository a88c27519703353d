package page

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// Document is a record as Markdown, for a repository or an issue. Names in it are shown as text.
type Document struct {
	Title    string
	Findings []string
	Tables   []*Table
	Warnings []string
	Command  string
	Seeds    string // "" where there are none
	Versions map[string]string
}

// Write writes the document.
func (d Document) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "# %s\n\n", markdown(d.Title))
	for _, sentence := range d.Findings {
		fmt.Fprintf(out, "%s\n\n", markdown(sentence))
	}
	for _, t := range d.Tables {
		fmt.Fprintf(out, "## %s\n\n%s\n\n", markdown(t.Title), markdown(t.Caption))
		t.writeMarkdown(out)
		fmt.Fprintln(out)
	}
	if len(d.Warnings) > 0 {
		fmt.Fprint(out, "## Warnings\n\n")
		for _, warning := range d.Warnings {
			fmt.Fprintf(out, "- %s\n", markdown(warning))
		}
		fmt.Fprintln(out)
	}
	origin := slices.DeleteFunc([]string{d.Seeds, markdown(VersionsText(d.Versions))}, func(s string) bool { return s == "" })
	fmt.Fprintf(out, "## Command\n\n%s\n\n%s.\n", fenced(d.Command), strings.Join(origin, "; "))
	return out.Flush()
}

// Sentences are findings as text.
func Sentences(findings []Finding) (list []string) {
	for _, f := range findings {
		list = append(list, f.String())
	}
	return list
}

// VersionsText gives "axiomine 0.1.0, go 1.26".
func VersionsText(versions map[string]string) string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(versions)) {
		list = append(list, name+" "+versions[name])
	}
	return strings.Join(list, ", ")
}
