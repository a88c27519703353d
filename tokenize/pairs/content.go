package pairs

import (
	"encoding/binary"
	"errors"

	"github.com/parquet-go/parquet-go/format"
)

// errPage is the error of pages that contradict their headers, or the footer.
var errPage = errors.New("its pages are not those that their headers and the footer tell of")

// pageColumn holds what is needed to decode a column's pages.
type pageColumn struct {
	Kind       format.Type
	Width      int // the number of bytes of a value, if all values have the same
	Repetition int // the highest repetition level; 0: the column has none
	Definition int // the highest definition level; 0: the column has none
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

// read returns the content of a page. A page that needs more memory than its header states is an error. checkHeader must have accepted the
// header. If read converts the values to another encoding, it sets that encoding in the header.
func (p *pageReader) read(header *format.PageHeader, body []byte) (c pageContent, err error) {
	if header.Type == format.DataPageV2 {
		return p.version2(header, body)
	}
	plain, err := p.unpack(body, int(header.UncompressedPageSize))
	if err != nil {
		return c, err
	}
	if header.Type == format.DataPage {
		return p.version1(&header.DataPageHeader.V, plain)
	}
	c.Values, err = p.plainValues(plain, int(header.DictionaryPageHeader.V.NumValues)) // of a dictionary
	c.Misread = len(c.Values) < len(plain)
	return c, err
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

// values sets Values and Misread of c for a data page with n levels, of which numDefined have a value. Fewer values are an error, since the
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
