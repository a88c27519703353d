package columnar

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/axiomine/axiomine/gen/corpus/internal/plainfile"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	flatbuffers "github.com/google/flatbuffers/go"
)

const streamMark = plainfile.StreamMark

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

// checkMessages validates the messages of a stream before the library reads them, which trusts the lengths of their
// lists. It restores the position of in.
func checkMessages(in *io.SectionReader) (err error) {
	defer recoverAs(&err)
	begin, err := in.Seek(0, io.SeekCurrent)
	if err != nil {
		return err
	}
	columns := views{}
	for offset, first := begin, true; ; first = false {
		message, size, err := readMessage(in, offset)
		if !first && (err == io.EOF || err == nil && size == 0) { // the library distinguishes a cut message from an end
			break
		}
		if err == nil && size == 0 {
			err = errMessage(size)
		}
		if err == nil {
			err = columns.checkMessage(message, first)
		}
		if err != nil {
			return err
		}
		body := message.GetInt64Slot(messageLength, 0)
		if body < 0 || body > in.Size()-offset {
			return errMessage(body)
		}
		offset += messageHead + size + body
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

func errMessage(size int64) error {
	return fmt.Errorf("a message of %s", terminal.Plural(size, "byte", "bytes"))
}

// readMessage reads the message at an offset, without its body. size is that of the message, 0 at the end of the stream.
func readMessage(in *io.SectionReader, offset int64) (message flatbuffers.Table, size int64, err error) {
	var head [messageHead]byte
	if _, err := in.ReadAt(head[:], offset); err != nil {
		return message, 0, err
	}
	if size = int64(binary.LittleEndian.Uint32(head[4:])); size == 0 {
		return message, 0, nil
	}
	if string(head[:4]) != streamMark || size < 8 || size > min(safefile.Whole, in.Size()-offset) {
		return message, 0, errMessage(size)
	}
	message, err = readTable(in, offset+messageHead, size)
	return message, size, err
}

// readTable reads the table at an offset.
func readTable(in *io.SectionReader, offset, size int64) (table flatbuffers.Table, err error) {
	raw := make([]byte, size)
	if _, err := in.ReadAt(raw, offset); err != nil {
		return table, err
	}
	return flatbuffers.Table{Bytes: raw, Pos: flatbuffers.GetUOffsetT(raw)}, nil
}

// checkMessage validates a message. The first one is the schema.
func (v views) checkMessage(message flatbuffers.Table, first bool) error {
	if err := checkList(message, messageNotes); err != nil {
		return err
	}
	if !first {
		return v.checkBatch(message)
	}
	schema, ok := inside(message, messageHeader)
	if !ok {
		return errors.New("a message without a schema")
	}
	if err := checkList(schema, schemaNotes); err != nil {
		return err
	}
	fields := 0
	return v.checkFields(schema, schemaFields, 0, noDictionary, &fields)
}

// inside returns the table in a field of a table; ok is false if there is none.
func inside(table flatbuffers.Table, field flatbuffers.VOffsetT) (inner flatbuffers.Table, ok bool) {
	offset := flatbuffers.UOffsetT(table.Offset(field))
	if offset == 0 {
		return inner, false
	}
	return flatbuffers.Table{Bytes: table.Bytes, Pos: table.Indirect(table.Pos + offset)}, true
}

// members returns the place of the first member of a list and their number; no place without a list. It returns an error if the list claims
// more of them than the bytes can hold, at so many bytes each.
func members(table flatbuffers.Table, list flatbuffers.VOffsetT, bytes int) (first flatbuffers.UOffsetT, n int, err error) {
	vector := flatbuffers.UOffsetT(table.Offset(list))
	if vector == 0 {
		return 0, 0, nil
	}
	if n = table.VectorLen(vector); n < 0 || n > len(table.Bytes)/bytes {
		return 0, 0, fmt.Errorf("a list of %s in %s", terminal.Plural(n, "member", "members"), terminal.Plural(len(table.Bytes), "byte", "bytes"))
	}
	return table.Vector(vector), n, nil
}

// checkList returns an error if a list of a table claims more offsets than its bytes can hold.
func checkList(table flatbuffers.Table, list flatbuffers.VOffsetT) error {
	_, _, err := members(table, list, flatbuffers.SizeUOffsetT)
	return err
}

// checkFields validates the fields that a table lists, and their members. count is the number of fields so
// far.
func (v views) checkFields(table flatbuffers.Table, list flatbuffers.VOffsetT, depth int, dictionary int64, count *int) error {
	if depth > mostDepth {
		return fmt.Errorf("columns more than %d levels deep", mostDepth)
	}
	first, n, err := members(table, list, flatbuffers.SizeUOffsetT)
	if *count += n; err == nil && *count > mostFields {
		err = fmt.Errorf("more than %d columns", mostFields)
	}
	for i := 0; i < n && err == nil; i++ {
		field := flatbuffers.Table{Bytes: table.Bytes, Pos: table.Indirect(first + flatbuffers.UOffsetT(i)*flatbuffers.SizeUOffsetT)}
		err = checkList(field, fieldNotes)
		if union, ok := inside(field, fieldType); ok && err == nil && field.GetByteSlot(fieldKind, 0) == unionKind {
			err = checkList(union, unionCodes)
		}
		if err == nil {
			err = v.checkFields(field, fieldChildren, depth+1, v.count(field, dictionary), count)
		}
	}
	return err
}

// boundedMemory is an allocator with a limit. It panics beyond the limit; the library turns its panics into
// errors.
type boundedMemory struct {
	memory.GoAllocator
	left int64
}

// Allocate returns a new buffer of size bytes.
func (m *boundedMemory) Allocate(size int) []byte {
	m.take(size)
	return m.GoAllocator.Allocate(size)
}

// Reallocate returns a buffer of size bytes with the contents of b.
func (m *boundedMemory) Reallocate(size int, b []byte) []byte {
	m.take(size - len(b))
	return m.GoAllocator.Reallocate(size, b)
}

// Free returns the bytes of a buffer to the limit.
func (m *boundedMemory) Free(b []byte) {
	m.left += int64(len(b))
	m.GoAllocator.Free(b)
}

func (m *boundedMemory) take(size int) {
	if m.left -= int64(size); m.left < 0 {
		panic("buffers larger than the file makes credible")
	}
}

// withBuffers returns data in which arrays of nulls, at any depth, have the buffer that the library expects of them.
func withBuffers(d arrow.ArrayData) arrow.ArrayData {
	if d.DataType().ID() == arrow.NULL {
		return array.NewData(d.DataType(), d.Len(), []*memory.Buffer{nil}, nil, d.NullN(), d.Offset())
	}
	if len(d.Children()) == 0 {
		return d
	}
	children := make([]arrow.ArrayData, len(d.Children()))
	for i, child := range d.Children() {
		children[i] = withBuffers(child)
	}
	return array.NewData(d.DataType(), d.Len(), d.Buffers(), children, d.NullN(), d.Offset())
}

// Offsets of fields in the table of Arrow's File.fbs, and the number of a schema among messages.
const (
	footerVersion, footerSchema = 4, 6
	schemaKind                  = 1
	magicSize, messageHead      = 8, 8 // of the magic at the beginning of a file, padded, and of what stands before a message
	tailSize                    = 10
)

// messagesOf returns the messages of a stream, or of a file, which are a stream between its magic and its footer. The library for JavaScript
// writes a schema in the footer alone: a message of it is put first.
func messagesOf(file *io.SectionReader) (in *io.SectionReader, err error) {
	defer recoverAs(&err)
	var head [magicSize]byte
	if _, err := file.ReadAt(head[:], 0); err != nil || string(head[:]) != arrowMagic {
		return io.NewSectionReader(file, 0, file.Size()), err
	}
	var tail [tailSize]byte
	if _, err := file.ReadAt(tail[:], max(0, file.Size()-tailSize)); err != nil || string(tail[4:]) != arrowMagic[:6] {
		return nil, errors.New("its end is missing")
	}
	stream := io.NewSectionReader(file, magicSize, file.Size()-magicSize)
	first, size, err := readMessage(stream, 0)
	if err != nil || size > 0 && first.GetByteSlot(messageKind, 0) == schemaKind {
		return stream, err
	}
	if size = int64(binary.LittleEndian.Uint32(tail[:])); size > min(safefile.Whole, file.Size()-magicSize-tailSize) {
		return nil, fmt.Errorf("a footer of %s", safefile.Size(size))
	}
	footer, err := readTable(file, file.Size()-tailSize-size, size)
	if err != nil {
		return nil, err
	}
	schema, ok := inside(footer, footerSchema)
	if !ok {
		return nil, errors.New("a footer without a schema")
	}
	message := schemaMessage(footer.GetInt16Slot(footerVersion, 0), uint32(schema.Pos), footer.Bytes)
	begin := io.NewSectionReader(bytes.NewReader(message), 0, int64(len(message)))
	return io.NewSectionReader(safefile.Joined{First: begin, Rest: stream}, 0, begin.Size()+stream.Size()), nil
}

// schemaMessage returns a message of the schema at a place of a footer. The table of a message, with a version, a kind and a header, goes
// before the footer's bytes.
func schemaMessage(version int16, schema uint32, footer []byte) []byte {
	const table, before = 16, 32
	padded := (before + len(footer) + 7) / 8 * 8
	m := make([]byte, 8+padded)
	copy(m, streamMark)
	binary.LittleEndian.PutUint32(m[4:], uint32(padded))
	body := m[8:]
	binary.LittleEndian.PutUint32(body, table)
	for i, offset := range []uint16{10, 12, 8, 10, 4} { // sizes of the list of fields and of the table, places of the fields
		binary.LittleEndian.PutUint16(body[4+2*i:], offset)
	}
	binary.LittleEndian.PutUint32(body[table:], table-4)
	binary.LittleEndian.PutUint32(body[table+4:], before+schema-(table+4))
	binary.LittleEndian.PutUint16(body[table+8:], uint16(version))
	body[table+10] = schemaKind
	copy(body[before:], footer)
	return m
}

// Offsets of fields in the tables of Arrow's Message.fbs, and numbers of its unions.
const (
	dictionaryID, dictionaryBatch = 4, 6
	batchBuffers, batchViews      = 8, 12
	bufferBytes, countBytes       = 16, 8 // of a member of these lists
	dictionaryKind, batchKind     = 2, 3
	binaryView, textView          = 23, 24
)

// views is the number of text views by the dictionary that holds them. Those of a batch of rows have the key noDictionary. The library
// trusts the number of buffers that a batch gives for each.
type views map[int64]int

const noDictionary = math.MinInt64

// count counts a field that is a text view and returns the dictionary that holds the field's values.
func (v views) count(field flatbuffers.Table, dictionary int64) int64 {
	if encoding, ok := inside(field, fieldDictionary); ok {
		dictionary = encoding.GetInt64Slot(dictionaryID, 0)
	}
	if kind := field.GetByteSlot(fieldKind, 0); kind == binaryView || kind == textView {
		v[dictionary]++
	}
	return dictionary
}

// checkBatch returns an error if the text views of a batch claim more buffers than it lists.
func (v views) checkBatch(message flatbuffers.Table) error {
	kind := message.GetByteSlot(messageKind, 0)
	batch, ok := inside(message, messageHeader)
	if !ok || kind != batchKind && kind != dictionaryKind {
		return nil
	}
	columns := v[noDictionary]
	if kind == dictionaryKind {
		columns = v[batch.GetInt64Slot(dictionaryID, 0)]
		if batch, ok = inside(batch, dictionaryBatch); !ok {
			return errors.New("a dictionary without values")
		}
	}
	if columns == 0 {
		return nil
	}
	_, buffers, err := members(batch, batchBuffers, bufferBytes)
	if err != nil {
		return err
	}
	first, n, err := members(batch, batchViews, countBytes)
	if err != nil || first == 0 {
		return err
	}
	if n < columns {
		return errViews
	}
	for i := range columns {
		if n := batch.GetInt64(first + flatbuffers.UOffsetT(i)*countBytes); n < 0 || n > int64(buffers) {
			return errViews
		}
	}
	return nil
}

var errViews = errors.New("text views with other buffers than the batch has")
