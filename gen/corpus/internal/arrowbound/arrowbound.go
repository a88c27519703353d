// Package arrowbound refuses an Arrow stream that needs more memory than its size makes credible.
package arrowbound

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	flatbuffers "github.com/google/flatbuffers/go"
)

// streamMark is the beginning of a message.
const streamMark = "\xff\xff\xff\xff"

// Limits of a schema: the library visits its fields recursively, and fields may share their members.
const (
	mostDepth  = 32
	mostFields = 100_000
)

// Offsets of fields in the tables of Arrow's Schema.fbs and Message.fbs: 4 + 2 * the field's number.
const (
	messageKind, messageHeader  = 6, 8
	messageLength, messageNotes = 10, 12
	schemaFields, schemaNotes   = 6, 8
	fieldKind, fieldType        = 8, 10
	fieldDictionary             = 12
	fieldChildren, fieldNotes   = 14, 16
	unionCodes                  = 6
	unionKind                   = 14 // the number of Union among types
)

// Check validates the messages of a stream before the library reads them, which trusts the lengths of their
// lists. It restores the position of in.
func Check(in *io.SectionReader) (err error) {
	defer recoverAs(&err)
	begin, err := in.Seek(0, io.SeekCurrent)
	if err != nil {
		return err
	}
	columns := views{}
	for offset, first := begin, true; ; first = false {
		next, err := columns.checkMessage(in, offset, first)
		if err != nil {
			return err
		}
		if next == offset {
			break
		}
		offset = next
	}
	_, err = in.Seek(begin, io.SeekStart)
	return err
}

// recoverAs turns a panic into an error: an offset outside of a message. It is deferred.
func recoverAs(err *error) {
	if cause := recover(); cause != nil {
		*err = fmt.Errorf("damaged: %v", cause)
	}
}

// checkMessage validates the message at an offset and returns the offset of the next one; the same offset
// at the end of the stream.
func (v views) checkMessage(in *io.SectionReader, offset int64, first bool) (next int64, err error) {
	var head [8]byte
	if _, err := in.ReadAt(head[:], offset); err != nil {
		if err == io.EOF && !first {
			return offset, nil // the library distinguishes a cut message from an end
		}
		return 0, err
	}
	size := int64(binary.LittleEndian.Uint32(head[4:]))
	if size == 0 && !first {
		return offset, nil
	}
	if string(head[:4]) != streamMark || size < 8 || size > min(safefile.Whole, in.Size()-offset) {
		return 0, fmt.Errorf("a message of %s", terminal.Plural(size, "byte", "bytes"))
	}
	raw := make([]byte, size)
	if _, err := in.ReadAt(raw, offset+8); err != nil {
		return 0, err
	}
	message := flatbuffers.Table{Bytes: raw, Pos: flatbuffers.GetUOffsetT(raw)}
	if err := checkList(message, messageNotes); err != nil {
		return 0, err
	}
	if first {
		if err := v.checkSchema(message); err != nil {
			return 0, err
		}
	}
	if err := v.checkBatch(message); err != nil {
		return 0, err
	}
	body := message.GetInt64Slot(messageLength, 0)
	if body < 0 || body > in.Size()-offset {
		return 0, fmt.Errorf("a message of %s", terminal.Plural(body, "byte", "bytes"))
	}
	return offset + 8 + size + body, nil
}

func (v views) checkSchema(message flatbuffers.Table) error {
	offset := flatbuffers.UOffsetT(message.Offset(messageHeader))
	if offset == 0 {
		return errors.New("a message without a schema")
	}
	var schema flatbuffers.Table
	message.Union(&schema, offset)
	if err := checkList(schema, schemaNotes); err != nil {
		return err
	}
	fields := 0
	return v.checkFields(schema, schemaFields, 0, noDictionary, &fields)
}

// checkFields validates the fields that a table lists, and their members. count is the number of fields so
// far.
func (v views) checkFields(table flatbuffers.Table, list flatbuffers.VOffsetT, depth int, dictionary int64, count *int) error {
	if depth > mostDepth {
		return fmt.Errorf("columns more than %d levels deep", mostDepth)
	}
	vector := flatbuffers.UOffsetT(table.Offset(list))
	if vector == 0 {
		return nil
	}
	first := table.Vector(vector)
	for i := range table.VectorLen(vector) {
		if *count++; *count > mostFields {
			return fmt.Errorf("more than %d columns", mostFields)
		}
		field := flatbuffers.Table{Bytes: table.Bytes, Pos: table.Indirect(first + flatbuffers.UOffsetT(i)*4)}
		if err := checkList(field, fieldNotes); err != nil {
			return err
		}
		if pos := flatbuffers.UOffsetT(field.Offset(fieldType)); pos > 0 && field.GetByteSlot(fieldKind, 0) == unionKind {
			var union flatbuffers.Table
			field.Union(&union, pos)
			if err := checkList(union, unionCodes); err != nil {
				return err
			}
		}
		holder := v.count(field, dictionary)
		if err := v.checkFields(field, fieldChildren, depth+1, holder, count); err != nil {
			return err
		}
	}
	return nil
}

// checkList returns an error if a list of a table claims more members than its bytes can hold, at 4 bytes
// each.
func checkList(table flatbuffers.Table, list flatbuffers.VOffsetT) error {
	vector := flatbuffers.UOffsetT(table.Offset(list))
	if vector == 0 {
		return nil
	}
	if n := table.VectorLen(vector); n < 0 || n > len(table.Bytes)/4 {
		return fmt.Errorf("a list of %s in %s", terminal.Plural(n, "member", "members"), terminal.Plural(len(table.Bytes), "byte", "bytes"))
	}
	return nil
}

// Memory is an allocator with a limit. It panics beyond the limit; the library turns its panics into
// errors.
type Memory struct {
	memory.GoAllocator
	left int64
}

// NewMemory returns an allocator with the limit for a file of size bytes, including packed buffers.
func NewMemory(size int64) *Memory {
	return &Memory{left: size + safefile.MostHeld(size)}
}

// Allocate returns a new buffer of size bytes.
func (m *Memory) Allocate(size int) []byte {
	m.take(size)
	return m.GoAllocator.Allocate(size)
}

// Reallocate returns a buffer of size bytes with the contents of b.
func (m *Memory) Reallocate(size int, b []byte) []byte {
	m.take(size - len(b))
	return m.GoAllocator.Reallocate(size, b)
}

// Free returns the bytes of a buffer to the limit.
func (m *Memory) Free(b []byte) {
	m.left += int64(len(b))
	m.GoAllocator.Free(b)
}

func (m *Memory) take(size int) {
	if m.left -= int64(size); m.left < 0 {
		panic("buffers larger than the file makes credible")
	}
}
