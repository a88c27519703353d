package pagebound

import "encoding/binary"

// longestBlock is the most values of a block of differences that the library reads.
const longestBlock = 65536

// readDeltas goes through numbers that are written as differences (Encodings.md of Apache Parquet, DELTA_BINARY_PACKED), of which there
// are at most n, each of so many bits. It appends them to a list, if there is one, and returns what lies behind them.
func readDeltas(list *[]int32, data []byte, n, width int) (rest []byte, err error) {
	var head [3]uint64 // the size of a block, how many parts it has, how many numbers there are
	for i := range head {
		x, size := binary.Uvarint(data)
		if size <= 0 {
			return nil, ErrPage
		}
		head[i], data = x, data[size:]
	}
	value, size := binary.Varint(data)
	if size <= 0 || head[2] > uint64(n) || head[0] == 0 || head[0] > longestBlock || head[1] == 0 || head[1] > head[0]/32 {
		return nil, ErrPage
	}
	d := deltas{list: list, data: data[size:], value: value, left: int(head[2]), part: int(head[0] / head[1]), width: width}
	if d.left > 0 {
		d.add(0)
	}
	for d.left > 0 {
		if err := d.block(int(head[1])); err != nil {
			return nil, err
		}
	}
	return d.data, nil
}

// deltas is where the reading of differences stands.
type deltas struct {
	list  *[]int32
	data  []byte
	value int64
	left  int
	part  int // how many numbers a part of a block holds
	width int
}

func (d *deltas) add(delta int64) {
	d.value += delta
	d.left--
	if d.list != nil {
		*d.list = append(*d.list, int32(d.value))
	}
}

// block goes through a block: the smallest difference, the widths of its parts, and the parts.
func (d *deltas) block(parts int) error {
	smallest, size := binary.Varint(d.data)
	if size <= 0 {
		return ErrPage
	}
	widths := d.data[size:min(size+parts, len(d.data))] // widths of parts that are not needed may be missing
	d.data = d.data[size+len(widths):]
	for _, width := range widths {
		if d.left == 0 {
			return nil
		}
		if int(width) > d.width {
			return ErrPage
		}
		body := d.data[:min(len(d.data), d.part*int(width)/8)]
		d.data = d.data[len(body):]
		if d.list == nil {
			d.left -= min(d.left, d.part)
			continue
		}
		for i := range min(d.left, d.part) {
			d.add(smallest + int64(bitsAt(body, i*int(width), int(width))))
		}
	}
	return nil
}

// bitsAt returns the number of a width in bits that begins at a bit. Bits behind the end are 0.
func bitsAt(data []byte, at, width int) (x uint64) {
	if width == 0 {
		return 0
	}
	var raw [8]byte
	copy(raw[:], data[min(at/8, len(data)):])
	return binary.LittleEndian.Uint64(raw[:]) >> (at % 8) & (1<<width - 1)
}

// lengthsFirst checks texts that lie behind their lengths.
func (p *Pages) lengthsFirst(plain []byte, n int) error {
	p.lengths = p.lengths[:0]
	rest, err := readDeltas(&p.lengths, plain, n, 32)
	if err != nil {
		return err
	}
	return within(p.lengths, len(rest))
}

// sharedPrefixes checks values that begin like the one before: how many bytes each shares with it, the lengths of the rests, the rests.
func (p *Pages) sharedPrefixes(plain []byte, n int) error {
	p.prefixes, p.lengths = p.prefixes[:0], p.lengths[:0]
	rest, err := readDeltas(&p.prefixes, plain, n, 32)
	if err == nil {
		rest, err = readDeltas(&p.lengths, rest, n, 32)
	}
	if err == nil {
		err = within(p.lengths, len(rest))
	}
	if err == nil {
		err = within(p.prefixes, maxUnpacked)
	}
	return err
}

// within returns an error if lengths are negative or make up more than so many bytes.
func within(lengths []int32, bytes int) error {
	for _, n := range lengths {
		if n < 0 || int(n) > bytes {
			return ErrPage
		}
		bytes -= int(n)
	}
	return nil
}
