package audit

import (
	"bufio"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
)

// rewriter writes a changed copy of a file, by its form.
type rewriter struct {
	parquet func(in *parquet.File, out io.Writer) error
	text    func(name string, in *bufio.Reader, out io.Writer) error // name is without the ending of a packed file
}

// write writes the copy of a file, packed as the file is. Forms that are neither Parquet nor lines of UTF-8 are refused.
func (r *rewriter) write(path string, out io.Writer) error {
	in, err := os.Open(path)
	if err != nil {
		return errs.CannotOpen(path, err)
	}
	defer in.Close()
	var magic [4]byte
	n, _ := io.ReadFull(in, magic[:]) // a shorter file has no magic
	if _, err := in.Seek(0, io.SeekStart); err != nil {
		return err
	}
	text := func(name string, in io.Reader, out io.Writer) error {
		return r.text(name, bufio.NewReaderSize(in, 1<<20), out)
	}
	switch {
	case string(magic[:]) == "PAR1":
		info, err := in.Stat()
		if err != nil {
			return err
		}
		file, err := parquet.OpenFile(in, info.Size())
		if err != nil {
			return err
		}
		return r.parquet(file, out)
	case string(magic[:2]) == "\x1f\x8b":
		unpacked, err := gzip.NewReader(in)
		if err != nil {
			return err
		}
		packed := gzip.NewWriter(out)
		return errors.Join(text(strings.TrimSuffix(path, ".gz"), unpacked, packed), packed.Close())
	case string(magic[:]) == "\x28\xb5\x2f\xfd":
		unpacked, err := zstd.NewReader(in)
		if err != nil {
			return err
		}
		defer unpacked.Close()
		packed, err := zstd.NewWriter(out)
		if err != nil {
			return err
		}
		return errors.Join(text(strings.TrimSuffix(path, ".zst"), unpacked, packed), packed.Close())
	case n == len(magic) && (string(magic[:3]) == "BZh" || string(magic[:]) == "ARRO" || string(magic[:]) == "\xff\xff\xff\xff" ||
		magic[0] == 0xff || magic[0] == 0xfe || magic[1] == 0):
		return errs.BadInput(path, 0, "write it as JSON lines, TSV, CSV or Parquet, plain or packed by gzip or zstd",
			"a clean copy is not written in this form")
	}
	return text(path, in, out)
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
