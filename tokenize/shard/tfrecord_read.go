package shard

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/axiomine/axiomine/configs/untrusted"
)

// maxRecord bounds what a broken length can make a reader allocate.
const maxRecord = untrusted.Line

// eachRecord reads a file's records, with their checksums.
func eachRecord(path string, each func(payload []byte) error) error {
	f, err := os.Open(path)
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
		if masked(head[:8]) != binary.LittleEndian.Uint32(head[8:]) || size > maxRecord {
			return fmt.Errorf("record %d: the checksum of its length is wrong", n)
		}
		if int(size)+4 > cap(body) {
			body = make([]byte, size+4)
		}
		body = body[:size+4]
		if _, err := io.ReadFull(in, body); err != nil {
			return fmt.Errorf("record %d: %w", n, err)
		}
		if masked(body[:size]) != binary.LittleEndian.Uint32(body[size:]) {
			return fmt.Errorf("record %d: the checksum of its payload is wrong", n)
		}
		if err := each(body[:size]); err != nil {
			return fmt.Errorf("record %d: %w", n, err)
		}
	}
}

func recordsIn(path string) (n int, err error) {
	err = eachRecord(path, func([]byte) error { n++; return nil })
	return n, err
}

// recordColumns are the features of a record, in the order in which to show them.
var recordColumns = [...]string{"query_ids", "doc_ids", "label"}

var errExample = errors.New("not a tf.Example of query_ids, doc_ids and label")

// parseExample reads what appendExample writes: a tf.Example whose features are packed int64 lists.
func parseExample(payload []byte) (map[string][]int64, error) {
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

// lengthDelimited takes the protobuf field of this number, which must come next, off a message.
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
