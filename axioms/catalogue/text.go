package catalogue

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/axioms/internal/rule"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/table"
)

// Table returns a table with a row for every entry. All columns but the name and the title are details.
func Table(entries []Entry) *table.Table {
	t := &table.Table{Name: "axioms", Columns: table.Left("axiom", "family", "kind", "order", "variants", "needs", "title")}
	for i := range t.Columns {
		t.Columns[i].IsDetail = i > 0 && i < len(t.Columns)-1
	}
	for _, e := range entries {
		t.Add(e.Axiom, e.Family, e.Kind, e.Order, joinOrDash(e.variants()), joinOrDash(e.Needs), e.Title)
	}
	return t
}

// variants returns the names of an axiom's variants, the default first.
func (e *Entry) variants() []string {
	for _, p := range e.Params {
		if p.Name == "variant" {
			return p.Choices
		}
	}
	return nil
}

// WriteText writes each entry, and after it the parts of expressions, each once.
func WriteText(w io.Writer, entries []Entry) {
	isWritten := map[string]bool{}
	for i := range entries {
		if i > 0 {
			fmt.Fprintln(w)
		}
		entries[i].write(w, isWritten)
	}
}

// write writes an entry and then the entries of its parts, each axiom once.
func (e *Entry) write(w io.Writer, isWritten map[string]bool) {
	isWritten[e.Axiom] = true
	fmt.Fprintf(w, "%s: %s\n%s; %s, %s order (%s)\n", e.Axiom, e.Title, e.Family, e.Kind, e.Order, fulfilment(e))
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "formula\t%s\n", e.Formula)
	if e.Unconditional != "" && e.Unconditional != e.Formula {
		fmt.Fprintf(table, "alone\t%s (precondition=none)\n", e.Unconditional)
	}
	fmt.Fprintf(table, "source\t%s\nneeds\t%s\n", e.Source, joinOrDash(e.Needs))
	table.Flush()
	for _, v := range e.Variants {
		fmt.Fprintf(w, "variant %s (%s)\n  %s\n  %s\n", v.Name, strings.Join(append([]string{v.Order}, v.Defaults...), ", "), v.Formula, v.Source)
	}
	if len(e.Params) > 0 {
		fmt.Fprintln(w, "parameters")
		for _, p := range e.Params {
			fmt.Fprintf(table, "  %s\tdefault %s: %s\n", p.Name, defaults(p), p.Doc)
		}
		table.Flush()
	}
	if e.Example != nil {
		e.Example.write(w)
	}
	for i := range e.Parts {
		if !isWritten[e.Parts[i].Axiom] {
			fmt.Fprintln(w)
			e.Parts[i].write(w, isWritten)
		}
	}
}

// fulfilment returns the condition under which a model with scores S fulfils the axiom.
func fulfilment(e *Entry) string {
	switch {
	case e.Kind == "triple":
		return "fulfilled iff S(d2) - S(d1) > S(d3) - S(d2)"
	case e.Order == "weak":
		return "fulfilled iff S(preferred) >= S(other)"
	}
	return "fulfilled iff S(preferred) > S(other)"
}

// defaults describes a parameter's default with its unit, and its choices.
func defaults(p rule.Param) string {
	switch {
	case p.Choices != nil:
		return p.Default + " (of " + strings.Join(p.Choices, ", ") + ")"
	case p.Default == "none":
		return "none (" + p.Unit + ")"
	}
	return p.Default + " " + p.Unit
}

// Meanings returns the meanings, for a page, of the names that are axioms, in order and without
// repeats. It leaves out other names, such as those in a record that somebody wrote by hand.
func Meanings(names []string) []page.Meaning {
	var list []page.Meaning
	isListed := map[string]bool{}
	for _, name := range names {
		a, err := axioms.Parse(name)
		if err != nil || isListed[name] {
			continue
		}
		isListed[name] = true
		s := a.Spec()
		list = append(list, page.Meaning{Axiom: name, Title: s.Title, Rule: s.Formula, Source: s.Source})
	}
	return list
}
