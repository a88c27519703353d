package arrowbound

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/axiomine/axiomine/internal/safefile"
	flatbuffers "github.com/google/flatbuffers/go"
)

// Offsets of fields in the table of Arrow's File.fbs, and the number of a schema among messages.
const (
	footerVersion, footerSchema = 4, 6
	schemaKind                  = 1
	magicSize                   = 8 // of the magic at the beginning of a file, padded
	tailSize                    = 10
)

// Messages returns the messages of a file, which are a stream between its magic and its footer. The library for JavaScript writes a schema
// in the footer alone: a message of it is put first.
func Messages(file *io.SectionReader) (in *io.SectionReader, err error) {
	defer recoverAs(&err)
	stream := io.NewSectionReader(file, magicSize, file.Size()-magicSize)
	var head [8]byte
	if _, err := stream.ReadAt(head[:], 0); err != nil {
		return nil, err
	}
	begin := make([]byte, min(int64(binary.LittleEndian.Uint32(head[4:])), safefile.Whole, stream.Size()-8))
	if _, err := stream.ReadAt(begin, 8); err != nil {
		return nil, err
	}
	if len(begin) > 0 { // else it is the end
		first := flatbuffers.Table{Bytes: begin, Pos: flatbuffers.GetUOffsetT(begin)}
		if first.GetByteSlot(messageKind, 0) == schemaKind {
			return stream, nil
		}
	}
	var tail [tailSize]byte
	if _, err := file.ReadAt(tail[:], file.Size()-tailSize); err != nil {
		return nil, err
	}
	size := int64(binary.LittleEndian.Uint32(tail[:]))
	if size > min(safefile.Whole, file.Size()-magicSize-tailSize) {
		return nil, fmt.Errorf("a footer of %s", safefile.Size(size))
	}
	raw := make([]byte, size)
	if _, err := file.ReadAt(raw, file.Size()-tailSize-size); err != nil {
		return nil, err
	}
	footer := flatbuffers.Table{Bytes: raw, Pos: flatbuffers.GetUOffsetT(raw)}
	schema := flatbuffers.UOffsetT(footer.Offset(footerSchema))
	if schema == 0 {
		return nil, fmt.Errorf("a footer without a schema")
	}
	message := schemaMessage(footer.GetInt16Slot(footerVersion, 0), uint32(footer.Indirect(footer.Pos+schema)), raw)
	first := io.NewSectionReader(bytes.NewReader(message), 0, int64(len(message)))
	return io.NewSectionReader(safefile.Joined{First: first, Rest: stream}, 0, first.Size()+stream.Size()), nil
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
