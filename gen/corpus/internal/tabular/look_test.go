package tabular

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// head is the beginning of a table: the names of its columns, and lines whose cells are separated by a semicolon.
func head(header string, lines ...string) func([]string, func([]Cells) error) error {
	have := strings.Split(header, " ")
	return func(names []string, visit func([]Cells) error) error {
		for _, line := range lines {
			row := strings.Split(line, ";")
			values := make([]Cells, len(names))
			for i, name := range names {
				values[i] = one(row[slices.Index(have, name)])
			}
			if err := visit(values); err != nil {
				return err
			}
		}
		return nil
	}
}

// TestFirstRows: no walk goes beyond the first rows of a table, which may have millions.
func TestFirstRows(t *testing.T) {
	p := must.Get(PlanColumns("t", []string{"aside", "query", "passage"}, false, columnChoice{}, nil))(t)
	rows := func(names []string, visit func([]Cells) error) error {
		for n := range 2 * rowsLookedAt {
			if err := visit(slices.Repeat([]Cells{one("what runs over the hill " + strconv.Itoa(n))}, len(names))); err != nil {
				return err
			}
		}
		t.Errorf("all rows of %q are looked at", names)
		return nil
	}
	must.Do(t, p.Look(rows, true, columnChoice{}))
	_ = p.CheckRoles()
	p.Hint()
	p.PairAnswers()
}

// TestLook: the first values of a column decide whether its labels are grades, words of a scale or scores, and which column has the ids.
func TestLook(t *testing.T) {
	for _, c := range []struct {
		name, header, columns string
		lines                 []string
		want                  string
	}{
		{"grades", "query passage label", "", []string{"q;a;1", "q;b;0"}, "label = label"},
		{"whole numbers as floats", "query passage label", "", []string{"q;a;1.0", "q;b;0.0"}, "label = label"},
		{"real numbers", "query passage label", "", []string{"q;a;1", "q;b;0.5"},
			`score = label (real numbers order candidates and judge nothing: --columns "query=query,document=passage,label=label>=0.5" judges)`},
		{"real numbers with a missing one", "query passage label", "", []string{"q;a;nan", "q;b;0.5"},
			`score = label (real numbers order candidates and judge nothing: --columns "query=query,document=passage,label=label>=0.5" judges)`},
		{"a word beside a real number", "query passage label", "", []string{"q;a;high", "q;b;0.5"}, "label = label"},
		{"a bound", "query passage label", "label=label>=0.5", []string{"q;a;1", "q;b;0.5"}, "label = label"},
		{"chosen real numbers", "query passage x", "label=x", []string{"q;a;1", "q;b;0.5"},
			`label = x (real numbers order candidates and judge nothing: --columns "query=query,document=passage,label=x>=0.5" judges)`},
		{"small scores", "query passage score", "", []string{"q;a;4", "q;b;0"}, "label = score"},
		{"large scores", "query passage score", "", []string{"q;a;5", "q;b;0"},
			`score = score (numbers of a retriever order candidates and judge nothing: --columns "query=query,document=passage,label=score>=2.5" judges)`},
		{"large scores that are chosen", "query passage score", "label=score", []string{"q;a;5", "q;b;0"}, "label = score"},
		{"scores beside ranks", "query passage score rank", "", []string{"q;a;1;1", "q;b;0;2"},
			`score = score (numbers of a retriever order candidates and judge nothing: --columns "query=query,document=passage,label=score>=0.5" judges)`},
		{"missing scores beside ranks", "query passage score rank", "", []string{"q;a;;1", "q;b;;2"},
			`score = score (numbers of a retriever order candidates and judge nothing: --columns "query=query,document=passage,label=score>=0.5" judges)`},
		{"large grades", "query passage label", "", []string{"q;a;5", "q;b;0"}, "label = label"},
		{"words of TREC", "query passage label", "", []string{"q;a;Not Relevant", "q;b;highly-relevant", "q;c;relevant"},
			"label = label (Not Relevant = 0, relevant = 1, highly-relevant = 2)"},
		{"words of shopping queries", "query passage label", "", []string{"q;a;exact", "q;b;substitute", "q;c;irrelevant"},
			"label = label (irrelevant = 0, substitute = 2, exact = 3)"},
		{"words of products", "query passage label", "", []string{"q;a;Exact", "q;b;Partial", "q;c;Irrelevant"}, // WANDS
			"label = label (Irrelevant = 0, Partial = 1, Exact = 2)"},
		{"related alone", "query passage label", "", []string{"q;a;related", "q;b;perfectly relevant"},
			"label = label (related = 1, perfectly relevant = 3)"},
		{"words of several scales", "query passage label", "", []string{"q;a;exact", "q;b;positive"}, "label = label"},
		{"ranks called pos", "query passage label pos", "", []string{"what runs;a fox runs;1;3", "who digs;a dog digs;0;4"}, "label = label"},
		{"ranks from 0 called neg", "query passage label neg", "", []string{"what runs;a fox runs;1;0", "who digs;a dog digs;0;1"}, "label = label"},
		{"an unknown word beside known ones", "query passage label", "", []string{"q;a;entailment", "q;b;maybe"},
			"label = label (entailment = 1)"},
	} {
		p, choice, err := planOf(t, c.header, c.columns)
		must.Do(t, err)
		must.Do(t, p.Look(head(c.header, c.lines...), false, choice))
		if want := "query = query, document = passage, " + c.want; p.Columns.String() != want {
			t.Errorf("%s:\n%s, want\n%s", c.name, p.Columns, want)
		}
		if has := strings.Contains(c.want, " = 0") || strings.Contains(c.want, " = 1"); p.Content().Words != has {
			t.Errorf("%s: has words is not %v", c.name, has)
		}
	}
}

// TestDecimalCommas: one label that has a decimal comma makes 1,000 the number 1 in its column.
func TestDecimalCommas(t *testing.T) {
	for _, c := range []struct {
		lines []string
		want  float64
		bad   bool
	}{{[]string{"q;a;0,5", "q;b;1,000"}, 1, false}, {[]string{"q;a;2", "q;b;1,000"}, 0, true}} {
		p, choice, err := planOf(t, "query passage label", "")
		must.Do(t, err)
		must.Do(t, p.Look(head("query passage label", c.lines...), false, choice))
		rows := rowsOf(t, p, one("q"), one("b"), one("1,000"))
		grade, _, bad := rows[0].Docs[0].Grade()
		if grade != c.want || (bad != "") != c.bad {
			t.Errorf("%q: 1,000 is %g (%s), want %g", c.lines, grade, bad, c.want)
		}
	}
}

// TestFloatIDs: ids that are all whole floats lose their .0 in tables without types; one other id keeps all as they are.
func TestFloatIDs(t *testing.T) {
	for _, c := range []struct {
		lines []string
		texts bool
		want  string
	}{
		{[]string{"7.0;a", "nan;b"}, true, "7"},
		{[]string{"7.0;a", "x;b"}, true, "7.0"},
		{[]string{"7.0;a", "8.0;b"}, false, "7.0"},
		{[]string{"nan;a", ";b"}, true, "7.0"},
	} {
		p, choice, err := planOf(t, "id text", "")
		must.Do(t, err)
		must.Do(t, p.Look(head("id text", c.lines...), c.texts, choice))
		if rows := rowsOf(t, p, one("a"), one("7.0")); rows[0].Docs[0].ID != c.want {
			t.Errorf("%q, texts %v: id %s, want %s", c.lines, c.texts, rows[0].Docs[0].ID, c.want)
		}
	}
}

// TestNameClasses: labels that are places in a list of classes are read by the class's name, in labels and in --labels.
func TestNameClasses(t *testing.T) {
	classes := map[string][]string{"label": {"irrelevant", "relevant"}}
	for _, c := range []struct{ name, labels, label, want string }{
		{"a place", "", "1", "relevant"},
		{"the place of a missing label", "", "-1", ""},
		{"no place", "", "2", "2"},
		{"no number", "", "relevant", "relevant"},
		{"a place that --labels maps", "1=3", "1", "1"},
	} {
		labels := must.Get(ParseLabels(c.labels))(t)
		p := must.Get(PlanColumns("t", []string{"query", "passage", "label"}, false, columnChoice{}, labels))(t)
		p.NameClasses(func() (map[string][]string, []string) { return classes, nil })
		if rows := rowsOf(t, p, one("q"), one("a"), one(c.label)); rows[0].Docs[0].Label != c.want || p.className(2, c.label) != c.want {
			t.Errorf("%s: label %q, want %q", c.name, rows[0].Docs[0].Label, c.want)
		}
	}
	if p, _, _ := planOf(t, "query passage", ""); p != nil {
		p.NameClasses(func() (map[string][]string, []string) {
			t.Error("classes are read without a label")
			return nil, nil
		})
	}
	p, choice, _ := planOf(t, "query passage label", "")
	p.NameClasses(func() (map[string][]string, []string) { return nil, []string{"label"} })
	must.Do(t, p.Look(head("query passage label", "q;a;0"), false, choice))
	must.Fail(t, p.checkWords(), `paste --labels "0=?,1=?"`)
}

// TestMetColumns: a chosen column that no row of a file has is an error at its end.
func TestMetColumns(t *testing.T) {
	choice := must.Get(ParseColumns("query=q,document=d,title=t"))(t)
	p := must.Get(PlanColumns("f.jsonl", []string{"q"}, true, choice, nil))(t)
	met := NewMetColumns(p)
	met.Add([]Cells{one("a"), one("text"), one("")})
	want := "f.jsonl: --columns title=t: there is no such column; hint: its columns are q"
	if err := met.Check(); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	p.Columns.read = nil // no role of the column is left
	must.Fail(t, met.Check(), "--columns unused=t: there is no such column")
	met.Add([]Cells{one("a"), one(""), one("title")})
	if err := met.Check(); err != nil {
		t.Error(err)
	}
}

// TestBadColumns: the error of a table that is none says which form it has, or which column is likely to be the one that lacks.
func TestBadColumns(t *testing.T) {
	for _, c := range []struct{ name, text, header, want string }{
		{"prose", "A text.\n", "", "no table with named columns; hint: put a line such as query,passage,label first, or say " +
			"--columns query=1,document=2"},
		{"another separator", "query^passage^label\n", "",
			"no table with named columns; hint: separate its columns by a tab, comma, semicolon or |, " +
				"and not by '^'"},
		{"values as a header", "", "7 8", "its first line names no columns, and its fields have no known names; hint: number the columns: " +
			"--columns query=1,positive=2,negative=3, or query=1,document=2,label=3"},
		{"pandas' split", "", "columns index data",
			"its columns are columns, data, index: no role is known by these names; hint: write a JSON " +
				`object for each row: to_json(orient="records", lines=True) of pandas does so`},
		{"pandas' index", "", "0.query 0.passage 1.query", "its columns are 0.passage, 0.query, 1.query: no role is known by these names; " +
			`hint: write a JSON object for each row: to_json(orient="records", lines=True) of pandas does so`},
		{"members of an object", "", "data.query data.passage x", "its columns are data.passage, data.query, x: no role is known by " +
			`these names; hint: paste --columns "query=data.query,positive=data.passage"`},
		{"unknown names", "", "a b", "its columns are a, b: no role is known by these names; hint: " +
			`paste --columns "query=a,positive=b"`},
		{"no document", "", "query a b",
			"its columns are a, b, query: recognised are query = query, none is known to hold the document; hint: " +
				`paste --columns "query=query,positive=a"`},
		{"a likely document", "", "query my_text b",
			"its columns are b, my_text, query: recognised are query = query, none is known to hold the " +
				`document; hint: paste --columns "query=query,positive=my_text"`},
		{"one column left", "", "passage a",
			"its columns are a, passage: recognised are document = passage, none is known to hold the query; hint: " +
				`paste --columns "query=a,positive=passage"`},
	} {
		var p *Plan
		if c.header != "" {
			var err error
			if p, _, err = planOf(t, c.header, ""); err != nil {
				t.Fatal(err)
			}
		}
		if err := p.BadColumns("f", []byte(c.text)); err.Error() != "f: "+c.want {
			t.Errorf("%s:\n%v, want\nf: %s", c.name, err, c.want)
		}
	}
}

// TestWrittenLists: a column whose cells are all lists of texts or numbers, as JSON, Python or NumPy write them, holds lists. One of objects
// or of lists in lists is refused.
func TestWrittenLists(t *testing.T) {
	p, choice, err := planOf(t, "query passage", "document=passage")
	must.Do(t, err)
	if err := p.Look(head("query passage", `q;{"a": 1}`), true, choice); err != nil {
		t.Errorf("objects in a column that was named: %v, want them as texts", err)
	}
	for _, c := range []struct {
		header string
		lines  []string
		want   string // the documents of the first row, or the column that is refused
	}{
		{"query positives", []string{`q;["a", "b"]`, `q;["c"]`}, "a|b"},
		{"query positives", []string{"q;['a', 'b']", "q;"}, "a|b"},
		{"query negatives positive", []string{`q;["it's"];p`, "q;[];p"}, "p|it's"},
		{"query positives", []string{`q;['it\'s', "b\"c", '\n', 'd']`}, `it's|b"c|d`},
		{"query passages", []string{"q;['a'\n 'b']"}, "a|b"},
		{"query doc_ids", []string{"q;[11, 12.0]"}, "11|12"},
		{"query passages", []string{`q;[{"text": "a", "label": 1}]`}, "refused passages"},
		{"query passages", []string{`q;[["a"], ["b"]]`}, "refused passages"},
		{"query passage", []string{"q;{'text': 'a'}"}, "refused passage"},
		{"query passage doc_ids", []string{`q;a;["d1"]`}, "a"},
		{"query passage", []string{`q;["a"]`, "q;a text"}, `["a"]`},
		{"query passage", []string{"q;[CLS] a [SEP]", "q;[1] as in [2]"}, "[CLS] a [SEP]"},
		{"query passage", []string{"q;{a}", "q;[a]"}, "{a}"},
	} {
		p, choice, err := planOf(t, c.header, "")
		must.Do(t, err)
		visit := head(c.header, c.lines...)
		var got []string
		if err = p.Look(visit, true, choice); err == nil {
			_ = visit(p.Names, func(values []Cells) error {
				_ = p.Reader().Rows(values, func(string) error { got = append(got, "refused by its lengths"); return nil }, func(r Row) error {
					for _, d := range r.Docs {
						got = append(got, cmp.Or(d.Text, d.ID))
					}
					return nil
				})
				return errEnough
			})
		} else if _, after, ok := strings.Cut(err.Error(), "t.csv: each cell of the column "); ok {
			got = []string{"refused " + strings.Fields(after)[0]}
		}
		if list := strings.Join(got, "|"); list != c.want {
			t.Errorf("%s, %q: %s, want %s (%v)", c.header, c.lines, list, c.want, err)
		}
	}
}

// TestHistory: the turns before a question are no document, where a column counts turns.
func TestHistory(t *testing.T) {
	for header, want := range map[string]string{"context question rewrite answer turn_no": "positive=answer", "context question rewrite answer": "say --columns"} {
		names := strings.Fields(header)
		row := map[string]Cells{"context": {Texts: []string{"a hen sat on it for days"}, Listed: true}, "question": one("who runs over it"),
			"rewrite": one("who runs over a hill"),
			"answer":  one("a red fox"), "turn_no": one("1")}
		p, err := PlanColumns("f", names, false, columnChoice{Wanted: Wanted{Training: true}}, nil)
		must.Do(t, err)
		p.rows = func(wanted []string, visit func([]Cells) error) error {
			values := make([]Cells, len(wanted))
			for i, name := range wanted {
				values[i] = row[name]
			}
			return visit(values)
		}
		must.Contain(t, p.Hint(), want, "%s", header)
	}
}

// TestNoHint: where nothing tells which of two texts is the better one, or one label is that of several documents, no line to paste says so.
func TestNoHint(t *testing.T) {
	const query, a, b, other = "who runs over the hill", "it is a red fox", "it is an old hen", "it is a blue whale"
	several := func(texts ...string) Cells { return Cells{Texts: texts, Listed: true} }
	for header, row := range map[string][]Cells{
		"prompt response_a response_b preferred":          {one(query), one(a), one(b), one("it")},
		"prompt answer_1 answer_2 winner":                 {one(query), one(a), one(b), one("1")},
		"instruction reply_0 reply_1 response0 response1": {one(query), one(a), one(b), one(a), one(b)},
		"ctx endings label":                               {one(query), several(a, b, other), one("2")},
		"question choices answer_label":                   {one(query), several(a, b, other), one("3 of 3")},
		"premise.bg premise.de hypothesis.all label":      {one(query), one(a), several(b, other), one("0")},
		"instruction candidates.text":                     {one(query), several(a, b, other)},
		"prompt.text candidates":                          {several(query, a), several(a, b, other)},
	} {
		names := strings.Fields(header)
		choice := columnChoice{Wanted: Wanted{Training: true}}
		p, err := PlanColumns("f", names, false, choice, nil)
		must.Do(t, err)
		err = p.Look(func(wanted []string, visit func([]Cells) error) error {
			values := make([]Cells, len(wanted))
			for i, name := range wanted {
				values[i] = row[slices.Index(names, name)]
			}
			return visit(values)
		}, false, choice)
		if hint := p.Hint(); err == nil && strings.Contains(hint, "paste") {
			t.Errorf("%s: %s", header, hint)
		}
	}
}

// TestUnknownGrades: a hint for labels gives no grade whose meaning is not known, and is refused until one is filled in.
func TestUnknownGrades(t *testing.T) {
	for words, want := range map[string]string{"fits misses": "fits=?,misses=?", "true mixture": "mixture=?,true=1", "entailment other": "entailment=1,other=?",
		"ja vielleicht": "ja=1,vielleicht=?", "E X": "E=?,X=?", "e n": "e=1,n=0", "ja nein": "ja=1,nein=0"} {
		first, second, _ := strings.Cut(words, " ")
		p, choice, err := planOf(t, "query passage label", "")
		must.Do(t, err)
		must.Do(t, p.Look(head("query passage label", "q;a;"+first, "q;b;"+second), false, choice))
		hasGap := strings.Contains(want, "?")
		if err := p.CheckRoles(); err == nil || !strings.Contains(err.Error(), strconv.Quote(want)) || strings.Contains(err.Error(), "each ?") != hasGap {
			t.Errorf("%s: %v", words, err)
		}
		if _, err := ParseLabels(want); hasGap && (err == nil || !strings.Contains(err.Error(), "has no grade yet")) || !hasGap && err != nil {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// TestLabelCandidates: of several columns that may be labels the line to paste has the one with degrees, and names the others; where all or none
// have degrees, the user chooses. A short text in each row is a title.
func TestLabelCandidates(t *testing.T) {
	for labels, want := range map[string]string{
		"Não Irrelevante,Sim Relevante,Não Relevante,Sim Irrelevante": "label=b\" --labels \"Irrelevante=?,Relevante=?\" with a grade in place of each ?: " +
			"0 is not relevant, and NAME= without a number judges nothing, or say label=a there",
		"trafny no,nietrafny yes,trafny yes,nietrafny no": "label=a\" --labels \"nietrafny=?,trafny=?\" with",
		"0 1,1 0,2 1,0 0":                       "label=a\", or say label=b there",
		"0 no,1 yes,0 yes,1 no":                 "label=NAME\" with one of these as NAME: a, b",
		"rot fest,blau lose,rot lose,blau fest": "label=NAME\" with one of these as NAME: a, b",
	} {
		var lines []string
		for i, values := range strings.Split(strings.Repeat(labels+",", 4)[:4*len(labels)+3], ",") {
			n, first, second := strconv.Itoa(i), "", ""
			first, second, _ = strings.Cut(values, " ")
			lines = append(lines, "was läuft da "+n+";roter Fuchs "+n+";ein Fuchs läuft am Abend über den Berg "+n+";"+first+";"+second)
		}
		p, choice, err := planOf(t, "query ware inhalt a b", "")
		must.Do(t, err)
		must.Do(t, p.Look(head("query ware inhalt a b", lines...), false, choice))
		must.Contain(t, p.Hint(), `--columns "query=query,title=ware,document=inhalt,`+want, "%s", labels)
	}
}

// TestCounts: of candidates that nothing judges, counts may tell which are right, also with a decimal comma and below a row of units.
func TestCounts(t *testing.T) {
	lines := []string{"шт.;;шт.;"}
	for i := range 60 {
		lines = append(lines, fmt.Sprintf("синий кит %c;кит номер %d поёт в море;%d,00;склад %d", 'а'+i/6, i, i%9, i%2))
	}
	p, choice, err := planOf(t, "запрос товар клики склад", "")
	must.Do(t, err)
	must.Do(t, p.Look(head("запрос товар клики склад", lines...), false, choice))
	must.Equal(t, p.Hint(), `say --columns "query=запрос,document=товар,label=NAME" with one of these as NAME: клики>=1, склад`)
}

// TestGroupedQueries: texts that repeat in rows behind each other alone are queries, and others are classes.
func TestGroupedQueries(t *testing.T) {
	var lines []string
	for i := range 100 {
		lines = append(lines, fmt.Sprintf("blauwe vis %d;klasse nummer %c;een vis nummer %d zwemt in zee;%d", i/50, 'a'+i%2, i, i%3))
	}
	p, choice, err := planOf(t, "zoekterm soort inhoud oordeel", "")
	must.Do(t, err)
	must.Do(t, p.Look(head("zoekterm soort inhoud oordeel", lines...), false, choice))
	must.Contain(t, p.Hint(), `paste --columns "query=zoekterm,document=inhoud,label=oordeel"`)
}

// TestTuples: lists in lists with a number at one place and a text at another are no documents; lists of texts are, empty ones too.
func TestTuples(t *testing.T) {
	nested := func(inner ...[]string) (c Cells) {
		for i, list := range inner {
			for j, text := range list {
				c.Texts, c.Places = append(c.Texts, text), append(c.Places, []int{i, j})
			}
		}
		return c
	}
	for name, c := range map[string]struct {
		cells  Cells
		isRead bool
	}{
		"a page and a sentence": {nested([]string{"Fox", "3", "a fox runs over it"}, []string{"Hen", "0", "a hen sits on it"}), true},
		"a text and a score":    {nested([]string{"a fox runs over it", "0.5"}, []string{"a hen sits on it", "2"}), false},
		"sentences":             {nested([]string{"a fox runs over it", "it runs on"}, []string{"a hen sits on it"}), true},
		"an instruction":        {nested([]string{"", "a fox runs over it"}, []string{"", "3 hens sit on it"}), true},
		"short answers":         {nested([]string{"3", "three"}, []string{"4"}), true},
	} {
		p, choice, err := planOf(t, "query positives", "")
		must.Do(t, err)
		err = p.Look(func(names []string, visit func([]Cells) error) error {
			values := make([]Cells, len(names))
			for i := range names {
				values[i] = map[string]Cells{"query": one("who runs"), "positives": c.cells}[names[i]]
			}
			return visit(values)
		}, false, choice)
		if (err == nil) != c.isRead {
			t.Errorf("%s: %v", name, err)
		}
	}
}

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

// TestGradesOfTexts: a column of many texts is known not to hold grades by its first few. Each text costs an allocation or more.
func TestGradesOfTexts(t *testing.T) {
	look := textLook{name: "passage", rows: rowsLookedAt, filled: rowsLookedAt, distinct: map[string]bool{}}
	for n := range rowsLookedAt {
		look.distinct["What runs over the hill "+strconv.Itoa(n)] = true
	}
	if n := testing.AllocsPerRun(1, func() { look.hasGrades() }); n >= rowsLookedAt {
		t.Errorf("%v allocations for %d texts", n, rowsLookedAt)
	}
}
