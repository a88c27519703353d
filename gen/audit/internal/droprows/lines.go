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

// packing is how lines are packed.
type packing struct {
	unpack func(io.Reader) (io.ReadCloser, error)
	pack   func(io.Writer) (io.WriteCloser, error)
}

// plainWriter writes lines that are not packed.
type plainWriter struct{ io.Writer }

func (plainWriter) Close() error { return nil }

// copyPacked copies lines, packed as they were.
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
	kept, read := sha256.New(), sha256.New()
	if err := errors.Join(copyLines(unpacked, io.MultiWriter(packed, kept), drops), packed.Close()); err != nil {
		return err
	}
	if _, err := out.Seek(0, io.SeekStart); err != nil {
		return err
	}
	again, err := p.unpack(out)
	if err != nil {
		return err
	}
	defer again.Close()
	if _, err := io.Copy(read, again); err != nil {
		return err
	}
	if !bytes.Equal(kept.Sum(nil), read.Sum(nil)) {
		return errOther("lines")
	}
	return nil
}

// copyLines copies lines without those of some rows.
func copyLines(file io.Reader, out io.Writer, drops spans) error {
	in, target := bufio.NewReaderSize(file, 1<<20), bufio.NewWriterSize(out, 1<<20)
	begin, _ := in.Peek(in.Size()) // of the file; an error is that of reading its lines
	if len(begin) > 1 && (begin[0] >= 0xfe || begin[1] == 0) || bytes.HasPrefix(begin, []byte("PAR1")) || bytes.HasPrefix(begin, []byte("ARROW1")) {
		return errForm() // UTF-16, or a packed table
	}
	begin, _, hasLine := bytes.Cut(begin, []byte("\n"))
	if i := bytes.IndexByte(begin, '\r'); !hasLine && i >= 0 && i < len(begin)-1 {
		return errs.BadInput("", 0, "write the file with line feeds", "lines end in CR alone: no clean copy is written")
	}
	if bytes.HasPrefix(bytes.TrimLeft(begin, "\ufeff \t"), []byte("[")) {
		return errs.BadInput("", 0, "write JSON lines", "an array of JSON: no clean copy is written")
	}
	for line := uint32(1); ; line++ {
		text, end := in.ReadBytes('\n')
		if end != nil && end != io.EOF {
			return end
		}
		if !drops.take(line) {
			if _, err := target.Write(text); err != nil {
				return err
			}
		}
		if end == io.EOF {
			return target.Flush()
		}
	}
}
