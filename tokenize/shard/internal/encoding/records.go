package encoding

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/cespare/xxhash/v2"

	"github.com/axiomine/axiomine/internal/safefile"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// maskedCRC returns TFRecord's checksum: CRC32C rotated right by 15 bits, plus a constant (TensorFlow, core/lib/hash/crc32c.h).
func maskedCRC(data []byte) uint32 {
	crc := crc32.Checksum(data, castagnoli)
	return (crc>>15 | crc<<17) + 0xa282ead8
}

// AppendFrame appends a record to dst: the length of the payload, the length's checksum, the payload, and the payload's checksum.
func AppendFrame(dst, payload []byte) []byte {
	start := len(dst)
	dst = binary.LittleEndian.AppendUint64(dst, uint64(len(payload)))
	dst = binary.LittleEndian.AppendUint32(dst, maskedCRC(dst[start:]))
	dst = append(dst, payload...)
	return binary.LittleEndian.AppendUint32(dst, maskedCRC(payload))
}

// maxRecord is the maximum size of a record in bytes. Without it, a wrong length could allocate any amount.
const maxRecord = safefile.Line

// EachRecord reads a file's records, checks their checksums and calls visit with each payload.
func EachRecord(path string, visit func(payload []byte) error) error {
	f, err := safefile.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, 1<<20)
	var head [12]byte
	var body []byte
	for n := 0; ; n++ {
		if _, err := io.ReadFull(in, head[:]); err == io.EOF {
			return nil
		} else if err != nil {
			return fmt.Errorf("record %d: %w", n, err)
		}
		size := binary.LittleEndian.Uint64(head[:])
		if maskedCRC(head[:8]) != binary.LittleEndian.Uint32(head[8:]) || size > maxRecord {
			return fmt.Errorf("record %d: the checksum of its length is wrong", n)
		}
		if int(size)+4 > cap(body) {
			body = make([]byte, size+4)
		}
		body = body[:size+4]
		if _, err := io.ReadFull(in, body); err != nil {
			return fmt.Errorf("record %d: %w", n, err)
		}
		if maskedCRC(body[:size]) != binary.LittleEndian.Uint32(body[size:]) {
			return fmt.Errorf("record %d: the checksum of its payload is wrong", n)
		}
		if err := visit(body[:size]); err != nil {
			return fmt.Errorf("record %d: %w", n, err)
		}
	}
}

// AppendExample appends a tf.Example of three int64 features to dst. The features are in the order in which TensorFlow sorts them.
func AppendExample(dst []byte, query, doc []int32, label int64) []byte {
	var features []byte
	for _, f := range [...]struct {
		name string
		ids  []int32
	}{{"doc_ids", doc}, {"label", []int32{int32(label)}}, {"query_ids", query}} {
		list := make([]byte, 0, 4*len(f.ids))
		for _, id := range f.ids {
			list = binary.AppendUvarint(list, uint64(id))
		}
		feature := field(nil, 3, field(nil, 1, list))                                   // int64_list, packed values
		features = field(features, 1, field(field(nil, 1, []byte(f.name)), 2, feature)) // a map's entry: key, value
	}
	return field(dst, 1, features)
}

// field appends a field of bytes to a message of Protocol Buffers.
func field(message []byte, number byte, value []byte) []byte {
	return append(binary.AppendUvarint(append(message, number<<3|2), uint64(len(value))), value...)
}

// recordColumns are the features of a record, in the order in which to show them.
var recordColumns = [...]string{"query_ids", "doc_ids", "label"}

var errExample = errors.New("not a tf.Example of query_ids, doc_ids and label")

// ParseExample reads what AppendExample writes: a tf.Example whose features are packed int64 lists.
func ParseExample(payload []byte) (map[string][]int64, error) {
	features, rest, ok := lengthDelimited(payload, 1)
	if !ok || len(rest) > 0 {
		return nil, errExample
	}
	out := map[string][]int64{}
	for len(features) > 0 {
		var entry []byte
		if entry, features, ok = lengthDelimited(features, 1); !ok {
			return nil, errExample
		}
		name, list, ok := lengthDelimited(entry, 1)
		if !ok {
			return nil, errExample
		}
		for _, number := range [...]byte{2, 3, 1} { // map value, int64_list, values
			if list, rest, ok = lengthDelimited(list, number); !ok || len(rest) > 0 {
				return nil, errExample
			}
		}
		ids := []int64{}
		for len(list) > 0 {
			id, n := binary.Uvarint(list)
			if n <= 0 {
				return nil, errExample
			}
			ids, list = append(ids, int64(id)), list[n:]
		}
		out[string(name)] = ids
	}
	for _, name := range recordColumns {
		if len(out[name]) == 0 {
			return nil, errExample
		}
	}
	return out, nil
}

// lengthDelimited cuts a message of Protocol Buffers after its first field, and returns the field's value and the rest. ok is false if that
// field has another number.
func lengthDelimited(message []byte, number byte) (value, rest []byte, ok bool) {
	if len(message) == 0 || message[0] != number<<3|2 {
		return nil, nil, false
	}
	size, n := binary.Uvarint(message[1:])
	if n <= 0 || size > uint64(len(message)-1-n) {
		return nil, nil, false
	}
	rest = message[1+n:]
	return rest[:size], rest[size:], true
}

// RecordFiles are files of TFRecord, each record a tf.Example of query_ids, doc_ids and label.
type RecordFiles struct{}

func (RecordFiles) Extension() string { return "tfrecord" }

func (RecordFiles) IsWhole() bool { return false }

// Read adds the first records to the rows to show, and the hash and the lengths of every record.
func (RecordFiles) Read(_ context.Context, full string, in *Reading) error {
	in.Columns = recordColumns[:]
	return EachRecord(full, func(payload []byte) error {
		in.Contents[in.Split] = append(in.Contents[in.Split], xxhash.Sum64(payload))
		lists, err := ParseExample(payload)
		if err != nil {
			return err
		}
		in.addLength("query_ids", len(lists["query_ids"]))
		in.addLength("input", len(lists["query_ids"])+len(lists["doc_ids"]))
		if len(in.Rows) >= in.want {
			return nil
		}
		row := map[string]any{}
		for _, name := range recordColumns {
			row[name] = in.pieces(lists[name])
		}
		row["label"] = lists["label"][0]
		in.Rows = append(in.Rows, row)
		return nil
	})
}
