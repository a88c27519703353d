package shard

import (
	_ "embed" // the page
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/tokenize/shard/internal/format"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// FormatNames returns the names of the output formats, in the order of the table.
func FormatNames() (names []string) {
	return lists.Map(format.All, func(f format.Format) string { return f.Name })
}

// About returns one line about a format and its users, and "" if there is no such format.
func About(name string) string {
	f, _ := format.Find(name)
	return f.About
}

// WantsGroups reports whether a format has rows of a positive and several negatives, which spare pairs can fill.
func WantsGroups(name string) bool {
	f, ok := format.Find(name)
	return ok && f.Needs.Groups
}

// WantsLists reports whether one of the formats writes the judged candidates of queries.
func WantsLists(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		f, ok := format.Find(name)
		return ok && f.Needs.Lists
	})
}

//go:embed FORMATS.md
var formatsText string

// FormatsPage returns FORMATS.md with a table of all output formats, their files and columns, as Markdown.
func FormatsPage() string {
	var page strings.Builder
	page.WriteString(formatsText + "\n## All formats\n\n| format | what reads it |\n|---|---|\n")
	for _, f := range format.All {
		fmt.Fprintf(&page, "| `%s` | %s |\n", f.Name, f.About)
	}
	page.WriteString("\n## All files\n\n| format | files | a row |\n|---|---|---|\n")
	for _, f := range format.AllFiles() {
		fmt.Fprintf(&page, "| %s | %s | %s |\n", f.Format, f.Paths, f.Row)
	}
	page.WriteString("\nFiles beside the shards, each written where a format needs it:\n\n")
	for _, name := range format.Beside {
		fmt.Fprintf(&page, "- `%s`\n", name)
	}
	return page.String()
}

// TemplateText returns the text of a template that has a name, or reads it from a file. Errors list the names.
func TemplateText(nameOrFile string) (string, error) {
	if text, ok := format.TemplateText(nameOrFile); ok {
		return text, nil
	}
	names := strings.Join(format.NameList(), ", ")
	raw, err := safefile.ReadFile(nameOrFile, safefile.Template)
	if errors.Is(err, fs.ErrNotExist) {
		return "", errs.BadUsage(errs.Suggestion(nameOrFile, format.NameList()...)+"name a file, or one of "+names,
			"tokenize.template: there is no template %q", nameOrFile)
	}
	if err != nil {
		return "", errs.CannotOpen(nameOrFile, err)
	}
	if _, err := format.Parse(string(raw)); err != nil {
		return "", errs.BadInput(nameOrFile, 0, "a template is a JSON object, such as {\"prompt\": \"{query}\", \"chosen\": \"{positive}\"}",
			"it %v", err)
	}
	return string(raw), nil
}

// TaskLabel returns the name of a task in the names of files: prox4-variant-klose for prox4(variant=klose).
func TaskLabel(task string) string { return plan.TaskLabel(task, map[string]bool{}) }
