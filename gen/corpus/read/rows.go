package read

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/gen/corpus/internal/columnar"
	"github.com/axiomine/axiomine/gen/corpus/internal/hubcard"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/errs"
)

// Rows are a table whose columns have names: CSV, TSV, JSON objects, Parquet or Arrow. One file holds queries, documents
// and labels, or some of them. The id of a text without one is 128 bits of its SHA-256 in hex: equal texts are one document,
// and no two texts share an id.

// rowTable is a table in one of these forms.
type rowTable interface {
	columns() (names []string, loose bool) // loose: others may follow
	visitRows(s *source, names []string, visit func(values []tabular.Cells) error) error
}

// typedTable is a table whose columns have types; some types cannot be read.
type typedTable struct{ table columnar.Table }

func (t typedTable) columns() (names []string, loose bool) { return t.table.Columns(), false }

// visitRows calls visit for every row. Rows are numbered from 1, as lines are.
func (t typedTable) visitRows(s *source, names []string, visit func(values []tabular.Cells) error) error {
	s.line = 0
	s.rep.header()
	return t.table.VisitRows(columnar.Reading{Most: s.max, Spare: s.spare, Decode: s.valid, Begin: func(row int) { s.line = row },
		Note: s.leave}, names, visit)
}

// tableOf returns the table whose head is h; nil if it is not a table.
func tableOf(h head, bare bool) (rowTable, error) {
	if h.table != nil {
		t, err := columnar.Open(h.path, h.table)
		if err != nil {
			return nil, err
		}
		return typedTable{t}, nil
	}
	if t := newRecords(h); t != nil {
		return t, nil
	}
	if t := newJSONLists(h); t != nil {
		return t, nil
	}
	if h.opensWith('<') || h.opensWith('{') || h.opensWith('[') {
		return nil, nil
	}
	t, err := chooseDialect(h, bare)
	if t == nil || err != nil {
		return nil, err // not a nil *delimited, which is no nil table
	}
	return t, nil
}

// A JSON head has at least headObjects objects, unless headMost bytes hold fewer: the roles of columns are decided from them.
const (
	headObjects = 20
	headMost    = 4 << 20
)

// tableHead returns the head of a table, which holds at least its first line, or its first objects whole.
func tableHead(s *source) (head, error) {
	h := newHead(s)
	isText := h.table == nil && !h.opensWith('{') && !h.opensWith('[')
	for s.text.err == nil && isText && !bytes.ContainsAny(h.text, "\r\n") {
		if err := s.checkSize(len(h.text), 1); err != nil {
			return h, err
		}
		h = headOf(s, s.text.first(4*len(h.text)))
	}
	for s.text.err == nil && h.table == nil && !isText && (len(h.text) < headMost && objectsIn(h) < headObjects || newRecords(h) == nil) {
		if err := s.checkSize(len(h.text), 1); err != nil {
			return h, err
		}
		h = headOf(s, s.text.first(4*len(h.text)))
	}
	return h, nil
}

// objectsIn counts the objects of a head, at most headObjects.
func objectsIn(h head) (n int) {
	_ = eachObject(headSource(h), func([]byte, int) error {
		if n++; n == headObjects {
			return errStop
		}
		return nil
	})
	return n
}

// planOfHead returns the table of a file's head and the roles of its columns.
func planOfHead(h head, o Options) (rowTable, *tabular.Plan, error) {
	if o.mapping != nil {
		p, err := o.mapping.plan(h.path, o)
		return o.mapping, p, err
	}
	choice, err := tabular.ParseColumns(o.Columns)
	if err != nil {
		return nil, nil, err
	}
	labels, err := tabular.ParseLabels(o.Labels)
	if err != nil {
		return nil, nil, err
	}
	t, err := tableOf(h, choice.Numbered())
	if t == nil || err != nil {
		return nil, nil, err
	}
	bare, columns := withoutHeader(h, t)
	if choice.IsOpen() && columns != "" {
		t = bare
		if choice, err = tabular.ParseColumns(columns); err != nil {
			return nil, nil, err
		}
	}
	choice.Training, choice.IDs = o.training, o.IDs
	names, loose := t.columns()
	p, err := tabular.PlanColumns(h.path, names, loose, choice, labels)
	if err != nil {
		return nil, nil, err
	}
	if bare, is := bare.(*dialect); is {
		p.SetBare(bare.header, rowsOfHead(h, bare))
	}
	metadata := ""
	if binary, is := t.(typedTable); is {
		if err := binary.table.Check(p.Names); err != nil {
			return nil, nil, err
		}
		metadata = binary.table.Metadata()
	}
	p.NameClasses(func() (map[string][]string, map[string]string) { return hubcard.Classes(metadata, h.path) })
	_, texts := t.(*dialect)
	return t, p, p.Look(h.path, rowsOfHead(h, t), texts, choice)
}

// rowsOfHead returns what visits the rows of a head.
func rowsOfHead(h head, t rowTable) func(names []string, visit func([]tabular.Cells) error) error {
	return func(names []string, visit func([]tabular.Cells) error) error {
		return t.visitRows(headSource(h), names, visit)
	}
}

// withoutHeader returns a table whose first line is a row, and the choice of its columns by their content; "" if that does not tell them.
func withoutHeader(h head, t rowTable) (bare rowTable, columns string) {
	switch t := t.(type) {
	case *dialect:
		if t.bare || t.separator == '\t' && fitsTriplesFile(h) {
			return nil, ""
		}
		numbered := *t
		numbered.bare, numbered.header = true, numbersUpTo(len(t.header))
		return &numbered, tabular.Headless(numbered.header, t.header, false, rowsOfHead(h, &numbered))
	case *jsonLists:
		names, _ := t.columns()
		return t, tabular.Headless(names, t.first, true, rowsOfHead(h, t))
	}
	return nil, ""
}

// columnsOf returns the names of a table's columns; none for a nil table.
func columnsOf(t rowTable) (names []string) {
	if t != nil {
		names, _ = t.columns()
	}
	return names
}

// eachRow calls visit for the rows of a file. --columns or the names of its columns determine the roles;
// accept returns false if they do not suffice.
func eachRow(s *source, o Options, accept func(*tabular.Plan) bool, visit func(tabular.Row) error) error {
	h, err := tableHead(s)
	if err != nil {
		return err
	}
	t, p, err := planOfHead(h, o)
	if err != nil {
		return err
	}
	if t == nil || !accept(p) {
		return p.BadColumns(s.path, h.text, columnsOf(t))
	}
	return eachPlanned(s, o, t, p, func(r tabular.Row) error {
		if s.noun != judgementsNoun && r.IsGraded() { // of rows that were read for their queries
			s.rep.addRow(s.path)
		}
		return visit(r)
	})
}

// eachPlanned calls visit for the rows of a table whose roles are known. During a call s.row is the row's number, from 0.
func eachPlanned(s *source, o Options, t rowTable, p *tabular.Plan, visit func(tabular.Row) error) error {
	if r, ok := t.(*records); ok {
		r.late = newLateColumns(s, r.names, p).tell
	}
	tracker, reader, skipped := tabular.NewMetColumns(columnsOf(t), p), p.Reader(), s.rep.NumSkipped()
	s.row = -1
	err := t.visitRows(s, p.Names, func(values []tabular.Cells) error {
		tracker.Add(values)
		s.row += 1 + s.rep.NumSkipped() - skipped // rows that the table skipped
		skipped = s.rep.NumSkipped()
		err := reader.Rows(values, func(bad string) error { return s.skipRow(s.line, bad) }, func(r tabular.Row) error {
			if o.splitColumns[s.path].Chooses() && tabular.SplitNamed(r.Split) != o.split {
				return nil
			}
			return visit(r)
		})
		if s.noun == rowsNoun && !o.training && s.rep.NumSkipped() == skipped {
			s.rep.read(rowsNoun, 1)
		}
		skipped = s.rep.NumSkipped()
		return err
	})
	if err != nil {
		return err
	}
	return tracker.Check(s.path, o.Columns)
}

// eachRowOf calls visit for the rows of several files that another reader reads with a report.
func eachRowOf(files string, o Options, accept func(*tabular.Plan) bool, visit func(s *source, r tabular.Row) error) error {
	o.counted = true
	for _, file := range paths(files) {
		err := visitFile(file, o, func(s *source) error {
			return eachRow(s, o, accept, func(r tabular.Row) error { return visit(s, r) })
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// hasTexts reports whether a table holds texts of documents.
func hasTexts(p *tabular.Plan) bool { return p.Content().Texts }

// readRowDocs reads the documents of rows. A document occurs once for every row that has it.
func readRowDocs(s *source, o Options, emit func(corpus.Doc, int) error) error {
	s.repeats = true
	keepsEmpty := o.mapping != nil && o.mapping.keepsEmpty
	return eachRow(s, o, hasTexts, func(r tabular.Row) error {
		empty := !keepsEmpty
		for _, d := range r.Docs {
			if d.Text == "" && d.Title == "" && !keepsEmpty {
				continue
			}
			empty = false
			if err := emit(corpus.Doc{ID: d.Key(), Title: d.Title, Text: d.Text}, s.line); err != nil {
				return err
			}
		}
		for _, bad := range r.Bad {
			if empty || s.strict {
				return s.skip(s.line, bad)
			}
			s.note(bad)
		}
		if empty && len(r.Bad) == 0 {
			return s.skip(s.line, tabular.NoRowDocument)
		}
		return nil
	})
}

// readRowTopics reads the queries of rows, each once. In a file with queries only, the text may have the name of a document's.
func readRowTopics(s *source, o Options, emit func(corpus.Query, int) error) error {
	s.repeats = true
	texts := map[string]string{}
	return eachRow(s, o, func(p *tabular.Plan) bool { return p.OnlyQueries() || p.HasQuery() }, func(r tabular.Row) error {
		if r.Query == "" {
			return s.skip(s.line, tabular.NoRowQuery)
		}
		id := r.Key()
		if text, again := texts[id]; again && text == r.Query {
			return nil
		}
		texts[id] = r.Query
		return emit(corpus.Query{ID: id, Text: r.Query}, s.line)
	})
}

// readRowQrels reads the judgements of rows. Rows without a label judge nothing.
func readRowQrels(s *source, o Options, emit func(corpus.Qrel, int) error) error {
	var bad badLabels
	judgements := 0
	accept := func(p *tabular.Plan) bool {
		p.PairAnswers()
		return p.Content().Queries && p.JudgesAll()
	}
	err := eachRow(s, o, accept, func(r tabular.Row) error {
		query := r.Key()
		for _, bad := range r.Bad {
			if err := s.skipRow(s.line, bad); err != nil {
				return err
			}
		}
		for _, d := range r.Docs {
			grade, v := d.Judgement()
			switch {
			case v == tabular.Missing:
				s.rep.note(tabular.MissingLabel, 1, s.path, s.line)
				continue
			case v == tabular.Silent || query == "":
				continue
			case v == tabular.UnknownWord && d.HasWords():
				return badWord(s, d.Label)
			case v != tabular.IsJudged:
				if err := bad.skip(s, d.Label, v); err != nil {
					return err
				}
				continue
			}
			judgements++
			if err := emit(corpus.Qrel{QueryID: query, DocID: d.Key(), Grade: grade}, s.line); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil && judgements == 0 && bad.line > 0 {
		return errs.BadInput(s.path, bad.line, `say what they mean: --labels "yes=1,no=0"`, "no label is a grade: %s",
			strings.Join(bad.shown, "; "))
	}
	return err
}

// badWord returns the error for a label without a known grade.
func badWord(s *source, label string) error {
	return errs.BadInput(s.path, s.line, fmt.Sprintf(`say what it means: --labels "%s=1", or "%[1]s=" where it judges nothing`, label),
		"the label %q has no known grade beside the other words", label)
}

// fitsRowDocs reports whether a head is that of a table with documents. JSON must also name a query, or be documents with ids that no
// other format reads.
func fitsRowDocs(h head) bool {
	return fitsRows(h, func(p *tabular.Plan, json bool) bool {
		c := p.Content()
		return c.Texts && (c.Queries || !json || c.Collection && !fitsJSONLDocs(h) && !fitsAnserini(h))
	})
}

// fitsRowTopics reports whether a head is that of a table with queries. JSON must also have judgements, splits, or
// queries that are objects.
func fitsRowTopics(h head) bool {
	return fitsRows(h, func(p *tabular.Plan, json bool) bool {
		isObject := p.Query >= 0 && strings.Contains(p.Names[p.Query], ".")
		return (p.HasQuery() || p.OnlyQueries()) && (p.Content().Judgements || p.Split >= 0 || !json || isObject)
	})
}

// fitsRowQrels reports whether a head is that of a table with judgements.
func fitsRowQrels(h head) bool {
	return fitsRows(h, func(p *tabular.Plan, _ bool) bool { return p.Content().Queries && p.JudgesAll() })
}

// gradesOfWords returns ", " and the roles of a table's columns, with the grades of its labels, if these are words; else "".
func gradesOfWords(h head) string {
	t, p, err := planOfHead(h, Options{Columns: h.columns})
	if err != nil || t == nil || !p.Content().Words {
		return ""
	}
	return ", " + p.Columns.String()
}

// fitsRows reports whether a head is that of a table in which two or more columns are recognised or chosen.
// Tables of other formats are excluded.
func fitsRows(h head, accept func(p *tabular.Plan, json bool) bool) bool {
	if h.columns == "" && (fitsWikiQA(h) || fitsQuestions(h)) {
		return false
	}
	t, p, err := planOfHead(h, Options{Columns: h.columns})
	if t == nil || err != nil || len(p.Names) < 2 {
		return false
	}
	_, json := t.(*records)
	return accept(p, json && h.columns == "" && !celltext.IsFrame(h.text))
}

// labelsShown is the number of labels that an error shows if none is a grade.
const labelsShown = 5

// badLabels are the labels of a file that cannot be read.
type badLabels struct {
	shown []string
	line  int // of the first
}

// skip counts a label.
func (b *badLabels) skip(s *source, label string, v tabular.Verdict) error {
	if b.line == 0 {
		b.line = s.line
	}
	reason := tabular.BadLabel(label, v)
	if len(b.shown) < labelsShown && !slices.Contains(b.shown, reason) {
		b.shown = append(b.shown, reason)
	}
	return s.skip(s.line, reason)
}
