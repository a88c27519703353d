package read

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/hubcard"
	"github.com/axiomine/axiomine/gen/corpus/internal/plainfile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
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
	leftOut := map[string]bool{}
	if folder {
		if leftOut, err = hubcard.Unnamed(files); err != nil {
			return l, false, err
		}
	}
	for _, file := range files {
		if leftOut[file] {
			l.Unread.Leave(hubcard.NamesBelow(path, []string{file})[0], unnamed)
			continue
		}
		p, err := tablePlan(file, o)
		switch {
		case err != nil && !folder:
			return l, false, err
		case err != nil:
			if f, ok := errors.AsType[*errs.Error](err); first == nil && (required || ok && (f.Kind == errs.Usage || f.File != file)) {
				first = err
			}
			l.Unread.Leave(hubcard.NamesBelow(path, []string{file})[0], shortReason(err))
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
	l.Taught, l.noLabels = true, true
	roles := make([]tabular.ColumnRoles, len(plans))
	for i, p := range plans {
		roles[i] = p.Columns
		c := p.Content()
		l.Scored, l.Taught, l.noLabels = l.Scored || c.Scores, l.Taught && c.Taught, l.noLabels && !c.Labels
	}
	isPlain := o.Columns == "" && !strings.ContainsAny(plans[0].Columns.String(), "._") // without ids and members of members
	if isPlain && l.noLabels && !l.Scored {
		l.pairing = strings.Replace(plans[0].Hint(), "document=", "positive=", 1)
	}
	names := hubcard.NamesBelow(path, tables)
	for _, line := range tabular.PerTable(names, roles, tabular.ColumnRoles.Line) {
		l.Columns = append(l.Columns, line.String())
	}
	for _, line := range tabular.PerTable(names, roles, tabular.ColumnRoles.Unread) {
		l.Unread.LeaveColumns(line.Table, line.Text)
	}
	bySplit, err := l.splitColumns.filesBySplit(path, tables, plans, o)
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

// Reasons why files of a folder are not read.
const (
	unnamed = "README.md names other files of the data set"
	absent  = "it is not there, and the names of other files say that it should be"
)

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
	if err := refuse(h, documentsFlag, true); err != nil {
		return nil, err
	}
	t, p, err := planOfHead(h, o)
	if err != nil {
		return nil, err
	}
	if t != nil && hasTexts(p) && (p.Query >= 0 || p.HasTrainingRows()) {
		if err := p.CheckRoles(); err != nil {
			return nil, err
		}
	}
	if t == nil || !hasTexts(p) || p.Query < 0 || p.Content().Negatives && o.Columns == "" {
		if err := refuse(h, documentsFlag, false); err != nil {
			return nil, err
		}
		return nil, p.BadColumns(file, h.text, columnsOf(t))
	}
	p.PairAnswers()
	return p, findAbsent(s, t, p, o)
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
		return []string{path}, false, plainfile.KeepInput()
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

// logged are tables whose logs say which of their files are live, by what their folders hold, with Python that writes one as Parquet.
var logged = []struct{ mark, name, script string }{
	{"_delta_log", "Delta", "import deltalake; deltalake.DeltaTable('FOLDER').to_pandas().to_parquet('NEW.parquet')"},
	{".hoodie", "Hudi", "import hudi; pyarrow.parquet.write_table(pyarrow.Table.from_batches(hudi.HudiTable('FOLDER').read_snapshot()), 'NEW.parquet')"},
	{"metadata/*.metadata.json", "Iceberg", "from pyiceberg.table import StaticTable; StaticTable.from_metadata('FILE').scan().to_pandas().to_parquet('NEW.parquet')"},
}

// refuseLogged returns an error if a folder, or the one above its data, is a table with a log.
func refuseLogged(folder string) error {
	for _, t := range logged {
		for _, dir := range []string{folder, filepath.Dir(folder)} {
			marks, err := safefile.Glob(dir, t.mark)
			if err != nil || len(marks) == 0 {
				continue
			}
			script := strings.NewReplacer("FOLDER", dir, "FILE", marks[len(marks)-1], "NEW", filepath.Base(dir)).Replace(t.script)
			return errs.BadInput(folder, 0, `write the live version as Parquet: python -c "`+script+`"`,
				"a table of %s, whose log says which files are live, is not read", t.name)
		}
	}
	return nil
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
	if err := refuseLogged(folder); err != nil {
		return nil, err
	}
	var inside []string
	for _, e := range entries {
		name, path := e.Name(), filepath.Join(folder, e.Name())
		if strings.HasPrefix(name, ".") || strings.HasPrefix(strings.ToLower(name), "readme") {
			continue
		}
		info, err := os.Stat(path)
		switch plain := hubcard.WithoutPacking(strings.ToLower(name)); {
		case err != nil:
		case info.IsDir():
			inside = append(inside, path)
		case slices.Contains(hubcard.TableEndings, filepath.Ext(plain)):
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
	if len(folders) > 1 && slices.ContainsFunc(folders, func(name string) bool { return hubcard.SplitOf(name) == "" }) {
		return nil, errs.BadInput(folder, 0, "name one of them with --data", "its folders %s hold tables each", tabular.FormatList(folders))
	}
	return files, nil
}
