// Package columnar reads tables in Parquet and in Arrow's IPC format, whose columns have types.
package columnar

import (
	"errors"
	"io"
	"slices"

	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/axiomine/axiomine/gen/corpus/internal/plainfile"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/errs"
)

// Table is a table in one of these formats, with the columns that it declares.
type Table struct {
	path     string
	file     *io.SectionReader
	isArrow  bool // else it is Parquet
	all      []*leaf
	metadata string
}

// metadataKey is the name under which the library datasets keeps the types of a table's columns.
const metadataKey = "huggingface"

// writeAnew is what to do about a file that is damaged, or beyond a bound of memory: other readers may read it.
const writeAnew = "fetch it again, or read it with pyarrow and write it anew"

// OpenArrow returns a reader of the batches of an Arrow file or stream, within the limits of its readers.
func OpenArrow(path string, file *io.SectionReader) (*ipc.Reader, error) {
	return (&Table{path: path, file: file, isArrow: true}).openArrow()
}

// Open returns the table in a file.
func Open(path string, file *io.SectionReader) (*Table, error) {
	t := &Table{path: path, file: file}
	begin := make([]byte, len(arrowMagic))
	_, err := file.ReadAt(begin, 0)
	if t.isArrow = err == nil && plainfile.IsArrow(begin); t.isArrow {
		return t, t.readArrowSchema()
	}
	return t, t.readParquetSchema()
}

// leaf is a column that holds values. The name of a nested column is its path, joined by dots, without what lists add.
type leaf struct {
	name     string
	depth    int    // number of lists around the column
	kind     string // name of the column's type
	readable bool

	spell  parquetSpell // of Parquet; nil for texts
	isText bool

	arrow  arrowSpell // of Arrow; nil for texts
	column int        // of the file
	path   []int      // in a column of Arrow: which field of a structure, or inList
}

// Metadata returns what the library datasets says of the columns; "" if it did not write the table.
func (t *Table) Metadata() string { return t.metadata }

// Columns returns the names of the columns, all of them. That of a nested column is its path, joined by dots.
func (t *Table) Columns() (names []string) {
	for _, leaf := range t.all {
		names = append(names, leaf.name)
	}
	return names
}

// column returns the first column of a name.
func (t *Table) column(name string) *leaf {
	return t.all[slices.IndexFunc(t.all, func(leaf *leaf) bool { return leaf.name == name })]
}

// Check returns an error if one of the given columns has a type that cannot be read.
func (t *Table) Check(names []string) error {
	for _, name := range names {
		if leaf := t.column(name); !leaf.readable {
			return errs.BadInput(t.path, 0, "write it as text or as a number, or name another with --columns",
				"the column %s has the type %s, which is not read", name, leaf.kind)
		}
	}
	return nil
}

// VisitRows calls visit for every row, with the cells of the given columns. Rows are numbered from 1, as lines are.
func (t *Table) VisitRows(s *sourcefile.Source, names []string, visit func(values []tabular.Cells) error) error {
	if err := t.Check(names); err != nil {
		return err
	}
	s.Line = 0
	s.Rep.Headers++
	budget := &cellBudget{table: t, source: s}
	columns := make([]*rowCells, len(names))
	for i, name := range names {
		columns[i] = &rowCells{leaf: t.column(name), budget: budget}
	}
	if t.isArrow {
		return t.visitArrow(budget, columns, visit)
	}
	return t.visitParquet(budget, columns, visit)
}

func (t *Table) unreadable(err error) error {
	if e, is := errors.AsType[*errs.Error](err); is {
		return e
	}
	form := "Parquet"
	if t.isArrow {
		form = "Arrow data"
	}
	return errs.BadInput(t.path, 0, writeAnew, "no %s that can be read: %v", form, err)
}
