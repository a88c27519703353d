package prepare

import (
	"bufio"
	"io"

	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/result"
)

// Why a query, a judgement or a relevant document takes no part.
const (
	noTerm          = "query without a term"
	noKnownTerm     = "query of terms that the collection lacks"
	unknownQuery    = "judgement of a query that is not there"
	unknownDocument = "judgement of a document that the collection lacks"
	noCandidate     = "relevant document that is no candidate"
)

// writeLeftOut leaves left-out.SPLIT.tsv, a line with its reason, query and document for everything that a split has and that takes no
// part in what follows, after a line of heads. The census counts the same.
func writeLeftOut(out *result.Dir, prefix string, x index.Reader, t collection.Topics, s Split) (result.File, error) {
	return out.WriteFile("left-out."+prefix+t.Split+".tsv", func(w io.Writer) error {
		b := bufio.NewWriter(w)
		line := func(fields ...string) {
			for i, field := range fields {
				if i > 0 {
					b.WriteByte('\t')
				}
				b.WriteString(field)
			}
			b.WriteByte('\n')
		}
		line("reason", "query", "document")
		isQuery := make(map[string]bool, len(s.Queries))
		for i := range s.Queries {
			isQuery[s.Queries[i].ID] = true
		}
		noTerms, read := map[string]bool{}, index.AnalyseQueries(x)
		for _, q := range t.Queries {
			switch {
			case isQuery[q.ID]:
				continue
			case len(read(q.Text)) == 0:
				line(noTerm, q.ID, "")
			default:
				line(noKnownTerm, q.ID, "")
			}
			noTerms[q.ID] = true
		}
		for _, j := range t.Qrels {
			if _, exists := x.Doc(j.DocID); !isQuery[j.QueryID] && !noTerms[j.QueryID] {
				line(unknownQuery, j.QueryID, j.DocID)
			} else if isQuery[j.QueryID] && !exists {
				line(unknownDocument, j.QueryID, j.DocID)
			}
		}
		for i := range s.Queries {
			q := &s.Queries[i]
			for _, c := range q.Outside {
				line(noCandidate, q.ID, c.ID(x))
			}
		}
		return b.Flush()
	})
}
