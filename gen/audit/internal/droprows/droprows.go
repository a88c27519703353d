// Package droprows copies a file of rows without some of them, and compares the copy with the input.
package droprows

import (
	"io"
	"os"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Span is the first and the last line of a row, from 1. In a binary table both are the number of the row.
type Span struct{ Line, Last uint32 }

// spans are the spans of the dropped rows, in order.
type spans []Span

// contains reports whether a line, or a row of a binary table, is dropped. Calls must be in rising order: it removes earlier spans.
func (s *spans) contains(line uint32) bool {
	for len(*s) > 0 && (*s)[0].Last < line {
		*s = (*s)[1:]
	}
	return len(*s) > 0 && (*s)[0].Line <= line
}

// Copy copies a file to an empty file without the rows of drops, which must be in order. It then reads the copy and compares it with the
// rows of the input that were not dropped. It returns an error unless the file is Parquet, Arrow or lines of UTF-8.
func Copy(in, out *os.File, drops []Span) error {
	var magic [4]byte
	_, _ = io.ReadFull(in, magic[:]) // a shorter file has no magic
	if _, err := in.Seek(0, io.SeekStart); err != nil {
		return err
	}
	switch {
	case string(magic[:]) == "PAR1":
		return copyParquet(in, out, drops)
	case string(magic[:]) == "ARRO", string(magic[:]) == "\xff\xff\xff\xff":
		return copyArrow(in, out, magic[0] != 'A', drops)
	case string(magic[:2]) == "\x1f\x8b":
		return copyPacked(in, out, drops, packing{
			func(r io.Reader) (io.ReadCloser, error) { return gzip.NewReader(r) },
			func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(w), nil }})
	case string(magic[:]) == "\x28\xb5\x2f\xfd":
		return copyPacked(in, out, drops, packing{
			func(r io.Reader) (io.ReadCloser, error) {
				z, err := zstd.NewReader(r)
				return z.IOReadCloser(), err
			},
			func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w) }})
	case string(magic[:3]) == "BZh":
		return errForm()
	}
	return copyPacked(in, out, drops, packing{
		func(r io.Reader) (io.ReadCloser, error) { return io.NopCloser(r), nil },
		func(w io.Writer) (io.WriteCloser, error) { return plainWriter{w}, nil }})
}

// errForm returns the error for a form of file that cannot be copied.
func errForm() error {
	return errs.BadInput("", 0, "write it as JSON lines, TSV, CSV, Parquet or Arrow; lines may be packed by gzip or zstd",
		"a clean copy is not written in this form")
}

// errDiffers returns the error for a copy that differs from the rows of the input. what is the part that differs.
func errDiffers(what string) error {
	return errs.BadInput("", 0, "report it; other forms of the file may work", "its copy was read back and has other %s: it is not kept", what)
}
