// Package manual holds the pages of axiomine help in Markdown: guides, and references of keys, axioms, formats and written files. The
// references are generated from the code.
package manual

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/axioms/catalogue"
	"github.com/axiomine/axiomine/gen/audit"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// guides holds the pages in the folder topics.
//
//go:embed topics/*.md
var guides embed.FS

// Page is a page of the manual.
type Page struct {
	Name     string
	Short    string // describes the page in one line
	Markdown func() string
}

// Text returns the page for a terminal, in lines of at most width columns.
func (p Page) Text(width int) string { return renderMarkdown(p.Markdown(), width) }

// Pages returns the pages. The sources are the Go files of the module whose comments explain the fields of JSON files.
func Pages(sources fs.FS) []Page {
	return []Page{
		{"audit", "what is wrong with a training set", auditGuide},
		{"axioms", "what axioms are, which there are, delta_star", axiomsGuide},
		{"columns", "rows of your own: CSV, TSV, JSON lines, Parquet, Arrow", file("topics/columns.md")},
		{"formats-read", "every form of file that is read, and its limits", read.FormatsPage},
		{"formats-written", "every output format with its columns", shard.FormatsPage},
		{"keys", "files, presets, flags, variables; every key", keysPage},
		{"negatives", "hard negatives: ranks, scores, margins", file("topics/negatives.md")},
		{"ranker", "a command of yours that trains in the DRMM's place", file("topics/ranker.md")},
		{"ratio", "how many pairs: ratio, pairs, budget", file("topics/ratio.md")},
		{"records", "every field of the JSON files", func() string { return recordsPage(sources) }},
		{"results", "result folders: resume, overwrite, exit codes", file("topics/results.md")},
		{"serve", "questions of a training loop: what scores violate, new rows", file("topics/serve.md")},
		{"splits", "train, dev and test; overlap", file("topics/splits.md")},
		{"template", "rows of your own form, for trainers that no format names", file("topics/template.md")},
		{"words", "weak order, twins, skew and others", file("topics/words.md")},
	}
}

// KeyOf returns the word of the key that does what an argument of sentence-transformers does; "" if the page of hard negatives names none.
func KeyOf(argument string) string {
	_, row, _ := strings.Cut(file("topics/negatives.md")(), "`"+strings.ReplaceAll(argument, "-", "_")+"` | `")
	key, _, _ := strings.Cut(row, "`")
	return key
}

// file returns a function that returns the embedded page called name.
func file(name string) func() string {
	return func() string {
		text, err := guides.ReadFile(name)
		if err != nil {
			panic(err) // it is embedded
		}
		return string(text)
	}
}

// axiomsGuide returns the guide with a generated list of axioms and sets.
func axiomsGuide() string {
	var b strings.Builder
	b.WriteString(file("topics/axioms.md")() + "\n## All of them\n\n| axiom | prefers |\n|---|---|\n")
	for _, e := range catalogue.Entries(slices.Concat(axioms.All(), axioms.FileAxioms())) {
		fmt.Fprintf(&b, "| `%s` | %s (%s order) |\n", e.Axiom, e.Title, e.Order)
	}
	b.WriteString("\n## Named sets\n\n| set | its members |\n|---|---|\n")
	for _, s := range axioms.Sets {
		fmt.Fprintf(&b, "| `%s` | `%s`: %s |\n", s.Name, s.Axioms, s.Doc)
	}
	return b.String()
}

// auditGuide returns the guide with the table of checks.
func auditGuide() string {
	var b strings.Builder
	b.WriteString(file("topics/audit.md")() + "\n## All codes\n\nThe rows of an exact code can be dropped.\n\n" +
		"| code | severity | exact | what is found | what to do |\n|---|---|---|---|---|\n")
	for _, c := range audit.Checks() {
		exact := ""
		if c.Exact {
			exact = "yes"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", c.Code, c.Severity, exact, c.About, c.Advice)
	}
	return b.String()
}
