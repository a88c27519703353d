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

// Table is a table in one of these formats.
type Table interface {
	// Columns returns the names of the columns, all of them. That of a nested column is its path, joined by dots.
	Columns() (names []string, loose bool)
	// Check returns an error if one of the given columns has a type that cannot be read.
	Check(names []string) error
	// Metadata returns what the library datasets says of the columns; "" if it did not write the table.
	Metadata() string
	// VisitRows calls visit for every row, with the cells of the given columns. Rows are numbered from 1, as lines are.
	VisitRows(s *sourcefile.Source, names []string, visit func(values []tabular.Cells) error) error
}

// metadataKey is the name under which the library datasets keeps the types of a table's columns.
const metadataKey = "huggingface"

// writeAnew is what to do about a file that is damaged, or beyond a bound of memory: other readers may read it.
const writeAnew = "fetch it again, or read it with pyarrow and write it anew"

// OpenArrow returns a reader of the batches of an Arrow file or stream, within the limits of its readers.
func OpenArrow(path string, file *io.SectionReader) (*ipc.Reader, error) {
	return newArrow(path, file).open()
}

// Open returns the table in a file.
func Open(path string, file *io.SectionReader) (Table, error) {
	begin := make([]byte, len(arrowMagic))
	if _, err := file.ReadAt(begin, 0); err == nil && plainfile.IsArrow(begin) {
		return newArrowRows(path, file)
	}
	return newParquetRows(path, file)
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
	column int        // of the table
	path   []int      // in the column: which field of a structure, or inList
}

// schema holds the columns that a file declares.
type schema struct {
	path string
	file *io.SectionReader
	form string // in words
	all  []*leaf
	hub  string // metadata
}

func (t *schema) Metadata() string { return t.hub }

func (t *schema) Columns() (names []string, loose bool) {
	for _, leaf := range t.all {
		names = append(names, leaf.name)
	}
	return names, false
}

// place returns the index of a column, -1 if there is none.
func (t *schema) place(name string) int {
	return slices.IndexFunc(t.all, func(leaf *leaf) bool { return leaf.name == name })
}

func (t *schema) Check(names []string) error {
	for _, name := range names {
		if leaf := t.all[t.place(name)]; !leaf.readable {
			return errs.BadInput(t.path, 0, "write it as text or as a number, or name another with --columns",
				"the column %s has the type %s, which is not read", name, leaf.kind)
		}
	}
	return nil
}

func (t *schema) unreadable(err error) error {
	if e, is := errors.AsType[*errs.Error](err); is {
		return e
	}
	return errs.BadInput(t.path, 0, writeAnew, "no %s that can be read: %v", t.form, err)
}
