// Package pagebound checks the pages of a Parquet file before the library decodes them. The library
// allocates the size that a page claims to decode to, which can be gigabytes for a page of some
// bytes, and it never finishes unpacking damaged LZ4.
package pagebound

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/parquet-go/parquet-go/format"
)

// ErrPage is the error of a page whose content contradicts its header.
var ErrPage = errors.New("a page whose content is not that of its header")

// Column describes the content of a column's pages.
type Column struct {
	Kind       format.Type
	Width      int // bytes of a value of fixed length
	Repetition int // the highest level
	Definition int // the highest level
	Codec      format.CompressionCodec
}

// Pages checks the pages of a column. It is reused for other columns, to keep its memory.
type Pages struct {
	Column
	buffer   []byte
	levels   []byte
	prefixes []int32
	lengths  []int32
}

// A Content is what a page holds, unpacked. It is valid until the next page is looked at.
type Content struct {
	Levels, Values []byte
	// Misread is whether the library misreads the page as it lies in the file: something follows the values (fastparquet adds 8 bytes), or
	// they are truth values as runs, of which it reads a run of true as one true and seven false.
	Misread bool
}

// Content returns the content of a page. It is an error if decoding that takes more than the header states. The header's counts and sizes
// must be within bounds. If the values are written in another encoding, the header tells the new one.
func (p *Pages) Content(header *format.PageHeader, body []byte) (c Content, err error) {
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

// version1 looks at a data page of version 1: levels with their lengths before them, and values.
func (p *Pages) version1(h *format.DataPageHeader, plain []byte) (c Content, err error) {
	n := int(h.NumValues)
	defined, rest := n, plain
	for _, l := range []struct {
		highest  int
		encoding format.Encoding
	}{{p.Repetition, h.RepetitionLevelEncoding}, {p.Definition, h.DefinitionLevelEncoding}} {
		if l.highest == 0 {
			continue
		}
		levels, ok := lengthFirst(rest)
		if !ok {
			return c, ErrPage
		}
		if defined, err = p.countLevels(levels, l.highest, l.encoding, n); err != nil {
			return c, err
		}
		rest = rest[4+len(levels):]
	}
	c.Levels = plain[:len(plain)-len(rest)]
	return c, p.values(&c, rest, defined, n, &h.Encoding)
}

// version2 looks at a data page of version 2: levels, which are never compressed, and values. The library reads levels only where the
// header has a length for them.
func (p *Pages) version2(header *format.PageHeader, body []byte) (c Content, err error) {
	h := &header.DataPageHeaderV2.V
	n := int(h.NumValues)
	defined, rest := n, body
	for _, l := range []struct {
		highest int
		length  int32
	}{{p.Repetition, h.RepetitionLevelsByteLength}, {p.Definition, h.DefinitionLevelsByteLength}} {
		if int(l.length) > len(rest) {
			return c, ErrPage
		}
		if l.highest > 0 {
			if defined, err = p.countLevels(rest[:l.length], l.highest, format.RLE, n); err != nil {
				return c, err
			}
		}
		rest = rest[l.length:]
	}
	if defined > n-int(h.NumNulls) { // the library would leave out the rest
		c.Misread, h.NumNulls = true, int32(n-defined)
	}
	c.Levels = body[:len(body)-len(rest)]
	if !h.IsCompressed.Valid || h.IsCompressed.V {
		if rest, err = p.unpack(rest, int(header.UncompressedPageSize)); err != nil {
			return c, err
		}
	}
	return c, p.values(&c, rest, defined, n, &h.Encoding)
}

// lengthFirst returns the bytes whose length stands before them, and whether there are as many.
func lengthFirst(data []byte) (bytes []byte, ok bool) {
	if len(data) < 4 || uint64(binary.LittleEndian.Uint32(data)) > uint64(len(data)-4) {
		return nil, false
	}
	return data[4 : 4+binary.LittleEndian.Uint32(data)], true
}

// plainDictionary is the old name of RLEDictionary in data pages, which some writers still use.
const plainDictionary format.Encoding = 2

// values sets the values of a data page of n levels, of which so many are defined. A page with fewer values is an error: it would be read
// without values, or with those of other rows. Below lists and structures DuckDB 2.0 writes some for missing ones too, after the others.
func (p *Pages) values(c *Content, plain []byte, defined, n int, encoding *format.Encoding) (err error) {
	c.Values = plain
	switch *encoding {
	case format.Plain:
		c.Values, err = p.plainValues(plain, defined)
	case plainDictionary, format.RLEDictionary:
		switch {
		case defined == 0:
		case len(plain) == 0 || plain[0] > 32:
			return ErrPage
		default:
			var size int
			size, err = runsOf(plain[1:], int(plain[0]), defined)
			c.Values = plain[:1+size]
		}
	case format.RLE:
		runs, ok := lengthFirst(plain)
		if !ok {
			return ErrPage
		}
		if _, err = runsOf(runs, 1, defined); err == nil {
			c.Values, *encoding = flagsOf(runs, defined), format.Plain
		}
		c.Misread = true
	case format.DeltaBinaryPacked:
		var rest []byte
		rest, err = readDeltas(nil, plain, defined, n, 8*max(p.width(), 4))
		c.Values = plain[:len(plain)-len(rest)]
	case format.DeltaLengthByteArray:
		c.Values, err = p.lengthValues(plain, defined, n)
	case format.DeltaByteArray:
		c.Values, err = p.prefixValues(plain, defined, n)
	case format.ByteStreamSplit:
		if width := max(p.width(), 1); len(plain)%width != 0 || len(plain)/width < defined || len(plain)/width > n || n > maxUnpacked/width {
			return ErrPage
		}
	}
	c.Misread = c.Misread || len(c.Values) < len(plain)
	return err
}

// plainValues returns the bytes of n values in sequence.
func (p *Pages) plainValues(plain []byte, n int) ([]byte, error) {
	size := n * p.width()
	switch {
	case p.Kind == format.Boolean:
		size = (n + 7) / 8
	case p.width() > 0:
	case p.Kind != format.ByteArray: // a column of the type null, of which the library reads no values
		return plain, nil
	default:
		for range n {
			text, ok := lengthFirst(plain[size:])
			if !ok {
				return nil, ErrPage
			}
			size += 4 + len(text)
		}
	}
	if size > len(plain) {
		return nil, ErrPage
	}
	return plain[:size], nil
}

// width returns the number of bytes of a value, and 0 where values differ in length.
func (p *Pages) width() int {
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
