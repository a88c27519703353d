package pairs

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"github.com/parquet-go/parquet-go/encoding/bitpacked"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/format"
)

// maxBlock is the most values of a block of differences that the library reads.
const maxBlock = 65536

// readDeltas reads numbers that are written as differences (Encodings.md of Apache Parquet,
// DELTA_BINARY_PACKED), each of width bits, from least to most of them. It appends them to a list, if there is one, and returns
// the bytes after them.
func readDeltas(list *[]int32, data []byte, least, most, width int) (rest []byte, err error) {
	var head [3]uint64 // the size of a block, how many parts it has, how many numbers there are
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

// deltas is the state of reading differences.
type deltas struct {
	list    *[]int32
	data    []byte
	value   int64
	missing int
	part    int // how many numbers a part of a block holds
	width   int
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
	widths := d.data[size:min(size+parts, len(d.data))] // widths of parts that are not needed may be missing
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

// bitsAt returns the number of width bits at an offset in bits. Bits after the end are 0.
func bitsAt(data []byte, offset, width int) (x uint64) {
	if width == 0 {
		return 0
	}
	var raw [8]byte
	copy(raw[:], data[min(offset/8, len(data)):])
	return binary.LittleEndian.Uint64(raw[:]) >> (offset % 8) & (1<<width - 1)
}

// lengthValues returns the bytes of texts that follow their lengths.
func (p *pageReader) lengthValues(plain []byte, least, most int) ([]byte, error) {
	p.lengths = p.lengths[:0]
	rest, err := readDeltas(&p.lengths, plain, least, most, 32)
	if err != nil {
		return nil, err
	}
	size, err := sumOf(p.lengths, len(rest))
	return plain[:len(plain)-len(rest)+size], err
}

// prefixValues returns the bytes of values that share a prefix with the previous one: the lengths of the
// prefixes, the lengths of the rests, the rests.
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

// sumOf sums lengths. It returns an error if one is negative, or they exceed so many bytes together.
func sumOf(lengths []int32, bytes int) (sum int, err error) {
	for _, n := range lengths {
		if n < 0 || int(n) > bytes-sum {
			return 0, errPage
		}
		sum += int(n)
	}
	return sum, nil
}

// spareValues is how many values runs may have beyond those of the page: writers fill the last
// group, and DuckDB writes groups of 256 or 504.
const spareValues = 1024

// countLevels checks n encoded levels, and returns how many are the highest.
func (p *pageReader) countLevels(data []byte, highest int, encoding format.Encoding, n int) (full int, err error) {
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
