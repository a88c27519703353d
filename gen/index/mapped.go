package index

import (
	"errors"
	"os"
	"sync/atomic"
	"unsafe"

	"github.com/axiomine/axiomine/internal/result/filesys"
	"github.com/cespare/xxhash/v2"
)

// mapping is a read-only mapped file. An empty file has no map.
type mapping struct {
	path   string
	m      []byte
	blocks *blocks // the blocks that are checked when they are read; nil if the whole file was checked
	bounds bounds
}

func mapFile(path string) (mapping, error) {
	f, err := os.Open(path)
	if err != nil {
		return mapping{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return mapping{path: path}, err
	}
	m, err := filesys.Map(f, int(info.Size()))
	return mapping{path: path, m: m}, err
}

// mapFiles maps files of a folder; closeAll unmaps them.
func mapFiles(folder filesys.FS, files ...int) (list []mapping, closeAll func(), err error) {
	list = make([]mapping, len(files))
	closeAll = func() {
		for _, f := range list {
			f.close()
		}
	}
	for i, file := range files {
		if list[i], err = mapFile(folder.Path(fileNames[file])); err != nil {
			closeAll()
			return nil, nil, err
		}
	}
	return list, closeAll, nil
}

func (f mapping) close() error {
	if f.m == nil {
		return nil
	}
	return filesys.Unmap(f.m)
}

func (f mapping) verify(want fileRecord) error {
	if digest(xxhash.Sum64(f.m)) != want.XXHash {
		return corrupt(f.path, "its checksum differs")
	}
	return nil
}

// array returns the bytes as an array of T, without the bytes after the last whole T.
func array[T any](b []byte) []T {
	var zero T
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b))/unsafe.Sizeof(zero))
}

// raw returns the bytes of numbers: the reverse of array.
func raw[T any](a []T) []byte {
	var zero T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(a))), uintptr(len(a))*unsafe.Sizeof(zero))
}

// str returns bytes as a string without a copy. The string is valid as long as the bytes are.
func str(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// part returns list[begin:end]. begin and end were read from the index; if they are out of range, it panics with an error about f.
func part[T any](f *mapping, list []T, begin, end uint64) []T {
	if begin > end || end > uint64(len(list)) {
		panic(corrupt(f.path, "a place behind its end is asked for"))
	}
	return list[begin:end:end]
}

// blockBytes is the size of a block, which has a checksum. A block of a large file is checked when a byte of it is first read.
const blockBytes = 64 << 10 // 64 KiB: some microseconds

func numBlocks(size int64) int { return int((size + blockBytes - 1) / blockBytes) }

// blockSums appends the checksums of the blocks of b.
func blockSums(sums []uint64, b []byte) []uint64 {
	for len(b) > 0 {
		n := min(len(b), blockBytes)
		sums = append(sums, xxhash.Sum64(b[:n]))
		b = b[n:]
	}
	return sums
}

// blocks holds the checksums of a file's blocks, and marks the blocks that were checked.
type blocks struct {
	sums    []uint64
	checked []atomic.Uint64 // one bit for each block that was checked
	all     atomic.Bool     // true if all blocks were checked
}

// touch checks the blocks of the bytes from begin to end. If the bytes have changed, it panics with an error that names the file. A caller
// of an index's methods turns the panic into an error with errs.Rescue.
func (f *mapping) touch(begin, end uint64) {
	if f.blocks != nil && begin < end {
		f.check(begin, end)
	}
}

// check checks the blocks of bytes of a file with blocks, each block once.
func (f *mapping) check(begin, end uint64) {
	if end > uint64(len(f.m)) {
		panic(corrupt(f.path, "a place behind its end is asked for"))
	}
	if f.blocks.all.Load() {
		return
	}
	for b := begin / blockBytes; b <= (end-1)/blockBytes; b++ {
		bit := uint64(1) << (b % 64)
		if f.blocks.checked[b/64].Load()&bit != 0 {
			continue
		}
		low := b * blockBytes
		if xxhash.Sum64(f.m[low:min(low+blockBytes, uint64(len(f.m)))]) != f.blocks.sums[b] {
			panic(corrupt(f.path, "its checksum differs"))
		}
		if !f.bounds.holds(f.m[low:min(low+blockBytes, uint64(len(f.m)))]) {
			panic(corrupt(f.path, outOfRange))
		}
		f.blocks.checked[b/64].Or(bit)
	}
}

// bounds is the limit of the uint32 numbers in a file. The number at each multiple of every bytes is below limit. 0 means no bound.
type bounds struct {
	every int
	limit uint64
}

const outOfRange = "it holds a number that is out of range"

// holds reports whether the numbers in b are below the limit. The length and offset of b must be multiples of every.
func (o bounds) holds(b []byte) bool {
	if o.every == 0 {
		return true
	}
	highest := uint32(0)
	numbers := array[uint32](b)
	for i := 0; i < len(numbers); i += o.every / 4 {
		highest = max(highest, numbers[i])
	}
	return len(numbers) == 0 || uint64(highest) < o.limit
}

// touchAll checks every byte of the file as touch does, for tables with random access.
func (f *mapping) touchAll() {
	if f.blocks != nil && !f.blocks.all.Load() {
		f.check(0, uint64(len(f.m)))
		f.blocks.all.Store(true)
	}
}

// sinkBuffer is the size of a sink's buffer in bytes, a multiple of blockBytes.
const sinkBuffer = 256 << 10

// sink writes one file of an index and computes its checksums. finish must be called at the end, also after an error.
type sink struct {
	file   int // the index in fileNames
	f      filesys.File
	sum    *xxhash.Digest
	blocks []uint64
	size   int64
	buffer []byte
	err    error // the first error of writing
}

func newSink(folder filesys.FS, file int) (*sink, error) {
	f, err := folder.OpenFile(fileNames[file], os.O_CREATE|os.O_TRUNC|os.O_WRONLY)
	if err != nil {
		return nil, err
	}
	return &sink{file: file, f: f, sum: xxhash.New(), buffer: make([]byte, 0, sinkBuffer)}, nil
}

// newSinks returns a sink for each file. After an error, all are closed.
func newSinks(folder filesys.FS, files ...int) (open []*sink, err error) {
	for _, file := range files {
		s, err := newSink(folder, file)
		if err != nil {
			return nil, errors.Join(err, finishAll(open, new([numFiles]fileRecord)))
		}
		open = append(open, s)
	}
	return open, nil
}

// finishAll finishes every file and sets its record in files.
func finishAll(sinks []*sink, files *[numFiles]fileRecord) error {
	var errs []error
	for _, s := range sinks {
		record, err := s.finish()
		files[s.file] = record
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// flush writes the buffer and empties it. After an error it only empties the buffer.
func (s *sink) flush() {
	if s.err == nil {
		s.sum.Write(s.buffer)
		s.blocks = blockSums(s.blocks, s.buffer) // the buffer is full, except at the end of the file
		_, s.err = s.f.Write(s.buffer)
	}
	s.buffer = s.buffer[:0]
}

// Write writes all bytes. The error may be of an earlier call.
func (s *sink) Write(b []byte) (int, error) {
	s.size += int64(len(b))
	for left := b; len(left) > 0; {
		n := min(len(left), sinkBuffer-len(s.buffer))
		s.buffer = append(s.buffer, left[:n]...)
		if left = left[n:]; len(s.buffer) == sinkBuffer {
			s.flush()
		}
	}
	return len(b), s.err
}

// finish syncs and closes the file, and returns its record.
func (s *sink) finish() (fileRecord, error) {
	s.flush()
	err := errors.Join(s.err, s.f.Sync(), s.f.Close())
	return fileRecord{Name: fileNames[s.file], Bytes: s.size, XXHash: digest(s.sum.Sum64()), blocks: s.blocks}, err
}

// WriteString writes a string's bytes.
func (s *sink) WriteString(b string) (int, error) {
	return s.Write(unsafe.Slice(unsafe.StringData(b), len(b)))
}
