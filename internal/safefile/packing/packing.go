// Package packing unpacks gzip, zstd and bzip2, detected by the first bytes of a file.
package packing

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"errors"
	"io"
	"os"

	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Kind is a compression of files. The first bytes of a file name it.
type Kind struct {
	Name   string
	magic  string
	Unpack func(*bufio.Reader) (io.Reader, func(), error)
}

// Kinds are all compressions that are read.
var Kinds = []Kind{
	{Name: "gzip", magic: "\x1f\x8b", Unpack: unpackGzip},
	{Name: "zstd", magic: "\x28\xb5\x2f\xfd", Unpack: unpackZstd},
	{Name: "zstd", magic: "\x50\x2a\x4d\x18", Unpack: unpackZstd}, // the skippable frame that pzstd puts first
	{Name: "bzip2", magic: "BZh", Unpack: func(r *bufio.Reader) (io.Reader, func(), error) { return bzip2.NewReader(r), nil, nil }},
}

// Detect returns the compression that the first bytes of a file name.
func Detect(begin []byte) (Kind, bool) {
	for _, p := range Kinds {
		if bytes.HasPrefix(begin, []byte(p.magic)) {
			return p, true
		}
	}
	return Kind{}, false
}

// Reader returns a reader of what a file holds: unpacked if its first bytes name a compression. done is called when all was read; it may be
// nil.
func Reader(path string, file io.Reader) (r *bufio.Reader, done func(), err error) {
	packed := &safefile.Counter{Reader: file}
	in := bufio.NewReaderSize(packed, 1<<16)
	begin, err := in.Peek(4)
	if err != nil && err != io.EOF {
		return nil, nil, err
	}
	kind, is := Detect(begin)
	if !is {
		return in, nil, nil
	}
	plain, done, err := kind.Unpack(in)
	if err != nil {
		return nil, nil, err
	}
	return kind.Limit(path, file, plain, packed), done, nil
}

// small is the size of a file that is soon read to its end.
const small = 1 << 20

// Limit returns a reader of plain, what a file unpacks to, that ends with an error where this is more than its size makes credible. packed
// counts the bytes of the file that were read.
func (k Kind) Limit(path string, file io.Reader, plain io.Reader, packed *safefile.Counter) *bufio.Reader {
	u := &safefile.UnpackedReader{Plain: plain, Packed: packed, Name: path}
	if f, ok := file.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() && info.Size() <= small {
			u.Count = func() error { return k.count(path, io.NewSectionReader(f, 0, info.Size())) }
		}
	}
	return bufio.NewReader(u)
}

// count unpacks a file to its end, or to its limit.
func (k Kind) count(path string, file io.Reader) error {
	packed := &safefile.Counter{Reader: file}
	plain, done, err := k.Unpack(bufio.NewReader(packed))
	if err != nil {
		return err
	}
	if done != nil {
		defer done()
	}
	_, err = io.Copy(io.Discard, &safefile.UnpackedReader{Plain: plain, Packed: packed, Name: path})
	return err
}

func unpackZstd(r *bufio.Reader) (io.Reader, func(), error) {
	z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, nil, err
	}
	return z, z.Close, nil
}

// ZstdWindow returns, as text, the size of the window that the first frame requires.
func ZstdWindow(begin []byte) string {
	var h zstd.Header
	if h.Decode(begin) != nil || h.WindowSize == 0 {
		return "more than is allowed"
	}
	return safefile.Size(int64(h.WindowSize))
}

// ErrBehindGzip means that a file has bytes other than zero after its gzip data.
var ErrBehindGzip = errors.New("gzip data, and behind them bytes that are no gzip data")

// gzipMembers reads the members of a gzip file. It skips zeros between and after them, as gzip(1) does.
type gzipMembers struct {
	in     *bufio.Reader
	member *gzip.Reader
}

func unpackGzip(r *bufio.Reader) (io.Reader, func(), error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, nil, err
	}
	z.Multistream(false)
	return &gzipMembers{in: r, member: z}, nil, nil
}

// Read reads from the open member, and opens the next one at its end.
func (g *gzipMembers) Read(p []byte) (int, error) {
	for {
		n, err := g.member.Read(p)
		if err == io.EOF && n == 0 {
			if err := g.open(); err != nil {
				return 0, err
			}
			continue
		}
		if err == io.EOF {
			err = nil // the next call opens the next member
		}
		return n, err
	}
}

// open opens the next member. It returns io.EOF if there is none.
func (g *gzipMembers) open() error {
	for {
		next, err := g.in.ReadByte()
		if err != nil {
			return err // io.EOF, or an error of the file
		}
		if next != 0 {
			break
		}
	}
	if err := g.in.UnreadByte(); err != nil {
		return err
	}
	magic, err := g.in.Peek(2)
	if err != nil && err != io.EOF {
		return err
	}
	if !bytes.Equal(magic, []byte("\x1f\x8b")) {
		return ErrBehindGzip
	}
	if err := g.member.Reset(g.in); err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return err
	}
	g.member.Multistream(false)
	return nil
}
