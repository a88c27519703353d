package columnar

import (
	"fmt"
	"io"

	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/parquet-go/parquet-go"
)

// mostMembers is the largest number of values in the lists of one row.
const mostMembers = 1 << 22

// parquetRows is a table in a Parquet file.
type parquetRows struct{ schema }

// newParquetRows reads the columns' names and types from a file's footer.
func newParquetRows(path string, file *io.SectionReader) (*parquetRows, error) {
	t := &parquetRows{schema: schema{path: path, file: file, form: "Parquet"}}
	footer, err := pairs.ParquetFooter(file)
	if err != nil {
		return nil, t.unreadable(err)
	}
	t.all = parquetLeaves(footer.Schema)
	for _, entry := range footer.KeyValueMetadata {
		if entry.Key == metadataKey {
			t.hub = entry.Value
		}
	}
	return t, nil
}

// VisitRows calls visit for every row.
func (t *parquetRows) VisitRows(s *sourcefile.Source, names []string, visit func(values []tabular.Cells) error) error {
	if err := t.Check(names); err != nil {
		return err
	}
	var visitErr error
	columns := make([]int, len(names))
	for i, name := range names {
		columns[i] = t.place(name)
	}
	budget := t.begin(s)
	err := pairs.ReadParquet(t.file, columns, func(file *parquet.File) error {
		for _, group := range file.RowGroups() {
			if group.NumRows() == 0 {
				continue
			}
			chunks := group.ColumnChunks()
			readers := make([]leafReader, len(names))
			for i, column := range columns {
				readers[i] = leafReader{values: parquet.NewColumnChunkValueReader(chunks[column]), leaf: t.all[column], budget: budget}
				defer readers[i].values.Close()
			}
			values := make([]tabular.Cells, len(names))
			for range group.NumRows() {
				budget.nextRow()
				for i := range readers {
					var err error
					if values[i], err = readers[i].next(); err != nil {
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
	*leaf
	budget *cellBudget
	values parquet.ColumnChunkValueReader
	buf    [256]parquet.Value
	pos, n int
	row    []string
	places [][]int // indices of the texts of row, for nested lists
	isNull bool    // the last value of row is missing, or its list is empty
}

// next returns the values of the next row, valid until the next call.
func (r *leafReader) next() (c tabular.Cells, err error) {
	r.row, r.places = r.row[:0], nil
	for {
		if r.pos == r.n {
			r.pos = 0
			if r.n, err = r.values.ReadValues(r.buf[:]); r.n == 0 && err == io.EOF && len(r.row) > 0 {
				return r.cells(), nil
			} else if r.n == 0 {
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
		switch {
		case v.IsNull():
		case r.isText:
			raw, err := r.budget.source.Valid(v.ByteArray())
			if err != nil {
				return c, err
			}
			text = string(raw)
		case v.Kind() == parquet.ByteArray && storedBytes(v) > mostDigits:
			return c, fmt.Errorf("damaged: a decimal of %d bytes", storedBytes(v))
		default:
			text = r.spell(v)
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

// storedBytes returns the bytes of text that a value holds.
func storedBytes(v parquet.Value) int {
	switch v.Kind() {
	case parquet.ByteArray, parquet.FixedLenByteArray:
		return len(v.ByteArray())
	}
	return 0
}
