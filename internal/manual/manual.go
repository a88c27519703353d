// Package manual holds the pages behind axiomine help: guides to words and settings, and the reference of keys, axioms, formats and
// written files. Every page is Markdown, in the repository and in the program.
package manual

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/audit"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/catalogue"
	"github.com/axiomine/axiomine/internal/reference"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// written are the pages that lie beside this file.
//
//go:embed topics/*.md reference/*.md
var written embed.FS

// Page is a page of the manual.
type Page struct {
	Name      string
	Short     string // what it is about, in a line
	Reference bool   // made from the code; else a guide
	text      func() string
}

// Markdown returns the page as it is in the repository, or as it would be.
func (p Page) Markdown() string { return p.text() }

// Text returns the page for a terminal, in lines of at most width columns.
func (p Page) Text(width int) string { return terminal(p.text(), width) }

// pages are all of them, guides first.
var pages = []Page{
	{Name: "audit", Short: "what is wrong with a training set", text: auditGuide},
	{Name: "axioms", Short: "what axioms are, how they are written, which there are", text: axiomsGuide},
	{Name: "columns", Short: "rows of your own: CSV, TSV, JSON lines, Parquet, Arrow", text: file("topics/columns.md")},
	{Name: "configuration", Short: "files, presets, flags, variables", text: file("topics/configuration.md")},
	{Name: "delta_star", Short: "documents of about the same length", text: file("topics/delta_star.md")},
	{Name: "formats", Short: "what is read, what is written", text: formatsGuide},
	{Name: "negatives", Short: "hard negatives: ranks, scores, margins", text: file("topics/negatives.md")},
	{Name: "ranker", Short: "a command of yours that trains in the DRMM's place", text: file("topics/ranker.md")},
	{Name: "ratio", Short: "how many pairs: ratio, pairs, budget", text: file("topics/ratio.md")},
	{Name: "resume", Short: "going on after an interruption", text: file("topics/resume.md")},
	{Name: "results", Short: "what a result folder promises; exit codes", text: file("topics/results.md")},
	{Name: "security", Short: "limits on what is read", text: file("topics/security.md")},
	{Name: "serve", Short: "questions of a training loop: what scores violate, rows anew", text: file("topics/serve.md")},
	{Name: "splits", Short: "train, dev and test", text: file("topics/splits.md")},
	{Name: "template", Short: "rows of your own make, for trainers that no format names", text: file("topics/template.md")},
	{Name: "words", Short: "weak order, twins, skew, ledger and others", text: file("topics/words.md")},

	{Name: "axioms-all", Short: "every axiom: formula, source, example", Reference: true, text: AxiomsPage},
	{Name: "counts", Short: "fields of counts.json and profile.json", Reference: true, text: file("reference/counts.md")},
	{Name: "formats-read", Short: "every form of file that is read", Reference: true, text: constant(corpus.FormatsPage)},
	{Name: "formats-written", Short: "every output format with its columns", Reference: true, text: constant(shard.FormatsPage)},
	{Name: "keys", Short: "every key of the configuration", Reference: true, text: keysPage},
	{Name: "ledger", Short: "fields of ledger.json", Reference: true, text: file("reference/ledger.md")},
	{Name: "manifest", Short: "fields of manifest.json", Reference: true, text: file("reference/manifest.md")},
	{Name: "reading", Short: "fields of reading.json", Reference: true, text: file("reference/reading.md")},
	{Name: "reports", Short: "columns of the reports' tables", Reference: true, text: file("topics/reports.md")},
	{Name: "result", Short: "fields of result.json", Reference: true, text: file("reference/result.md")},
}

// Pages lists the pages, guides first.
func Pages() []Page { return slices.Clone(pages) }

func constant(text string) func() string { return func() string { return text } }

func file(name string) func() string {
	return func() string {
		text, err := written.ReadFile(name)
		if err != nil {
			panic(err) // it is embedded
		}
		return string(text)
	}
}

// AxiomsPage returns the page of every axiom.
func AxiomsPage() string {
	return BreakLines("# All axioms\n\n" + MadeFromCode + "\n" + catalogue.Markdown(everyAxiom()))
}

// MadeFromCode is the second line of every page that is.
const MadeFromCode = "Made from the code by `go test ./internal/manual -update`; a test holds it to the code."

func everyAxiom() []catalogue.Entry {
	return catalogue.Entries(slices.Concat(axioms.All(), axioms.FileAxioms()))
}

// axiomsGuide returns the guide with the list of axioms and sets that there are.
func axiomsGuide() string {
	var b strings.Builder
	b.WriteString(file("topics/axioms.md")() + "\n## All of them\n\n| axiom | prefers |\n|---|---|\n")
	for _, e := range everyAxiom() {
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

// formatsGuide returns the guide with the names of --format and --output-format.
func formatsGuide() string {
	var b strings.Builder
	b.WriteString(file("topics/formats.md")() + "\n## Read: --format\n\n")
	format, _ := configs.KeyNamed("gen.format")
	fmt.Fprintf(&b, "`%s`\n\n## Written: --output-format\n\n| format | what reads it |\n|---|---|\n", strings.Join(format.Values(), "`, `"))
	for _, name := range shard.FormatNames() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", name, shard.About(name))
	}
	return b.String()
}

func keysPage() string {
	var b strings.Builder
	_ = reference.Write(&b) // a strings.Builder takes everything
	return b.String()
}
