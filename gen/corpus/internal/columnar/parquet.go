package columnar

import (
	"fmt"
	"io"

	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/parquet-go/parquet-go"
)

// readParquetSchema reads the columns' names and types from the file's footer.
func (t *Table) readParquetSchema() error {
	footer, err := pairs.ParquetFooter(t.file)
	if err != nil {
		return t.unreadable(err)
	}
	if len(footer.Schema) > 0 {
		root, _ := parseElement(footer.Schema)
		t.all = root.appendMembers(nil, nil, 0)
	}
	for _, entry := range footer.KeyValueMetadata {
		if entry.Key == metadataKey {
			t.metadata = entry.Value
		}
	}
	return nil
}

func (t *Table) visitParquet(budget *cellBudget, columns []*rowCells, visit func(values []tabular.Cells) error) error {
	var visitErr error
	places := lists.Map(columns, func(c *rowCells) int { return c.column })
	err := pairs.ReadParquet(t.file, places, func(file *parquet.File) error {
		for _, group := range file.RowGroups() {
			if group.NumRows() == 0 {
				continue
			}
			chunks := group.ColumnChunks()
			readers := make([]leafReader, len(columns))
			for i, c := range columns {
				readers[i] = leafReader{rowCells: c, values: parquet.NewColumnChunkValueReader(chunks[c.column])}
				defer readers[i].values.Close()
			}
			values := make([]tabular.Cells, len(columns))
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
	*rowCells
	values parquet.ColumnChunkValueReader
	buf    [256]parquet.Value
	pos, n int // index of the next value in buf, and number of values there
}

// next returns the values of the next row, valid until the next call. The row ends before a value of repetition level 0, or at the end.
func (r *leafReader) next() (c tabular.Cells, err error) {
	for r.begin(); ; r.pos++ {
		if r.pos == r.n {
			r.pos = 0
			r.n, err = r.values.ReadValues(r.buf[:])
			if r.n == 0 && err == io.EOF && len(r.texts) > 0 {
				return r.cells(), nil
			}
			if r.n == 0 {
				return c, fmt.Errorf("damaged: %w", err)
			}
		}
		v := r.buf[r.pos]
		level := v.RepetitionLevel()
		switch {
		case level == 0 && len(r.texts) > 0:
			return r.cells(), nil
		case v.IsNull():
			err = r.add("", level, true)
		case r.isText:
			err = r.addBytes(v.ByteArray(), level)
		case v.Kind() == parquet.ByteArray && len(v.ByteArray()) > mostDigits:
			err = fmt.Errorf("damaged: a decimal of %d bytes", len(v.ByteArray()))
		default:
			err = r.add(r.spell(v), level, false)
		}
		if err != nil {
			return c, err
		}
	}
}
