package result

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/axiomine/axiomine/internal/result/filesys"
)

// summing is a folder that takes the checksums of the files in it: while they are written, of those that are opened once, empty and
// to be written only, and written from their beginning to their end; the others are read.
type summing struct {
	filesys.FS
	mu    sync.Mutex
	files map[string]*summedFile
}

func newSumming(folder filesys.FS) *summing {
	return &summing{FS: folder, files: map[string]*summedFile{}}
}

func (s *summing) OpenFile(name string, flag int) (filesys.File, error) {
	f, err := s.FS.OpenFile(name, flag)
	if err != nil {
		return nil, err
	}
	const anew = os.O_WRONLY | os.O_TRUNC
	if flag&(anew|os.O_RDWR|os.O_APPEND) != anew {
		s.know(name, nil)
		return f, nil
	}
	file := &summedFile{File: f, sum: sha256.New()}
	s.know(name, file)
	return file, nil
}

func (s *summing) Rename(oldName, newName string) error {
	s.know(oldName, nil)
	s.know(newName, nil)
	return s.FS.Rename(oldName, newName)
}

func (s *summing) know(name string, f *summedFile) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.files[name] = f
}

// checksums returns the checksums of all files, with their paths from the folder.
func (s *summing) checksums() (files []File, err error) {
	var names []string
	err = filesys.Walk(s, ".", func(name string, item fs.DirEntry) error {
		if !item.IsDir() {
			names = append(names, name)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	files = make([]File, len(names))
	err = forEach(len(names), func(i int) (err error) {
		s.mu.Lock()
		f := s.files[names[i]]
		s.mu.Unlock()
		if f != nil && f.whole {
			files[i] = File{Path: filepath.ToSlash(names[i]), Bytes: f.n, SHA256: hex.EncodeToString(f.sum.Sum(nil))}
			return nil
		}
		files[i], err = checksum(s.FS, names[i])
		return err
	})
	return files, err
}

// summedFile is a file that is written.
type summedFile struct {
	filesys.File
	sum           hash.Hash
	n             int64
	failed, whole bool // written out of order; closed, and neither that nor an error of writing
}

func (f *summedFile) Write(p []byte) (int, error) {
	n, err := f.File.Write(p)
	f.sum.Write(p[:n])
	f.n += int64(n)
	f.failed = f.failed || err != nil
	return n, err
}

func (f *summedFile) WriteAt(p []byte, offset int64) (int, error) {
	f.failed = true
	return f.File.WriteAt(p, offset)
}

func (f *summedFile) Truncate(size int64) error {
	f.failed = true
	return f.File.Truncate(size)
}

func (f *summedFile) Close() error {
	err := f.File.Close()
	f.whole = err == nil && !f.failed
	return err
}
