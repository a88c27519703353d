package tabular

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

func list(texts ...string) Cells { return Cells{Texts: texts, Listed: true} }

func nested(places [][]int, texts ...string) Cells { return Cells{Texts: texts, Places: places} }

func one(text string) Cells { return Scalar([]string{text}) }

// rowsOf returns the rows of one line of a table, whose cells are in the order of the plan's names.
func rowsOf(t testing.TB, p *Plan, values ...Cells) (rows []Row) {
	t.Helper()
	must.Do(t, p.Reader().Rows(values, func(bad string) error { t.Fatal(bad); return nil }, func(r Row) error {
		r.Docs = append([]Document{}, r.Docs...)
		rows = append(rows, r)
		return nil
	}))
	return rows
}

// show writes a row as QUERY(ID)[SPLIT]: TITLE/TEXT(ID)LABEL;SCORE .. !REASON.
func (r Row) show() string {
	text := r.Query
	if r.QueryID != "" {
		text += "(" + r.QueryID + ")"
	}
	if r.Split != "" {
		text += "[" + r.Split + "]"
	}
	text += ":"
	for _, d := range r.Docs {
		text += " "
		if d.Title != "" {
			text += d.Title + "/"
		}
		text += d.Text
		if d.ID != "" {
			text += "(" + d.ID + ")"
		}
		text += d.Label
		if d.Score != "" {
			text += ";" + d.Score
		}
	}
	for _, bad := range r.Bad {
		text += " !" + bad
	}
	return text
}

// TestRows has one line of a table each: lists of documents with their labels and ids, nested lists, what is missing, what is unequal.
func TestRows(t *testing.T) {
	places := [][]int{{0, 0}, {0, 1}, {1, 0}}
	for _, c := range []struct {
		name, header string
		cells        []Cells
		want         string
	}{
		{"texts", "query passage label", []Cells{one(" q "), one("d\n"), one("1")}, "q: d1"},
		{"all parts", "query query_id split passage doc_id title label", []Cells{one("q"), one("q1"), one("train"), one("d"), one("d1"), one("t"),
			one("2")}, "q(q1)[train]: t/d(d1)2"},
		{"a list of documents", "query passages labels", []Cells{one("q"), list("a", "b", "c"), list("0", "1", "")}, "q: a0 b1 c"},
		{"a label for all", "query passages labels", []Cells{one("q"), list("a", "b"), one("1")}, "q: a1 b1"},
		{"fewer labels", "query passages labels", []Cells{one("q"), list("a", "b"), list("1")}, "skip lists of unequal lengths"},
		{"no labels", "query passages labels", []Cells{one("q"), list("a", "b"), list()}, "q: a b"},
		{"labels of one text", "query passage labels", []Cells{one("q"), one("a"), list("1", "0")}, "skip lists of unequal lengths"},
		{"queries in a list", "queries passages", []Cells{list("p", "q"), list("a", "b")}, "p: a | q: b"},
		{"queries of one text", "queries passage", []Cells{list("p", "q"), one("a")}, "p: a | q: a"},
		{"more texts than queries", "queries passages", []Cells{list("p"), list("a", "b")}, "skip lists of unequal lengths"},
		{"fewer texts than queries", "queries passages", []Cells{list("p", "q"), list("a")}, "skip lists of unequal lengths"},
		{"texts in lists in lists", "queries passages", []Cells{list("p", "q"), nested(places, "a", "b", "c")}, "p: a b | q: c"},
		{"a label around texts", "query passages labels", []Cells{one("q"), nested(places, "a", "b", "c"), list("2", "1")}, "q: a2 b2 c1"},
		{"an empty text", "query passages labels", []Cells{one("q"), list("a", ""), list("1", "")}, "q: a1"},
		{"a label without a text", "query passages labels", []Cells{one("q"), list("a", ""), list("1", "1")},
			"q: a1 !label, title or id without a document"},
		{"a missing label without a text", "query passages labels", []Cells{one("q"), list("a", ""), list("1", "NaN")}, "q: a1"},
		{"labels without texts", "query passages labels", []Cells{one("q"), one(""), list("1", "0")}, "skip lists of unequal lengths"},
		{"a label beside no text", "query passages labels", []Cells{one("q"), Scalar(nil), one("1")},
			"q: !label, title or id without a document"},
		{"a document without an id", "query passages doc_ids", []Cells{one("q"), list("a", "b"), list("1", "nan")},
			"q: a(1) !row without a document id"},
		{"ids alone", "query doc_ids", []Cells{one("q"), list("1", "", "3")}, "q: (1) (3) !row without a document id"},
		{"a query without an id", "query query_id passage", []Cells{one("q"), one("null"), one("a")}, "skip row without a query id"},
		{"a title alone", "query passage title", []Cells{one("q"), one(""), one("t")}, "q: t/"},
		{"positives and negatives", "query positive negative_1 negative_2", []Cells{one("q"), one("p"), one("m"), one("n")}, "q: p m n"},
		{"scores of a teacher", "query pos pos_scores neg neg_scores", []Cells{one("q"), list("p"), list("0.9"), list("m", "n"),
			list("0.2", "0.1")}, "q: p;0.9 m;0.2 n;0.1"},
		{"no query column", "passage label", []Cells{one("a"), one("1")}, ": a1"},
	} {
		p, _, err := planOf(t, c.header, "")
		must.Do(t, err)
		var got []string
		header := strings.Split(c.header, " ")
		cells := make([]Cells, len(p.Names))
		for i, name := range p.Names {
			cells[i] = c.cells[slices.Index(header, name)]
		}
		err = p.Reader().Rows(cells, func(bad string) error { got = append(got, "skip "+bad); return nil },
			func(r Row) error { got = append(got, r.show()); return nil })
		if text := strings.Join(got, " | "); err != nil || text != c.want {
			t.Errorf("%s:\n%s, want\n%s (%v, columns %s)", c.name, text, c.want, err, p.Columns)
		}
	}
}

// TestJoin: the texts of each innermost list become one.
func TestJoin(t *testing.T) {
	places := [][]int{{0, 0}, {0, 1}, {1, 0}}
	for _, c := range []struct {
		cells Cells
		want  string
	}{
		{nested(places, "a", "b", "c"), "{[a b c] true [] false false}"},
		{nested([][]int{{0}, {1}}, "a", "b"), "{[a b] true [] false false}"},
	} {
		c.cells.Join(" ")
		must.Equal(t, fmt.Sprint(c.cells), c.want)
	}
	cells := nested(places, "a", "b", "c")
	if cells.Join("+"); len(cells.Texts) != 2 || cells.Texts[0] != "a+b" || cells.Texts[1] != "c" {
		t.Errorf("%q, want a+b and c", cells.Texts)
	}
	if cells := list("a", "b"); cells.depth() != 1 || len(cells.Texts) != 2 || cells.IsEmpty() {
		t.Errorf("a list of two texts has depth %d, count %d", cells.depth(), len(cells.Texts))
	}
}
