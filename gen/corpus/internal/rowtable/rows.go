// Package rowtable reads the rows of tables whose columns have roles: CSV, TSV, JSON objects, Parquet or Arrow. One file holds queries,
// documents and labels, or some of them. The id of a text without one is 80 bits of its SHA-256 in base 32: equal texts are one document, and
// no two texts share an id.
package rowtable

import (
	"bytes"
	"cmp"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/columnar"
	"github.com/axiomine/axiomine/gen/corpus/internal/hubcard"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

func FitsTriples(h sourcefile.Head) bool {
	return h.Most(func(line []byte) bool { return bytes.Count(line, sourcefile.Tab) == 2 })
}

// sentenceWords is the smallest number of words of the first line's passages. Names of columns have fewer.
const sentenceWords = 3

// FitsTriplesFile reports whether lines are three texts: the passages of most lines have several words, and so have more than half of the
// queries. The first line must not be names of columns, unless the file's name begins with triples.
func FitsTriplesFile(h sourcefile.Head) bool {
	if len(h.Lines) == 0 {
		return false
	}
	words := func(line []byte, field int) int { return len(bytes.Fields(bytes.Split(line, sourcefile.Tab)[field])) }
	hasName := strings.HasPrefix(h.Name, "triples.")
	if first := h.Lines[0]; bytes.Count(first, sourcefile.Tab) != 2 || !hasName && min(words(first, 1), words(first, 2)) < sentenceWords {
		return false
	}
	questions := 0
	passages := h.Most(func(line []byte) bool {
		if bytes.Count(line, sourcefile.Tab) != 2 {
			return false
		}
		if words(line, 0) > 1 {
			questions++
		}
		return words(line, 1) > 1 && words(line, 2) > 1
	})
	return passages && questions*2 > len(h.Lines)
}

// Options determines how rows are read. The zero value of every field is its default.
type Options struct {
	Columns string // the roles of columns, ROLE=NAME,ROLE=NAME; "" recognises columns by their names
	Labels  string // what the values of a label mean, VALUE=GRADE,VALUE=GRADE
	tabular.Wanted
	Mapping      *Mapping                // of a format that says what its columns are
	Split        string                  // that is read
	SplitColumns map[string]*SplitColumn // by file: those that decide leave the rows of one split
}

// Table is a table in one of these forms.
type Table interface {
	Columns() []string // those that are known: Records may have others
	VisitRows(s *sourcefile.Source, names []string, visit func(values []tabular.Cells) error) error
}

// tableOf returns the table whose head is h; nil if it is not a table.
func tableOf(h sourcefile.Head, bare bool) (Table, error) {
	if h.Table != nil {
		return columnar.Open(h.Path, h.Table)
	}
	if t := NewRecords(h); t != nil {
		return t, nil
	}
	if t := newJSONLists(h); t != nil {
		return t, nil
	}
	if h.OpensWith('<') || h.OpensWith('{') || h.OpensWith('[') {
		return nil, nil
	}
	if t := chooseDialect(h, bare); t != nil {
		return t, nil
	}
	return nil, nil // not a nil *dialect, which is no nil table
}

// A JSON head has at least headObjects objects, unless headMost bytes hold fewer: the roles of columns are decided from them.
const (
	headObjects = 20
	headMost    = 4 << 20
)

// HeadOf returns the head of a table, which holds at least its first line, or its first objects whole.
func HeadOf(s *sourcefile.Source) (sourcefile.Head, error) {
	h := sourcefile.NewHead(s)
	for s.Text.Err == nil && h.Table == nil && isShort(h) {
		if err := s.CheckSize(len(h.Text), 1); err != nil {
			return h, err
		}
		h = sourcefile.HeadOf(s, s.Text.First(4*len(h.Text)))
	}
	return h, nil
}

// isShort reports whether a head holds less than a line, or too few objects.
func isShort(h sourcefile.Head) bool {
	if !h.OpensWith('{') && !h.OpensWith('[') {
		return !bytes.ContainsAny(h.Text, "\r\n")
	}
	r := NewRecords(h)
	return r == nil || len(h.Text) < headMost && r.objects < headObjects
}

// PlanOf returns the table of a file's head and the roles of its columns.
func PlanOf(h sourcefile.Head, o Options) (Table, *tabular.Plan, error) {
	if o.Mapping != nil {
		o.Columns = o.Mapping.Roles
	}
	choice, err := tabular.ParseColumns(o.Columns)
	labels, badLabels := tabular.ParseLabels(o.Labels)
	if err = cmp.Or(err, badLabels); err != nil {
		return nil, nil, err
	}
	choice.Wanted = o.Wanted
	if m := o.Mapping; m != nil {
		p, err := tabular.PlanColumns(h.Path, m.Names, false, choice, labels)
		if err == nil {
			p.KeepsSpace, p.Form.QueryIDs, p.Form.DocumentIDs = !o.Training, m.Ids, m.Ids
		}
		return m, p, err
	}
	t, err := tableOf(h, choice.Numbered())
	if t != nil && err == nil {
		err = hubcard.CheckOptions(h.Path)
	}
	if t == nil || err != nil {
		return nil, nil, err
	}
	bare, columns := withoutHeader(h, t)
	if choice.IsOpen() && columns != "" {
		t = bare
		if choice, err = tabular.ParseColumns(columns); err != nil {
			return nil, nil, err
		}
		choice.Wanted = o.Wanted
	}
	_, isLoose := t.(*Records)
	p, err := tabular.PlanColumns(h.Path, t.Columns(), isLoose, choice, labels)
	if err != nil {
		return nil, nil, err
	}
	if bare, is := bare.(*dialect); is {
		p.SetBare(bare.header, rowsOfHead(h, bare), rowsOfFile(h, bare))
	}
	p.All = rowsOfFile(h, t)
	metadata := ""
	if typed, is := t.(*columnar.Table); is {
		if err := typed.Check(p.Names); err != nil {
			return nil, nil, err
		}
		metadata = typed.Metadata()
	}
	p.NameClasses(func() (map[string][]string, []string) { return hubcard.Classes(metadata, h.Path) })
	_, texts := t.(*dialect)
	return t, p, p.Look(rowsOfHead(h, t), texts, choice)
}

// rowsOfHead returns what visits the rows of a head.
func rowsOfHead(h sourcefile.Head, t Table) func(names []string, visit func([]tabular.Cells) error) error {
	return func(names []string, visit func([]tabular.Cells) error) error {
		return t.VisitRows(sourcefile.HeadSource(h), names, visit)
	}
}

// rowsOfFile returns what visits the rows of the file of a head, once more.
func rowsOfFile(h sourcefile.Head, t Table) func(names []string, visit func([]tabular.Cells) error) error {
	return func(names []string, visit func([]tabular.Cells) error) error {
		o := h.Options
		o.Counted, o.Strict = true, false
		return sourcefile.Visit(h.Path, o, func(s *sourcefile.Source) error { return t.VisitRows(s, names, visit) })
	}
}

// withoutHeader returns a table whose first line is a row, and the choice of its columns by their content; "" if that does not tell them.
func withoutHeader(h sourcefile.Head, t Table) (bare Table, columns string) {
	switch t := t.(type) {
	case *dialect:
		if t.bare || t.separator == '\t' && FitsTriplesFile(h) {
			return nil, ""
		}
		numbered := *t
		numbered.bare, numbered.header = true, numbersUpTo(len(t.header))
		return &numbered, tabular.Headless(numbered.header, false, rowsOfHead(h, &numbered))
	case *jsonLists:
		return t, tabular.Headless(t.names, true, rowsOfHead(h, t))
	}
	return nil, ""
}

// EachRow calls visit for the rows of a file. --columns or the names of its columns determine the roles;
// accept returns false if they do not suffice.
func EachRow(s *sourcefile.Source, o Options, accept func(*tabular.Plan) bool, visit func(tabular.Row) error) error {
	h, err := HeadOf(s)
	if err != nil {
		return err
	}
	t, p, err := PlanOf(h, o)
	if err != nil {
		return err
	}
	if t == nil || !accept(p) {
		return p.BadColumns(s.Path, h.Text)
	}
	content := p.Content()
	return EachPlanned(s, o, t, p, func(r tabular.Row) error {
		isEmpty := len(r.Docs) == 0 && (content.Texts || content.Pairs) || content.Queries && r.Query == "" && r.QueryID == ""
		if s.Noun != sourcefile.JudgementsNoun && r.IsGraded() && !isEmpty { // judgements were counted when they were read for their queries
			s.Rep.AddRow(s.Path)
		}
		return visit(r)
	})
}

// EachPlanned calls visit for the rows of a table whose roles are known. During a call s.row is the row's number, from 0.
func EachPlanned(s *sourcefile.Source, o Options, t Table, p *tabular.Plan, visit func(tabular.Row) error) error {
	if r, ok := t.(*Records); ok {
		t = &Records{Names: r.Names, late: lateColumns(s, r.Names, p)}
	}
	tracker, reader, skipped := tabular.NewMetColumns(p), p.Reader(), s.Rep.NumSkipped()
	s.Row = -1
	err := t.VisitRows(s, p.Names, func(values []tabular.Cells) error {
		tracker.Add(values)
		s.Row += 1 + s.Rep.NumSkipped() - skipped // rows that the table skipped
		skipped = s.Rep.NumSkipped()
		err := reader.Rows(values, func(bad string) error { return s.SkipRow(s.Line, bad) }, func(r tabular.Row) error {
			if o.SplitColumns[s.Path].Chooses() && SplitNamed(r.Split) != o.Split {
				return nil
			}
			return visit(r)
		})
		if s.Noun == sourcefile.RowsNoun && !o.Training && s.Rep.NumSkipped() == skipped {
			s.Rep.Read(sourcefile.RowsNoun, 1)
		}
		skipped = s.Rep.NumSkipped()
		return err
	})
	if err != nil {
		return err
	}
	return tracker.Check()
}

// ReadDocs reads the documents of rows. A document occurs once for every row that has it.
func ReadDocs(s *sourcefile.Source, o Options, emit func(corpus.Doc, int) error) error {
	s.Repeats, o.Documents = true, true
	hasTexts := func(p *tabular.Plan) bool {
		if o.Mapping == nil {
			s.Unlike = p.TextIDs(o.Columns)
		}
		return p.Content().Texts
	}
	return EachRow(s, o, hasTexts, func(r tabular.Row) error {
		empty := true
		for _, d := range r.Docs {
			if d.Text == "" && d.Title == "" {
				continue
			}
			empty = false
			if err := emit(corpus.Doc{ID: d.Key(), Title: d.Title, Text: d.Text}, s.Line); err != nil {
				return err
			}
		}
		for _, bad := range r.Bad {
			if empty || s.Strict {
				return s.Skip(s.Line, bad)
			}
			s.Note(bad)
		}
		if empty && len(r.Bad) == 0 {
			return s.Skip(s.Line, tabular.NoRowDocument)
		}
		return nil
	})
}

// ReadTopics reads the queries of rows, each once. In a file with queries only, the text may have the name of a document's.
func ReadTopics(s *sourcefile.Source, o Options, emit func(corpus.Query, int) error) error {
	s.Repeats = true
	texts := map[string]string{}
	return EachRow(s, o, func(p *tabular.Plan) bool { return p.TakeQueries() || p.HasQuery() }, func(r tabular.Row) error {
		if r.Query == "" {
			return s.Skip(s.Line, tabular.NoRowQuery)
		}
		id := r.Key()
		switch text, again := texts[id]; {
		case again && text == r.Query:
			return nil
		case again && r.QueryID == "" && pairs.FoldCase(text) == pairs.FoldCase(r.Query):
			s.Note(tabular.OtherSpelling)
			return nil
		}
		texts[id] = r.Query
		return emit(corpus.Query{ID: id, Text: r.Query}, s.Line)
	})
}

// ReadQrels reads the judgements of rows. Rows without a label judge nothing.
func ReadQrels(s *sourcefile.Source, o Options, emit func(corpus.Qrel, int) error) error {
	var plan *tabular.Plan
	accept := func(p *tabular.Plan) bool {
		plan = p
		p.PairAnswers()
		return p.Content().Queries && p.JudgesAll()
	}
	return EachRow(s, o, accept, func(r tabular.Row) error {
		query := r.Key()
		switch {
		case query == "":
			return s.SkipRow(s.Line, tabular.NoRowQuery)
		case len(r.Docs)+len(r.Bad) == 0:
			return s.SkipRow(s.Line, tabular.NoRowDocument)
		}
		for _, reason := range r.Bad {
			if err := s.SkipRow(s.Line, reason); err != nil {
				return err
			}
		}
		for _, d := range r.Docs {
			grade, v := d.Judgement()
			switch {
			case v == tabular.Missing:
				s.Rep.Remark(tabular.MissingLabel, 1, s.Path, s.Line)
				continue
			case v == tabular.Silent:
				if _, remark, _ := d.Grade(); remark == tabular.MappedToNone {
					s.Rep.Remark(remark, 1, s.Path, s.Line)
				}
				continue
			case v == tabular.UnknownWord && d.IsUnknownWord():
				return plan.BadWord(s.Line, d.Label)
			case v != tabular.IsJudged:
				if err := s.Skip(s.Line, tabular.BadLabel(d.Label, v)); err != nil {
					return err
				}
				continue
			}
			if err := emit(corpus.Qrel{QueryID: query, DocID: d.Key(), Grade: grade}, s.Line); err != nil {
				return err
			}
		}
		return nil
	})
}
