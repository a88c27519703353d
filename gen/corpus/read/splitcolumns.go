package read

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/hubcard"
	"github.com/axiomine/axiomine/gen/corpus/internal/plainfile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/errs"
)

// splitColumns are the columns of splits of tables that were looked at, by file.
type splitColumns map[string]*tabular.SplitColumn

// find returns the column of splits of a file, which is read once.
func (s *splitColumns) find(file string, o Options) (*tabular.SplitColumn, error) {
	if c := (*s)[file]; c != nil {
		return c, nil
	}
	source, err := openSource(file, o, nil)
	if err != nil {
		return nil, err
	}
	defer source.close()
	h, err := tableHead(source)
	if err != nil {
		return nil, err
	}
	c := new(tabular.SplitColumn)
	t, p, err := planOfHead(h, o)
	if err == nil && t != nil && p.Split >= 0 {
		c.Name = p.Names[p.Split]
		err = t.visitRows(source, []string{c.Name}, func(values []tabular.Cells) error {
			c.Add(&values[0])
			return nil
		})
	}
	if err == nil {
		s.keep(file, c)
	}
	return c, err
}

// keep keeps the column of a file that was looked at.
func (s *splitColumns) keep(file string, c *tabular.SplitColumn) {
	if *s == nil {
		*s = splitColumns{}
	}
	(*s)[file] = c
}

// filesBySplit maps splits to files: by a chosen column, else by the names of files and folders, else by a column of
// known name; else all files are one split.
func (s *splitColumns) filesBySplit(path string, files []string, plans []*tabular.Plan, o Options) (map[string][]string, error) {
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
			s.keep(file, new(tabular.SplitColumn))
		}
	}
	if !choice.Has(tabular.SplitRole) && slices.ContainsFunc(files, func(file string) bool { return nameOf(file) != "" }) {
		for i, file := range files {
			split := cmp.Or(nameOf(file), hubcard.WithoutTableEnding(filepath.Base(file)))
			if plans[i].Split >= 0 {
				if err := s.checkName(file, o, split); err != nil {
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
		c, err := s.find(file, o)
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

// checkName returns an error if a column of a file names another split than the file's name does.
func (s *splitColumns) checkName(file string, o Options, split string) error {
	c, err := s.find(file, o)
	if err != nil {
		return err
	}
	if other := slices.DeleteFunc(c.Splits(), func(name string) bool { return name == split }); len(other) > 0 {
		return errs.BadInput(file, 0, "say --columns split="+c.Name+", or rename the file", "its name says %s, and its column %s also has %s",
			split, c.Name, other[0])
	}
	return nil
}

// divideByColumn chooses the rows of tables of queries and judgements by their columns of splits. Files without a split's name are divided,
// if the columns name two splits that are known, or nothing else. Of files that are given as a split, the rows of that split are read.
func (l *Layout) divideByColumn(o Options) error {
	topics, qrels := cmp.Or(o.TopicsFormat, l.TopicsFormat, l.Format), cmp.Or(o.QrelsFormat, l.QrelsFormat, l.Format)
	qrelsFiles := l.Qrels
	d := division{&l.splitColumns, &l.Unread, o}
	var err, qrelsErr error
	l.Queries, err = d.divide(l.Queries, func(file string) bool { return formOf(topicFormats, topics, file, o) == Table })
	l.Qrels, qrelsErr = d.divide(l.Qrels, func(file string) bool { return formOf(qrelsFormats, qrels, file, o) == Table })
	if err = cmp.Or(err, qrelsErr); err != nil || maps.Equal(l.Qrels, qrelsFiles) {
		return err
	}
	if l.Qrels[AllSplits] != "" && l.Queries[AllSplits] != "" && len(l.Queries) == 1 {
		return errs.BadInput(l.Qrels[AllSplits], 0, "fill the column, or name the splits that are to be read with --qrels SPLIT=FILE",
			"it has judgements without a split beside those of others, for one file of queries")
	}
	l.shareQueries()
	return nil
}

// division divides rows of queries or judgements by the columns of splits of their tables.
type division struct {
	all     *splitColumns
	unread  *UnreadList
	options Options
}

// divide returns the files of queries or judgements by split, as the columns of those that are tables divide them.
func (d division) divide(part map[string]string, isTable func(file string) bool) (map[string]string, error) {
	columns := splitColumns{}
	for _, file := range sortedFiles(part) {
		if file == "-" && plainfile.KeepInput() != nil || !isTable(file) {
			continue // the reader reports the error
		}
		c, err := d.all.find(file, d.options)
		if err == nil && len(c.Splits()) > 0 {
			err = c.Check(file)
			columns[file] = c
		}
		if err != nil {
			return part, err
		}
		if c.Name != "" && columns[file] == nil && !c.Decides {
			d.unread.Leave("column "+c.Name+" of "+filepath.Base(file), "its values are no names of splits")
		}
	}
	if part[AllSplits] != "" && len(part) == 1 {
		return d.divideWhole(part, columns), nil
	}
	for _, split := range slices.Sorted(maps.Keys(part)) {
		for _, file := range paths(part[split]) {
			if c := columns[file]; c != nil {
				if err := d.chooseRows(file, c, split, part); err != nil {
					return part, err
				}
			}
		}
	}
	return part, nil
}

// divideWhole divides files that are given without a split by their columns.
func (d division) divideWhole(part map[string]string, columns splitColumns) map[string]string {
	bySplit, splits, other := map[string]string{}, []string{}, false
	for _, file := range paths(part[AllSplits]) {
		rows := map[string]int{AllSplits: 0}
		if c := columns[file]; c != nil {
			rows = c.Rows
		}
		for split := range rows {
			bySplit[split] = strings.TrimPrefix(bySplit[split]+","+file, ",")
		}
	}
	for split := range bySplit {
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
			d.unread.Leave("column "+c.Name+" of "+filepath.Base(file), "of its values only "+splits[0]+" names a split")
			bySplit = part
		}
	}
	return bySplit
}

// chooseRows leaves of a file that is given as a split the rows whose column c names that split, and lists the others.
func (d division) chooseRows(file string, c *tabular.SplitColumn, split string, part map[string]string) error {
	base := filepath.Base(file)
	switch splits := c.Splits(); {
	case c.Rows[split] == 0 && len(splits) > 1:
		return errs.BadInput(file, 0, fmt.Sprintf("name one of these, as in %s=%s", splits[0], base),
			"it is given as %s, and its column %s names %s", split, c.Name, strings.Join(splits, ", "))
	case c.Rows[split] == 0:
		d.unread.Leave("column "+c.Name+" of "+base, fmt.Sprintf("it says %s, and the file is given as %s", splits[0], split))
	default:
		c.Decides = true
		for _, name := range slices.Sorted(maps.Keys(c.Rows)) {
			place := "of the split " + name
			if name == AllSplits {
				place = "without a split"
			}
			if !slices.Contains(paths(part[name]), file) {
				d.unread.Leave(fmt.Sprintf("rows of %s %s (%d)", base, place, c.Rows[name]), "the file was not given as such a split")
			}
		}
	}
	return nil
}
