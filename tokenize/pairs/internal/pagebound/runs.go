package pagebound

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"github.com/parquet-go/parquet-go/encoding/bitpacked"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/format"
)

// spareValues is how many values runs may have beyond those of the page: writers fill the last
// group, and DuckDB writes groups of 256 or 504.
const spareValues = 1024

// countLevels checks n encoded levels, and returns how many are the highest.
func (p *Pages) countLevels(data []byte, highest int, encoding format.Encoding, n int) (full int, err error) {
	width := bits.Len(uint(highest))
	if encoding == format.BitPacked {
		if len(data)*8/width > n+spareValues {
			return 0, ErrPage
		}
		p.levels, err = (&bitpacked.Encoding{BitWidth: width}).DecodeLevels(p.levels, data)
	} else if _, _, err = countRuns(data, width, n); err == nil {
		p.levels, err = (&rle.Encoding{BitWidth: width}).DecodeLevels(p.levels, data)
	}
	if err != nil || len(p.levels) < n {
		return 0, ErrPage
	}
	return bytes.Count(p.levels[:n], []byte{byte(highest)}), nil
}

// checkFilled checks how many values runs have. Only the last run may have more, if it has values
// bit by bit: some of them are needed.
func checkFilled(data []byte, width int, a amount) error {
	count, group, err := countRuns(data, width, a.most)
	if err == nil && (count < a.least || count-a.most >= group) {
		err = ErrPage
	}
	return err
}

// countRuns sums the values of runs, of equal values and of values bit by bit, in the order of the
// library (Encodings.md of Apache Parquet, RLE). Runs of more values than the page has are an
// error. It returns also how many values the last run has bit by bit, or 1.
func countRuns(data []byte, width, n int) (sum, group int, err error) {
	left := uint64(n + spareValues)
	group = 1
	for len(data) > 0 {
		head, size := binary.Uvarint(data)
		if size <= 0 {
			return 0, 0, ErrPage
		}
		data = data[size:]
		count, body := head>>1, uint64((width+7)/8)
		packed := head&1 == 1
		if packed {
			body, count = count*uint64(width), count*8 // a group of 8 values takes as many bytes as a value takes bits
		}
		if head>>1 > left || count > left || body > uint64(len(data)) {
			return 0, 0, ErrPage
		}
		if count > 0 { // the library reads nothing after the head of an empty run
			left, data = left-count, data[body:]
			group = 1
			if packed {
				group = int(count)
			}
		}
	}
	return n + spareValues - int(left), group, nil
}
