package droprows

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"io"
	"os"

	"github.com/axiomine/axiomine/internal/errs"
)

// packing is a method of compression, or none.
type packing struct {
	unpack func(io.Reader) (io.ReadCloser, error)
	pack   func(io.Writer) (io.WriteCloser, error)
}

// plainWriter writes lines without compression.
type plainWriter struct{ io.Writer }

func (plainWriter) Close() error { return nil }

// copyPacked copies lines with the compression of the input. Then it compares the copy.
func copyPacked(in, out *os.File, drops []Span, p packing) error {
	unpacked, err := p.unpack(in)
	if err != nil {
		return err
	}
	defer unpacked.Close()
	packed, err := p.pack(out)
	if err != nil {
		return err
	}
	want, got := sha256.New(), sha256.New()
	if err := errors.Join(copyLines(unpacked, io.MultiWriter(packed, want), drops), packed.Close()); err != nil {
		return err
	}
	if _, err := out.Seek(0, io.SeekStart); err != nil {
		return err
	}
	copied, err := p.unpack(out)
	if err != nil {
		return err
	}
	defer copied.Close()
	if _, err := io.Copy(got, copied); err != nil {
		return err
	}
	if !bytes.Equal(want.Sum(nil), got.Sum(nil)) {
		return errDiffers("lines")
	}
	return nil
}

// copyLines copies all lines that are in none of drops.
func copyLines(file io.Reader, out io.Writer, drops spans) error {
	in, target := bufio.NewReaderSize(file, 1<<20), bufio.NewWriterSize(out, 1<<20)
	begin, _ := in.Peek(in.Size()) // ReadBytes below returns the same error
	if len(begin) > 1 && (begin[0] >= 0xfe || begin[1] == 0) || bytes.HasPrefix(begin, []byte("PAR1")) || bytes.HasPrefix(begin, []byte("ARROW1")) {
		return errForm() // UTF-16, or a compressed Parquet or Arrow file
	}
	begin, _, hasLine := bytes.Cut(begin, []byte("\n"))
	if i := bytes.IndexByte(begin, '\r'); !hasLine && i >= 0 && i < len(begin)-1 {
		return errs.BadInput("", 0, "write the file with line feeds", "lines end in CR alone: no clean copy is written")
	}
	if bytes.HasPrefix(bytes.TrimLeft(begin, "\ufeff \t"), []byte("[")) {
		return errs.BadInput("", 0, "write JSON lines", "an array of JSON: no clean copy is written")
	}
	for line := uint32(1); ; line++ {
		text, err := in.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return err
		}
		if !drops.contains(line) {
			if _, err := target.Write(text); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return target.Flush()
		}
	}
}
