package index

import (
	"bufio"
	"errors"
	"os"
	"path/filepath"
	"unsafe"

	"github.com/cespare/xxhash/v2"
)

// sink writes one file of an index and keeps its checksum.
type sink struct {
	name string
	f    *os.File
	w    *bufio.Writer
	sum  *xxhash.Digest
	size int64
}

func newSink(dir string, file int) (*sink, error) {
	f, err := os.Create(filepath.Join(dir, fileNames[file]))
	if err != nil {
		return nil, err
	}
	return &sink{name: fileNames[file], f: f, w: bufio.NewWriterSize(f, 256<<10), sum: xxhash.New()}, nil
}

func (s *sink) Write(b []byte) (int, error) {
	s.size += int64(len(b))
	s.sum.Write(b)
	return s.w.Write(b)
}

// finish syncs and closes the file.
func (s *sink) finish() (fileRecord, error) {
	err := errors.Join(s.w.Flush(), s.f.Sync(), s.f.Close())
	return fileRecord{s.name, s.size, digest(s.sum.Sum64())}, err
}

// WriteString is Write of a string's bytes.
func (s *sink) WriteString(b string) (int, error) {
	return s.Write(unsafe.Slice(unsafe.StringData(b), len(b)))
}
