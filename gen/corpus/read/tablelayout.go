package read

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/fileform"
	"github.com/axiomine/axiomine/gen/corpus/internal/hubcard"
	"github.com/axiomine/axiomine/gen/corpus/internal/plainfile"
	"github.com/axiomine/axiomine/gen/corpus/internal/rowtable"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
)

// discoverTable returns the layout of rows at path: a file, a pattern of files, "-" for standard input, or a folder. ok is false if there
// are no rows; if required is true, this is an error. Files of a folder that are not such a table are listed in Unread with the reason.
func discoverTable(path string, o Options, required bool) (l Layout, ok bool, err error) {
	files, folder, err := tableFiles(path)
	if err != nil {
		return l, false, err
	}
	l = Layout{Format: Table, Queries: map[string]string{}, Qrels: map[string]string{}, splitColumns: splitColumns{}}
	var tables []string
	var plans []*tabular.Plan
	var first error // error of the first bad file, if rows are required, or if an option or another file causes it
	leftOut := map[string]bool{}
	if folder {
		if leftOut, err = hubcard.Unnamed(files); err != nil {
			return l, false, err
		}
	}
	for _, file := range files {
		if leftOut[file] {
			l.Unread.Leave(hubcard.NameBelow(path, file), unnamed)
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
			l.Unread.Leave(hubcard.NameBelow(path, file), shortReason(err))
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
	var names, columns, unread []string // by table
	for i, p := range plans {
		names, columns, unread = append(names, hubcard.NameBelow(path, tables[i])), append(columns, p.Columns.Line()), append(unread, p.Columns.Unread())
		l.Judging = cmp.Or(l.Judging, p.Judging)
		l.tables = append(l.tables, ReadTable{Name: tables[i], Columns: columns[i]})
		c := p.Content()
		l.Scored, l.Taught, l.noLabels = l.Scored || c.Scores, l.Taught && c.Taught, l.noLabels && !c.Labels
	}
	isPlain := o.Columns == "" && !strings.ContainsAny(plans[0].Columns.String(), "._") // no ids, and no nested members
	if isPlain && l.noLabels && !l.Scored {
		l.pairing = plans[0].Hint()
	}
	l.Columns = perTable(names, columns).Lines()
	for _, u := range perTable(names, unread) {
		l.Unread.LeaveColumns(u.Name, u.Reason)
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

// perTable returns the text about each table with its name. If all tables have the same text, it returns it once, without a name.
func perTable(names, texts []string) (list UnreadList) {
	for i, text := range texts {
		switch {
		case text == "":
		case !slices.ContainsFunc(texts, func(other string) bool { return other != text }):
			return UnreadList{{Reason: text}}
		default:
			list = append(list, Unread{Name: names[i], Reason: text})
		}
	}
	return list
}

// Reasons why files of a folder are not read.
const (
	unnamed = "README.md names other files of the data set"
	absent  = "it is not there, and the names of other files say that it should be"
)

// shortReason returns the reason why a file is not read: the text of an error without its file and hint.
func shortReason(err error) string {
	if f, ok := errors.AsType[*errs.Error](err); ok {
		return f.Problem
	}
	return err.Error()
}

// tablePlan returns the roles of the columns of a table with queries and documents. It returns an error for any other file.
func tablePlan(file string, o Options) (*tabular.Plan, error) {
	s, err := sourcefile.Open(file, o.source(), nil)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	if s.Empty() {
		return nil, sourcefile.EmptyError("rows", file, "", new(Report), Report{})
	}
	h, err := rowtable.HeadOf(s)
	if err != nil {
		return nil, err
	}
	if err := fileform.Refuse(h, fileform.DocumentsFlag, true); err != nil {
		return nil, err
	}
	t, p, err := rowtable.PlanOf(h, o.rows())
	if err != nil {
		return nil, err
	}
	if t != nil && p.Content().Texts && (p.HasQuery() || p.HasTrainingRows()) {
		if err := p.CheckRoles(); err != nil {
			return nil, err
		}
	}
	if t == nil || !p.Content().Texts || !p.HasQuery() || p.Content().Negatives && o.Columns == "" {
		if err := fileform.Refuse(h, fileform.DocumentsFlag, false); err != nil {
			return nil, err
		}
		return nil, p.BadColumns(file, h.Text)
	}
	p.PairAnswers()
	return p, findAbsent(s, t, p, o)
}

// findAbsent returns an error if a file lacks a column that the user chose. It reads the file only if such a column is not in its head.
func findAbsent(s *sourcefile.Source, t rowtable.Table, p *tabular.Plan, o Options) error {
	tracker := tabular.NewMetColumns(p)
	if len(tracker.Absent) == 0 {
		return nil
	}
	s.Counted, s.Strict = true, false // malformed rows are counted when the rows are read
	err := t.VisitRows(s, p.Names, func(values []tabular.Cells) error {
		if tracker.Add(values); len(tracker.Absent) == 0 {
			return sourcefile.ErrStop
		}
		return nil
	})
	if err != nil && err != sourcefile.ErrStop {
		return err
	}
	return tracker.Check()
}

// tableFiles returns the files at path, in byte order. folder is true if path is a folder, which may also hold other files.
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

// logFormats are the formats of tables with a log that states which files are current. mark is a file in a table's folder, and script is a
// Python program that writes the table as Parquet.
var logFormats = []struct{ mark, name, script string }{
	{"_delta_log", "Delta", "import deltalake; deltalake.DeltaTable('FOLDER').to_pandas().to_parquet('NEW.parquet')"},
	{".hoodie", "Hudi", "import hudi; pyarrow.parquet.write_table(pyarrow.Table.from_batches(hudi.HudiTable('FOLDER').read_snapshot()), 'NEW.parquet')"},
	{"metadata/*.metadata.json", "Iceberg", "from pyiceberg.table import StaticTable; StaticTable.from_metadata('FILE').scan().to_pandas().to_parquet('NEW.parquet')"},
}

// refuseLogged returns an error if a folder or its parent is a table with a log.
func refuseLogged(folder string) error {
	for _, t := range logFormats {
		for _, dir := range []string{folder, filepath.Dir(folder)} {
			marks, err := safefile.Glob(dir, t.mark)
			if err != nil || len(marks) == 0 {
				continue
			}
			name, err := filepath.Abs(dir) // dir may be "."
			if err != nil {
				return errs.CannotOpen(dir, err)
			}
			script := strings.NewReplacer("FOLDER", dir, "FILE", marks[len(marks)-1], "NEW", filepath.Base(name)).Replace(t.script)
			return errs.BadInput(folder, 0, `write the live version as Parquet: python -c "`+script+`"`,
				"a table of %s, whose log says which files are live, is not read", t.name)
		}
	}
	return nil
}

// tablesIn returns the tables in a folder. If it has none, it returns the tables in its folders, such as data or a folder for each split.
func tablesIn(folder string) (files []string, err error) {
	if files, ok, err := hubcard.SavedTables(folder); ok || err != nil {
		return files, err
	}
	names, err := namesIn(folder)
	if err == nil {
		err = refuseLogged(folder)
	}
	if err != nil {
		return nil, err
	}
	var inside []string
	for _, name := range names {
		path, plain := filepath.Join(folder, name), safefile.PlainName(strings.ToLower(name))
		switch {
		case strings.HasPrefix(plain, "readme"):
		case strings.HasSuffix(name, "/"):
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

// splitColumns holds the columns of splits of tables that were read, by file.
type splitColumns map[string]*rowtable.SplitColumn

// find returns the column of splits of a file. It reads the file at the first call.
func (s splitColumns) find(file string, o Options) (c *rowtable.SplitColumn, err error) {
	if c = s[file]; c != nil {
		return c, nil
	}
	c = &rowtable.SplitColumn{Rows: map[string]int{}}
	err = sourcefile.Visit(file, o.source(), func(source *sourcefile.Source) error {
		h, err := rowtable.HeadOf(source)
		if err != nil {
			return err
		}
		t, p, err := rowtable.PlanOf(h, o.rows())
		if err != nil || t == nil || p.Split < 0 {
			return err
		}
		c.Name = p.Names[p.Split]
		return t.VisitRows(source, []string{c.Name}, func(values []tabular.Cells) error {
			c.Add(&values[0])
			return nil
		})
	})
	if err == nil {
		s[file] = c
	}
	return c, err
}

// filesBySplit returns the files by split, which the names of files and folders decide. If the user chose a column of splits, or no name
// has a split, all files are in AllSplits, and divideByColumn divides their rows by their columns of splits.
func (s splitColumns) filesBySplit(path string, files []string, plans []*tabular.Plan, o Options) (map[string][]string, error) {
	splits := map[string][]string{}
	nameOf := func(file string) string {
		if split := hubcard.SavedSplit(file); split != "" {
			return split
		}
		if split, err := hubcard.NamedSplit(file); err == nil && split != "" && file != path {
			return split
		}
		name, err := filepath.Rel(path, file)
		switch {
		case file == path:
			name = filepath.Base(file)
		case err != nil || isPattern(path):
			name = filepath.Join(filepath.Base(filepath.Dir(file)), filepath.Base(file))
		}
		return hubcard.SplitOfPath(name)
	}
	choice, err := tabular.ParseColumns(o.Columns)
	if err != nil {
		return nil, err
	}
	for i, file := range files {
		if plans[i].Split < 0 {
			s[file] = new(rowtable.SplitColumn)
		}
	}
	if !choice.Has(tabular.SplitRole) && slices.ContainsFunc(files, func(file string) bool { return nameOf(file) != "" }) {
		for _, file := range files {
			split := cmp.Or(nameOf(file), hubcard.WithoutTableEnding(filepath.Base(file)))
			splits[split] = append(splits[split], file)
		}
		return splits, nil
	}
	for i, file := range files {
		splits[AllSplits] = append(splits[AllSplits], file)
		if plans[i].Split >= 0 {
			c, err := s.find(file, o)
			if err != nil {
				return nil, err
			}
			c.Decides = true // divideByColumn divides its rows
		}
	}
	return splits, nil
}

// divideByColumn divides tables of queries and judgements by their columns of splits. From a file that the user gave as a split, only the
// rows of that split are read.
func (l *Layout) divideByColumn(o Options) (err error) {
	if l.splitColumns == nil {
		l.splitColumns = splitColumns{}
	}
	qrels := l.Qrels
	if l.Queries, err = l.dividePart(fileform.TopicsPart, l.Queries, cmp.Or(o.TopicsFormat, l.TopicsFormat, l.Format), o); err != nil {
		return err
	}
	l.Qrels, err = l.dividePart(fileform.QrelsPart, l.Qrels, cmp.Or(o.QrelsFormat, l.QrelsFormat, l.Format), o)
	if err != nil || maps.Equal(l.Qrels, qrels) {
		return err
	}
	if l.Qrels[AllSplits] != "" && l.Queries[AllSplits] != "" && len(l.Queries) == 1 {
		return errs.BadInput(l.Qrels[AllSplits], 0, "fill the column, or name the splits that are to be read with --qrels SPLIT=FILE",
			"it has judgements without a split beside those of others, for one file of queries")
	}
	l.shareQueries()
	return nil
}

// dividePart returns the files of queries or judgements by split, divided by their columns of splits. A column is used if it has two known
// splits, or one and no other value. Rows of a split are listed as unread if the user did not give their file as that split.
func (l *Layout) dividePart(p fileform.Part, part map[string]string, format Format, o Options) (map[string]string, error) {
	bySplit := map[string]string{}
	for _, split := range slices.Sorted(maps.Keys(part)) {
		for _, file := range paths(part[split]) {
			rows := map[string]int{split: 1}
			if file == "-" && plainfile.KeepInput() != nil || formOf(p, file, format, o) != Table {
				bySplit[split] = strings.TrimPrefix(bySplit[split]+","+file, ",") // the reader reports the error
				continue
			}
			c, err := l.splitColumns.find(file, o)
			if err != nil {
				return part, err
			}
			names, base := c.Splits(), filepath.Base(file)
			switch c.Decides = c.Decides || len(names) > 1 || len(names) == 1 && len(c.Rows) == 1+min(c.Rows[AllSplits], 1); {
			case c.Decides:
				if err := c.Check(file); err != nil {
					return part, err
				}
				rows = c.Rows
			case c.Name != "":
				l.Unread.Leave("column "+c.Name+" of "+base, "its values are no names of splits")
			}
			if len(names) > 0 && split != AllSplits && rows[split] == 0 {
				return part, errs.BadInput(file, 0, fmt.Sprintf("name one of these, as in %s=%s", names[0], base),
					"it is given as %s, and its column %s names %s", split, c.Name, strings.Join(names, ", "))
			}
			for _, name := range slices.Sorted(maps.Keys(rows)) {
				place := "of the split " + name
				if name == AllSplits {
					place = "without a split"
				}
				switch {
				case split == AllSplits || name == split:
					bySplit[name] = strings.TrimPrefix(bySplit[name]+","+file, ",")
				case !slices.Contains(paths(part[name]), file):
					l.Unread.Leave(fmt.Sprintf("rows of %s %s (%d)", base, place, rows[name]), "the file was not given as such a split")
				}
			}
		}
	}
	return bySplit, nil
}
