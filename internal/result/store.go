package result

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"path"
	"path/filepath"

	"github.com/axiomine/axiomine/internal/result/filesys"
)

// store is a folder with a journal: the claimed directory, or one below it. Whoever calls its methods sees to it that one goroutine at a
// time does.
type store struct {
	path    string     // as it was given, for messages
	root    filesys.FS // of the claimed directory
	prefix  string     // where in it, "" or with a slash behind
	lock    *lock
	journal journal
	folders folders         // below the root
	used    map[string]bool // files that this process wrote, or took over as finished
	written map[string]bool // files that this process wrote
}

// newStore returns the folder of a root, of which nothing is read yet.
func newStore(path string, root filesys.FS, l *lock) *store {
	return &store{path: path, root: root, lock: l, journal: newJournal(), used: map[string]bool{}, written: map[string]bool{}}
}

// subfolder returns the folder of a name, of which nothing is read yet.
func (s *store) subfolder(name string) *store {
	sub := newStore(s.finalPath(name), s.root, s.lock)
	sub.prefix = s.name(name) + "/"
	return sub
}

// name returns a file's name below the root.
func (s *store) name(name string) string { return path.Join(s.prefix, filepath.ToSlash(name)) }

// finalPath returns the full path that a file has when the command has ended, for messages.
func (s *store) finalPath(name string) string { return filepath.Join(s.path, filepath.FromSlash(name)) }

// writeTemporary writes the file that is to be name.
func (s *store) writeTemporary(name string, write func(io.Writer) error) (temporary string, file File, err error) {
	if err := inside(s.path, name); err != nil {
		return "", file, err
	}
	if temporary, err = s.lock.temporary(s.root); err != nil {
		return s.lock.folder, file, err
	}
	sum := sha256.New()
	counter := &countingWriter{}
	err = filesys.WriteFile(s.root, temporary, func(f io.Writer) error {
		counter.w = io.MultiWriter(f, sum)
		buffer := buffers.Get().(*bufio.Writer)
		defer buffers.Put(buffer)
		buffer.Reset(counter)
		if err := write(buffer); err != nil {
			return err
		}
		return buffer.Flush()
	})
	if err != nil {
		return temporary, file, err
	}
	return temporary, File{Path: filepath.ToSlash(name), Bytes: counter.n, SHA256: hex.EncodeToString(sum.Sum(nil))}, nil
}
