package index

import (
	"os"
	"unsafe"

	"github.com/axiomine/axiomine/internal/result/filesys"
	"github.com/cespare/xxhash/v2"
	"github.com/edsrzf/mmap-go"
)

// mapping is a read-only mapped file. An empty file has no map.
type mapping struct {
	path   string
	m      mmap.MMap
	blocks *blocks // to be checked when they are touched; nil when the whole file was checked
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
	m, err := mmap.Map(f, mmap.RDONLY, 0)
	return mapping{path: path, m: m}, err
}

// mapFiles maps files of a folder.
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
	return f.m.Unmap()
}

func (f mapping) verify(want fileRecord) error {
	if digest(xxhash.Sum64(f.m)) != want.XXHash {
		return corrupt(f.path, "its checksum differs")
	}
	return nil
}

// array reads bytes as an array of T; what does not fill a whole T is left out.
func array[T any](b []byte) []T {
	var zero T
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b))/unsafe.Sizeof(zero))
}

// raw returns the bytes of numbers: the reverse of array.
func raw[T any](a []T) []byte {
	var zero T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(a))), uintptr(len(a))*unsafe.Sizeof(zero))
}

// str reads bytes as a string without copying: it is valid as long as the bytes are.
func str(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// part returns list[begin:end], places that a file gave: one that was made to lead astray is damage like any other.
func part[T any](f *mapping, list []T, begin, end uint64) []T {
	if begin > end || end > uint64(len(list)) {
		panic(corrupt(f.path, "a place behind its end is asked for"))
	}
	return list[begin:end:end]
}
