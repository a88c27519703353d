package corpus

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/hubcard"
	"github.com/axiomine/axiomine/gen/corpus/internal/partname"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/errs"
)

// discoverTable finds rows at path: a file, a pattern of files, "-" for standard input, or a folder. With
// required, no rows are an error; else ok reports whether they exist. Files of a folder that are not such a
// table are listed in Unread with the reason.
func discoverTable(path string, o Options, required bool) (l Layout, ok bool, err error) {
	files, folder, err := tableFiles(path)
	if err != nil {
		return l, false, err
	}
	l = Layout{Format: Table, Queries: map[string]string{}, Qrels: map[string]string{}}
	var tables []string
	var plans []*tabular.Plan
	var first error // of the first file, if rows are required, or an option or what another file says of it is wrong
	for _, file := range files {
		p, err := tablePlan(file, o)
		switch {
		case err != nil && !folder:
			return l, false, err
		case err != nil:
			if f, ok := errors.AsType[*errs.Error](err); first == nil && (required || ok && (f.Kind == errs.Usage || f.File != file)) {
				first = err
			}
			l.Unread = append(l.Unread, hubcard.NamesBelow(path, []string{file})[0]+": "+shortReason(err))
			continue
		}
		tables, plans = append(tables, file), append(plans, p)
	}
	if len(tables) == 0 {
		if first == nil && required {
			first = errs.BadInput(path, 0, "name its files, or use --format auto", "no table with a query and a document in each row")
		}
		return l, false, first
	}
	l.Documents = strings.Join(tables, ",")
	l.Taught = !slices.ContainsFunc(plans, func(p *tabular.Plan) bool { return !p.TeachesPairs() })
	names := hubcard.NamesBelow(path, tables)
	l.Columns = tabular.PerTable(names, plans, (*tabular.Plan).String)
	l.Unread = append(l.Unread, tabular.PerTable(names, plans, (*tabular.Plan).UnreadColumns)...)
	bySplit, splitsByName, err := tableSplits(path, tables, plans, o)
	if err != nil {
		return l, false, err
	}
	l.splitsByName = splitsByName
	for split, files := range bySplit {
		l.Queries[split] = strings.Join(files, ",")
		judging := slices.DeleteFunc(files, func(file string) bool { return !plans[slices.Index(tables, file)].Judges() })
		if len(judging) > 0 {
			l.Qrels[split] = strings.Join(judging, ",")
		}
	}
	return l, true, nil
}

// shortReason returns why a file is not read: the error without its file and hint.
func shortReason(err error) string {
	if f, ok := errors.AsType[*errs.Error](err); ok {
		return f.Problem
	}
	return err.Error()
}

// tablePlan returns the roles of the columns of a file that holds queries and documents.
func tablePlan(file string, o Options) (*tabular.Plan, error) {
	s, err := openSource(file, o, nil)
	if err != nil {
		return nil, err
	}
	defer s.close()
	if s.empty() {
		return nil, errEmpty("rows", file, "", nil, mark{})
	}
	h, err := tableHead(s)
	if err != nil {
		return nil, err
	}
	t, p, err := planOfHead(h, o)
	if err != nil {
		return nil, err
	}
	if t == nil || !p.Texts() || p.Query < 0 || p.HasNegativesAlone() && o.Columns == "" {
		return nil, withForm(p.BadColumns(file, h.text, columnsOf(t)), columnsOf(t), o)
	}
	return p, findAbsent(s, t, p, o)
}

// withForm returns an error about columns with a hint that chooses those of a form of training rows, if they have one with queries.
func withForm(err error, names []string, o Options) error {
	form, has := trainingFormOf(names)
	f, ok := errors.AsType[*errs.Error](err)
	if !has || !ok || o.Columns != "" || form.ids || form.pieces || form.documentIDs || !strings.HasPrefix(form.columns, "query=") {
		return err
	}
	f.Hint = fmt.Sprintf("did you mean --columns %q?", form.columns)
	return err
}

// findAbsent reads further in a file if chosen columns are not in its head, and returns an error if one is
// nowhere.
func findAbsent(s *source, t rowTable, p *tabular.Plan, o Options) error {
	tracker := tabular.NewMetColumns(columnsOf(t), p)
	if len(tracker.Absent) == 0 {
		return nil
	}
	s.counted, s.strict = true, false // malformed rows are counted when the rows are read
	err := t.visitRows(s, p.Names, func(values []tabular.Cells) error {
		if tracker.Add(values); len(tracker.Absent) == 0 {
			return errStop
		}
		return nil
	})
	if err != nil && err != errStop {
		return err
	}
	return tracker.Check(s.path, o.Columns)
}

// tableFiles returns the files at path, in byte order. folder reports whether path is a folder, which may
// also hold other files.
func tableFiles(path string) (files []string, folder bool, err error) {
	if path == "-" {
		return []string{path}, false, keepInput()
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.IsDir():
		return []string{path}, false, nil
	case err != nil:
		if isPattern(path) {
			if files := expandPattern(path); files[0] != path {
				return files, false, nil
			}
			return nil, false, errs.BadInput(path, 0, "check the pattern", "no file fits it")
		}
		return nil, false, errs.CannotOpen(path, err)
	}
	files, err = tablesIn(path)
	return files, true, err
}

// tablesIn returns the tables in a folder. If it has none, it returns those in its folders, such as data or
// one folder per split.
func tablesIn(folder string) (files []string, err error) {
	if files, ok, err := hubcard.SavedFiles(folder); ok || err != nil {
		return files, err
	}
	if splits, ok, err := hubcard.SavedSplits(folder); ok || err != nil {
		for _, split := range splits {
			tables, err := tablesIn(split)
			if err != nil {
				return nil, err
			}
			files = append(files, tables...)
		}
		return files, err
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, errs.CannotOpen(folder, err)
	}
	var inside []string
	for _, e := range entries {
		name, path := e.Name(), filepath.Join(folder, e.Name())
		if strings.HasPrefix(name, ".") || strings.HasPrefix(strings.ToLower(name), "readme") {
			continue
		}
		info, err := os.Stat(path)
		switch plain := partname.WithoutPacking(strings.ToLower(name)); {
		case err != nil:
		case info.IsDir():
			inside = append(inside, path)
		case slices.Contains(partname.TableEndings, filepath.Ext(plain)):
			files = append(files, path)
		}
	}
	if len(files) > 0 {
		return files, nil
	}
	var folders []string // folders with tables
	for _, path := range inside {
		tables, err := tablesIn(path)
		if err != nil {
			return nil, err
		}
		if len(tables) > 0 {
			folders, files = append(folders, filepath.Base(path)), append(files, tables...)
		}
	}
	if len(folders) > 1 && slices.ContainsFunc(folders, func(name string) bool { return partname.SplitOf(name) == "" }) {
		return nil, errs.BadInput(folder, 0, "name one of them with --data", "its folders %s hold tables each", tabular.FormatList(folders))
	}
	return files, nil
}

// tableSplits maps splits to files: by a chosen column, else by the files' names, else by a column of known
// name; else all files are one split. splitsByName reports whether the names decided.
func tableSplits(path string, files []string, plans []*tabular.Plan, o Options) (splits map[string][]string, splitsByName bool, err error) {
	splits = map[string][]string{}
	nameOf := func(file string) string {
		if split := hubcard.SavedSplit(file); split != "" {
			return split
		}
		if split := partname.SplitOf(partname.WithoutTableEnding(filepath.Base(file))); split != "" {
			return split
		}
		if folder := filepath.Dir(file); folder != filepath.Clean(path) && file != path {
			return partname.SplitOf(filepath.Base(folder))
		}
		return ""
	}
	choice, err := tabular.ParseColumns(o.Columns)
	if err != nil {
		return nil, false, err
	}
	if !choice.Has(tabular.SplitRole) && slices.ContainsFunc(files, func(file string) bool { return nameOf(file) != "" }) {
		for i, file := range files {
			split := cmp.Or(nameOf(file), partname.WithoutTableEnding(filepath.Base(file)))
			if err := checkSplitColumn(file, plans[i], o, split); err != nil {
				return nil, false, err
			}
			splits[split] = append(splits[split], file)
		}
		return splits, true, nil
	}
	for i, file := range files {
		values := []string{AllSplits}
		if plans[i].Split >= 0 {
			if values, err = splitsWithin(file, o); err != nil {
				return nil, false, err
			}
		}
		for _, split := range values {
			splits[split] = append(splits[split], file)
		}
	}
	return splits, false, nil
}

// checkSplitColumn returns an error if a column of a file names another split than the file's name does.
func checkSplitColumn(file string, p *tabular.Plan, o Options, split string) error {
	if p.Split < 0 {
		return nil
	}
	name := p.Names[p.Split]
	values, err := splitsWithin(file, o)
	isOther := func(value string) bool { return value != split && value != AllSplits && partname.SplitOf(value) != "" }
	if i := slices.IndexFunc(values, isOther); i >= 0 {
		return errs.BadInput(file, 0, "say --columns split="+name+", or rename the file", "its name says %s, and its column %s also has %s",
			split, name, values[i])
	}
	return err
}

// DivideByColumn divides queries and judgements that are in one table each by their column of splits, if it names several that are known.
func (l *Layout) DivideByColumn(o Options) error {
	divide := func(part map[string]string, form Format) (map[string]string, error) {
		file := part[AllSplits]
		if len(part) != 1 || file == "" || strings.Contains(file, ",") || form != Table {
			return part, nil
		}
		values, err := splitsWithin(file, o)
		if err != nil || len(values) < 2 || slices.ContainsFunc(values, func(v string) bool { return partname.SplitOf(v) == "" }) {
			return part, err
		}
		l.byColumn = true
		divided := map[string]string{}
		for _, split := range values {
			divided[split] = file
		}
		return divided, nil
	}
	if l.Format == Table || l.Format == Answers {
		return nil
	}
	var err, qrelsErr error
	topics, qrels := cmp.Or(o.TopicsFormat, l.TopicsFormat, l.Format), cmp.Or(o.QrelsFormat, l.QrelsFormat, l.Format)
	l.Queries, err = divide(l.Queries, formOf(topicFormats, topics, l.Queries[AllSplits], o))
	l.Qrels, qrelsErr = divide(l.Qrels, formOf(qrelsFormats, qrels, l.Qrels[AllSplits], o))
	if l.byColumn {
		l.ShareQueries()
	}
	return cmp.Or(err, qrelsErr)
}

// splitsWithin returns the splits that occur in a column of a file.
func splitsWithin(file string, o Options) ([]string, error) {
	s, err := openSource(file, o, nil)
	if err != nil {
		return nil, err
	}
	defer s.close()
	h, err := tableHead(s)
	if err != nil {
		return nil, err
	}
	t, p, err := planOfHead(h, o)
	if t == nil || err != nil || p.Split < 0 {
		return []string{AllSplits}, err
	}
	splits := map[string]bool{}
	err = t.visitRows(s, p.Names[p.Split:p.Split+1], func(values []tabular.Cells) error {
		for _, text := range values[0].Texts {
			splits[splitNamed(text)] = true
		}
		if values[0].IsEmpty() {
			splits[splitNamed("")] = true
		}
		if len(splits) > mostSplits {
			return errs.BadInput(file, s.line, "choose another with --columns split=NAME", "the column %s has more than %d values: it is no split",
				p.Names[p.Split], mostSplits)
		}
		return nil
	})
	return slices.Sorted(maps.Keys(splits)), err
}

// mostSplits is the largest number of splits; no collection has as many.
const mostSplits = 100

// splitNamed returns the split that a value of a column names.
func splitNamed(text string) string {
	text = strings.ToLower(strings.TrimSpace(text))
	return cmp.Or(partname.SplitOf(text), text, AllSplits)
}

// tableCandidates returns the documents of each query as its candidates: by descending score if the rows
// have scores, else in the files' order.
func (l Layout) tableCandidates(ctx context.Context, split string, o Options) ([]RunRow, error) {
	o.split, o.counted = l.splitOption(split), true
	type scored struct {
		doc   string
		score float64
	}
	byQuery := map[string][]scored{}
	var order []string
	visited := map[[2]string]bool{}
	hasScores := false
	for _, file := range paths(l.Queries[split]) {
		s, err := openSource(file, o, nil)
		if err != nil {
			return nil, err
		}
		err = eachRow(s, o, (*tabular.Plan).Asks, func(r tabular.Row) error {
			query := r.Key()
			for _, d := range r.Docs {
				doc := d.Key()
				if key := [2]string{query, doc}; query == "" || visited[key] {
					continue
				} else {
					visited[key] = true
				}
				if byQuery[query] == nil {
					order = append(order, query)
				}
				x := 0.0
				if d.Columns.Score >= 0 {
					var ok bool
					if x, ok = tabular.ParseNumber(d.Score, d.Columns.Comma); !ok || math.IsInf(x, 0) {
						return errs.BadInput(file, s.line, "give every document of a query a number, or none a score", "score %q is no number", d.Score)
					}
					hasScores = true
				}
				byQuery[query] = append(byQuery[query], scored{doc, x})
			}
			return ctx.Err()
		})
		s.close()
		if err != nil {
			return nil, err
		}
	}
	var c ownCandidates
	for _, query := range order {
		docs := byQuery[query]
		if !hasScores {
			for _, d := range docs {
				c.add(query, d.doc)
			}
			continue
		}
		slices.SortStableFunc(docs, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
		for rank, d := range docs {
			c.rows = append(c.rows, RunRow{QueryID: query, DocID: d.doc, Rank: rank + 1, Score: d.score})
		}
	}
	return c.rows, nil
}
