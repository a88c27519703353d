package index

import (
	"errors"
	"os"
	"sync/atomic"
	"unsafe"

	"github.com/axiomine/axiomine/internal/result/filesys"
	"github.com/cespare/xxhash/v2"
)

const (
	sinkBuffer  = 256 << 10 // bytes
	sinkBuffers = 4
)

// sink writes one file of an index and keeps its checksum. A goroutine of its own does so, that whoever fills the file need
// not wait for the system. It takes finish or abandon to end it.
type sink struct {
	file    int // of fileNames
	f       filesys.File
	sum     *xxhash.Digest
	blocks  []uint64
	size    int64
	filling []byte
	full    chan []byte // on the way to the file
	free    chan []byte // and back
	failed  atomic.Pointer[error]
	done    chan struct{}
}

func newSink(folder filesys.FS, file int) (*sink, error) {
	f, err := folder.OpenFile(fileNames[file], os.O_CREATE|os.O_TRUNC|os.O_WRONLY)
	if err != nil {
		return nil, err
	}
	s := &sink{file: file, f: f, sum: xxhash.New(), full: make(chan []byte, sinkBuffers), free: make(chan []byte, sinkBuffers),
		done: make(chan struct{})}
	for range sinkBuffers {
		s.free <- make([]byte, 0, sinkBuffer)
	}
	s.filling = <-s.free
	go s.write()
	return s, nil
}

// newSinks opens all files or none.
func newSinks(folder filesys.FS, files ...int) (open []*sink, err error) {
	for _, file := range files {
		s, err := newSink(folder, file)
		if err != nil {
			return nil, errors.Join(err, abandonAll(open))
		}
		open = append(open, s)
	}
	return open, nil
}

// finishAll finishes every file and puts down its record.
func finishAll(sinks []*sink, files *[numFiles]fileRecord) error {
	var errs []error
	for _, s := range sinks {
		record, err := s.finish()
		files[s.file] = record
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// abandonAll abandons every file.
func abandonAll(sinks []*sink) error {
	var errs []error
	for _, s := range sinks {
		errs = append(errs, s.abandon())
	}
	return errors.Join(errs...)
}

// write puts full buffers into the file until there are no more; after an error it only takes them.
func (s *sink) write() {
	defer close(s.done)
	for b := range s.full {
		if s.failed.Load() == nil {
			s.sum.Write(b)
			s.blocks = blockSums(s.blocks, b) // buffers are full but for the last
			if _, err := s.f.Write(b); err != nil {
				s.failed.Store(&err)
			}
		}
		s.free <- b[:0]
	}
}

// err returns the first error of writing so far.
func (s *sink) err() error {
	if e := s.failed.Load(); e != nil {
		return *e
	}
	return nil
}

// Write takes all bytes; an error may be one of an earlier call.
func (s *sink) Write(b []byte) (int, error) {
	s.size += int64(len(b))
	for left := b; len(left) > 0; {
		n := min(len(left), cap(s.filling)-len(s.filling))
		s.filling = append(s.filling, left[:n]...)
		if left = left[n:]; len(s.filling) == cap(s.filling) {
			s.full <- s.filling
			s.filling = <-s.free
		}
	}
	return len(b), s.err()
}

// finish syncs and closes the file.
func (s *sink) finish() (fileRecord, error) {
	s.full <- s.filling
	close(s.full)
	<-s.done
	err := errors.Join(s.err(), s.f.Sync(), s.f.Close())
	return fileRecord{Name: fileNames[s.file], Bytes: s.size, XXHash: digest(s.sum.Sum64()), blocks: s.blocks}, err
}

// abandon closes the file, of which what was written last may lack.
func (s *sink) abandon() error {
	close(s.full)
	<-s.done
	return s.f.Close()
}

// WriteString writes a string's bytes.
func (s *sink) WriteString(b string) (int, error) {
	return s.Write(unsafe.Slice(unsafe.StringData(b), len(b)))
}
