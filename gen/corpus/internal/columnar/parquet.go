package columnar

import (
	"fmt"
	"io"

	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/parquet-go/parquet-go"
)

// mostMembers is the largest number of values in the lists of one row.
const mostMembers = 1 << 22

// parquetRows is a table in a Parquet file.
type parquetRows struct {
	schema
	leaves []parquetLeaf
}

// newParquetRows reads the columns' names and types from a file's footer.
func newParquetRows(path string, file *io.SectionReader) (*parquetRows, error) {
	t := &parquetRows{schema: schema{path: path, file: file, form: "Parquet"}}
	footer, err := pairs.ParquetFooter(file)
	if err != nil {
		return nil, t.unreadable(err)
	}
	t.leaves = parquetLeaves(footer.Schema)
	for _, l := range t.leaves {
		t.all = append(t.all, leaf{l.name, l.lists, l.kind, l.spell != nil})
	}
	for _, entry := range footer.KeyValueMetadata {
		if entry.Key == metadataKey {
			t.hub = entry.Value
		}
	}
	return t, nil
}

// VisitRows calls visit for every row. Rows are numbered from 1, as lines are.
func (t *parquetRows) VisitRows(r Reading, names []string, visit func(values []tabular.Cells) error) error {
	if err := t.Check(names); err != nil {
		return err
	}
	var visitErr error
	columns := make([]int, len(names))
	for i, name := range names {
		columns[i] = t.place(name)
	}
	budget := &cellBudget{path: t.path, most: r.Most, file: t.file.Size(), spare: r.Spare}
	err := pairs.ReadParquet(t.file, columns, func(file *parquet.File) error {
		for _, group := range file.RowGroups() {
			if group.NumRows() == 0 {
				continue
			}
			chunks := group.ColumnChunks()
			readers := make([]leafReader, len(names))
			for i, column := range columns {
				leaf := t.leaves[column]
				readers[i] = leafReader{pages: chunks[column].Pages(), name: leaf.name, spell: leaf.spell, depth: len(leaf.lists), budget: budget}
				defer readers[i].close()
			}
			values := make([]tabular.Cells, len(names))
			for range group.NumRows() {
				budget.nextRow()
				r.Begin(budget.number)
				for i := range readers {
					var err error
					if values[i], err = readers[i].next(r.Decode); err != nil {
						return err
					}
				}
				if visitErr = visit(values); visitErr != nil {
					return visitErr
				}
			}
		}
		return nil
	})
	if err == nil || err == visitErr {
		return err
	}
	return t.unreadable(err)
}

// leafReader reads the values of a column row by row.
type leafReader struct {
	name   string
	budget *cellBudget
	spell  parquetSpell
	pages  parquet.Pages
	page   parquet.Page
	values parquet.ValueReader
	buf    [256]parquet.Value
	pos, n int
	depth  int // number of lists around the column
	row    []string
	places [][]int // indices of the texts of row, for nested lists
	isNull bool    // the last value of row is missing, or its list is empty
}

func (r *leafReader) close() {
	if r.page != nil {
		parquet.Release(r.page)
	}
	r.pages.Close()
}

// next returns the values of the next row, valid until the next call.
func (r *leafReader) next(decode func([]byte) ([]byte, error)) (c tabular.Cells, err error) {
	r.row, r.places = r.row[:0], nil
	for {
		if r.pos == r.n {
			if err := r.fill(); err == io.EOF && len(r.row) > 0 {
				return r.cells(), nil
			} else if err != nil {
				return c, fmt.Errorf("damaged: %w", err)
			}
		}
		v := r.buf[r.pos]
		if v.RepetitionLevel() == 0 && len(r.row) > 0 {
			return r.cells(), nil
		}
		if err := r.budget.take(storedBytes(v), r.name); err != nil {
			return c, err
		}
		text := "" // of a missing value
		if !v.IsNull() {
			if text, err = r.spell(decode, v); err != nil {
				return c, err
			}
		}
		if len(r.row) == mostMembers {
			return c, fmt.Errorf("a list of more than %d values", mostMembers)
		}
		if r.depth > 1 {
			r.places = append(r.places, nextPlace(r.places, r.depth, v.RepetitionLevel()))
		}
		r.row, r.isNull = append(r.row, text), v.IsNull()
		r.pos++
	}
}

// cells returns the row that was just read.
func (r *leafReader) cells() tabular.Cells {
	return tabular.Cells{Texts: r.row, Listed: r.depth == 1, Places: r.places, Null: len(r.row) == 1 && r.isNull}
}

// nextPlace returns the indices of the next value of a row in its lists. level is its repetition level: the
// list at that depth goes on, deeper lists begin anew.
func nextPlace(places [][]int, depth, level int) []int {
	place := make([]int, depth)
	if len(places) == 0 || level == 0 {
		return place
	}
	level = min(level, depth)
	copy(place, places[len(places)-1][:level])
	place[level-1]++
	return place
}

func (r *leafReader) fill() error {
	for {
		if r.values != nil {
			n, err := r.values.ReadValues(r.buf[:])
			if r.pos, r.n = 0, n; n > 0 {
				return nil
			}
			if err != nil && err != io.EOF {
				return err
			}
			parquet.Release(r.page)
			r.page, r.values = nil, nil
		}
		page, err := r.pages.ReadPage()
		if err != nil {
			return err
		}
		r.page, r.values = page, page.Values()
	}
}

// storedBytes returns the bytes of text that a value holds.
func storedBytes(v parquet.Value) int {
	switch v.Kind() {
	case parquet.ByteArray, parquet.FixedLenByteArray:
		return len(v.ByteArray())
	}
	return 0
}
