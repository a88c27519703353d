package tabular

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// planOf returns the plan of a header in which the columns are separated by a space.
func planOf(t testing.TB, header, columns string) (*Plan, columnChoice, error) {
	t.Helper()
	choice := must.Get(ParseColumns(columns))(t)
	p, err := PlanColumns("t.csv", strings.Split(header, " "), false, choice, nil)
	return p, choice, err
}

// TestPlanColumns has headers of known data sets and others, and the roles that FORMATS.md says for their columns.
func TestPlanColumns(t *testing.T) {
	for _, c := range []struct{ header, columns, want string }{
		{"query passage label", "", "query = query, document = passage, label = label"},
		{"label passage query", "", "query = query, document = passage, label = label"}, // the order of columns does not count
		{"Question-Text QID Doc.ID", "", "query = Question-Text, query_id = QID, document_id = Doc.ID"},
		{"query question passage", "", "query = query, document = passage"}, // the first known name
		{"query_id doc_id score", "", "query_id = query_id, document_id = doc_id, label = score"},
		{"query id", "", "query = query, query_id = id"},
		{"_id title text", "", "document = text, title = title, document_id = _id"},
		{"anchor positive negative_2 negative negative_1", "",
			"query = anchor, positive = positive, negative = negative, negative = negative_2, negative = negative_1"},
		{"query pos pos_scores neg neg_scores", "",
			"query = query, positive = pos, negative = neg, positive_score = pos_scores, negative_score = neg_scores"},
		{"query positives positive_score", "", "query = query, positive = positives, positive_score = positive_score"},
		{"query positive positive_id positive_docid", "", "query = query, positive = positive, positive_id = positive_id"},
		{"query_id query positive_passages.docid positive_passages.text positive_passages.title", "",
			"query = query, query_id = query_id, positive = positive_passages.text, positive_id = positive_passages.docid, " +
				"positive_title = positive_passages.title"},
		{"query passages.passage_text passages.is_selected passages.url", "",
			"query = query, document = passages.passage_text, label = passages.is_selected"},
		{"query candidates.doc.text candidates.docid candidates.score", "",
			"query = query, document = candidates.doc.text, score = candidates.score, document_id = candidates.docid"},
		{"query positive label", "", "query = query, positive = positive"}, // a positive needs no label
		{"a b c", "query=a,document=c", "query = a, document = c"},
		{"a b", "query=b,query_id=b,document=a", "query = b, query_id = b, document = a"},
		{"query passage score", "score=score", "query = query, document = passage, score = score"},
		{"query passage relevant", "document=relevant", "query = query, document = relevant"}, // what is chosen has no other role
		{"1 2 3", "query=1,positive=3", "query = 1, positive = 3"},
		{"Title Query query", "query=Query,document=TITLE", "query = Query, document = Title"}, // another case, where no name is the same
		{"query passage text", "query=query,negative=text", "query = query, negative = text"},
	} {
		p, _, err := planOf(t, c.header, c.columns)
		if err != nil || p.Columns.String() != c.want {
			t.Errorf("%s (%s): %s, want %s (%v)", c.header, c.columns, p.Columns, c.want, err)
		}
	}
}

// TestColumnsRefused: a choice that nothing can follow is an error that names the column.
func TestColumnsRefused(t *testing.T) {
	for _, c := range []struct{ header, columns, want string }{
		{"query passage", "document=pasage",
			"t.csv: --columns document=pasage: there is no such column; hint: did you mean passage? its columns are query, passage"},
		{"query passage Passage", "", "t.csv:1: two columns are called passage; hint: rename one of them"},
		{"x x query", "document=x", "t.csv:1: two columns are called x; hint: rename one of them"},
		{"query a b", "query=query,title=a,negative=b", "t.csv: --columns title=a: has no meaning with the other columns: query = query, " +
			"negative = b; hint: choose it beside a document or a positive"},
	} {
		if _, _, err := planOf(t, c.header, c.columns); err == nil || err.Error() != c.want {
			t.Errorf("%s (%s):\n%v, want\n%s", c.header, c.columns, err, c.want)
		}
	}
	header := "query"
	for i := range safefile.Columns + 1 {
		header += fmt.Sprintf(" neg_%d", i)
	}
	want := fmt.Sprintf("t.csv:1: the columns of negatives are %d, more than %d; hint: write the negatives of a row as one list",
		safefile.Columns+1, safefile.Columns)
	if _, _, err := planOf(t, header, ""); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestPlanKinds: what a file holds follows from its columns. A word of the case stands for a field of Content.
func TestPlanKinds(t *testing.T) {
	kinds := []struct {
		name string
		has  func(Content) bool
	}{
		{"texts", func(c Content) bool { return c.Texts }}, {"asks", func(c Content) bool { return c.Queries }},
		{"judges", func(c Content) bool { return c.Judgements }}, {"pairs", func(c Content) bool { return c.Pairs }},
		{"collection", func(c Content) bool { return c.Collection }}, {"scores", func(c Content) bool { return c.Scores }},
		{"compares", func(c Content) bool { return c.Several }}, {"teaches", func(c Content) bool { return c.Taught }},
	}
	for _, c := range []struct{ header, columns, want string }{
		{"query passage label", "", "texts asks judges"},
		{"query passage", "", "texts asks"},
		{"id text", "", "texts collection"},
		{"text other", "", "texts"},
		{"query_id doc_id label", "", "asks judges pairs"},
		{"query_id doc_id score", "score=score", "asks pairs scores"},
		{"query positive negative", "", "texts asks judges compares"},
		{"query positive", "", "texts asks judges"},
		{"positive negative", "", "texts judges compares"},
		{"query pos pos_scores neg neg_scores", "", "texts asks judges scores compares teaches"},
		{"query pos pos_scores neg", "", "texts asks judges scores compares"},
		{"query other", "", "asks"},
	} {
		p, _, err := planOf(t, c.header, c.columns)
		if err != nil {
			t.Errorf("%s: %v", c.header, err)
			continue
		}
		var got []string
		for _, k := range kinds {
			if k.has(p.Content()) {
				got = append(got, k.name)
			}
		}
		must.Equal(t, strings.Join(got, " "), c.want, "%s: %s", c.header, got)
	}
}

// TestColumnsWithoutPart: of a table with everything, documents, queries and judgements each leave other columns out.
func TestColumnsWithoutPart(t *testing.T) {
	p, _, err := planOf(t, "query_id query doc_id title passage label split url", "")
	must.Do(t, err)
	queries := []string{QueryRole, QueryIDRole, SplitRole}
	for _, c := range []struct {
		roles []string
		want  string
	}{
		{[]string{DocRole, DocIDRole, TitleRole, PositiveRole, NegativeRole}, "url query query_id split label"},
		{queries, "url passage doc_id title label"},
		{append(queries[:3:3], DocRole, DocIDRole, LabelRole), "url title"},
	} {
		must.Equal(t, strings.Join(p.Unneeded(c.roles), " "), c.want, "%q", c.roles)
	}
	if p, _, _ := planOf(t, "id text label", ""); !slices.Equal(p.Unneeded(queries), []string{"label"}) {
		t.Errorf("a table of texts and labels leaves out %s of queries, want the label", p.Unneeded(queries))
	}
}

// TestIsSame: plans are the same if they read the same columns in the same roles; the values decide whether numbers are labels or scores.
func TestIsSame(t *testing.T) {
	for _, c := range []struct {
		a, b, columns string
		want          bool
	}{
		{"query passage label", "label url query passage", "", true},
		{"query passage label", "query passage", "", false},
		{"query passage score", "query passage score", "score=score", true},
		{"query passage text", "query passage text", "document=text", false},
	} {
		a, _, err := planOf(t, c.a, "")
		b, _, err2 := planOf(t, c.b, c.columns)
		if err != nil || err2 != nil || a.Columns.IsSame(b.Columns) != c.want || b.Columns.IsSame(a.Columns) != c.want {
			t.Errorf("%s and %s (%s): same is not %v (%v, %v)", c.a, c.b, c.columns, c.want, err, err2)
		}
	}
}
