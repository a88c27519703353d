package pairs

import (
	"fmt"
	"io"
	"os"

	"github.com/axiomine/axiomine/configs/fault"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
)

// rowGroup bounds what a writer and a reader hold at once.
const rowGroup = 1 << 16

// Write writes pairs as Parquet, in the order given. The bytes depend on the pairs alone.
func Write(w io.Writer, rows []Pair) error {
	out := parquet.NewGenericWriter[Pair](w, parquet.Compression(&zstd.Codec{Level: zstd.SpeedFastest}),
		parquet.MaxRowsPerRowGroup(rowGroup), parquet.CreatedBy("axiomine", "", ""))
	for len(rows) > 0 {
		n := min(len(rows), rowGroup)
		if _, err := out.Write(rows[:n]); err != nil {
			return err
		}
		rows = rows[n:]
	}
	return out.Close()
}

// Read reads a file that Write wrote.
func Read(path string) ([]Pair, error) {
	rows := []Pair{}
	err := each(path, func(batch []Pair) { rows = append(rows, batch...) })
	return rows, err
}

// ReadTable reads a file that Write wrote into a table.
func ReadTable(path string) (*Table, error) {
	t := new(Table)
	err := each(path, func(batch []Pair) {
		for i := range batch {
			t.Append(&batch[i])
		}
	})
	return t, err
}

// Count is the number of pairs in a file that Write wrote.
func Count(path string) (n int, err error) {
	err = withFile(path, func(file *parquet.File) error { n = int(file.NumRows()); return nil })
	return n, err
}

// readRows is how many rows are read at a time.
const readRows = 1 << 10

// each calls f with the rows of a file, so many at a time, in order; the slice is used again, what is in it is not.
func each(path string, f func([]Pair)) error {
	return withFile(path, func(file *parquet.File) error {
		rows := parquet.NewGenericReader[Pair](file)
		defer rows.Close()
		batch := make([]Pair, readRows)
		for left := int(file.NumRows()); left > 0; {
			clear(batch)
			n, err := rows.Read(batch[:min(readRows, left)])
			f(batch[:n])
			if left -= n; err != nil && (err != io.EOF || left > 0) {
				return notPairs(path, err)
			}
		}
		return nil
	})
}

// withFile opens a file of pairs for the time of use.
func withFile(path string, use func(*parquet.File) error) error {
	in, err := os.Open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	file, err := parquet.OpenFile(in, info.Size())
	if err != nil {
		return notPairs(path, err)
	}
	if got, want := file.Schema().String(), parquet.SchemaOf(Pair{}).String(); got != want {
		return notPairs(path, fmt.Errorf("other columns"))
	}
	return use(file)
}

func notPairs(path string, err error) error {
	return &fault.Error{Kind: fault.Input, File: path, What: "not a file of pairs", Err: err, Hint: "make it with axiomine gen sample"}
}
