package corpus

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/parquet-go/parquet-go"
)

const parquetMagic = "PAR1"

// parquetRows is a table in a Parquet file. Nested columns have their names joined by dots, without the words list and
// element that lists add.
type parquetRows struct {
	file   *io.SectionReader
	names  []string
	leaves []int
}

// openTable makes a Parquet file readable at any place: what lies on disk as it is, all else by a temporary copy.
func (u *unpacked) openTable() (err error) {
	if u.packing == "" && u.path == "-" && input.file != nil {
		u.table = io.NewSectionReader(input.file, 0, input.size)
		return nil
	}
	if file, named := u.file.(*os.File); u.packing == "" && named {
		if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
			u.table = io.NewSectionReader(file, 0, info.Size())
			return nil
		}
	}
	if u.copied, err = outdir.Unnamed(); err != nil {
		return err
	}
	size, err := io.Copy(u.copied, u)
	u.table = io.NewSectionReader(u.copied, 0, size)
	u.Reader = io.NewSectionReader(u.copied, 0, size)
	return err
}

// newParquetRows takes the names from a file's footer.
func newParquetRows(path string, file *io.SectionReader) (*parquetRows, error) {
	schema, err := pairs.ParquetSchema(file)
	if err != nil {
		return nil, unreadable(path, err)
	}
	t := &parquetRows{file: file}
	for _, parts := range schema.Columns() {
		leaf, _ := schema.Lookup(parts...)
		if !slices.Contains([]parquet.Kind{parquet.ByteArray, parquet.Int32, parquet.Int64, parquet.Float, parquet.Double, parquet.Boolean},
			leaf.Node.Type().Kind()) {
			continue
		}
		t.names, t.leaves = append(t.names, leafName(parts)), append(t.leaves, leaf.ColumnIndex)
	}
	return t, nil
}

// leafName joins the parts of a path in a schema.
func leafName(parts []string) string {
	var kept []string
	for i := 0; i < len(parts); i++ {
		if parts[i] == "list" && i > 0 && i+1 < len(parts) && slices.Contains([]string{"element", "item"}, parts[i+1]) {
			i++
			continue
		}
		kept = append(kept, parts[i])
	}
	return strings.Join(kept, ".")
}

func unreadable(path string, err error) error {
	if known, is := errors.AsType[*fault.Error](err); is {
		return known
	}
	return fault.BadInput(path, 0, "write or fetch the file again", "no Parquet that can be read: %v", err)
}

func (t *parquetRows) columns() (names []string, loose bool) { return t.names, false }

// each reads the rows, counted from 1 as lines are.
func (t *parquetRows) each(s *source, names []string, visit func(values [][]string) error) error {
	var stopped error
	err := pairs.ReadParquet(t.file, func(file *parquet.File) error {
		s.line = 0
		s.rep.header()
		for _, group := range file.RowGroups() {
			chunks := group.ColumnChunks()
			readers := make([]leafReader, len(names))
			for i, name := range names {
				readers[i].pages = chunks[t.leaves[slices.Index(t.names, name)]].Pages()
				defer readers[i].close()
			}
			values := make([][]string, len(names))
			for range group.NumRows() {
				s.line++
				for i := range readers {
					var err error
					if values[i], err = readers[i].next(s); err != nil {
						return err
					}
				}
				if stopped = visit(values); stopped != nil {
					return stopped
				}
			}
		}
		return nil
	})
	if err == nil || err == stopped {
		return err
	}
	return unreadable(s.path, err)
}

// leafReader gives the values of a column row by row.
type leafReader struct {
	pages  parquet.Pages
	page   parquet.Page
	values parquet.ValueReader
	buf    [256]parquet.Value
	at, n  int
	row    []string
}

func (r *leafReader) close() {
	if r.page != nil {
		parquet.Release(r.page)
	}
	r.pages.Close()
}

// next gives the values of the next row, valid until the call after it.
func (r *leafReader) next(s *source) ([]string, error) {
	r.row = r.row[:0]
	for {
		if r.at == r.n {
			if err := r.fill(); err == io.EOF && len(r.row) > 0 {
				return r.row, nil
			} else if err != nil {
				return nil, fmt.Errorf("damaged: %w", err)
			}
		}
		v := r.buf[r.at]
		if v.RepetitionLevel() == 0 && len(r.row) > 0 {
			return r.row, nil
		}
		text, err := plainValue(s, v)
		if err != nil {
			return nil, err
		}
		r.row = append(r.row, text)
		r.at++
	}
}

func (r *leafReader) fill() error {
	for {
		if r.values != nil {
			n, err := r.values.ReadValues(r.buf[:])
			if r.at, r.n = 0, n; n > 0 {
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

// plainValue is a value as text; a missing one is empty.
func plainValue(s *source, v parquet.Value) (string, error) {
	switch {
	case v.IsNull():
		return "", nil
	case v.Kind() == parquet.ByteArray:
		if err := s.within(len(v.ByteArray()), s.line); err != nil {
			return "", err
		}
		text, err := s.valid(v.ByteArray())
		return string(text), err
	case v.Kind() == parquet.Boolean:
		return strconv.FormatBool(v.Boolean()), nil
	case v.Kind() == parquet.Float:
		return strconv.FormatFloat(float64(v.Float()), 'g', -1, 32), nil
	case v.Kind() == parquet.Double:
		return strconv.FormatFloat(v.Double(), 'g', -1, 64), nil
	case v.Kind() == parquet.Int32:
		return strconv.FormatInt(int64(v.Int32()), 10), nil
	}
	return strconv.FormatInt(v.Int64(), 10), nil
}
