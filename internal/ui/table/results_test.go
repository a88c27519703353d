package table

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// sample has what every form must treat: numbers for people, no value, and a cell that a spreadsheet would compute.
func sample() *Table {
	t := &Table{Name: "pools", Columns: append(Left("axiom"), Right("taken", "skew", "m-and(delta_star=0.1)")...)}
	t.Add("tfc1 & lnc1", "1,972", "+0.050", "0.98")
	t.Add("=1+1", "3", "−0.007")
	t.Add("007", "12", "1 of 3", "0")
	return t
}

func written(t *testing.T, write func(*strings.Builder) error) string {
	t.Helper()
	var b strings.Builder
	must.Do(t, write(&b))
	return b.String()
}

func TestForms(t *testing.T) {
	titles := &Table{Columns: append(append(Left("axiom"), Right("n")...), Left("title")...)}
	titles.Add("tfc1", "3", "More occurrences of the query's terms")
	both := new(Results).Say("three <pools>").Table(sample()).Table(&Table{Name: "none", Columns: Left("x")})
	rows := `[{"axiom":"tfc1 & lnc1","taken":1972,"skew":0.050,"m-and(delta_star=0.1)":0.98},` +
		`{"axiom":"=1+1","taken":3,"skew":-0.007,"m-and(delta_star=0.1)":null},` +
		`{"axiom":"007","taken":12,"skew":"1 of 3","m-and(delta_star=0.1)":0}]`
	for _, c := range []struct{ name, got, want string }{
		{"text", written(t, func(b *strings.Builder) error { return both.Text(b, 0) }), `three <pools>

                                       m-and
axiom        taken    skew  (delta_star=0.1)
───────────  ─────  ──────  ────────────────
tfc1 & lnc1  1,972  +0.050              0.98
=1+1             3  −0.007                 –
007             12  1 of 3                 0
`},
		{"in bands", written(t, func(b *strings.Builder) error { return Single(sample()).Text(b, 40) }), `axiom        taken    skew
───────────  ─────  ──────
tfc1 & lnc1  1,972  +0.050
=1+1             3  −0.007
007             12  1 of 3

                        m-and
axiom        (delta_star=0.1)
───────────  ────────────────
tfc1 & lnc1              0.98
=1+1                        –
007                         0
`},
		{"stacked", written(t, func(b *strings.Builder) error { return Single(titles).Text(b, 30) }), `tfc1
  n      3
  title  More occurrences of
         the query's terms
`},
		{"a list", written(t, func(b *strings.Builder) error { return Single(sample()).JSON(b) }), rows + "\n"},
		{"an object", written(t, func(b *strings.Builder) error { return both.JSON(b) }),
			`{"pools":` + rows + `,"none":[],"findings":["three <pools>"]}` + "\n"},
		{"a record", written(t, func(b *strings.Builder) error { return (&Results{Object: []int{1}}).JSON(b) }), "[1]\n"},
		{"CSV", written(t, func(b *strings.Builder) error { return both.CSV(b) }),
			"axiom,taken,skew,m-and(delta_star=0.1)\ntfc1 & lnc1,1972,0.050,0.98\n'=1+1,3,-0.007,\n007,12,1 of 3,0\n"},
	} {
		if c.got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, c.got, c.want)
		}
	}
}

// A bold cell stays bold where columns before it come or go; a column without a value goes, but never the first. By hand.
func TestColumnsComeAndGo(t *testing.T) {
	x := &Table{Columns: Mixed(1, "system", "empty", "MAP", "P")}
	x.Add(None, None, "0.25", "0.5")
	x.Add(None, None, "0.75", "0.5")
	x.EmboldenBest(2, 3)
	x.Embolden(3, true)
	x.Embolden(2, false)
	short := x.DropEmpty()
	short.Prepend(Column{Name: "place", Left: true}, []string{"first", "second"})
	var bold []string
	for r, row := range short.Rows {
		for c, cell := range row {
			if short.IsBold(r, c) {
				bold = append(bold, row[0]+" "+short.Columns[c].Name+" "+cell)
			}
		}
	}
	if want := []string{"second MAP 0.75", "second P 0.5"}; !slices.Equal(bold, want) {
		t.Errorf("bold are %q, want %q", bold, want)
	}
	if len(short.Columns) != 4 || short.Columns[1].Name != "system" || len(x.Columns) != 4 || x.IsBold(0, 2) {
		t.Errorf("columns %v, and before %v", short.Columns, x.Columns)
	}
}

// Brief leaves out details, counts them, and fits tables in 80 columns; a table of details without rows is not counted. By hand.
func TestBrief(t *testing.T) {
	scores := &Table{Name: "scores", Columns: append(Left("system"), Right("MAP", "tfc1")...)}
	scores.Columns[2].IsDetail = true
	scores.Add("BM25", ".5", "1")
	more := &Table{Name: "more", Columns: Left("x")}
	more.Add("y")
	r := new(Results).Say("first").Table(scores).Details(new(Results).Say("third").Table(more).Table(&Table{Name: "none"})).Say("last")
	brief, left := r.Brief(0)
	text := written(t, func(b *strings.Builder) error { return brief.Text(b, 0) })
	if want := "first\n\nsystem  MAP\n──────  ───\nBM25     .5\n\nlast\n"; text != want || left != "1 column and 1 table" {
		t.Errorf("%q, left %q", text, left)
	}
	if whole := written(t, func(b *strings.Builder) error { return r.Text(b, 0) }); !strings.Contains(whole, "tfc1") ||
		!strings.Contains(whole, "third") || !strings.Contains(whole, "y\n") {
		t.Errorf("the whole is %q", whole)
	}
	if _, left := new(Results).Say("a").Brief(0); left != "" {
		t.Errorf("nothing is left, yet %q", left)
	}
	wide := &Table{Columns: append(Left("system"), Right(strings.Repeat("m", 40), strings.Repeat("n", 40))...)}
	wide.Add("BM25", "1", "2")
	brief, _ = new(Results).Table(wide).Brief(0)
	for line := range strings.Lines(written(t, func(b *strings.Builder) error { return brief.Text(b, 0) })) {
		if utf8.RuneCountInString(line) > 81 {
			t.Errorf("%q is wider than 80", line)
		}
	}
}

// TestAmountsHaveCommas: every amount of a text has commas between thousands, whoever made the cell; a seed, a line and text have none.
// For programs a number is a number. By hand.
func TestAmountsHaveCommas(t *testing.T) {
	table := &Table{Name: "a", Columns: append(Left("id"), Right("n", "seed", "line", "x")...)}
	table.Add("20261", "19845", "20261", "1234", "1234.5")
	table.Add("b", "19,845", "-1", "007", "-1234")
	table.Add("c", "1 2345", "", "", "1 b")
	if got, want := written(t, func(b *strings.Builder) error { return Single(table).Text(b, 0) }), `id           n   seed  line       x
─────  ───────  ─────  ────  ──────
20261   19,845  20261  1234  1234.5
b       19,845     -1   007  -1,234
c      1 2,345                  1 b
`; got != want {
		t.Errorf("text:\n%swant:\n%s", got, want)
	}
	if got, want := written(t, func(b *strings.Builder) error { return Single(table).CSV(b) }),
		"id,n,seed,line,x\n20261,19845,20261,1234,1234.5\nb,19845,-1,007,-1234\nc,1 2345,,,1 b\n"; got != want {
		t.Errorf("CSV: %q, want %q", got, want)
	}
}

func TestCells(t *testing.T) {
	row := []string{`=cmd|' /C calc'!A0`, "+1+1", "-2+3", "@SUM(1)", "\tx", "-0.5", "+3e5", "", "bm25", "a\r=b", "a\n=b"}
	want := []string{`'=cmd|' /C calc'!A0`, "'+1+1", "'-2+3", "'@SUM(1)", "'\tx", "-0.5", "+3e5", "", "bm25", `a\u000d=b`, `a\u000a=b`}
	if got := Cells(row); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
