package safefile

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/axiomine/axiomine/internal/errs"
)

// A packed file is believed to hold at most packedRatio times its own size, beyond the first freeBytes: collections reach 16, logs in JSON
// 30, the same line over and over 400 under gzip and any number under others. Tables store equal values once, and are believed more.
const (
	packedRatio = 100
	tableRatio  = 300
	freeBytes   = 64 << 20
	heldRatio   = 20
	heldBytes   = 128 << 20
)

// Unpack returns the most bytes that the columns of a table of a size are believed to be read as.
func Unpack(size int64) int64 { return freeBytes + tableRatio*min(size, 1<<50) }

// mostPacked returns the most bytes that a packed file of a size is believed to hold.
func mostPacked(size int64) int64 { return freeBytes + packedRatio*min(size, 1<<50) }

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

// UnpackedReader reads what a packed file holds, as long as that is no more than the file's size makes credible.
type UnpackedReader struct {
	Plain  io.Reader // the unpacked bytes
	Packed *Counter  // the packed ones, of which Plain is made
	Name   string    // of the file, for the error
	// Count reads a small file to its end on its own and returns the error of that; nil where this cannot be done. What is read of a
	// file that holds too much would take long before the limit comes.
	Count func() error
	n     int64 // what the unpacked bytes count
}

func (u *UnpackedReader) Read(p []byte) (int, error) {
	n, err := u.Plain.Read(p)
	u.n += sizeOf(p[:n])
	if u.n > mostPacked(u.Packed.N) {
		return n, errs.BadInput(u.Name, 0, "if it is meant to be so, unpack it first and give the plain file",
			"its first %s unpack to %s (%d bytes a row and %d a value counted in), more than %d times as much", Size(u.Packed.N), Size(u.n),
			Record, member, packedRatio)
	}
	if u.Count != nil && u.n > doubtful && u.n > packedRatio*u.Packed.N {
		count := u.Count
		u.Count = nil
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
