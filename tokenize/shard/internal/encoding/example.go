package encoding

import (
	"encoding/binary"
	"errors"
)

// AppendExample appends a tf.Example of three int64 features. The length of each nested message is
// computed before it is written. Keys are in the order in which TensorFlow's own map serialisation
// sorts them.
func AppendExample(dst []byte, query, doc []int32, label int64) []byte {
	feature := func(dst []byte, name string, n int, id func(i int) uint64) []byte {
		size := 0
		for i := range n {
			size += varintSize(id(i))
		}
		list := 1 + varintSize(uint64(size)) + size                        // Int64List: 1 packed
		value := 1 + varintSize(uint64(list)) + list                       // Feature: 3 int64_list
		entry := 1 + 1 + len(name) + 1 + varintSize(uint64(value)) + value // map entry: 1 key, 2 value
		dst = binary.AppendUvarint(append(dst, 1<<3|2), uint64(entry))
		dst = append(append(dst, 1<<3|2, byte(len(name))), name...)
		dst = binary.AppendUvarint(append(dst, 2<<3|2), uint64(value))
		dst = binary.AppendUvarint(append(dst, 3<<3|2), uint64(list))
		dst = binary.AppendUvarint(append(dst, 1<<3|2), uint64(size))
		for i := range n {
			dst = binary.AppendUvarint(dst, id(i))
		}
		return dst
	}
	start := len(dst)
	dst = feature(dst, "doc_ids", len(doc), func(i int) uint64 { return uint64(doc[i]) })
	dst = feature(dst, "label", 1, func(int) uint64 { return uint64(label) })
	dst = feature(dst, "query_ids", len(query), func(i int) uint64 { return uint64(query[i]) })
	features := len(dst) - start
	var head [1 + binary.MaxVarintLen64]byte // Example: 1 features
	header := binary.AppendUvarint(append(head[:0], 1<<3|2), uint64(features))
	dst = append(dst, header...)
	copy(dst[start+len(header):], dst[start:start+features])
	copy(dst[start:], header)
	return dst
}

func varintSize(x uint64) int {
	n := 1
	for ; x >= 0x80; x >>= 7 {
		n++
	}
	return n
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

// lengthDelimited removes the protobuf field of this number, which must be the next one, from a
// message.
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
