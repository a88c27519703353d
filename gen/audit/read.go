package audit

import (
	"context"
	"crypto/sha256"
	"errors"

	"github.com/axiomine/axiomine/gen/audit/internal/droprows"
	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/progress"
)

// reader reads the files that the options name. It collects notes, and the kinds of fields that the rows have.
type reader struct {
	o     Options
	notes notes
	holds contents // contents of all rows, with the rows of test sets
}

// contents has the kinds of fields of the rows. A flag of the user has no effect if no row has its kind.
type contents struct{ queryIDs, documentIDs, labels bool }

// rowFiles has the files of a set. They are read three times: for the texts, to score negatives, and for examples.
type rowFiles struct {
	files   []File
	sources []source
	texts   *textsByID
}

// readRows reads all files into a set.
func (r *reader) readRows(ctx context.Context, set *trainset.Set, st *progress.Stage) (*rowFiles, error) {
	rep, rows := new(read.Report), new(rowFiles)
	for _, path := range r.o.Files {
		list, err := sourcesOf(path, r.o.Reading, rep)
		if err != nil {
			return nil, err
		}
		rows.sources = append(rows.sources, list...)
	}
	names := lists.Map(rows.sources, func(s source) string { return s.file })
	err := safefile.RefuseTwice(names) // the rows of a file that is named twice would be repeated rows
	if err != nil {
		return nil, err
	}
	if err := r.checkLimits(ctx, rows.sources); err != nil {
		return nil, err
	}
	if rows.texts, err = r.givenTexts(ctx, rows.sources); err != nil {
		return nil, err
	}
	next := 0
	for _, s := range rows.sources {
		last, begin, labels := -1, len(set.Rows), corpus.LabelCounts{}
		var sum [sha256.Size]byte
		if r.o.Copies && s.layout == nil && s.file != "-" { // standard input and collections are not copied
			in, err := safefile.Open(s.file)
			if err != nil {
				return nil, errs.CannotOpen(s.file, err)
			}
			sum, err = sumOf(in)
			if err = errors.Join(err, in.Close()); err != nil {
				return nil, err
			}
		}
		var unread []droprows.Span
		rep.OnSkippedRow = func(line, last int) { unread = append(unread, droprows.Span{Line: uint32(line), Last: uint32(last)}) }
		columns, err := s.visitRows(ctx, r.o.Reading, rep, func(row *corpus.TrainingRow) error {
			row.File, last = s.file, row.Row
			rows.texts.fill(row)
			set.Add(row)
			if row.Labelled && len(row.Docs) == 1 && s.layout == nil {
				labels.Add(row.Docs[0].Grade)
			}
			st.Add(1)
			return nil
		})
		if err != nil {
			return nil, err
		}
		r.notes.doubt(s.file, labels)
		rows.files = append(rows.files, File{Name: s.file, FirstRow: next, Rows: len(set.Rows) - begin, Columns: columns, unread: unread,
			sum: sum})
		next += last + 1
	}
	r.notes.tell("", rep)
	return rows, r.checkGiven()
}

// checkGiven returns an error if a flag of the user has no effect on any row.
func (r *reader) checkGiven() error {
	for _, c := range []struct {
		flag, value, why string
		hasEffect        bool
	}{
		{"--topics", r.o.Topics, "all rows hold the texts of their queries", r.holds.queryIDs || len(r.o.Runs) > 0},
		{"--collection", r.o.Collection, "all rows hold the texts of their documents", r.holds.documentIDs || len(r.o.Runs) > 0},
		{"--labels", r.o.Reading.Labels, "no row has a label", r.holds.labels},
	} {
		if c.value != "" && !c.hasEffect {
			return errs.BadUsage("leave it out", "%s has no effect here: %s", c.flag, c.why)
		}
	}
	return nil
}

// textsByID holds the texts of the queries and documents in rows, by id.
type textsByID struct {
	queries, documents map[string]string
	holds              *contents // contents that fill updates
}

// fill sets the texts of a row that has only ids.
func (t *textsByID) fill(row *corpus.TrainingRow) {
	t.holds.labels = t.holds.labels || row.Labelled
	if row.Query == "" {
		t.holds.queryIDs = true
		row.Query = t.queries[row.QueryID]
	}
	for i := range row.Docs {
		if d := &row.Docs[i]; d.Text == "" {
			t.holds.documentIDs = true
			text, has := t.documents[d.ID]
			if d.Text = text; has && text == "" {
				d.ID = "" // the document is empty; its text is not missing
			}
		}
	}
}

// givenTexts returns the texts in the topics and the collection. It keeps only documents that the rows name.
func (r *reader) givenTexts(ctx context.Context, sources []source) (*textsByID, error) {
	t := &textsByID{map[string]string{}, map[string]string{}, &r.holds}
	reading := r.o.Reading
	reading.Columns, reading.Labels, reading.IDs = "", "", false // options for the rows only
	if r.o.Topics != "" {
		rep := new(read.Report)
		queries, err := read.Queries(ctx, r.o.Topics, read.Auto, reading, rep)
		if err != nil {
			return nil, err
		}
		r.notes.tell("--topics: ", rep)
		for _, q := range queries {
			t.queries[q.ID] = q.Text
		}
	}
	for _, s := range sources {
		path, format, fields := r.o.Collection, read.Auto, r.o.Reading.DocFields
		if path == "" && s.layout != nil {
			path, format = s.layout.Documents, s.layout.Format
			fields = read.DefaultDocFields(format)
		}
		if path == "" {
			continue
		}
		if s.file == "-" {
			return nil, errs.BadUsage("save standard input to a file first", "--collection reads the rows twice")
		}
		wanted := map[string]bool{}
		_, err := s.visitRows(ctx, r.o.Reading, new(read.Report), func(row *corpus.TrainingRow) error {
			for _, d := range row.Docs {
				if d.Text == "" {
					wanted[d.ID] = true
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		rep := new(read.Report)
		for d, err := range read.Documents(ctx, path, format, reading, rep) {
			if err != nil {
				return nil, err
			}
			if wanted[d.ID] {
				t.documents[d.ID] = corpus.DocText(d, fields)
			}
		}
		r.notes.tell("documents: ", rep)
	}
	return t, nil
}
