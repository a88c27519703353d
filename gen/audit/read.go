package audit

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/axiomine/axiomine/gen/audit/leak"
	"github.com/axiomine/axiomine/gen/audit/trainset"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/progress"
)

// source is one file of rows, or the judgements of a collection.
type source struct {
	file   string
	layout *corpus.Layout // of a collection; nil for a file of rows
}

// sourcesOf returns the sources at a path.
func sourcesOf(path string, o corpus.Options, rep *corpus.Report) (list []source, err error) {
	info, err := os.Stat(path)
	if path == "-" || err == nil && !info.IsDir() {
		return []source{{file: path}}, nil
	}
	if err != nil {
		if files, bad := filepath.Glob(path); bad == nil && len(files) > 0 {
			for _, file := range files {
				list = append(list, source{file: file})
			}
			return list, nil
		}
		return nil, errs.CannotOpen(path, err)
	}
	if _, err := os.Stat(filepath.Join(path, "manifest.json")); err == nil {
		return nil, errs.BadInput(path, 0, "name one of its folders, which hold the same pairs in different forms",
			"a folder of several data sets")
	}
	layout, noLayout := corpus.Search{Format: corpus.Auto, Options: o}.In(path)
	if noLayout == nil && layout.Format != corpus.Table && len(layout.Qrels) > 0 {
		return []source{{file: path, layout: &layout}}, nil
	}
	files, unread, err := corpus.TrainingFiles(path, o)
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, errs.BadInput(path, 0, "name the file of rows", "no file of training rows: %s", strings.Join(append(unread[:min(2,
			len(unread))], "nor another one"), "; "))
	}
	for _, why := range unread {
		rep.Leave("file of the folder: "+why, 1, path)
	}
	for _, file := range files {
		list = append(list, source{file: file})
	}
	return list, nil
}

// read reads all files into a set.
func (r *Report) read(ctx context.Context, o Options, set *trainset.Set, st *progress.Stage) error {
	rep := new(corpus.Report)
	var sources []source
	for _, path := range o.Files {
		list, err := sourcesOf(path, o.Reading, rep)
		if err != nil {
			return err
		}
		sources = append(sources, list...)
	}
	texts, err := givenTexts(ctx, o, sources)
	if err != nil {
		return err
	}
	next := 0
	for _, s := range sources {
		last, begin := -1, len(set.Rows)
		columns, err := s.each(ctx, o, rep, func(row *corpus.TrainingRow) error {
			row.File, last = s.file, row.Row
			texts.fill(row)
			set.Add(row)
			st.Add(1)
			return nil
		})
		if err != nil {
			return err
		}
		r.Files = append(r.Files, File{Name: s.file, FirstRow: next, Rows: len(set.Rows) - begin, Columns: columns})
		next += last + 1
	}
	for _, reason := range rep.Reasons {
		n := NotRead{Reason: reason.What, Count: reason.Count, Places: []string{}}
		for _, p := range reason.Places {
			n.Places = append(n.Places, p.String())
		}
		if reason.Skipped {
			r.NotRead = append(r.NotRead, n)
		}
	}
	return nil
}

// each calls visit for the rows of a source.
func (s source) each(ctx context.Context, o Options, rep *corpus.Report, visit func(*corpus.TrainingRow) error) (string, error) {
	if s.layout == nil {
		return corpus.TrainingRows(ctx, s.file, o.Reading, rep, visit)
	}
	number := 0
	for _, split := range s.layout.Splits() {
		queries, qrels, err := s.layout.Split(ctx, split, o.Reading, rep)
		if err != nil {
			return "", err
		}
		texts := map[string]string{}
		for _, q := range queries {
			texts[q.ID] = q.Text
		}
		for _, judged := range qrels {
			row := &corpus.TrainingRow{Row: number, Split: split, QueryID: judged.QueryID, Query: texts[judged.QueryID], Labelled: true,
				Docs: []corpus.TrainingDoc{{ID: judged.DocID, Grade: float64(judged.Grade)}}}
			if split == corpus.AllSplits {
				row.Split = ""
			}
			if err := visit(row); err != nil {
				return "", err
			}
			number++
		}
	}
	return "judgements of a collection", nil
}

// textsByID are the texts of the ids that rows name.
type textsByID struct{ queries, documents map[string]string }

// fill adds texts to a row that has ids alone.
func (t *textsByID) fill(row *corpus.TrainingRow) {
	if row.Query == "" {
		row.Query = t.queries[row.QueryID]
	}
	for i := range row.Docs {
		if d := &row.Docs[i]; d.Text == "" {
			text, has := t.documents[d.ID]
			if d.Text = text; has && text == "" {
				d.ID = "" // an empty document, not one whose text nobody gave
			}
		}
	}
}

// givenTexts reads the texts of the ids that the rows name. Only these are held.
func givenTexts(ctx context.Context, o Options, sources []source) (*textsByID, error) {
	t := &textsByID{map[string]string{}, map[string]string{}}
	if o.Topics != "" {
		queries, err := corpus.Queries(ctx, o.Topics, corpus.Auto, o.Reading, nil)
		if err != nil {
			return nil, err
		}
		for _, q := range queries {
			t.queries[q.ID] = q.Text
		}
	}
	for _, s := range sources {
		path, format, fields := o.Collection, corpus.Auto, o.Reading.DocFields
		if path == "" && s.layout != nil {
			path, format = s.layout.Documents, s.layout.Format
			fields = corpus.DefaultDocFields(format)
		}
		if path == "" {
			continue
		}
		if s.file == "-" {
			return nil, errs.BadUsage("save standard input to a file first", "--collection reads the rows twice")
		}
		wanted := map[string]bool{}
		_, err := s.each(ctx, o, new(corpus.Report), func(row *corpus.TrainingRow) error {
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
		for d, err := range corpus.Documents(ctx, path, format, o.Reading, nil) {
			if err != nil {
				return nil, err
			}
			if wanted[d.ID] {
				t.documents[d.ID] = corpus.DocText(d, fields)
			}
		}
	}
	return t, nil
}

// readTest reads the test sets: rows, judgements or queries. ids is a file whose queries are ids; "" if there is none.
func readTest(ctx context.Context, o Options) (x *leak.Index, ids string, err error) {
	x = leak.New()
	for _, path := range o.Test {
		rep := new(corpus.Report)
		sources, err := sourcesOf(path, o.Reading, rep)
		if err != nil {
			return nil, "", err
		}
		texts, err := givenTexts(ctx, o, sources)
		if err != nil {
			return nil, "", err
		}
		for _, s := range sources {
			_, err := s.each(ctx, o, rep, func(row *corpus.TrainingRow) error {
				texts.fill(row)
				if row.Query == "" && row.QueryID != "" {
					ids = path
				}
				x.AddQuery(cmp.Or(row.Query, row.QueryID))
				for _, d := range row.Docs {
					x.AddDocument(cmp.Or(d.Text, d.ID))
				}
				return nil
			})
			if err == nil {
				continue
			}
			queries, noQueries := corpus.Queries(ctx, path, corpus.Auto, o.Reading, nil)
			if noQueries != nil {
				return nil, "", fmt.Errorf("%w; nor are they queries: %w", err, noQueries)
			}
			for _, q := range queries {
				x.AddQuery(q.Text)
			}
		}
	}
	if queries, documents := x.Len(); queries+documents == 0 {
		return nil, "", errs.BadInput(o.Test[0], 0, "name a file of queries or rows", "the test set has no query and no document")
	}
	return x, ids, nil
}
