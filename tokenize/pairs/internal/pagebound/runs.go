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
	} else if err = boundRuns(data, width, n); err == nil {
		p.levels, err = (&rle.Encoding{BitWidth: width}).DecodeLevels(p.levels, data)
	}
	if err != nil || len(p.levels) < n {
		return 0, ErrPage
	}
	return bytes.Count(p.levels[:n], []byte{byte(highest)}), nil
}

// boundRuns returns an error if runs have more values than the page, and spareValues more.
func boundRuns(data []byte, width, n int) error {
	left := n + spareValues
	for len(data) > 0 {
		count, size, err := nextRun(data, width, left)
		if err != nil {
			return err
		}
		left, data = left-count, data[size:]
	}
	return nil
}

// runsOf returns how many bytes the runs of the first n values take. The last one may have some values more.
func runsOf(data []byte, width, n int) (size int, err error) {
	for left := n; left > 0; {
		count, bytes, err := nextRun(data[size:], width, left+spareValues)
		if err != nil {
			return 0, err
		}
		left, size = left-count, size+bytes
	}
	return size, nil
}

// nextRun returns how many values the first run has, and how many bytes it takes: a run of equal values, or of values bit by bit (Encodings.md
// of Apache Parquet, RLE). More than so many values are an error.
func nextRun(data []byte, width, most int) (count, size int, err error) {
	head, size := binary.Uvarint(data)
	if size <= 0 || head>>1 > uint64(most) {
		return 0, 0, ErrPage
	}
	count, body := int(head>>1), (width+7)/8
	if head&1 == 1 {
		body, count = count*width, count*8 // a group of 8 values takes as many bytes as a value takes bits
	}
	if count == 0 {
		body = 0 // the library reads nothing after the head of an empty run
	}
	if count > most || body > len(data)-size {
		return 0, 0, ErrPage
	}
	return count, size + body, nil
}

// flagsOf returns n truth values, which are runs, bit by bit. The runs must be sound.
func flagsOf(runs []byte, n int) []byte {
	flags := make([]byte, (n+7)/8)
	for at := 0; at < n; {
		head, size := binary.Uvarint(runs)
		count, length, _ := nextRun(runs, 1, n+spareValues) // runsOf has seen its error
		for i := range min(count, n-at) {
			bit := runs[size] & 1
			if head&1 == 1 {
				bit = runs[size+i/8] >> (i % 8) & 1
			}
			flags[(at+i)/8] |= bit << ((at + i) % 8)
		}
		at, runs = at+count, runs[length:]
	}
	return flags
}
