package read

import (
	"bytes"
	"cmp"
	"context"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/fileform"
	"github.com/axiomine/axiomine/gen/corpus/internal/hubcard"
	"github.com/axiomine/axiomine/gen/corpus/internal/plainfile"
	"github.com/axiomine/axiomine/gen/corpus/internal/rowtable"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/lazy"
)

// TrainingRows calls visit with the rows of a training set: a table, triples of texts or ids, or judgements. It returns a text with the
// meaning of each column. Rows that cannot be read are counted in rep.
func TrainingRows(ctx context.Context, path string, o Options, rep *Report,
	visit func(*corpus.TrainingRow) error) (columns string, err error) {
	rep, _, err = o.begin(rep)
	if err != nil {
		return "", err
	}
	if path == "-" {
		if err := plainfile.KeepInput(); err != nil {
			return "", err
		}
	}
	s, err := sourcefile.Open(path, o.source(), rep)
	if err != nil {
		return "", err
	}
	defer s.Close()
	s.Noun = sourcefile.RowsNoun
	if s.Empty() {
		return "", sourcefile.EmptyError("rows", path, "", rep, Report{})
	}
	number := 0
	cardSplit, err := hubcard.NamedSplit(path)
	if err != nil {
		return "", err
	}
	split := cmp.Or(cardSplit, hubcard.SplitOf(hubcard.WithoutTableEnding(filepath.Base(path))), hubcard.SavedSplit(path),
		hubcard.SplitOf(filepath.Base(filepath.Dir(path))))
	visitCounted := func(r *corpus.TrainingRow) error {
		if number++; number%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		r.File, r.Split = path, cmp.Or(r.Split, split)
		rep.Keep(sourcefile.RowsNoun, 1)
		return visit(r)
	}
	columns, err = readTrainingRows(s, o, visitCounted)
	if err == nil && number == 0 {
		err = sourcefile.EmptyError("rows", path, "", rep, Report{})
	}
	return columns, err
}

// readTrainingRows calls visit with the training rows of a file, and returns the meaning of its columns.
func readTrainingRows(s *sourcefile.Source, o Options, visit func(*corpus.TrainingRow) error) (columns string, err error) {
	h, err := rowtable.HeadOf(s)
	if err != nil {
		return "", err
	}
	if o.Columns == "" && s.Table == nil && !h.OpensWith('{') && !h.OpensWith('[') {
		switch {
		case rowtable.FitsTriplesFile(h):
			o.mapping = fileform.TrainingTriples
		case fitsTrainingIDs(h):
			o.mapping = fileform.TrainingIDTriples
		case fileform.FitsTRECQrels(h) && h.Most(fileform.IsJudgement) && fileform.IsJudgement(h.Lines[0]): // which may be a header
			return "query id, iteration, document id, grade", readJudgedRows(s, o, visit)
		}
	}
	if err := fileform.Refuse(h, fileform.DocumentsFlag, true); err != nil {
		return "", err
	}
	o.training = true
	t, p, err := rowtable.PlanOf(h, o.rows())
	if err != nil {
		return "", err
	}
	if t != nil {
		p.PairAnswers()
		p.JudgesAll()
	}
	if t == nil || !p.HasTrainingRows() {
		return "", p.BadColumns(s.Path, h.Text)
	}
	if err := p.CheckRoles(); err != nil {
		return "", err
	}
	p.KeepsEmpty = true
	if p.Columns.HasUnread() && !s.Counted {
		s.Rep.Unread.LeaveColumns(s.Path, p.Columns.Unread())
	}
	columns = p.Columns.Line()
	if o.mapping != nil {
		columns = o.mapping.Told
	}
	return columns, eachTrainingRow(s, o, t, p, visit)
}

func eachTrainingRow(s *sourcefile.Source, o Options, t rowtable.Table, p *tabular.Plan, visit func(*corpus.TrainingRow) error) error {
	var row corpus.TrainingRow
	return rowtable.EachPlanned(s, o.rows(), t, p, func(r tabular.Row) error {
		row = corpus.TrainingRow{Row: s.Row, Line: s.Line, End: max(s.Line, s.End), QueryID: r.QueryID, Query: r.Query, Docs: row.Docs[:0]}
		if p.Split >= 0 {
			row.Split = rowtable.SplitNamed(r.Split)
		}
		if p.Form.Lists {
			row.QueryID, row.List = "", row.QueryID
		}
		bad := ""
		for _, d := range r.Docs {
			doc := corpus.TrainingDoc{ID: d.ID, Text: corpus.Doc{Title: d.Title, Text: d.Text}.Default(), Grade: math.NaN()}
			row.Labelled, row.Scored = row.Labelled || d.IsLabelled(), row.Scored || d.IsScored()
			var remark, fault string
			if doc.Grade, remark, fault = d.Grade(); remark != "" {
				s.Note(remark)
			}
			if d.IsUnknownWord() {
				return p.BadWord(s.Line, d.Label)
			}
			bad = cmp.Or(bad, fault)
			row.Docs = append(row.Docs, doc)
		}
		for _, bad := range r.Bad { // of documents that are left out
			if len(row.Docs) == 0 || s.Strict {
				return s.SkipRow(s.Line, bad)
			}
			s.Note(bad)
		}
		if bad == "" && p.Form.Inputs {
			bad = readInputs(&row)
		}
		if bad != "" {
			return s.SkipRow(s.Line, bad)
		}
		if n := dropPadding(&row); n > 0 {
			s.Rep.Remark(padding, n, s.Path, s.Line)
		}
		return visit(&row)
	})
}

// padding is the reason under which negatives that dropPadding removes are counted.
const padding = "negatives without a text beside others: taken for padding"

// dropPadding removes the negatives without text and id from a row if another negative has one, since they only fill rows to a fixed width.
// It returns the number of removed negatives.
func dropPadding(r *corpus.TrainingRow) int {
	if r.Labelled {
		return 0
	}
	before := len(r.Docs)
	isEmpty := func(d corpus.TrainingDoc) bool { return d.Text == "" && d.ID == "" }
	if slices.ContainsFunc(r.Docs, func(d corpus.TrainingDoc) bool { return d.Grade == 0 && !isEmpty(d) }) {
		r.Docs = slices.DeleteFunc(r.Docs, func(d corpus.TrainingDoc) bool { return d.Grade == 0 && isEmpty(d) })
	}
	return before - len(r.Docs)
}

// fitsTrainingIDs reports whether the lines of a head are three ids each, without texts and without a header.
func fitsTrainingIDs(h sourcefile.Head) bool {
	if !rowtable.FitsTriples(h) || !fileform.FitsColumns(h, 3) || fileform.IsHeader(h.Lines[0]) || strings.Contains(string(h.Lines[0]), "_id") {
		return false
	}
	if slices.ContainsFunc(bytes.Fields(bytes.Join(h.Lines, sourcefile.Tab)), func(field []byte) bool { return tabular.CountWords(string(field)) > 1 }) {
		return false // texts without spaces
	}
	_, p, err := rowtable.PlanOf(h, rowtable.Options{})
	return err != nil || p == nil || p.Columns.String() == ""
}

// readJudgedRows reads judgements as trec_eval does: query, iteration, document, grade.
func readJudgedRows(s *sourcefile.Source, o Options, visit func(*corpus.TrainingRow) error) error {
	number, skipped := -1, s.Rep.NumSkipped()
	return fileform.LineQrels(fileform.TrecLook)(s, o.rows(), func(q corpus.Qrel, line int) error {
		number += 1 + s.Rep.NumSkipped() - skipped // lines that were skipped
		skipped = s.Rep.NumSkipped()
		return visit(&corpus.TrainingRow{Row: number, Line: line, End: line, QueryID: q.QueryID, Labelled: true,
			Docs: []corpus.TrainingDoc{{ID: q.DocID, Grade: float64(q.Grade)}}})
	})
}

// TrainingFiles returns the files of a folder that hold training rows. unread has, for each other file, a line with its name and the
// reason.
func TrainingFiles(folder string, o Options) (files, unread []string, err error) {
	tables, err := tablesIn(folder)
	if err != nil {
		return nil, nil, err
	}
	leftOut, _ := hubcard.Unnamed(tables) // a bad card is an error of each file's rows
	for _, file := range tables {
		if leftOut[file] {
			unread = append(unread, hubcard.NameBelow(folder, file)+": "+unnamed)
			continue
		}
		_, err := TrainingRows(context.Background(), file, o, nil, func(*corpus.TrainingRow) error { return sourcefile.ErrStop })
		if err == sourcefile.ErrStop {
			files = append(files, file)
		} else {
			unread = append(unread, hubcard.NameBelow(folder, file)+": "+shortReason(err))
		}
	}
	for _, name := range hubcard.Missing(tables) {
		unread = append(unread, filepath.Base(name)+": "+absent)
	}
	for _, name := range filesOutside(folder, tables) {
		why := "its name is not that of a table"
		switch {
		case whyUnread(filepath.Join(folder, name), name, false) == isDescription:
			continue
		case strings.HasSuffix(name, "/"):
			why = "a folder without a table, or beside tables"
		}
		unread = append(unread, name+": "+why)
	}
	return files, unread, nil
}

// noPrompt is the reason for skipping a row whose input does not match inputParts.
const noPrompt = "input that is no prompt of monoT5 or duoT5"

// inputParts are the texts of an input of monoT5 or duoT5.
var inputParts = lazy.Regexp(`(?s)^Query: (.*?) Document(?:0)?: (.*?)(?: Document1: (.*))? Relevant:\s*$`)

// readInputs replaces the inputs of monoT5 and duoT5 in a row by query and documents. It returns noPrompt if an input is no such prompt,
// and "" if all are.
func readInputs(row *corpus.TrainingRow) (bad string) {
	for i := range row.Docs {
		parts := inputParts().FindStringSubmatch(row.Docs[i].Text)
		if parts == nil {
			return noPrompt
		}
		row.Query, row.Docs[i].Text = parts[1], parts[2]
		if parts[3] != "" {
			row.Labelled, row.Ordered = false, true // duoT5 is asked about a pair in both orders
			row.Docs = append(row.Docs, corpus.TrainingDoc{Text: parts[3], Grade: 1 - row.Docs[i].Grade})
		}
	}
	return ""
}
