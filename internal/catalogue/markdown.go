package catalogue

import (
	"fmt"
	"strings"
)

// Markdown writes every entry under a heading of its own: formula, source, needs, readings,
// parameters and worked example.
func Markdown(entries []Entry) string {
	var b strings.Builder
	for i := range entries {
		entries[i].markdown(&b)
	}
	return b.String()
}

func (e *Entry) markdown(b *strings.Builder) {
	fmt.Fprintf(b, "\n## %s\n\n%s.\n\n", e.Axiom, e.Title)
	fmt.Fprintf(b, "- family: %s; %s axiom, %s order (%s)\n", e.Family, e.Kind, e.Order, fulfilment(e))
	fmt.Fprintf(b, "- formula: `%s`\n", e.Formula)
	if e.Unconditional != "" && e.Unconditional != e.Formula {
		fmt.Fprintf(b, "- with `precondition=none`: `%s`\n", e.Unconditional)
	}
	fmt.Fprintf(b, "- source: %s\n- needs: %s\n", e.Source, joinOrDash(e.Needs))
	for _, v := range e.Variants {
		fmt.Fprintf(b, "- `variant=%s` (%s): `%s`; %s\n", v.Name, strings.Join(append([]string{v.Order}, v.Defaults...), ", "), v.Formula,
			v.Source)
	}
	for _, p := range e.Params {
		fmt.Fprintf(b, "- parameter `%s`, default %s: %s\n", p.Name, defaults(p), p.Doc)
	}
	if e.Example != nil {
		var example strings.Builder
		e.Example.write(&example)
		_, lines, _ := strings.Cut(example.String(), "\n")
		b.WriteString("\nExample:\n\n")
		for line := range strings.Lines(lines) {
			label, text, _ := strings.Cut(strings.TrimSpace(line), " ")
			fmt.Fprintf(b, "- %s: %s\n", label, strings.TrimSpace(text))
		}
	}
}
