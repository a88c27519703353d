package pairs

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// checkFooter checks a file's ends before the library reads them: the library believes any length
// in the footer, of the footer and of its lists.
func checkFooter(f io.ReaderAt, size int64) error {
	var head [4]byte
	var tail [8]byte
	ends := int64(len(head) + len(tail))
	if size < ends {
		return fmt.Errorf("too short")
	}
	if _, err := f.ReadAt(head[:], 0); err != nil {
		return err
	}
	if _, err := f.ReadAt(tail[:], size-int64(len(tail))); err != nil {
		return err
	}
	if string(head[:]) != "PAR1" || string(tail[4:]) != "PAR1" {
		return fmt.Errorf("no Parquet file, or a part of one")
	}
	n := int64(binary.LittleEndian.Uint32(tail[:]))
	if n > size-ends {
		return fmt.Errorf("damaged: a footer of %s", terminal.Plural(n, "byte", "bytes"))
	}
	footer := make([]byte, n)
	if _, err := f.ReadAt(footer, size-int64(len(tail))-n); err != nil {
		return err
	}
	t := thriftRest{footer}
	if err := t.skip(thriftStruct, 0); err != nil {
		return fmt.Errorf("damaged: its footer: %w", err)
	}
	return nil
}

// thriftRest is the rest of a message in Thrift's compact protocol (thrift-compact-protocol.md of
// Apache Thrift).
type thriftRest struct{ rest []byte }

// Types of fields and elements. Those below thriftByte are truth values, which take a byte as
// elements and none as fields.
const (
	thriftByte   = 3
	thriftDouble = 7
	thriftBinary = 8
	thriftList   = 9
	thriftSet    = 10
	thriftStruct = 12
	thriftDepth  = 32 // no message of Parquet is so deep
)

var errThrift = errors.New("a value that goes past its end")

// skip moves past a value of a type. An element takes at least a byte, so no length is larger than
// the rest.
func (t *thriftRest) skip(kind byte, depth int) error {
	if depth > thriftDepth {
		return errors.New("values too deep in each other")
	}
	switch {
	case kind <= thriftByte:
		return t.drop(1)
	case kind < thriftDouble:
		_, err := t.number()
		return err
	case kind == thriftDouble:
		return t.drop(8)
	case kind == thriftBinary:
		n, err := t.number()
		if err != nil {
			return err
		}
		return t.drop(n)
	case kind == thriftList || kind == thriftSet:
		return t.skipList(depth)
	case kind == thriftStruct:
		return t.skipStruct(depth)
	}
	return fmt.Errorf("a value of type %d, which no Parquet file has", kind)
}

func (t *thriftRest) skipList(depth int) error {
	if len(t.rest) == 0 {
		return errThrift
	}
	head := t.rest[0]
	t.rest = t.rest[1:]
	n := uint64(head >> 4)
	if n == 15 {
		var err error
		if n, err = t.number(); err != nil {
			return err
		}
	}
	if n > uint64(len(t.rest)) {
		return errThrift
	}
	for range n {
		if err := t.skip(head&15, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (t *thriftRest) skipStruct(depth int) error {
	for {
		if len(t.rest) == 0 {
			return errThrift
		}
		head := t.rest[0]
		t.rest = t.rest[1:]
		kind := head & 15
		if kind == 0 {
			return nil
		}
		if head>>4 == 0 { // the field's number follows
			if _, err := t.number(); err != nil {
				return err
			}
		}
		if kind < thriftByte {
			continue
		}
		if err := t.skip(kind, depth+1); err != nil {
			return err
		}
	}
}

// number reads a number of variable length.
func (t *thriftRest) number() (uint64, error) {
	n, size := binary.Uvarint(t.rest)
	if size <= 0 {
		return 0, errThrift
	}
	t.rest = t.rest[size:]
	return n, nil
}

func (t *thriftRest) drop(n uint64) error {
	if n > uint64(len(t.rest)) {
		return errThrift
	}
	t.rest = t.rest[n:]
	return nil
}
