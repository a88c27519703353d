package pagebound

import (
	"encoding/binary"
	"math/bits"

	"github.com/parquet-go/parquet-go/format"
)

// spareValues is how many values runs may have beyond those of the page: writers fill the last
// group, and some write groups of 504.
const spareValues = 1024

// checkLevels checks n encoded levels.
func checkLevels(data []byte, highest int, encoding format.Encoding, n int) error {
	width := bits.Len(uint(highest))
	if encoding == format.BitPacked {
		if len(data)*8/width > n+spareValues {
			return ErrPage
		}
		return nil
	}
	return checkRuns(data, width, n)
}

// checkIndexes checks a page's indexes into a dictionary.
func checkIndexes(data []byte, width, n int) error {
	if width > 32 {
		return ErrPage
	}
	return checkRuns(data, width, n)
}

// checkRuns sums the values of runs, of equal values and of values bit by bit, in the order of the
// library (Encodings.md of Apache Parquet, RLE). Runs of more values than the page has are an
// error.
func checkRuns(data []byte, width, n int) error {
	left := uint64(n + spareValues)
	for len(data) > 0 {
		head, size := binary.Uvarint(data)
		if size <= 0 {
			return ErrPage
		}
		data = data[size:]
		count, body := head>>1, uint64((width+7)/8)
		if head&1 == 1 {
			body, count = count*uint64(width), count*8 // a group of 8 values takes as many bytes as a value takes bits
		}
		if head>>1 > left || count > left || body > uint64(len(data)) {
			return ErrPage
		}
		if count > 0 { // the library reads nothing after the head of an empty run
			left, data = left-count, data[body:]
		}
	}
	return nil
}
