// Package plainfile opens files and standard input without their compression, and refuses files of forms that no reader reads.
package plainfile

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/klauspost/compress/zstd"
	"golang.org/x/text/encoding/unicode"
)

// File is an open file, which Read reads without its compression.
type File struct {
	Plain       *safefile.Plain
	Begin       []byte // the first bytes of the content
	path        string
	content     io.Reader     // the content without compression, from the current position on
	scratchFile *os.File      // the copy that Whole made; nil if it made none
	file        io.ReadCloser // the file as it is stored
}

// Open opens path ("-" is standard input) for reading without its compression. The unpacked size of one file is limited
// by its packed size, and that of all files of a command by spare.
func Open(path string, spare *safefile.Spare) (*File, error) {
	var file io.ReadCloser = io.NopCloser(standardInput())
	if path != "-" {
		disk, err := safefile.Open(path)
		if err != nil {
			return nil, errs.CannotOpen(path, err)
		}
		file = disk
	}
	plain, err := safefile.Unpacked(path, file, spare)
	f := &File{Plain: plain, path: path, file: file, content: plain.Reader}
	if err != nil {
		err = f.damageError(err)
	} else {
		begin, _ := plain.Peek(beginSize) // Read returns an error of the compression again
		f.Begin = slices.Clone(begin)
		if bad := refuseForm(path, begin); bad != nil {
			err = bad
		} else {
			err = safefile.CheckArrived(path, begin)
		}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Read reads bytes of the content. An error of a damaged compressed stream names the file.
func (f *File) Read(p []byte) (int, error) {
	n, err := f.content.Read(p)
	if _, ok := errors.AsType[*errs.Error](err); err != nil && err != io.EOF && !ok {
		err = f.damageError(err)
	}
	return n, err
}

// Whole returns the whole content for reading at any offset. It is the file itself if that is plain and on disk, and a temporary copy if
// not.
func (f *File) Whole() (*io.SectionReader, error) {
	if f.Plain.Packing == "" && f.path == "-" && input.file != nil {
		return io.NewSectionReader(input.file, 0, input.size), nil
	}
	if file, ok := f.file.(*os.File); f.Plain.Packing == "" && ok {
		if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
			return io.NewSectionReader(file, 0, info.Size()), nil
		}
	}
	scratch, err := result.CreateUnnamed()
	if err != nil {
		return nil, err
	}
	f.scratchFile = scratch
	size, err := io.Copy(scratch, f)
	f.content = io.NewSectionReader(scratch, 0, size)
	return io.NewSectionReader(scratch, 0, size), err
}

// damageError returns the error for a file whose content cannot be read because of err.
func (f *File) damageError(err error) error {
	if f.Plain.Packing == "" {
		return fmt.Errorf("%s: %w", f.path, err)
	}
	state := "damaged"
	switch {
	case errors.Is(err, zstd.ErrWindowSizeExceeded):
		return errs.BadInput(f.path, 0, commandOf("zstd -d --long=31 -c FILE | zstd -o NEW.new.zst", f.path),
			"it is packed with a window of %s, and at most %s are held", safefile.ZstdWindow(f.Plain.Begin), safefile.Size(zstd.MaxWindowSize))
	case errors.Is(err, safefile.ErrBehindGzip):
		return errs.BadInput(f.path, 0, commandOf("gzip -dc FILE > NEW", f.path), "%s", safefile.ErrBehindGzip)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		state, err = "truncated", io.ErrUnexpectedEOF
	}
	bad := errs.BadInput(f.path, 0, "fetch or write the file again", "%s %s data", state, f.Plain.Packing)
	bad.Err = err
	return bad
}

// Close closes the file and its copy.
func (f *File) Close() error {
	f.Plain.Close()
	if f.scratchFile != nil {
		f.scratchFile.Close()
	}
	return f.file.Close()
}

// input is standard input, which can be read only once. If several readers need it, it is copied to a temporary file.
var input struct {
	once sync.Once
	file *os.File // nil until it is copied
	size int64
	sum  string // SHA-256 in hexadecimal digits
	err  error
}

// KeepInput copies standard input, so that "-" can be read any number of times.
func KeepInput() error {
	input.once.Do(func() {
		file, err := result.CreateUnnamed()
		if err != nil {
			input.err = err
			return
		}
		sum := sha256.New()
		input.size, input.err = io.Copy(io.MultiWriter(file, sum), os.Stdin)
		input.file, input.sum = file, hex.EncodeToString(sum.Sum(nil))
	})
	return input.err
}

// standardInput returns a reader of "-".
func standardInput() io.Reader {
	if input.file == nil {
		return os.Stdin
	}
	return io.NewSectionReader(input.file, 0, input.size)
}

// InputSum returns the size in bytes and the SHA-256 of standard input. ok is false if it was not copied.
func InputSum() (bytes int64, sum string, ok bool) { return input.size, input.sum, input.file != nil }

// DecodeUTF16 converts the content to UTF-8, without its byte order mark, if it is a text in UTF-16. It reports whether it did.
func (f *File) DecodeUTF16() bool {
	order, ok := utf16Order(f.Begin)
	if ok {
		f.content = unicode.UTF16(order, unicode.UseBOM).NewDecoder().Reader(f.content)
	}
	return ok
}

// utf16Order returns the byte order of a text in UTF-16. ok is false for any other text. It detects a byte order mark. Without one, it
// counts NULs, since most characters of a text are ASCII: most even bytes must be NUL and no odd one, or the reverse.
func utf16Order(begin []byte) (order unicode.Endianness, ok bool) {
	switch {
	case bytes.HasPrefix(begin, []byte("\xff\xfe")):
		return unicode.LittleEndian, true
	case bytes.HasPrefix(begin, []byte("\xfe\xff")):
		return unicode.BigEndian, true
	}
	var nul [2]int
	for i, b := range begin {
		if b == 0 {
			nul[i%2]++
		}
	}
	const least = 4 // minimum number of NULs, except in shorter texts
	switch half := len(begin) / 2; {
	case len(begin) < 4:
	case nul[0] == 0 && nul[1] >= min(least, half) && nul[1]*2 > half:
		return unicode.LittleEndian, true
	case nul[1] == 0 && nul[0] >= min(least, half) && nul[0]*2 > half:
		return unicode.BigEndian, true
	}
	return order, false
}
