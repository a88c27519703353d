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
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	file, err := parquet.OpenFile(f, info.Size())
	if err != nil {
		return nil, notPairs(path, err)
	}
	if got, want := file.Schema().String(), parquet.SchemaOf(Pair{}).String(); got != want {
		return nil, notPairs(path, fmt.Errorf("other columns"))
	}
	in := parquet.NewGenericReader[Pair](file)
	defer in.Close()
	rows := make([]Pair, file.NumRows())
	for n := 0; n < len(rows); {
		m, err := in.Read(rows[n:])
		n += m
		if err != nil && (err != io.EOF || n < len(rows)) {
			return nil, notPairs(path, err)
		}
	}
	return rows, nil
}

func notPairs(path string, err error) error {
	return &fault.Error{Kind: fault.Input, File: path, What: "not a file of pairs", Err: err, Hint: "make it with axiomine gen sample"}
}
