package corpus

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
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
			l.Leave(hubcard.NamesBelow(path, []string{file})[0], shortReason(err))
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
	l.Taught = true
	roles := make([]tabular.ColumnRoles, len(plans))
	for i, p := range plans {
		roles[i] = p.Columns
		l.Scored = l.Scored || p.Content().Scores
		l.Taught = l.Taught && p.Content().Taught
	}
	names := hubcard.NamesBelow(path, tables)
	for _, line := range tabular.PerTable(names, roles, tabular.ColumnRoles.String) {
		l.Columns = append(l.Columns, line.String())
	}
	for _, line := range tabular.PerTable(names, roles, tabular.ColumnRoles.Unread) {
		l.Leave(line.Table, line.Text)
	}
	bySplit, err := l.tableSplits(path, tables, plans, o)
	if err != nil {
		return l, false, err
	}
	for split, files := range bySplit {
		l.Queries[split] = strings.Join(files, ",")
		judging := slices.DeleteFunc(files, func(file string) bool { return !plans[slices.Index(tables, file)].Content().Judgements })
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
	if t == nil || !hasTexts(p) || p.Query < 0 || p.Content().Negatives && o.Columns == "" {
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
	if files, ok, err := hubcard.SavedTables(folder); ok || err != nil {
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

// tableSplits maps splits to files: by a chosen column, else by the names of files and folders, else by a column of
// known name; else all files are one split.
func (l *Layout) tableSplits(path string, files []string, plans []*tabular.Plan, o Options) (splits map[string][]string, err error) {
	splits = map[string][]string{}
	nameOf := func(file string) string {
		if split := hubcard.SavedSplit(file); split != "" {
			return split
		}
		name, err := filepath.Rel(path, file)
		switch {
		case file == path:
			name = filepath.Base(file)
		case err != nil || isPattern(path):
			name = filepath.Join(filepath.Base(filepath.Dir(file)), filepath.Base(file))
		}
		return partname.SplitOfPath(name)
	}
	choice, err := tabular.ParseColumns(o.Columns)
	if err != nil {
		return nil, err
	}
	if !choice.Has(tabular.SplitRole) && slices.ContainsFunc(files, func(file string) bool { return nameOf(file) != "" }) {
		for i, file := range files {
			split := cmp.Or(nameOf(file), partname.WithoutTableEnding(filepath.Base(file)))
			if plans[i].Split >= 0 {
				if err := l.checkSplitColumn(file, o, split); err != nil {
					return nil, err
				}
			}
			splits[split] = append(splits[split], file)
		}
		return splits, nil
	}
	for i, file := range files {
		if plans[i].Split < 0 {
			splits[AllSplits] = append(splits[AllSplits], file)
			continue
		}
		c, err := l.splitColumnOf(file, o)
		if err == nil {
			err = c.Check(file)
		}
		if err != nil {
			return nil, err
		}
		c.Decides = true
		for split := range c.Rows {
			splits[split] = append(splits[split], file)
		}
	}
	return splits, nil
}

// checkSplitColumn returns an error if a column of a file names another split than the file's name does.
func (l *Layout) checkSplitColumn(file string, o Options, split string) error {
	c, err := l.splitColumnOf(file, o)
	if err != nil {
		return err
	}
	if other := slices.DeleteFunc(c.Splits(), func(name string) bool { return name == split }); len(other) > 0 {
		return errs.BadInput(file, 0, "say --columns split="+c.Name+", or rename the file", "its name says %s, and its column %s also has %s",
			split, c.Name, other[0])
	}
	return nil
}

// DivideByColumn chooses the rows of tables of queries and judgements by their columns of splits. Files without a split's name are divided,
// if the columns name two splits that are known, or nothing else. Of files that are given as a split, the rows of that split are read.
func (l *Layout) DivideByColumn(o Options) error {
	topics, qrels := cmp.Or(o.TopicsFormat, l.TopicsFormat, l.Format), cmp.Or(o.QrelsFormat, l.QrelsFormat, l.Format)
	qrelsFiles := l.Qrels
	var err, qrelsErr error
	l.Queries, err = l.divide(l.Queries, func(file string) bool { return formOf(topicFormats, topics, file, o) == Table }, o)
	l.Qrels, qrelsErr = l.divide(l.Qrels, func(file string) bool { return formOf(qrelsFormats, qrels, file, o) == Table }, o)
	if err = cmp.Or(err, qrelsErr); err != nil || maps.Equal(l.Qrels, qrelsFiles) {
		return err
	}
	if l.Qrels[AllSplits] != "" && l.Queries[AllSplits] != "" && len(l.Queries) == 1 {
		return errs.BadInput(l.Qrels[AllSplits], 0, "fill the column, or name the splits that are to be read with --qrels SPLIT=FILE",
			"it has judgements without a split beside those of others, for one file of queries")
	}
	l.ShareQueries()
	return nil
}

// divide returns the files of queries or judgements by split, as the columns of those that are tables divide them.
func (l *Layout) divide(part map[string]string, isTable func(file string) bool, o Options) (map[string]string, error) {
	columns := map[string]*tabular.SplitColumn{}
	for _, file := range sortedFiles(part) {
		if file == "-" && keepInput() != nil || !isTable(file) {
			continue // the reader reports the error
		}
		c, err := l.splitColumnOf(file, o)
		if err == nil && len(c.Splits()) > 0 {
			err = c.Check(file)
			columns[file] = c
		}
		if err != nil {
			return part, err
		}
		if c.Name != "" && columns[file] == nil && !c.Decides {
			l.Leave("column "+c.Name+" of "+filepath.Base(file), "its values are no names of splits")
		}
	}
	if part[AllSplits] != "" && len(part) == 1 {
		return l.divideWhole(part, columns), nil
	}
	for _, split := range slices.Sorted(maps.Keys(part)) {
		for _, file := range paths(part[split]) {
			if c := columns[file]; c != nil {
				if err := l.chooseRows(file, c, split, part); err != nil {
					return part, err
				}
			}
		}
	}
	return part, nil
}

// divideWhole divides files that are given without a split by their columns.
func (l *Layout) divideWhole(part map[string]string, columns map[string]*tabular.SplitColumn) map[string]string {
	divided, splits, other := map[string]string{}, []string{}, false
	for _, file := range paths(part[AllSplits]) {
		rows := map[string]int{AllSplits: 0}
		if c := columns[file]; c != nil {
			rows = c.Rows
		}
		for split := range rows {
			divided[split] = strings.TrimPrefix(divided[split]+","+file, ",")
		}
	}
	for split := range divided {
		if tabular.IsSplit(split) {
			splits = append(splits, split)
		}
		other = other || split != AllSplits && !tabular.IsSplit(split)
	}
	if len(splits) == 0 {
		return part
	}
	for _, file := range slices.Sorted(maps.Keys(columns)) {
		c := columns[file]
		if c.Decides = len(splits) > 1 || !other; !c.Decides {
			l.Leave("column "+c.Name+" of "+filepath.Base(file), "of its values only "+splits[0]+" names a split")
			divided = part
		}
	}
	return divided
}

// chooseRows leaves of a file that is given as a split the rows whose column c names that split, and lists the others.
func (l *Layout) chooseRows(file string, c *tabular.SplitColumn, split string, part map[string]string) error {
	base := filepath.Base(file)
	switch splits := c.Splits(); {
	case c.Rows[split] == 0 && len(splits) > 1:
		return errs.BadInput(file, 0, fmt.Sprintf("name one of these, as in %s=%s", splits[0], base),
			"it is given as %s, and its column %s names %s", split, c.Name, strings.Join(splits, ", "))
	case c.Rows[split] == 0:
		l.Leave("column "+c.Name+" of "+base, fmt.Sprintf("it says %s, and the file is given as %s", splits[0], split))
	default:
		c.Decides = true
		for _, name := range slices.Sorted(maps.Keys(c.Rows)) {
			place := "of the split " + name
			if name == AllSplits {
				place = "without a split"
			}
			if !slices.Contains(paths(part[name]), file) {
				l.Leave(fmt.Sprintf("rows of %s %s (%d)", base, place, c.Rows[name]), "the file was not given as such a split")
			}
		}
	}
	return nil
}
