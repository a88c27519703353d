// Package droprows copies a file of rows without some of them, and reads the copy back.
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

// spans are those of the rows that are left out, in order.
type spans []Span

// take reports whether a line, or a row of a binary table, is left out. Lines are asked about in order.
func (s *spans) take(line uint32) bool {
	for len(*s) > 0 && (*s)[0].Last < line {
		*s = (*s)[1:]
	}
	return len(*s) > 0 && (*s)[0].Line <= line
}

// Copy copies a file without the rows at some spans, which are in order, to an empty file. It then reads the copy and compares it with what
// is kept. Forms that are neither Parquet, Arrow nor lines of UTF-8 are refused.
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

// errForm is the error of a form that is not copied.
func errForm() error {
	return errs.BadInput("", 0, "write it as JSON lines, TSV, CSV, Parquet or Arrow; lines may be packed by gzip or zstd",
		"a clean copy is not written in this form")
}

// errOther is the error of a copy that does not hold what is kept.
func errOther(what string) error {
	return errs.BadInput("", 0, "report it; other forms of the file may work", "its copy was read back and has other %s: it is not kept", what)
}
