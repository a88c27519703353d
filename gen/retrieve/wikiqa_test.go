package retrieve

import (
	"os"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms/weighting"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/testkit/golden"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// rows reads a file's lines, cut into fields at tabs or, where there is none, at spaces.
func rows(t testing.TB, path string) (all [][]string) {
	t.Helper()
	raw := must.Get(os.ReadFile(path))(t)
	for line := range strings.Lines(string(raw)) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(fields) == 1 {
			fields = strings.Fields(line)
		}
		all = append(all, fields)
	}
	return all
}

func wikiqaIndex(t testing.TB) index.Reader {
	collection := rows(t, golden.SharedPath(t, "data", "wikiqa", "collection.tsv"))
	docs := make([]corpus.Doc, len(collection))
	for i, row := range collection {
		docs[i] = corpus.Doc{ID: row[0], Text: row[1]}
	}
	o := analysis.Defaults()
	o.Tokenizer = "alnum" // as the golden numbers
	return indextest.Build(t, indextest.Docs(docs...), o, index.Defaults())
}

// The numbers are those of an independent count (BM25 k1 0.9 b 0.4 top 50, then the relevant documents not among them).
func TestWikiQACandidates(t *testing.T) {
	x := wikiqaIndex(t)
	s := New(x, weighting.BM25{K1: 0.9, B: 0.4}).Searcher()
	type counts struct{ queries, candidates, relevant, added, short int }
	for split, want := range map[string]counts{
		"train": {873, 43895, 1040, 245, 0},
		"dev":   {126, 6304, 140, 36, 1},
		"test":  {243, 12218, 293, 68, 0},
	} {
		relevant := map[string][]string{}
		for _, row := range rows(t, golden.SharedPath(t, "data", "wikiqa", "qrels."+split+".txt")) {
			if row[3] >= "1" {
				relevant[row[0]] = append(relevant[row[0]], row[2])
			}
		}
		var got counts
		for _, row := range rows(t, golden.SharedPath(t, "data", "wikiqa", "queries."+split+".tsv")) {
			got.queries++
			hits := s.Search(index.AnalyseQuery(x, row[1]), 50)
			found := map[string]bool{}
			for _, h := range hits {
				found[x.DocID(h.Doc)] = true
			}
			got.candidates += len(hits)
			if len(hits) < 50 {
				got.short++
			}
			for _, id := range relevant[row[0]] {
				got.relevant++
				if !found[id] {
					got.added++
					got.candidates++
				}
			}
		}
		must.Equal(t, got, want, "%s", split)
	}
}
