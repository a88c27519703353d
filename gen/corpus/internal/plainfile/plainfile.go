// Package plainfile opens files and standard input without their compression, and names the forms that no reader reads.
package plainfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/safefile/packing"
	"github.com/klauspost/compress/zstd"
)

// File is a file whose compression is removed.
type File struct {
	Packing string           // "" when plain
	Begin   []byte           // the first bytes of the content
	Stored  safefile.Counter // the bytes of the file itself, as they are read
	path    string
	packed  []byte // the first bytes of a packed file
	content io.Reader
	copied  *os.File // a copy of the content
	done    func()
	file    io.ReadCloser
}

// Open opens path ("-" is standard input) and decompresses it, within the limits of safefile.UnpackedReader.
func Open(path string) (*File, error) {
	var file io.ReadCloser = io.NopCloser(standardInput())
	if path != "-" {
		disk, err := safefile.Open(path)
		if err != nil {
			return nil, errs.CannotOpen(path, err)
		}
		file = disk
	}
	f := &File{path: path, file: file}
	f.Stored.Reader = file
	in := bufio.NewReaderSize(&f.Stored, 1<<16)
	begin, err := in.Peek(beginSize)
	if err != nil && err != io.EOF {
		file.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	f.content = in
	if p, ok := packing.Detect(begin); ok {
		f.Packing, f.packed = p.Name, slices.Clone(begin)
		f.content, f.done, err = p.Unpack(in)
		if err != nil {
			file.Close()
			return nil, f.damageError(err)
		}
		in = p.Limit(path, file, f.content, &f.Stored)
		f.content = in
		begin, _ = in.Peek(beginSize) // Read returns an error of the compression again
	}
	if err := refuseForm(path, begin); err != nil {
		f.Close()
		return nil, err
	}
	f.Begin = slices.Clone(begin)
	return f, nil
}

// Read reads plain bytes. An error of a damaged compressed stream names the file.
func (f *File) Read(p []byte) (int, error) {
	n, err := f.content.Read(p)
	if _, ok := errors.AsType[*errs.Error](err); err != nil && err != io.EOF && !ok {
		err = f.damageError(err)
	}
	return n, err
}

// Whole returns the whole content, readable at any offset: a plain file on disk directly, other input through a temporary copy.
func (f *File) Whole() (*io.SectionReader, error) {
	if f.Packing == "" && f.path == "-" && input.file != nil {
		return io.NewSectionReader(input.file, 0, input.size), nil
	}
	if file, ok := f.file.(*os.File); f.Packing == "" && ok {
		if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
			return io.NewSectionReader(file, 0, info.Size()), nil
		}
	}
	scratch, err := result.CreateUnnamed()
	if err != nil {
		return nil, err
	}
	f.copied = scratch
	size, err := io.Copy(scratch, f)
	f.content = io.NewSectionReader(scratch, 0, size)
	return io.NewSectionReader(scratch, 0, size), err
}

func (f *File) damageError(err error) error {
	if f.Packing == "" {
		return fmt.Errorf("%s: %w", f.path, err)
	}
	state := "damaged"
	switch {
	case errors.Is(err, zstd.ErrWindowSizeExceeded):
		return errs.BadInput(f.path, 0, commandOf("zstd -d --long=31 -c FILE | zstd -o NEW.new.zst", f.path),
			"it is packed with a window of %s, and at most %s are held", packing.ZstdWindow(f.packed), safefile.Size(zstd.MaxWindowSize))
	case errors.Is(err, packing.ErrBehindGzip):
		return errs.BadInput(f.path, 0, commandOf("gzip -dc FILE > NEW", f.path), "%s", packing.ErrBehindGzip)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		state, err = "truncated", io.ErrUnexpectedEOF
	}
	bad := errs.BadInput(f.path, 0, "fetch or write the file again", "%s %s data", state, f.Packing)
	bad.Err = err
	return bad
}

// Close closes the file and its copy.
func (f *File) Close() error {
	if f.done != nil {
		f.done()
	}
	if f.copied != nil {
		f.copied.Close()
	}
	return f.file.Close()
}
