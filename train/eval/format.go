package eval

import (
	"bufio"
	"fmt"
	"io"
	"iter"

	"github.com/axiomine/axiomine/internal/ui/table"
)

// value is a line of trec_eval's output: a measure of one query, or of all.
type value struct {
	measure Measure
	query   string
	number  float64
}

// String prints counts as whole numbers and other measures with four digits.
func (v value) String() string {
	if v.measure.family.count {
		return fmt.Sprintf("%d", int64(v.number))
	}
	return fmt.Sprintf("%6.4f", v.number)
}

// values yields the lines that trec_eval prints, in the order of trec_eval. With perQuery (trec_eval's -q) the lines of every query are
// first, then the summary of the query `all`. Measures that trec_eval does not have are last, in the given order.
func values(r *Result, measures []Measure, perQuery bool) iter.Seq[value] {
	measures = sortAsTrec(measures)
	return func(yield func(value) bool) {
		for i := range r.judgedQueries {
			q := &r.judgedQueries[i]
			for _, m := range measures {
				if perQuery && q.hasResults && !m.family.overall && !yield(value{m, q.id, m.compute(q, r.options.Level)}) {
					return
				}
			}
		}
		for _, m := range measures {
			if !yield(value{m, "all", r.Summary(m)}) {
				return
			}
		}
	}
}

// Format writes a result as trec_eval does: measure, query and value separated by tabs.
func Format(w io.Writer, r *Result, measures []Measure, perQuery bool) error {
	out := bufio.NewWriter(w)
	for v := range values(r, measures, perQuery) {
		fmt.Fprintf(out, "%-22s\t%s\t%s\n", v.measure, v.query, v)
	}
	return out.Flush()
}

// Table returns the lines of Format as a table.
func Table(r *Result, measures []Measure, perQuery bool) *table.Table {
	t := &table.Table{Name: "measures", Columns: append(table.Left("measure", "query"), table.Right("value")...)}
	for v := range values(r, measures, perQuery) {
		t.Add(v.measure.String(), v.query, v.String())
	}
	return t
}
