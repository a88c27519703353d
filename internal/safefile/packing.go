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

// Packing is a compression of files. The first bytes of a file name it.
type Packing struct {
	Name   string
	magic  string
	Unpack func(*bufio.Reader) (io.Reader, func(), error)
}

// Packings are all compressions that are read.
var Packings = []Packing{
	{Name: "gzip", magic: "\x1f\x8b", Unpack: unpackGzip},
	{Name: "zstd", magic: "\x28\xb5\x2f\xfd", Unpack: unpackZstd},
	{Name: "zstd", magic: "\x50\x2a\x4d\x18", Unpack: unpackZstd}, // the skippable frame that pzstd puts first
	{Name: "bzip2", magic: "BZh", Unpack: func(r *bufio.Reader) (io.Reader, func(), error) { return bzip2.NewReader(r), nil, nil }},
}

// DetectPacking returns the compression that the first bytes of a file name.
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

// Plain is what a file holds: unpacked if its first bytes name a compression.
type Plain struct {
	*bufio.Reader
	Packing string  // the compression; "" for a plain file
	Begin   []byte  // the first bytes of a packed file
	Stored  Counter // the bytes of the file itself, as they are read
	done    func()
}

// beginSize is the number of first bytes of a packed file that are kept: the headers of its compression.
const beginSize = 512

// Unpacked returns what a file holds; with an error, what is known of it. spare is the command's, nil for that of the file alone.
func Unpacked(path string, file io.Reader, spare *Spare) (*Plain, error) {
	p := &Plain{Stored: Counter{Reader: file}}
	p.Reader = bufio.NewReaderSize(&p.Stored, 1<<16)
	begin, err := p.Peek(4)
	if err != nil && err != io.EOF {
		return p, err
	}
	kind, is := DetectPacking(begin)
	if !is {
		return p, nil
	}
	begin, _ = p.Peek(beginSize)
	p.Packing, p.Begin = kind.Name, bytes.Clone(begin)
	plain, done, err := kind.Unpack(p.Reader)
	if err != nil {
		return p, err
	}
	p.Reader, p.done = kind.limit(path, file, plain, &p.Stored, spare), done
	return p, nil
}

// Close releases what unpacks the file, which stays open.
func (p *Plain) Close() {
	if p.done != nil {
		p.done()
	}
}

// small is the size of a file that is soon read to its end.
const small = 1 << 20

// limit returns a reader of plain, what a file unpacks to, that ends with an error where this is more than its size makes credible. packed
// counts the bytes of the file that were read; spare is the command's.
func (k Packing) limit(path string, file io.Reader, plain io.Reader, packed *Counter, spare *Spare) *bufio.Reader {
	u := &unpackedReader{plain: plain, packed: packed, name: path, spare: spare}
	if f, ok := file.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() && info.Size() <= small {
			u.count = func() error { return k.count(path, io.NewSectionReader(f, 0, info.Size()), spare) }
		}
	}
	return bufio.NewReader(u)
}

// count unpacks a file to its end, or to its limit.
func (k Packing) count(path string, file io.Reader, spare *Spare) error {
	packed := &Counter{Reader: file}
	plain, done, err := k.Unpack(bufio.NewReader(packed))
	if err != nil {
		return err
	}
	if done != nil {
		defer done()
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

// A packed file is believed to hold at most packedRatio times its own size, beyond the first freeBytes of all files of a command (Spare): collections reach 16, logs in JSON
// 30, the same line over and over 400 under gzip and any number under others. Tables store equal values once, and are believed more.
const (
	packedRatio = 100
	tableRatio  = 300
	freeBytes   = 64 << 20
	heldRatio   = 20
	heldBytes   = 128 << 20
)

// Spare counts what the files of one command hold beyond what their sizes make credible, packed files and tables together: at most
// freeBytes. A nil Spare is that of each file alone.
type Spare struct {
	lock  sync.Mutex
	taken map[string]int64
	sum   int64
}

// take reports whether a file may hold so many bytes beyond its size. A file that is read again takes nothing more.
func (s *Spare) take(path string, bytes int64) bool {
	if s == nil || bytes <= 0 {
		return bytes <= freeBytes
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	more := bytes - s.taken[path]
	if more <= 0 {
		return true
	}
	if s.taken == nil {
		s.taken = map[string]int64{}
	}
	s.sum += more
	s.taken[path] = bytes
	return s.sum <= freeBytes
}

// Holds reports whether the columns of a table of a size may be read as so many bytes.
func (s *Spare) Holds(path string, size, bytes int64) bool {
	return s.take(path, bytes-tableRatio*min(size, 1<<50))
}

// Unpack returns the most bytes that the columns of a table of a size are believed to be read as.
func Unpack(size int64) int64 { return freeBytes + tableRatio*min(size, 1<<50) }

// doubtful is how many bytes a packed file must hold before it is counted for having too many of them.
const doubtful = 4 << 20

// What rows and values count beside their bytes: a file may state any number of equal ones.
const (
	Cell   = 64 // a value of a table
	Record = 64 // a row of a packed text, or of a table
	member = 16 // a value of a packed text
)

// sizeOf returns what a text counts: its bytes, its rows, and its values where tabs or commas end them. A row ends with its line or its
// object.
func sizeOf(text []byte) int64 {
	count := func(mark string) int { return bytes.Count(text, []byte(mark)) }
	return int64(len(text) + Record*max(count("\n"), count("}")) + member*(count("\t")+count(",")))
}

// MostHeld returns the most bytes that what belongs together in a packed file of a size may take at once: the pages of a row group, the
// buffers of a batch, a message.
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

// unpackedReader reads what a packed file holds, as long as that is no more than the file's size makes credible.
type unpackedReader struct {
	plain  io.Reader // the unpacked bytes
	packed *Counter  // the packed ones, of which plain is made
	name   string    // of the file, for the error
	spare  *Spare    // of the command
	// count reads a small file to its end on its own and returns the error of that; nil where this cannot be done. What is read of a
	// file that holds too much would take long before the limit comes.
	count func() error
	n     int64 // what the unpacked bytes count
}

func (u *unpackedReader) Read(p []byte) (int, error) {
	n, err := u.plain.Read(p)
	u.n += sizeOf(p[:n])
	if !u.spare.take(u.name, u.n-packedRatio*min(u.packed.N, 1<<50)) {
		return n, errs.BadInput(u.name, 0, "if it is meant to be so, unpack it first and give the plain file",
			"its first %s unpack to %s (%d bytes a row and %d a value counted in), more than %d times as much", Size(u.packed.N), Size(u.n),
			Record, member, packedRatio)
	}
	if u.count != nil && u.n > doubtful && u.n > packedRatio*u.packed.N {
		count := u.count
		u.count = nil
		if tooMuch, ok := errors.AsType[*errs.Error](count()); ok {
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
