package pairs

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"

	"github.com/axiomine/axiomine/internal/build"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
)

// rowGroup is the number of rows in a row group; maxGroups is the maximum number of groups that a writer packs at once.
const (
	rowGroup  = 1 << 16
	maxGroups = 8
)

var compression = &zstd.Codec{Level: zstd.SpeedFastest}

// newWriter returns the writer of a whole file.
func newWriter(w io.Writer) *parquet.GenericWriter[Pair] {
	return parquet.NewGenericWriter[Pair](w, parquet.Compression(compression), parquet.MaxRowsPerRowGroup(rowGroup),
		parquet.CreatedBy(build.CreatedBy()))
}

// Write writes the pairs of t to w as Parquet, in their order. The bytes do not depend on the number of threads. Progress counts pairs. Up
// to maxGroups threads each pack a row group into a separate file in memory, and the library copies the group to w unchanged.
func Write(ctx context.Context, w io.Writer, t *Table, threads int, st *progress.Stage) error {
	type group struct {
		buffer bytes.Buffer
		rows   []Pair
	}
	out := newWriter(w)
	err := parallel.Ahead(ctx, min(threads, maxGroups), parallel.NumPieces(t.Len(), rowGroup), func(i int, g *group) (err error) {
		g.buffer.Reset()
		g.rows, err = writeRows(ctx, &g.buffer, t, i*rowGroup, min((i+1)*rowGroup, t.Len()), g.rows, st)
		return err
	}, func(_ int, g *group) error {
		file, err := parquet.OpenFile(bytes.NewReader(g.buffer.Bytes()), int64(g.buffer.Len()))
		if err != nil {
			return err
		}
		for _, rows := range file.RowGroups() {
			if _, err := out.WriteRowGroup(rows); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return out.Close()
}

// writeRows writes a file of the pairs first to end-1. rows is memory that the call may use. It returns this memory for the next call.
func writeRows(ctx context.Context, w io.Writer, t *Table, first, end int, rows []Pair, st *progress.Stage) ([]Pair, error) {
	out := newWriter(w)
	for first < end {
		if err := ctx.Err(); err != nil {
			return rows, err
		}
		rows = rows[:0]
		for next := min(first+rowsAtOnce, end); first < next; first++ {
			p := t.Pair(first)
			p.NegSource = p.NegativeSource()
			rows = append(rows, p)
		}
		if _, err := out.Write(rows); err != nil {
			return rows, err
		}
		st.Add(len(rows))
	}
	return rows, out.Close()
}

// Read reads a file that Write wrote. Progress counts pairs.
func Read(ctx context.Context, path string, st *progress.Stage) (*Table, error) {
	t := new(Table)
	return t, withFile(path, func(in *io.SectionReader, file *parquet.File) error {
		if misread, err := newColumnPages(in, file).misread(nil); err != nil || len(misread) > 0 {
			return notPairs(path, cmp.Or(err, errPage))
		}
		rows := parquet.NewGenericReader[Pair](file)
		defer rows.Close()
		batch := make([]Pair, readRows)
		for left := int(file.NumRows()); left > 0; {
			if err := ctx.Err(); err != nil {
				return err
			}
			clear(batch)
			n, err := rows.Read(batch[:min(len(batch), left)])
			if n == 0 && err == nil {
				err = io.ErrNoProgress
			}
			if left -= n; err != nil && (err != io.EOF || left > 0) {
				return notPairs(path, err)
			}
			for i := range n {
				t.Append(&batch[i])
			}
			st.Add(n)
		}
		return nil
	})
}

// Count returns the number of pairs in a file that Write wrote.
func Count(path string) (n int, err error) {
	err = withFile(path, func(_ *io.SectionReader, file *parquet.File) error { n = int(file.NumRows()); return nil })
	return n, err
}

// readRows and rowsAtOnce are the numbers of rows that are read and written at a time.
const (
	readRows   = 1 << 10
	rowsAtOnce = 1 << 12
)

// withFile opens a file of pairs and calls use with it.
func withFile(path string, use func(*io.SectionReader, *parquet.File) error) error {
	return openChecked(path, func(in *io.SectionReader) error {
		err := rescue(func() error {
			file, err := openParquet(in)
			if err != nil {
				return notPairs(path, err)
			}
			if schema, want := file.Schema().String(), parquet.SchemaOf(Pair{}).String(); schema != want {
				return notPairs(path, errors.New("other columns"))
			}
			return use(in, file)
		})
		if errors.Is(err, errDamaged) {
			return notPairs(path, err)
		}
		return err
	})
}

func notPairs(path string, err error) error {
	return &errs.Error{Kind: errs.Input, File: path, Problem: "not a file of pairs", Err: err, Hint: "make it with axiomine gen sample"}
}
