package audit

import (
	"compress/gzip"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/klauspost/compress/zstd"
)

// rewriter writes a changed copy of a file, by its form.
type rewriter struct {
	parquet func(in *os.File, out io.Writer) error
	text    func(name string, in io.Reader, out io.Writer) error // name is without the ending of a packed file
}

// write writes the copy of a file, packed as the file is. Forms that are neither Parquet nor lines of UTF-8 are refused.
func (r rewriter) write(path string, out io.Writer) error {
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
	switch {
	case string(magic[:]) == "PAR1":
		return r.parquet(in, out)
	case string(magic[:2]) == "\x1f\x8b":
		unpacked, err := gzip.NewReader(in)
		if err != nil {
			return err
		}
		packed := gzip.NewWriter(out)
		return errors.Join(r.text(strings.TrimSuffix(path, ".gz"), unpacked, packed), packed.Close())
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
		return errors.Join(r.text(strings.TrimSuffix(path, ".zst"), unpacked, packed), packed.Close())
	case n == len(magic) && (string(magic[:3]) == "BZh" || string(magic[:]) == "ARRO" || string(magic[:]) == "\xff\xff\xff\xff" ||
		magic[0] == 0xff || magic[0] == 0xfe || magic[1] == 0):
		return errs.BadInput(path, 0, "write it as JSON lines, TSV, CSV or Parquet, plain or packed by gzip or zstd",
			"a clean copy is not written in this form")
	}
	return r.text(path, in, out)
}

// copyFile copies a file byte for byte.
func copyFile(path string, out io.Writer) error {
	in, err := os.Open(path)
	if err != nil {
		return errs.CannotOpen(path, err)
	}
	defer in.Close()
	_, err = io.Copy(out, in)
	return err
}
