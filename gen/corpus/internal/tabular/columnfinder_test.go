package tabular

import (
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestDocumentBesideNegatives: a document of any known name beside negatives alone is the positive, unless a column has labels. Sentence
// transformers writes hard negatives under the names that the data set had.
func TestDocumentBesideNegatives(t *testing.T) {
	choice := must.Get(ParseColumns(""))(t)
	for _, name := range knownNames(DocRole) {
		for _, negative := range []string{"negative", "negatives", "hard_negatives", "negative_1"} {
			p, err := PlanColumns("file", []string{"question", name, negative, "score"}, false, choice, nil)
			if err != nil || !p.Content().Several || p.Names[p.docs[0].text] != name || p.docs[0].grade != 1 || p.docs[1].grade != 0 {
				t.Errorf("question, %s, %s: %v, %v", name, negative, p.Columns, err)
			}
		}
	}
	for _, c := range []struct {
		header []string
		want   string
	}{
		{[]string{"query", "passage", "negative", "label"}, "query = query, negative = negative"},
		{[]string{"query", "positive", "passage", "negative"}, "query = query, positive = positive, negative = negative"},
		{[]string{"query", "relevant_passages", "hard_negatives"}, "query = query, positive = relevant_passages, negative = hard_negatives"},
		{[]string{"query", "negative"}, "query = query, negative = negative"},
	} {
		if p, err := PlanColumns("file", c.header, false, choice, nil); err != nil || p.Columns.String() != c.want {
			t.Errorf("%q: %v, %v, want %s", c.header, p.Columns, err, c.want)
		}
	}
}
