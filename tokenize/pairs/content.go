package pairs

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/bitpacked"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

// errPage is the error of pages that contradict their headers, or the footer.
var errPage = errors.New("its pages are not those that their headers and the footer tell of")

// pageColumn describes the content of a column's pages.
type pageColumn struct {
	Kind       format.Type
	Width      int // bytes of a value of fixed length
	Repetition int // the highest repetition level
	Definition int // the highest definition level
	Codec      format.CompressionCodec
}

// pageReader checks the pages of a column before the library decodes them. The library allocates the size that a page claims, which can be
// gigabytes for a page of some bytes, and it never finishes unpacking damaged LZ4. A pageReader is reused for other columns, to keep its
// memory: buffer holds the unpacked page, the other slices its numbers.
type pageReader struct {
	pageColumn
	buffer   []byte
	levels   []byte
	prefixes []int32
	lengths  []int32
}

// pageContent holds an unpacked page. It is valid until pageReader reads the next page.
type pageContent struct {
	Levels, Values []byte
	// Misread reports that the library would misread the page in the file. There are bytes after the values (fastparquet adds 8), or the
	// values are booleans in runs: the library reads a run of true as one true and seven false.
	Misread bool
}

// read returns the content of a page. A page that needs more memory than its header states is an error. The header's counts and sizes must
// be within bounds. If read converts the values to another encoding, it sets that encoding in the header.
func (p *pageReader) read(header *format.PageHeader, body []byte) (c pageContent, err error) {
	switch header.Type {
	case format.DictionaryPage:
		plain, err := p.unpack(body, int(header.UncompressedPageSize))
		if err != nil {
			return c, err
		}
		c.Values, err = p.plainValues(plain, int(header.DictionaryPageHeader.V.NumValues))
		c.Misread = len(c.Values) < len(plain)
		return c, err
	case format.DataPage:
		plain, err := p.unpack(body, int(header.UncompressedPageSize))
		if err != nil {
			return c, err
		}
		return p.version1(&header.DataPageHeader.V, plain)
	case format.DataPageV2:
		return p.version2(header, body)
	}
	return c, fmt.Errorf("a page of type %d, which is not read", header.Type)
}

// version1 reads a data page of version 1: levels, each with its length before it, and values.
func (p *pageReader) version1(h *format.DataPageHeader, plain []byte) (c pageContent, err error) {
	n := int(h.NumValues)
	numDefined, rest := n, plain
	for _, l := range []struct {
		highest  int
		encoding format.Encoding
	}{{p.Repetition, h.RepetitionLevelEncoding}, {p.Definition, h.DefinitionLevelEncoding}} {
		if l.highest == 0 {
			continue
		}
		levels, ok := cutPrefixed(rest)
		if !ok {
			return c, errPage
		}
		if numDefined, err = p.countLevels(levels, l.highest, l.encoding, n); err != nil {
			return c, err
		}
		rest = rest[4+len(levels):]
	}
	c.Levels = plain[:len(plain)-len(rest)]
	return c, p.values(&c, rest, numDefined, n, &h.Encoding)
}

// version2 reads a data page of version 2: levels, which are never compressed, and values. The library reads levels only if the header
// has a length for them.
func (p *pageReader) version2(header *format.PageHeader, body []byte) (c pageContent, err error) {
	h := &header.DataPageHeaderV2.V
	n := int(h.NumValues)
	numDefined, rest := n, body
	for _, l := range []struct {
		highest int
		length  int32
	}{{p.Repetition, h.RepetitionLevelsByteLength}, {p.Definition, h.DefinitionLevelsByteLength}} {
		if int(l.length) > len(rest) {
			return c, errPage
		}
		if l.highest > 0 {
			if numDefined, err = p.countLevels(rest[:l.length], l.highest, format.RLE, n); err != nil {
				return c, err
			}
		}
		rest = rest[l.length:]
	}
	if numDefined > n-int(h.NumNulls) { // the library would read only n-NumNulls values
		c.Misread, h.NumNulls = true, int32(n-numDefined)
	}
	c.Levels = body[:len(body)-len(rest)]
	if !h.IsCompressed.Valid || h.IsCompressed.V {
		if rest, err = p.unpack(rest, int(header.UncompressedPageSize)); err != nil {
			return c, err
		}
	}
	return c, p.values(&c, rest, numDefined, n, &h.Encoding)
}

// cutPrefixed returns the bytes after a length of 4 bytes. ok is false if data has fewer bytes than the length states.
func cutPrefixed(data []byte) (bytes []byte, ok bool) {
	if len(data) < 4 || uint64(binary.LittleEndian.Uint32(data)) > uint64(len(data)-4) {
		return nil, false
	}
	return data[4 : 4+binary.LittleEndian.Uint32(data)], true
}

// plainDictionary is the old name of RLEDictionary in data pages, which some writers still use.
const plainDictionary format.Encoding = 2

// values sets the values of a data page with n levels, of which numDefined have a value. A page with fewer values is an error, since the
// library would read none, or values of other rows. DuckDB 2.0 writes additional values for missing ones in lists and structures.
func (p *pageReader) values(c *pageContent, plain []byte, numDefined, n int, encoding *format.Encoding) (err error) {
	c.Values = plain
	switch *encoding {
	case format.Plain:
		c.Values, err = p.plainValues(plain, numDefined)
	case plainDictionary, format.RLEDictionary:
		switch {
		case numDefined == 0:
		case len(plain) == 0 || plain[0] > 32:
			return errPage
		default:
			var size int
			size, err = sizeOfRuns(plain[1:], int(plain[0]), numDefined)
			c.Values = plain[:1+size]
		}
	case format.RLE:
		runs, ok := cutPrefixed(plain)
		if !ok {
			return errPage
		}
		if _, err = sizeOfRuns(runs, 1, numDefined); err == nil {
			c.Values, *encoding = unpackFlags(runs, numDefined), format.Plain
		}
		c.Misread = true
	case format.DeltaBinaryPacked:
		var rest []byte
		rest, err = readDeltas(nil, plain, numDefined, n, 8*max(p.width(), 4))
		c.Values = plain[:len(plain)-len(rest)]
	case format.DeltaLengthByteArray:
		c.Values, err = p.lengthValues(plain, numDefined, n)
	case format.DeltaByteArray:
		c.Values, err = p.prefixValues(plain, numDefined, n)
	case format.ByteStreamSplit:
		if width := max(p.width(), 1); len(plain)%width != 0 || len(plain)/width < numDefined || len(plain)/width > n || n > maxPage/width {
			return errPage
		}
	}
	c.Misread = c.Misread || len(c.Values) < len(plain)
	return err
}

// plainValues returns the bytes of n values in the encoding PLAIN.
func (p *pageReader) plainValues(plain []byte, n int) ([]byte, error) {
	size := n * p.width()
	switch {
	case p.Kind == format.Boolean:
		size = (n + 7) / 8
	case p.width() > 0:
	case p.Kind != format.ByteArray: // a column of the type null, which has no values
		return plain, nil
	default:
		for range n {
			text, ok := cutPrefixed(plain[size:])
			if !ok {
				return nil, errPage
			}
			size += 4 + len(text)
		}
	}
	if size > len(plain) {
		return nil, errPage
	}
	return plain[:size], nil
}

// width returns the number of bytes of a value, and 0 if values differ in length.
func (p *pageReader) width() int {
	switch p.Kind {
	case format.Int32, format.Float:
		return 4
	case format.Int64, format.Double:
		return 8
	case format.Int96:
		return 12
	case format.FixedLenByteArray:
		return max(p.Width, 1)
	}
	return 0
}

// unpack removes the compression of a page. It returns an error if the page is damaged or holds
// more than its header states.
func (p *pageReader) unpack(data []byte, size int) ([]byte, error) {
	if p.Codec == format.Uncompressed {
		return data, nil
	}
	if cap(p.buffer) < size {
		p.buffer = make([]byte, size)
	}
	buffer := p.buffer[:size:size]
	n, err := unpackTo(buffer, data, p.Codec)
	if err != nil {
		return nil, fmt.Errorf("%s data of a page that do not unpack to %s, as its header says: %w", p.Codec, safefile.Size(int64(size)), err)
	}
	return buffer[:n], nil
}

// unpackTo fills dst with the content of a page, and returns its size in bytes. Content that does
// not fit is an error.
func unpackTo(dst, data []byte, codec format.CompressionCodec) (int, error) {
	switch codec {
	case format.Snappy:
		if n, err := snappy.DecodedLen(data); err != nil || n > len(dst) {
			return 0, errPage
		}
		plain, err := snappy.Decode(dst, data)
		return len(plain), err
	case format.Lz4Raw:
		return lz4.UncompressBlock(data, dst)
	case format.Lz4:
		if n, err := unpackHadoop(dst, data); err == nil {
			return n, nil
		}
		return lz4.UncompressBlock(data, dst) // some writers use this name for LZ4_RAW
	case format.Zstd:
		d, err := zstdDecoder()
		if err != nil {
			return 0, err
		}
		plain, err := d.DecodeAll(data, dst[:0])
		return len(plain), err
	case format.Gzip:
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			return 0, err
		}
		return fill(dst, z)
	case format.Brotli:
		return fill(dst, brotli.NewReader(bytes.NewReader(data)))
	}
	return 0, fmt.Errorf("a compression that is not read")
}

// unpackHadoop unpacks the old LZ4. Before each block are two big-endian sizes: the size of the unpacked block, and the size of the block.
func unpackHadoop(dst, data []byte) (n int, err error) {
	for len(data) > 0 {
		if len(data) < 8 || uint64(binary.BigEndian.Uint32(data[4:])) > uint64(len(data)-8) {
			return 0, errPage
		}
		block := data[8 : 8+binary.BigEndian.Uint32(data[4:])]
		size, err := lz4.UncompressBlock(block, dst[n:])
		if err != nil || uint32(size) != binary.BigEndian.Uint32(data) {
			return 0, errPage
		}
		n, data = n+size, data[8+len(block):]
	}
	return n, nil
}

// fill reads a stream to its end into dst and returns its size. A stream that is longer than dst is an error.
func fill(dst []byte, in io.Reader) (int, error) {
	n, err := io.ReadFull(in, dst)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return n, nil // decoding the page detects a cut stream
	}
	if err != nil {
		return n, err
	}
	var more [1]byte
	if _, err := io.ReadFull(in, more[:]); err == io.EOF {
		return n, nil
	} else if err != nil {
		return n, err
	}
	return n, errPage
}

// zstdDecoder returns a decoder that unpacks no more than the capacity of its destination.
var zstdDecoder = sync.OnceValues(func() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecodeAllCapLimit(true))
})

// maxBlock is the maximum number of values in a block of differences that the library reads.
const maxBlock = 65536

// readDeltas reads from least to most numbers of width bits that are written as differences (DELTA_BINARY_PACKED in Encodings.md of Apache
// Parquet). It appends the numbers to list, unless list is nil, and returns the bytes after them.
func readDeltas(list *[]int32, data []byte, least, most, width int) (rest []byte, err error) {
	var head [3]uint64 // the number of values in a block, of parts in a block, and of values in total
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
	list    *[]int32 // nil: the numbers are only counted
	data    []byte   // the bytes after those read so far
	value   int64    // the last number
	missing int      // number of values still to read
	part    int      // number of values in a part of a block
	width   int      // maximum number of bits of a difference
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

// prefixValues returns the bytes of values in the encoding DELTA_BYTE_ARRAY, in which a value shares a prefix with the previous value: the
// lengths of the prefixes, the lengths of the suffixes, the suffixes.
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
