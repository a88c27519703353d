package pairs

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/configs/parallel"
	"github.com/axiomine/axiomine/configs/progress"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
	"golang.org/x/sync/errgroup"
)

// rowGroup and groupsAtOnce bound what a writer and a reader hold at once.
const (
	rowGroup     = 1 << 16
	groupsAtOnce = 8
)

var compression = &zstd.Codec{Level: zstd.SpeedFastest}

// newWriter returns the writer of a whole file.
func newWriter(w io.Writer) *parquet.GenericWriter[Pair] {
	return parquet.NewGenericWriter[Pair](w, parquet.Compression(compression), parquet.MaxRowsPerRowGroup(rowGroup),
		parquet.CreatedBy("axiomine", "", ""))
}

// Write writes pairs as Parquet, in the order given. The bytes depend on the pairs alone. Progress counts pairs. Each of the threads, up to
// groupsAtOnce, packs a row group into a file of its own in memory, which the library splices into that of w as it is: the bytes are
// those of one writeRows.
func Write(ctx context.Context, w io.Writer, t *Table, threads int, st *progress.Stage) error {
	type group struct {
		packed bytes.Buffer
		rows   []Pair
	}
	out := newWriter(w)
	err := parallel.Ahead(ctx, min(threads, groupsAtOnce), parallel.NumPieces(t.Len(), rowGroup), func(i int, g *group) (err error) {
		g.packed.Reset()
		g.rows, err = writeRows(ctx, &g.packed, t, i*rowGroup, min((i+1)*rowGroup, t.Len()), g.rows, st)
		return err
	}, func(_ int, g *group) error {
		file, err := parquet.OpenFile(bytes.NewReader(g.packed.Bytes()), int64(g.packed.Len()))
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

// writeRows writes a file of the pairs from one place to before another. It gives back the memory of rows.
func writeRows(ctx context.Context, w io.Writer, t *Table, from, to int, rows []Pair, st *progress.Stage) ([]Pair, error) {
	out := newWriter(w)
	for from < to {
		if err := ctx.Err(); err != nil {
			return rows, err
		}
		rows = rows[:0]
		for next := min(from+rowsAtOnce, to); from < next; from++ {
			p := t.At(from)
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

// Read reads a file that Write wrote. Progress counts pairs. One goroutine reads ahead of the one that appends: the one that opened the
// file, as it is told there where the library panics on damage.
func Read(ctx context.Context, path string, st *progress.Stage) (*Table, error) {
	t := new(Table)
	const ahead = 3 // slices of rows that go round
	free, read := make(chan []Pair, ahead), make(chan []Pair, ahead)
	for range ahead {
		free <- make([]Pair, readRows)
	}
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		defer close(read)
		return each(path, func(fill func([]Pair) (int, error)) error {
			select {
			case batch := <-free:
				batch = batch[:readRows]
				clear(batch)
				n, err := fill(batch)
				read <- batch[:n] // there is room for all
				return err
			case <-ctx.Done():
				return ctx.Err()
			}
		})
	})
	for batch := range read {
		for i := range batch {
			t.Append(&batch[i])
		}
		st.Add(len(batch))
		free <- batch
	}
	return t, group.Wait()
}

// Count is the number of pairs in a file that Write wrote.
func Count(path string) (n int, err error) {
	err = withFile(path, func(_ *io.SectionReader, file *parquet.File) error { n = int(file.NumRows()); return nil })
	return n, err
}

// readRows and rowsAtOnce are how many rows are read and written at a time.
const (
	readRows   = 1 << 10
	rowsAtOnce = 1 << 12
)

// each lets f fill slices of at most readRows with the rows of a file, in order, until it fails. Fill gives the number of rows.
func each(path string, f func(fill func([]Pair) (int, error)) error) error {
	return withFile(path, func(in *io.SectionReader, file *parquet.File) error {
		if err := paged(in, file); err != nil {
			return notPairs(path, err)
		}
		rows := parquet.NewGenericReader[Pair](file)
		defer rows.Close()
		left := int(file.NumRows())
		for left > 0 {
			err := f(func(batch []Pair) (int, error) {
				n, err := rows.Read(batch[:min(len(batch), left)])
				if n == 0 && err == nil {
					err = io.ErrNoProgress
				}
				if left -= n; err != nil && (err != io.EOF || left > 0) {
					return n, notPairs(path, err)
				}
				return n, nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// withFile opens a file of pairs for the time of use.
func withFile(path string, use func(*io.SectionReader, *parquet.File) error) error {
	wrong := func(err error) error { return notPairs(path, err) }
	return withParquet(path, wrong, func(in *io.SectionReader, file *parquet.File) error {
		if got, want := file.Schema().String(), parquet.SchemaOf(Pair{}).String(); got != want {
			return wrong(fmt.Errorf("other columns"))
		}
		for _, group := range file.Metadata().RowGroups {
			for _, column := range group.Columns {
				if column.MetaData.Codec != compression.CompressionCodec() {
					return wrong(fmt.Errorf("damaged: a column is packed as %v, not %v", column.MetaData.Codec, compression.CompressionCodec()))
				}
			}
		}
		return use(in, file)
	})
}

func notPairs(path string, err error) error {
	return &fault.Error{Kind: fault.Input, File: path, What: "not a file of pairs", Err: err, Hint: "make it with axiomine gen sample"}
}
