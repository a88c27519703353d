package eval

import (
	"bufio"
	"fmt"
	"io"
)

// Format writes a result as trec_eval does: measure, query and value separated by tabs, the summary under the query
// `all`; with perQuery (trec_eval's -q) every query before it. trec_eval's measures come in its order, others after
// them as asked.
func Format(w io.Writer, r *Result, measures []Measure, perQuery bool) error {
	out := bufio.NewWriter(w)
	measures = inTrecOrder(measures)
	if perQuery {
		for i := range r.judged {
			q := &r.judged[i]
			if !q.inRun {
				continue
			}
			for _, m := range measures {
				if !m.family.overall {
					writeLine(out, m, q.id, m.of(q, r.options.Level))
				}
			}
		}
	}
	for _, m := range measures {
		writeLine(out, m, "all", r.Summary(m))
	}
	return out.Flush()
}

func writeLine(w io.Writer, m Measure, query string, value float64) {
	if m.family.count {
		fmt.Fprintf(w, "%-22s\t%s\t%d\n", m, query, int64(value))
		return
	}
	fmt.Fprintf(w, "%-22s\t%s\t%6.4f\n", m, query, value)
}
