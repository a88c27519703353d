package corpus

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/safefile/packing"
	"github.com/klauspost/compress/zstd"
)

// plainFile is a file whose compression is removed.
type plainFile struct {
	io.Reader
	path    string
	packing string // "" when plain
	packed  []byte // the first bytes of a packed file
	begin   []byte // the first bytes of the content
	read    safefile.Counter
	table   *io.SectionReader // a whole Parquet or Arrow file, read at any offset
	copied  *os.File          // a copy of the table, if it was packed or came through a pipe
	done    func()
	file    io.ReadCloser
}

// unpack opens path ("-" is standard input) and decompresses it, within the limits of safefile.UnpackedReader.
func unpack(path string) (*plainFile, error) {
	var file io.ReadCloser = io.NopCloser(standardInput())
	if path != "-" {
		f, err := safefile.Open(path)
		if err != nil {
			return nil, errs.CannotOpen(path, err)
		}
		file = f
	}
	u := &plainFile{path: path, file: file}
	u.read.Reader = file
	in := bufio.NewReaderSize(&u.read, 1<<16)
	begin, err := in.Peek(beginSize)
	if err != nil && err != io.EOF {
		file.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	u.Reader = in
	if p, ok := packing.Detect(begin); ok {
		u.packing, u.packed = p.Name, slices.Clone(begin)
		u.Reader, u.done, err = p.Unpack(in)
		if err != nil {
			file.Close()
			return nil, u.damageError(err)
		}
		in = p.Limit(path, file, u.Reader, &u.read)
		u.Reader = in
		begin, _ = in.Peek(beginSize) // Read returns an error of the compression again
	}
	if err := refuseForm(path, begin); err != nil {
		u.Close()
		return nil, err
	}
	u.begin = slices.Clone(begin)
	if magic, _ := in.Peek(8); bytes.HasPrefix(magic, []byte(parquetMagic)) || isArrow(magic) {
		if err := u.openTable(); err != nil {
			u.Close()
			return nil, err
		}
	}
	return u, nil
}

// Read reads plain bytes. An error of a damaged compressed stream names the file.
func (u *plainFile) Read(p []byte) (int, error) {
	n, err := u.Reader.Read(p)
	if _, ok := errors.AsType[*errs.Error](err); err != nil && err != io.EOF && !ok {
		err = u.damageError(err)
	}
	return n, err
}

func (u *plainFile) damageError(err error) error {
	if u.packing == "" {
		return fmt.Errorf("%s: %w", u.path, err)
	}
	state := "damaged"
	switch {
	case errors.Is(err, zstd.ErrWindowSizeExceeded):
		return errs.BadInput(u.path, 0, commandOf("zstd -d --long=31 -c FILE | zstd -o NEW.new.zst", u.path),
			"it is packed with a window of %s, and at most %s are held", packing.ZstdWindow(u.packed), safefile.Size(zstd.MaxWindowSize))
	case errors.Is(err, packing.ErrBehindGzip):
		return errs.BadInput(u.path, 0, commandOf("gzip -dc FILE > NEW", u.path), "%s", packing.ErrBehindGzip)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		state, err = "truncated", io.ErrUnexpectedEOF
	}
	bad := errs.BadInput(u.path, 0, "fetch or write the file again", "%s %s data", state, u.packing)
	bad.Err = err
	return bad
}

// Close closes the file.
func (u *plainFile) Close() error {
	if u.done != nil {
		u.done()
	}
	if u.copied != nil {
		u.copied.Close()
	}
	return u.file.Close()
}
