package safefile

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Packing is a compression of files, recognised by the first bytes of a file.
type Packing struct {
	Name  string
	magic string // the bytes at the beginning of a packed file
	// Unpack returns a reader of the unpacked content, and a function that releases the decompressor; nil if it holds nothing.
	Unpack func(*bufio.Reader) (io.Reader, func(), error)
}

// Packings lists all compressions that can be read.
var Packings = []Packing{
	{Name: "gzip", magic: "\x1f\x8b", Unpack: unpackGzip},
	{Name: "zstd", magic: "\x28\xb5\x2f\xfd", Unpack: unpackZstd},
	{Name: "zstd", magic: "\x50\x2a\x4d\x18", Unpack: unpackZstd}, // the skippable frame that pzstd puts first
	{Name: "bzip2", magic: "BZh", Unpack: func(r *bufio.Reader) (io.Reader, func(), error) { return bzip2.NewReader(r), nil, nil }},
}

// DetectPacking returns the compression whose magic number is at the beginning of a file.
func DetectPacking(begin []byte) (Packing, bool) {
	for _, p := range Packings {
		if bytes.HasPrefix(begin, []byte(p.magic)) {
			return p, true
		}
	}
	return Packing{}, false
}

// PlainName returns a file's name without the extension of its compression.
func PlainName(name string) string {
	for _, ending := range []string{".gz", ".zst", ".bz2"} {
		if n := len(name) - len(ending); n >= 0 && strings.EqualFold(name[n:], ending) {
			return name[:n]
		}
	}
	return name
}

// Plain reads the content of a file, which it unpacks if the file begins with the magic number of a compression.
type Plain struct {
	*bufio.Reader
	Packing string  // the name of the compression; "" for a plain file
	Begin   []byte  // the first bytes of a packed file, at most beginSize; nil for a plain file
	Stored  Counter // counts the bytes that were read of the file itself
	release func()  // releases the decompressor; nil if it holds nothing
}

// beginSize is the number of first bytes of a packed file that are kept: the headers of its compression.
const beginSize = 512

// Unpacked returns a reader of a file's content. With an error the result holds the fields that are known. spare is shared by all files
// of the command; nil: this file has its own.
func Unpacked(path string, file io.Reader, spare *Spare) (*Plain, error) {
	p := &Plain{Stored: Counter{Reader: file}}
	p.Reader = bufio.NewReaderSize(&p.Stored, 1<<16)
	begin, err := p.Peek(4)
	if err != nil && err != io.EOF {
		return p, err
	}
	kind, isPacked := DetectPacking(begin)
	if !isPacked {
		return p, nil
	}
	begin, _ = p.Peek(beginSize)
	p.Packing, p.Begin = kind.Name, bytes.Clone(begin)
	plain, release, err := kind.Unpack(p.Reader)
	if err != nil {
		return p, err
	}
	p.Reader, p.release = kind.limit(path, file, plain, &p.Stored, spare), release
	return p, nil
}

// Close releases the decompressor. It does not close the file.
func (p *Plain) Close() {
	if p.release != nil {
		p.release()
	}
}

// smallFile is the maximum size, in bytes, of a packed file that checkWhole reads.
const smallFile = 1 << 20

// limit returns a reader of plain, the unpacked content of a file. The reader returns an error if the content is larger than the file's
// size makes credible. packed counts the bytes read of the file. spare is shared by all files of the command.
func (k Packing) limit(path string, file io.Reader, plain io.Reader, packed *Counter, spare *Spare) *bufio.Reader {
	u := &unpackedReader{plain: plain, packed: packed, name: path, spare: spare}
	if f, ok := file.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() && info.Size() <= smallFile {
			u.checkWhole = func() error { return k.checkWhole(path, io.NewSectionReader(f, 0, info.Size()), spare) }
		}
	}
	return bufio.NewReader(u)
}

// checkWhole unpacks a file to its end, and returns an error if its content is too large.
func (k Packing) checkWhole(path string, file io.Reader, spare *Spare) error {
	packed := &Counter{Reader: file}
	plain, release, err := k.Unpack(bufio.NewReader(packed))
	if err != nil {
		return err
	}
	if release != nil {
		defer release()
	}
	_, err = io.Copy(io.Discard, &unpackedReader{plain: plain, packed: packed, name: path, spare: spare})
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
	return Size(int64(h.WindowSize))
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

// A packed file may unpack to packedRatio times its own size, a table to tableRatio times, because a table stores equal values once. All
// files of a command together may have freeBytes more (Spare). Collections reach a ratio of 16, logs in JSON 30. One line repeated reaches
// 400 under gzip, and any ratio under other compressions. heldRatio and heldBytes are for MostHeld.
const (
	packedRatio = 100
	tableRatio  = 300
	freeBytes   = 64 << 20
	heldRatio   = 20
	heldBytes   = 128 << 20
)

// Spare counts the bytes by which the files of one command exceed packedRatio or tableRatio, at most freeBytes for all files together. With
// a nil Spare each file has freeBytes of its own.
type Spare struct {
	lock  sync.Mutex
	bytes map[string]int64 // the excess of each file, by path
	sum   int64            // the excess of all files
}

// take reports whether the content of a file may exceed its ratio by so many bytes. A file that is read again is counted once.
func (s *Spare) take(path string, bytes int64) bool {
	if s == nil || bytes <= 0 {
		return bytes <= freeBytes
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	more := bytes - s.bytes[path]
	if more <= 0 {
		return true
	}
	if s.bytes == nil {
		s.bytes = map[string]int64{}
	}
	s.sum += more
	s.bytes[path] = bytes
	return s.sum <= freeBytes
}

// Holds reports whether the columns of a table may take so many bytes in memory. size is the size of its file.
func (s *Spare) Holds(path string, size, bytes int64) bool {
	return s.take(path, bytes-tableRatio*min(size, 1<<50))
}

// MostUnpacked returns the maximum number of bytes that the columns of a table may take in memory. size is the size of its file.
func MostUnpacked(size int64) int64 { return freeBytes + tableRatio*min(size, 1<<50) }

// doubtfulBytes is the number of unpacked bytes above which checkWhole reads a small file whose ratio is too large so far.
const doubtfulBytes = 4 << 20

// Bytes that are counted for each row and value in addition to its text, because a file can state any number of empty ones.
const (
	Cell   = 64 // a value of a table
	Record = 64 // a row of a packed text, or of a table
	member = 16 // a value of a packed text
)

// sizeOf returns the number of bytes that are counted for a text: its length, Record for each row, and member for each tab or comma. Rows
// are lines or JSON objects, whichever are more.
func sizeOf(text []byte) int64 {
	count := func(mark string) int { return bytes.Count(text, []byte(mark)) }
	return int64(len(text) + Record*max(count("\n"), count("}")) + member*(count("\t")+count(",")))
}

// MostHeld returns the maximum number of bytes that a row group, a batch or a message of a packed file may take. size is the file's size.
func MostHeld(size int64) int64 {
	return heldBytes + heldRatio*min(size, 1<<50)
}

// Counter counts the bytes that are read through it.
type Counter struct {
	io.Reader
	N int64
}

func (c *Counter) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.N += int64(n)
	return n, err
}

// unpackedReader reads the content of a packed file. It returns an error once the content is larger than the file's size makes credible.
type unpackedReader struct {
	plain  io.Reader // yields the unpacked bytes
	packed *Counter  // counts the packed bytes that were read for plain
	name   string    // the name of the file, for the error
	spare  *Spare    // is shared by the files of the command
	// checkWhole reads a small file to its end separately; nil if that is not possible. It finds a file with too much content early,
	// before the caller spends time on its first bytes.
	checkWhole func() error
	n          int64 // the size of the unpacked bytes so far, by sizeOf
}

func (u *unpackedReader) Read(p []byte) (int, error) {
	n, err := u.plain.Read(p)
	u.n += sizeOf(p[:n])
	if !u.spare.take(u.name, u.n-packedRatio*min(u.packed.N, 1<<50)) {
		return n, errs.BadInput(u.name, 0, "if it is meant to be so, unpack it first and give the plain file",
			"its first %s unpack to %s (%d bytes a row and %d a value counted in), more than %d times as much", Size(u.packed.N), Size(u.n),
			Record, member, packedRatio)
	}
	if u.checkWhole != nil && u.n > doubtfulBytes && u.n > packedRatio*u.packed.N {
		check := u.checkWhole
		u.checkWhole = nil
		if tooMuch, ok := errors.AsType[*errs.Error](check()); ok {
			return n, tooMuch
		}
	}
	return n, err
}

// Size formats a number of bytes as people do: "64 MiB".
func Size(bytes int64) string {
	for _, unit := range []struct {
		name  string
		bytes int64
	}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}} {
		if bytes >= unit.bytes {
			return fmt.Sprintf("%.4g %s", float64(bytes)/float64(unit.bytes), unit.name)
		}
	}
	return fmt.Sprintf("%d bytes", bytes)
}
