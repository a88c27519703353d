package pairs

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"github.com/parquet-go/parquet-go/encoding/bitpacked"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/format"
)

// maxBlock is the maximum number of values in a block of differences that the library reads.
const maxBlock = 65536

// readDeltas reads numbers of width bits that are written as differences (DELTA_BINARY_PACKED in Encodings.md of Apache Parquet). Fewer
// than least or more than most numbers are an error. It appends the numbers to list, unless list is nil, and returns the bytes after them.
func readDeltas(list *[]int32, data []byte, least, most, width int) (rest []byte, err error) {
	var head [3]uint64 // the number of values in a block, of parts in a block, and of all values
	for i := range head {
		x, size := binary.Uvarint(data)
		if size <= 0 {
			return nil, errPage
		}
		head[i], data = x, data[size:]
	}
	value, size := binary.Varint(data)
	if size <= 0 || head[2] < uint64(least) || head[2] > uint64(most) ||
		head[0] == 0 || head[0] > maxBlock || head[1] == 0 || head[1] > head[0]/32 {
		return nil, errPage
	}
	d := deltas{list: list, data: data[size:], value: value, missing: int(head[2]), part: int(head[0] / head[1]), width: width}
	if d.missing > 0 {
		d.add(0)
	}
	for d.missing > 0 {
		if err := d.block(int(head[1])); err != nil {
			return nil, err
		}
	}
	return d.data, nil
}

// deltas is the state of readDeltas.
type deltas struct {
	list    *[]int32 // receives the numbers; nil: they are only counted
	data    []byte   // the bytes that were not read yet
	value   int64    // the last number
	missing int      // the number of values that were not read yet
	part    int      // the number of values in a part of a block
	width   int      // the maximum number of bits of a difference
}

func (d *deltas) add(delta int64) {
	d.value += delta
	d.missing--
	if d.list != nil {
		*d.list = append(*d.list, int32(d.value))
	}
}

// block reads a block: the smallest difference, the widths of its parts, and the parts.
func (d *deltas) block(parts int) error {
	smallest, size := binary.Varint(d.data)
	if size <= 0 {
		return errPage
	}
	widths := d.data[size:min(size+parts, len(d.data))] // the last parts may be left out, with their widths
	d.data = d.data[size+len(widths):]
	for _, width := range widths {
		if d.missing == 0 {
			return nil
		}
		if int(width) > d.width {
			return errPage
		}
		body := d.data[:min(len(d.data), d.part*int(width)/8)]
		d.data = d.data[len(body):]
		if d.list == nil {
			d.missing -= min(d.missing, d.part)
			continue
		}
		for i := range min(d.missing, d.part) {
			d.add(smallest + int64(bitsAt(body, i*int(width), int(width))))
		}
	}
	return nil
}

// bitsAt reads a number of width bits at an offset in bits. Bits after the end are 0.
func bitsAt(data []byte, offset, width int) (x uint64) {
	if width == 0 {
		return 0
	}
	var raw [8]byte
	copy(raw[:], data[min(offset/8, len(data)):])
	return binary.LittleEndian.Uint64(raw[:]) >> (offset % 8) & (1<<width - 1)
}

// lengthValues returns the bytes of values in the encoding DELTA_LENGTH_BYTE_ARRAY: all lengths, then all texts.
func (p *pageReader) lengthValues(plain []byte, least, most int) ([]byte, error) {
	p.lengths = p.lengths[:0]
	rest, err := readDeltas(&p.lengths, plain, least, most, 32)
	if err != nil {
		return nil, err
	}
	size, err := sumOf(p.lengths, len(rest))
	return plain[:len(plain)-len(rest)+size], err
}

// prefixValues returns the bytes of values in the encoding DELTA_BYTE_ARRAY: the lengths of the prefixes, the lengths of the suffixes, the
// suffixes. The prefix of a value is the part that it shares with the previous value.
func (p *pageReader) prefixValues(plain []byte, least, most int) ([]byte, error) {
	p.prefixes = p.prefixes[:0]
	rest, err := readDeltas(&p.prefixes, plain, least, most, 32)
	if err != nil {
		return nil, err
	}
	values, err := p.lengthValues(rest, least, most)
	if len(p.prefixes) != len(p.lengths) {
		return nil, errPage
	}
	if err == nil {
		_, err = sumOf(p.prefixes, maxPage)
	}
	return plain[:len(plain)-len(rest)+len(values)], err
}

// sumOf sums lengths. A negative length or a sum above limit is an error.
func sumOf(lengths []int32, limit int) (sum int, err error) {
	for _, n := range lengths {
		if n < 0 || int(n) > limit-sum {
			return 0, errPage
		}
		sum += int(n)
	}
	return sum, nil
}

// spareValues is the maximum number of values that runs may have in addition to those of the page. Writers fill the last group, and DuckDB
// writes groups of 256 or 504.
const spareValues = 1024

// countLevels checks n encoded levels, and returns the number of levels that are equal to highest.
func (p *pageReader) countLevels(data []byte, highest int, encoding format.Encoding, n int) (numHighest int, err error) {
	width := bits.Len(uint(highest))
	if encoding == format.BitPacked {
		if len(data)*8/width > n+spareValues {
			return 0, errPage
		}
		p.levels, err = (&bitpacked.Encoding{BitWidth: width}).DecodeLevels(p.levels, data)
	} else if err = boundRuns(data, width, n); err == nil {
		p.levels, err = (&rle.Encoding{BitWidth: width}).DecodeLevels(p.levels, data)
	}
	if err != nil || len(p.levels) < n {
		return 0, errPage
	}
	return bytes.Count(p.levels[:n], []byte{byte(highest)}), nil
}

// boundRuns returns an error if runs have more than n + spareValues values.
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

// sizeOfRuns returns the size in bytes of the runs with the first n values. The last run may have up to spareValues more.
func sizeOfRuns(data []byte, width, n int) (size int, err error) {
	for left := n; left > 0; {
		count, bytes, err := nextRun(data[size:], width, left+spareValues)
		if err != nil {
			return 0, err
		}
		left, size = left-count, size+bytes
	}
	return size, nil
}

// nextRun returns the number of values in the first run, and the size of the run in bytes. A run has equal values or bit-packed values (RLE
// in Encodings.md of Apache Parquet). More than most values are an error.
func nextRun(data []byte, width, most int) (count, size int, err error) {
	head, size := binary.Uvarint(data)
	if size <= 0 || head>>1 > uint64(most) {
		return 0, 0, errPage
	}
	count, body := int(head>>1), (width+7)/8
	if head&1 == 1 {
		body, count = count*width, count*8 // a group of 8 values takes as many bytes as a value takes bits
	}
	if count == 0 {
		body = 0 // the library reads nothing after the head of an empty run
	}
	if count > most || body > len(data)-size {
		return 0, 0, errPage
	}
	return count, size + body, nil
}

// unpackFlags reads n booleans from runs and returns them bit-packed. sizeOfRuns must have accepted the runs.
func unpackFlags(runs []byte, n int) []byte {
	flags := make([]byte, (n+7)/8)
	for pos := 0; pos < n; {
		head, size := binary.Uvarint(runs)
		count, length, _ := nextRun(runs, 1, n+spareValues) // sizeOfRuns has checked for the error
		for i := range min(count, n-pos) {
			bit := runs[size] & 1
			if head&1 == 1 {
				bit = runs[size+i/8] >> (i % 8) & 1
			}
			flags[(pos+i)/8] |= bit << ((pos + i) % 8)
		}
		pos, runs = pos+count, runs[length:]
	}
	return flags
}
