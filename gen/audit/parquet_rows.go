package audit

import (
	"io"
	"os"

	"github.com/parquet-go/parquet-go"
)

// openParquet reads the end of a Parquet file.
func openParquet(in *os.File) (*parquet.File, error) {
	info, err := in.Stat()
	if err != nil {
		return nil, err
	}
	return parquet.OpenFile(in, info.Size())
}

// newParquetCopy returns a writer of a file with the columns, types and metadata of another one.
func newParquetCopy(file *parquet.File, w io.Writer) rowWriter {
	options := []parquet.WriterOption{file.Schema(), parquet.Compression(&parquet.Zstd)}
	for _, pair := range file.Metadata().KeyValueMetadata {
		options = append(options, parquet.KeyValueMetadata(pair.Key, pair.Value))
	}
	return parquet.NewWriter(w, options...)
}

// rowWriter writes the rows of a Parquet file.
type rowWriter interface {
	parquet.RowWriter
	io.Closer
}

// copyParquet writes each row of a file, numbered from 0, as edit returns it, and leaves out those for which it returns nil. It closes out.
func copyParquet(file *parquet.File, out rowWriter, edit func(number uint32, row parquet.Row) parquet.Row) error {
	number, rows := uint32(0), make([]parquet.Row, 256)
	for _, group := range file.RowGroups() {
		reader := group.Rows()
		for {
			n, err := reader.ReadRows(rows)
			for _, row := range rows[:n] {
				edited := edit(number, row)
				if number++; edited == nil {
					continue
				}
				if _, err := out.WriteRows([]parquet.Row{edited}); err != nil {
					return err
				}
			}
			if err == io.EOF {
				break
			}
			if err != nil {
				return err
			}
		}
		if err := reader.Close(); err != nil {
			return err
		}
	}
	return out.Close()
}
