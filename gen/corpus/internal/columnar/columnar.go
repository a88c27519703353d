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
	"github.com/axiomine/axiomine/internal/lists"
)

// Table is a table in one of these formats, with the columns that it declares.
type Table struct {
	path     string
	file     *io.SectionReader
	isArrow  bool    // true for Arrow, false for Parquet
	all      []*leaf // the columns that hold values
	metadata string  // the value of metadataKey
}

// metadataKey is the name under which Hugging Face datasets keeps the types of a table's columns.
const metadataKey = "huggingface"

// writeAnew is the hint for a file that is damaged or would take too much memory. Other programs may be able to read it.
const writeAnew = "fetch it again, or read it with pyarrow and write it anew"

// OpenArrow returns a reader of the batches of an Arrow file or stream, with the limits of Table. path is the name of the file in errors.
func OpenArrow(path string, file *io.SectionReader) (*ipc.Reader, error) {
	return (&Table{path: path, file: file, isArrow: true}).openArrow()
}

// Open returns the table in a file of Parquet or Arrow. path is the name of the file in errors.
func Open(path string, file *io.SectionReader) (*Table, error) {
	t := &Table{path: path, file: file}
	begin := make([]byte, len(arrowMagic))
	_, err := file.ReadAt(begin, 0)
	t.isArrow = err == nil && plainfile.IsArrow(begin)
	if t.isArrow {
		return t, t.readArrowSchema()
	}
	return t, t.readParquetSchema()
}

// leaf is a column that holds values. The name of a nested column is its path with dots, without the groups that lists add.
type leaf struct {
	name     string
	depth    int          // number of lists around the column
	kind     string       // name of the column's type
	readable bool         // true if the column's values can be read
	spell    parquetSpell // returns the text of a value of Parquet; nil for texts
	isText   bool         // true if the values of Parquet are texts
	arrow    arrowSpell   // returns the text of a value of Arrow; nil for texts
	column   int          // index of the column in the file
	path     []int        // the steps within a column of Arrow: the index of a member of a structure, or inList
}

// Metadata returns the description of the columns by Hugging Face datasets, and "" if that library did not write the table.
func (t *Table) Metadata() string { return t.metadata }

// Columns returns the names of all columns. The name of a nested column is its path with dots.
func (t *Table) Columns() (names []string) {
	return lists.Map(t.all, func(l *leaf) string { return l.name })
}

// column returns the first column with a name, which must exist.
func (t *Table) column(name string) *leaf {
	return t.all[slices.IndexFunc(t.all, func(leaf *leaf) bool { return leaf.name == name })]
}

// Check returns an error if one of the named columns has a type that cannot be read.
func (t *Table) Check(names []string) error {
	for _, name := range names {
		if leaf := t.column(name); !leaf.readable {
			return errs.BadInput(t.path, 0, "write it as text or as a number, or name another with --columns",
				"the column %s has the type %s, which is not read", name, leaf.kind)
		}
	}
	return nil
}

// VisitRows calls visit with the cells of the named columns of every row. It sets the source's Line to the number of the row, from 1.
func (t *Table) VisitRows(s *sourcefile.Source, names []string, visit func(values []tabular.Cells) error) error {
	if err := t.Check(names); err != nil {
		return err
	}
	s.Line = 0
	s.Rep.Headers++
	budget := &cellBudget{table: t, source: s}
	columns := lists.Map(names, func(name string) *rowCells { return &rowCells{leaf: t.column(name), budget: budget} })
	if t.isArrow {
		return t.visitArrow(budget, columns, visit)
	}
	return t.visitParquet(budget, columns, visit)
}

// unreadable returns the error for a file that cannot be read because of err.
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
