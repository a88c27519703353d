package pairs

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
)

// Rows of LZ4 pages are those that were written, whatever page version and shape. The library alone reads others
// (github.com/parquet-go/parquet-go/issues/608).
func TestLZ4(t *testing.T) {
	type row struct {
		Text  string   `parquet:"text,dict"`
		Long  string   `parquet:"long"`
		Words []string `parquet:"words,list"`
		Maybe *int64   `parquet:"maybe,optional"`
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var rows []row
	for i := range 3000 {
		r := row{Text: fmt.Sprint("text ", rng.IntN(100)), Long: fmt.Sprint(rng.Uint64(), " and ", rng.Uint64())}
		for range rng.IntN(4) {
			r.Words = append(r.Words, fmt.Sprint(rng.Uint32()))
		}
		if n := rng.Int64(); i%3 == 0 {
			r.Maybe = &n
		}
		rows = append(rows, r)
	}
	for version := 1; version <= 2; version++ {
		read := func(codec compress.Codec) (all []parquet.Row) {
			var whole bytes.Buffer
			w := parquet.NewGenericWriter[row](&whole, parquet.Compression(codec), parquet.DataPageVersion(version), parquet.PageBufferSize(5000))
			for part := range slices.Chunk(rows, 1100) {
				if _, err := w.Write(part); err != nil {
					t.Fatal(err)
				}
				if err := w.Flush(); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			in := io.NewSectionReader(bytes.NewReader(whole.Bytes()), 0, int64(whole.Len()))
			if err := ReadParquet(in, []int{0, 1, 2, 3}, func(file *parquet.File) error {
				r := parquet.NewReader(file)
				defer r.Close()
				buffer := make([]parquet.Row, 100)
				for {
					n, err := r.ReadRows(buffer)
					for _, one := range buffer[:n] {
						all = append(all, one.Clone())
					}
					if err == io.EOF {
						return nil
					}
					if err != nil {
						return err
					}
				}
			}); err != nil {
				t.Fatal(err)
			}
			return all
		}
		plain, packed := read(&parquet.Uncompressed), read(&parquet.Lz4Raw)
		if len(plain) != len(rows) || !slices.EqualFunc(plain, packed, parquet.Row.Equal) {
			t.Errorf("version %d: %d rows of %d, or other values", version, len(packed), len(rows))
		}
	}
}
