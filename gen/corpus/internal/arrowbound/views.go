package arrowbound

import (
	"errors"
	"math"

	flatbuffers "github.com/google/flatbuffers/go"
)

// Offsets of fields in the tables of Arrow's Message.fbs, and numbers of its unions.
const (
	dictionaryID, dictionaryBatch = 4, 6
	batchBuffers, batchViews      = 8, 12
	dictionaryKind, batchKind     = 2, 3
	binaryView, textView          = 23, 24
)

// views is the number of text views by the dictionary that holds them. Those of a batch of rows have the key noDictionary. The library
// trusts the number of buffers that a batch gives for each.
type views map[int64]int

const noDictionary = math.MinInt64

// count counts a field that is a text view and returns the dictionary that holds the field's values.
func (v views) count(field flatbuffers.Table, dictionary int64) int64 {
	if offset := flatbuffers.UOffsetT(field.Offset(fieldDictionary)); offset > 0 {
		encoding := flatbuffers.Table{Bytes: field.Bytes, Pos: field.Indirect(offset + field.Pos)}
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
	offset := flatbuffers.UOffsetT(message.Offset(messageHeader))
	if offset == 0 || kind != batchKind && kind != dictionaryKind {
		return nil
	}
	var batch flatbuffers.Table
	message.Union(&batch, offset)
	columns := v[noDictionary]
	if kind == dictionaryKind {
		inner := flatbuffers.UOffsetT(batch.Offset(dictionaryBatch))
		if inner == 0 {
			return errors.New("a dictionary without values")
		}
		columns = v[batch.GetInt64Slot(dictionaryID, 0)]
		batch.Pos = batch.Indirect(inner + batch.Pos)
	}
	list := flatbuffers.UOffsetT(batch.Offset(batchViews))
	if list == 0 || columns == 0 {
		return nil
	}
	buffers := int64(0)
	if list := flatbuffers.UOffsetT(batch.Offset(batchBuffers)); list > 0 {
		buffers = int64(batch.VectorLen(list))
	}
	if batch.VectorLen(list) < columns || buffers > int64(len(batch.Bytes)/16) {
		return errViews
	}
	first := batch.Vector(list)
	for i := range columns {
		if n := batch.GetInt64(first + flatbuffers.UOffsetT(i)*8); n < 0 || n > buffers {
			return errViews
		}
	}
	return nil
}

var errViews = errors.New("text views with other buffers than the batch has")
