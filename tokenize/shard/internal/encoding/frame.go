package encoding

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/axiomine/axiomine/internal/safefile"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// maskedCRC returns TFRecord's checksum: CRC32C rotated right by 15 bits, plus a constant
// (TensorFlow, core/lib/hash/crc32c.h).
func maskedCRC(data []byte) uint32 {
	crc := crc32.Checksum(data, castagnoli)
	return (crc>>15 | crc<<17) + 0xa282ead8
}

// AppendFrame appends a record: length, its checksum, payload, its checksum.
func AppendFrame(dst, payload []byte) []byte {
	start := len(dst)
	dst = binary.LittleEndian.AppendUint64(dst, uint64(len(payload)))
	dst = binary.LittleEndian.AppendUint32(dst, maskedCRC(dst[start:]))
	dst = append(dst, payload...)
	return binary.LittleEndian.AppendUint32(dst, maskedCRC(payload))
}

// maxRecord bounds what a broken length can make a reader allocate.
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
