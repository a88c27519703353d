// Package safefile reads and unpacks untrusted files. Its memory stays below stated bounds, whatever a file holds or claims to hold.
package safefile

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lazy"
)

// Whole is the size in bytes up to which a file is read as a whole: 64 MiB.
const Whole = 64 << 20

// Open opens a file for reading. It reads a pipe of the shell or a device as a stream. It refuses a folder, and a pipe with a name, since
// opening such a pipe could wait for ever. Other errors are the system's.
func Open(path string) (*os.File, error) {
	if target, err := filepath.EvalSymlinks(path); err == nil { // the shell's pipes have no name there
		if info, err := os.Lstat(target); err == nil && info.Mode()&fs.ModeNamedPipe != 0 {
			return nil, errs.BadInput(path, 0, "save it to a file first", "it is a pipe")
		}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	if err := refuseFolder(f, path); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Joined reads First, and then Rest.
type Joined struct {
	First *io.SectionReader
	Rest  io.ReaderAt
}

// ReadAt reads from an offset into the concatenation.
func (j Joined) ReadAt(dst []byte, offset int64) (n int, err error) {
	if left := j.First.Size() - offset; left > 0 {
		n, err = j.First.ReadAt(dst[:min(int64(len(dst)), left)], offset)
		if n == len(dst) || err != nil && err != io.EOF {
			return n, err
		}
	}
	more, err := j.Rest.ReadAt(dst[n:], offset+int64(n)-j.First.Size())
	return n + more, err
}

// refuseFolder returns an error if an open file is a folder.
func refuseFolder(f fs.File, name string) error {
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return errs.BadInput(name, 0, "name a file in it", "it is a folder")
	}
	return nil
}

// Glob returns the files of a folder that fit a pattern, whose parts are separated by slashes. The folder's own name is no pattern.
func Glob(folder, pattern string) ([]string, error) {
	files, err := fs.Glob(os.DirFS(folder), pattern)
	for i, file := range files {
		files[i] = filepath.Join(folder, filepath.FromSlash(file))
	}
	return files, err
}

// CheckStored returns an error for a pipe or a device, which can be read once only. It accepts a missing path, which Open reports.
func CheckStored(path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return errs.BadInput(path, 0, "save it to a file first: it is read more than once", "it is a pipe or a device")
	}
	return nil
}

// RefuseTwice returns an error if two of the paths lead to the same file or folder, whose content would then count twice.
func RefuseTwice(paths []string) error {
	type mark struct{ size, modified int64 }
	type read struct {
		path string
		info fs.FileInfo
	}
	alike, isRead := map[mark][]read{}, map[string]bool{}
	for _, path := range paths {
		if isRead[path] {
			return errs.BadUsage("name it once", "%s is named twice", path)
		}
		isRead[path] = true
		info, err := os.Stat(path)
		if err != nil {
			continue // the reader reports it
		}
		key := mark{info.Size(), info.ModTime().UnixNano()}
		for _, other := range alike[key] {
			if os.SameFile(info, other.info) {
				return errs.BadUsage("name it once", "%s and %s are the same", other.path, path)
			}
		}
		alike[key] = append(alike[key], read{path, info})
	}
	return nil
}

// ReadFile reads a whole file of at most limit bytes. It does not wrap errors of the system.
func ReadFile(path string, limit int64) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	raw, err := ReadAll(f, path, limit)
	if err == nil {
		err = CheckArrived(path, raw)
	}
	return raw, err
}

// page matches the beginning of an HTML page, or of an XML error page of a cloud store.
var page = lazy.Regexp(`^(?i:\s*(?:<!doctype html|<html[\s>])|\s*(?:<\?xml[^>]*>\s*)?<Error>)`)

// ErrNotArrived is wrapped in the errors of CheckArrived: the download got something else than the file.
var ErrNotArrived = errors.New("not the file itself")

// CheckArrived returns an error with ErrNotArrived if a file is a pointer of Git LFS or a web page. begin holds its first bytes.
func CheckArrived(path string, begin []byte) error {
	bad := func(hint, problem string) error {
		return &errs.Error{Kind: errs.Input, File: path, Problem: problem, Hint: hint, Err: ErrNotArrived}
	}
	begin = bytes.TrimPrefix(begin, []byte("\ufeff"))
	switch {
	case bytes.HasPrefix(begin, []byte("version https://git-lfs.github.com/spec/")):
		return bad("git lfs pull", "a pointer of Git LFS")
	case page().Match(begin[:min(512, len(begin))]):
		return bad("fetch the file again, and read the page: it may tell of an error or a login", "an HTML page or an error page")
	}
	return nil
}

// ReadAll reads a whole stream of at most limit bytes. name is the file's name in errors. A folder is an error.
func ReadAll(r io.Reader, name string, limit int64) ([]byte, error) {
	if f, isFile := r.(fs.File); isFile {
		if err := refuseFolder(f, name); err != nil {
			return nil, err
		}
	}
	raw, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(raw)) > limit {
		return nil, errs.BadInput(name, 0, "is it the right file?", "it has more than %s, the most that is read of such a file", Size(limit))
	}
	return raw, nil
}

// Line is the maximum size in bytes of a line, unless a reader has its own: 64 MiB.
const Line = 64 << 20

// ReadLine appends the next line to buf, without its LF. The error is io.EOF after the last line, and bufio.ErrTooLong above limit bytes.
func ReadLine(in *bufio.Reader, buf []byte, limit int) ([]byte, error) {
	begin := len(buf)
	for {
		part, err := in.ReadSlice('\n')
		buf = append(buf, part...)
		switch {
		case err == bufio.ErrBufferFull && len(buf)-begin <= limit:
			continue
		case err == io.EOF && len(buf) == begin:
			return buf, io.EOF
		case err != nil && err != io.EOF && err != bufio.ErrBufferFull:
			return buf, err
		}
		if last := len(buf) - 1; last >= begin && buf[last] == '\n' {
			buf = buf[:last]
		}
		if len(buf)-begin > limit {
			return buf, bufio.ErrTooLong
		}
		return buf, nil
	}
}
