package audit

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/chain/grading"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// source is one file of rows, or the judgements of a collection.
type source struct {
	file   string
	layout *corpus.Layout // of a collection; nil for a file of rows
}

// sourcesOf returns the sources at a path.
func sourcesOf(path string, o corpus.Options, rep *corpus.Report) (list []source, err error) {
	if err := safefile.CheckStored(path); err != nil {
		return nil, err
	}
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
	folder := path
	for _, shards := range []string{path, filepath.Join(path, "shards")} {
		if _, err := os.Stat(filepath.Join(shards, "manifest.json")); err == nil {
			if path, err = oneDataSet(shards); err != nil {
				return nil, err
			}
			break
		}
	}
	if folder != path {
		if err := leaveBeside(folder, path, rep); err != nil {
			return nil, err
		}
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

// besideShown is the number of names beside a folder of rows that are told.
const besideShown = 20

// leaveBeside counts what lies beside the folder of rows below a folder that axiomine gen wrote, and names it.
func leaveBeside(folder, rows string, rep *corpus.Report) error {
	const separator = string(filepath.Separator)
	var names []string
	for dir := filepath.Dir(rows); ; dir = filepath.Dir(dir) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return errs.CannotOpen(dir, err)
		}
		relative, err := filepath.Rel(folder, dir)
		if err != nil {
			return errs.CannotOpen(dir, err)
		}
		for _, e := range entries {
			isRows := strings.HasPrefix(rows+separator, filepath.Join(dir, e.Name())+separator)
			if !isRows && !strings.HasPrefix(e.Name(), ".") {
				names = append(names, filepath.ToSlash(filepath.Join(relative, e.Name())))
			}
		}
		if relative == "." {
			break
		}
	}
	shown := names[:min(besideShown, len(names))]
	if more := len(names) - len(shown); more > 0 {
		shown = append(slices.Clone(shown), terminal.Group(more)+" more")
	}
	rep.Leave("beside the rows of "+filepath.Base(rows)+" lie "+terminal.JoinAnd(shown), len(names), folder)
	return nil
}

// oneDataSet returns the folder of rows in a folder of shards that axiomine gen wrote. It returns an error where there are several: they
// hold the same pairs in different forms. Folders of what is known of each row are no rows.
func oneDataSet(shards string) (string, error) {
	entries, err := os.ReadDir(shards)
	if err != nil {
		return "", errs.CannotOpen(shards, err)
	}
	var folders []string
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") && !strings.HasSuffix(e.Name(), "-meta") {
			folders = append(folders, filepath.Join(shards, e.Name()))
		}
	}
	if len(folders) == 1 {
		return folders[0], nil
	}
	hint := "name the file of rows"
	if len(folders) > 1 {
		hint = "name one of its folders: " + strings.Join(folders, ", ")
	}
	return "", errs.BadInput(shards, 0, hint, "a folder of %s", terminal.Plural(len(folders), "data set", "data sets"))
}

// tell adds the reasons of a reader to the report. about names what was read, "" for the rows.
func (r *Report) tell(about string, rep *corpus.Report) {
	for _, reason := range rep.Reasons {
		entry := Reason{Reason: about + reason.Text, Count: reason.Count, Places: []string{}}
		for _, p := range reason.Places {
			entry.Places = append(entry.Places, p.String())
		}
		if reason.Skipped {
			r.NotRead = append(r.NotRead, entry)
		} else {
			r.Remarks = append(r.Remarks, entry)
		}
	}
}

// reading is what is read once to learn of the texts, and once more to score negatives.
type reading struct {
	sources []source
	texts   *textsByID
}

// read reads all files into a set.
func (r *Report) read(ctx context.Context, o Options, set *trainset.Set, st *progress.Stage) (*reading, error) {
	rep := new(corpus.Report)
	var sources []source
	for _, path := range o.Files {
		list, err := sourcesOf(path, o.Reading, rep)
		if err != nil {
			return nil, err
		}
		sources = append(sources, list...)
	}
	var files []string
	for _, s := range sources {
		files = append(files, s.file)
	}
	if err := safefile.RefuseTwice(files); err != nil { // its rows would all be repeated
		return nil, err
	}
	texts, err := r.givenTexts(ctx, o, sources)
	if err != nil {
		return nil, err
	}
	next := 0
	for _, s := range sources {
		last, begin, labels := -1, len(set.Rows), grading.Labels{}
		columns, err := s.visitRows(ctx, o, rep, func(row *corpus.TrainingRow) error {
			row.File, last = s.file, row.Row
			texts.fill(row)
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
		r.doubt(s.file, labels)
		r.Files = append(r.Files, File{Name: s.file, FirstRow: next, Rows: len(set.Rows) - begin, Columns: columns})
		next += last + 1
	}
	r.tell("", rep)
	return &reading{sources, texts}, r.checkGiven(o)
}

// contents are what rows hold, by which the user's flags have an effect or none.
type contents struct{ queryIDs, documentIDs, labels bool }

// checkGiven returns an error for a flag that no row has a use for.
func (r *Report) checkGiven(o Options) error {
	for _, c := range []struct {
		flag, value, why string
		hasUse           bool
	}{
		{"--topics", o.Topics, "all rows hold the texts of their queries", r.holds.queryIDs || len(o.Runs) > 0},
		{"--collection", o.Collection, "all rows hold the texts of their documents", r.holds.documentIDs || len(o.Runs) > 0},
		{"--labels", o.Reading.Labels, "no row has a label", r.holds.labels},
	} {
		if c.value != "" && !c.hasUse {
			return errs.BadUsage("leave it out", "%s has no effect here: %s", c.flag, c.why)
		}
	}
	return nil
}

// doubt adds a remark if the labels of a file's rows look like no grades, or are all the same.
func (r *Report) doubt(file string, labels grading.Labels) {
	for _, reason := range []string{labels.Classes(), labels.Single(), labels.Scores()} {
		if reason != "" {
			r.Remarks = append(r.Remarks, Reason{reason, labels.Rows(), []string{file}})
		}
	}
}

// visitRows calls visit for the rows of a source.
func (s source) visitRows(ctx context.Context, o Options, rep *corpus.Report, visit func(*corpus.TrainingRow) error) (string, error) {
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
type textsByID struct {
	queries, documents map[string]string
	holds              *contents
}

// fill adds texts to a row that has ids alone.
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
				d.ID = "" // an empty document, not one whose text nobody gave
			}
		}
	}
}

// givenTexts reads the texts of the ids that the rows name. Only these are held.
func (r *Report) givenTexts(ctx context.Context, o Options, sources []source) (*textsByID, error) {
	t := &textsByID{map[string]string{}, map[string]string{}, &r.holds}
	if o.Topics != "" {
		rep := new(corpus.Report)
		queries, err := corpus.Queries(ctx, o.Topics, corpus.Auto, o.Reading, rep)
		if err != nil {
			return nil, err
		}
		r.tell("--topics: ", rep)
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
		_, err := s.visitRows(ctx, o, new(corpus.Report), func(row *corpus.TrainingRow) error {
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
		rep := new(corpus.Report)
		for d, err := range corpus.Documents(ctx, path, format, o.Reading, rep) {
			if err != nil {
				return nil, err
			}
			if wanted[d.ID] {
				t.documents[d.ID] = corpus.DocText(d, fields)
			}
		}
		r.tell("documents: ", rep)
	}
	return t, nil
}
