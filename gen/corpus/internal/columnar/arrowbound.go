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
	"github.com/axiomine/axiomine/internal/lists"
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

// checkMessages validates the messages of a stream, since Arrow's library trusts the lengths of their lists. It restores the position of
// in.
func checkMessages(in *io.SectionReader) (err error) {
	defer recoverAs(&err)
	begin, err := in.Seek(0, io.SeekCurrent)
	if err != nil {
		return err
	}
	columns := views{}
	for offset, first := begin, true; ; first = false {
		message, size, err := readMessage(in, offset)
		if !first && (err == io.EOF || err == nil && size == 0) { // the end; the library reports a cut message
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

// recoverAs sets err to the cause of a panic, such as an offset outside of a message. It must be deferred.
func recoverAs(err *error) {
	if cause := recover(); cause != nil {
		*err = fmt.Errorf("damaged: %v", cause)
	}
}

func errMessage(size int64) error {
	return fmt.Errorf("a message of %s", terminal.Plural(size, "byte", "bytes"))
}

// readMessage reads the message at an offset, without its body. size is the size of the message in bytes, and 0 at the end of the stream.
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

// readTable reads the flatbuffer of size bytes at an offset and returns its root table.
func readTable(in *io.SectionReader, offset, size int64) (table flatbuffers.Table, err error) {
	raw := make([]byte, size)
	if _, err := in.ReadAt(raw, offset); err != nil {
		return table, err
	}
	return flatbuffers.Table{Bytes: raw, Pos: flatbuffers.GetUOffsetT(raw)}, nil
}

// checkMessage validates a message. first is true for the first message of a stream, which must be the schema.
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

// members returns the offset of the first member of a list and the number of members. Without a list both are 0. It returns an error if the
// list claims more members than the table's bytes can hold. bytes is the size of a member.
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

// checkFields validates the fields that a table lists, and their members. depth is the number of fields around these fields, dictionary the
// id of the dictionary that holds their values, and count the number of fields so far, of the whole schema.
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

// boundedMemory is an allocator with a limit. Beyond the limit it panics, and the library returns the panic as an error.
type boundedMemory struct {
	memory.GoAllocator
	left int64 // the number of bytes that may still be allocated
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

// withBuffers returns data in which arrays of nulls, at any depth, have the one buffer that the library expects.
func withBuffers(d arrow.ArrayData) arrow.ArrayData {
	if d.DataType().ID() == arrow.NULL {
		return array.NewData(d.DataType(), d.Len(), []*memory.Buffer{nil}, nil, d.NullN(), d.Offset())
	}
	if len(d.Children()) == 0 {
		return d
	}
	children := lists.Map(d.Children(), withBuffers)
	return array.NewData(d.DataType(), d.Len(), d.Buffers(), children, d.NullN(), d.Offset())
}

// Offsets of fields in the table of Arrow's File.fbs, and the number of a schema among messages.
const (
	footerVersion, footerSchema = 4, 6
	schemaKind                  = 1
	magicSize, messageHead      = 8, 8 // sizes of the padded magic at the beginning of a file, and of the bytes before a message
	tailSize                    = 10
)

// messagesOf returns the stream of messages in a file: the whole file if it is a stream, and the part between magic and footer if it is an
// Arrow file. The library for JavaScript writes the schema only in the footer. Then messagesOf adds a message of the schema at the
// beginning.
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

// schemaMessage returns a message whose header is the schema at an offset of a footer. The message's table, with a version, a kind and a
// header, is followed by the footer's bytes.
func schemaMessage(version int16, schema uint32, footer []byte) []byte {
	const table, before = 16, 32
	padded := (before + len(footer) + 7) / 8 * 8
	m := make([]byte, 8+padded)
	copy(m, streamMark)
	binary.LittleEndian.PutUint32(m[4:], uint32(padded))
	body := m[8:]
	binary.LittleEndian.PutUint32(body, table)
	for i, offset := range []uint16{10, 12, 8, 10, 4} { // sizes of the list of fields and of the table, then offsets of the fields
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
	bufferBytes, countBytes       = 16, 8 // sizes of a member of these two lists
	dictionaryKind, batchKind     = 2, 3
	binaryView, textView          = 23, 24
)

// views holds the number of columns of text views, by the id of the dictionary that holds them, or noDictionary for columns of the rows
// themselves. A batch states a number of buffers for each such column, which the library trusts.
type views map[int64]int

const noDictionary = math.MinInt64

// count counts a field if it is a text view, and returns the id of the dictionary that holds its values. dictionary is the id of the
// dictionary around the field.
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
