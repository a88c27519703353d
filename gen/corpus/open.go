package corpus

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/configs/untrusted"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// A packing is a way in which a file's bytes are wrapped, told by its first bytes.
type packing struct {
	name   string
	magic  string
	unpack func(io.Reader) (io.Reader, func(), error) // nil: refused
	hint   string                                     // what to do instead, where it is refused
}

var packings = []packing{
	{name: "gzip", magic: "\x1f\x8b", unpack: func(r io.Reader) (io.Reader, func(), error) {
		z, err := gzip.NewReader(r) // reads several members in a row
		return z, nil, err
	}},
	{name: "zstd", magic: "\x28\xb5\x2f\xfd", unpack: unpackZstd},
	{name: "zstd", magic: "\x50\x2a\x4d\x18", unpack: unpackZstd}, // the skippable frame that pzstd puts first
	{name: "bzip2", magic: "BZh", unpack: func(r io.Reader) (io.Reader, func(), error) { return bzip2.NewReader(r), nil, nil }},
	{name: "Unix compress (.Z)", magic: "\x1f\x9d", hint: "gzip -d unpacks it"},
	{name: "xz", magic: "\xfd7zXZ\x00", hint: "unpack it with xz -d, or repack it with zstd"},
	{name: "zip", magic: "PK\x03\x04", hint: "unpack it with unzip"},
	{name: "UTF-16", magic: "\xff\xfe", hint: "iconv -f utf-16 -t utf-8 converts it"},
	{name: "UTF-16", magic: "\xfe\xff", hint: "iconv -f utf-16 -t utf-8 converts it"},
}

func unpackZstd(r io.Reader) (io.Reader, func(), error) {
	z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, nil, err
	}
	return z, z.Close, nil
}

// unpacked is a file whose compression is taken off.
type unpacked struct {
	io.Reader
	path    string
	packing string // "" when plain
	read    untrusted.Counter
	table   *io.SectionReader // the whole of a Parquet file, which is read from its end
	copied  *os.File          // the table, where it came packed or by a pipe
	done    func()
	file    io.ReadCloser
}

// unpack opens path ("-" is standard input) and takes its compression off, as far as untrusted.Unpacked believes it.
func unpack(path string) (*unpacked, error) {
	var file io.ReadCloser = io.NopCloser(standardInput())
	if path != "-" {
		f, err := untrusted.Open(path)
		if err != nil {
			return nil, fault.CannotOpen(path, err)
		}
		file = f
	}
	u := &unpacked{path: path, file: file}
	u.read.Reader = file
	buffered := bufio.NewReaderSize(&u.read, 1<<16)
	magic, err := buffered.Peek(8)
	if err != nil && err != io.EOF {
		file.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	u.Reader = buffered
	for _, p := range packings {
		if !bytes.HasPrefix(magic, []byte(p.magic)) {
			continue
		}
		if p.unpack == nil {
			file.Close()
			return nil, fault.BadInput(path, 0, p.hint, "%s is not read", p.name)
		}
		u.packing = p.name
		u.Reader, u.done, err = p.unpack(buffered)
		if err != nil {
			file.Close()
			return nil, u.damaged(err)
		}
		buffered = bufio.NewReader(&untrusted.Unpacked{Plain: u.Reader, Packed: &u.read, Name: path})
		u.Reader = buffered
		break
	}
	if magic, _ := buffered.Peek(len(parquetMagic)); string(magic) == parquetMagic {
		if err := u.openTable(); err != nil {
			u.Close()
			return nil, err
		}
	}
	return u, nil
}

// Read reads plain bytes; a broken compressed stream is an error that names the file.
func (u *unpacked) Read(p []byte) (int, error) {
	n, err := u.Reader.Read(p)
	if _, known := errors.AsType[*fault.Error](err); err != nil && err != io.EOF && !known {
		err = u.damaged(err)
	}
	return n, err
}

func (u *unpacked) damaged(err error) error {
	if u.packing == "" {
		return fmt.Errorf("%s: %w", u.path, err)
	}
	what := "damaged"
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		what, err = "truncated", io.ErrUnexpectedEOF
	}
	bad := fault.BadInput(u.path, 0, "fetch or write the file again", "%s %s data", what, u.packing)
	bad.Err = err
	return bad
}

// Close closes the file.
func (u *unpacked) Close() error {
	if u.done != nil {
		u.done()
	}
	if u.copied != nil {
		u.copied.Close()
	}
	return u.file.Close()
}
