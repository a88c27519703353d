package page

import (
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/internal/ui/table"
)

// Fewest is the number of instances below which a page says that they are too few.
const Fewest = 30

// Significant is the p value after Holm below which a difference is called significant.
const Significant = 0.05

// Score prints a measure as trec_eval does.
func Score(v float64) string { return fmt.Sprintf("%.4f", v) }

// Short prints a measure in running text and figures.
func Short(v float64) string { return fmt.Sprintf("%.3f", v) }

// SpanText prints the smallest and the largest of several measures, such as those of seeds; None for fewer than two.
func SpanText(values []float64) string {
	if len(values) < 2 {
		return table.None
	}
	lo, hi := Span(values)
	return Short(lo) + "–" + Short(hi)
}

// PValue prints p with as many digits as matter.
func PValue(p float64) string {
	switch {
	case p < 1e-99:
		return "<1e-99"
	case p < 0.001:
		return strings.Replace(fmt.Sprintf("%.0e", p), "e-0", "e-", 1)
	}
	return fmt.Sprintf("%.3f", p)
}

// Capital begins a sentence with a text.
func Capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
