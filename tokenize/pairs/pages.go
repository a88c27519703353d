package pairs

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// Bounds of a page. A page is unpacked as a whole, and can have many equal values in a few bytes.
const (
	maxPage       = safefile.Whole
	maxPageValues = 1 << 24
	levelBytes    = 6 // memory for each value: two levels and its index in a dictionary
)

// columnPages checks the pages of a file's columns.
type columnPages struct {
	in       *io.SectionReader
	groups   []format.RowGroup
	columns  []pageColumn
	names    []string
	lists    bool // true if columns may have lists; false if each column has one value in every row
	contents pageReader
	body     []byte
	visit    func(header *format.PageHeader, content pageContent) error // called for every page; may be nil
	// bytes is the sum of the sizes of the longest page and the longest dictionary of each column of a group. These are in memory at once.
	bytes int64
}

func newColumnPages(in *io.SectionReader, file *parquet.File) *columnPages {
	p := &columnPages{in: in, groups: file.Metadata().RowGroups}
	p.addLeaves(file.Root(), pageColumn{})
	return p
}

// addLeaves adds the leaf columns below a column of the schema, in the order that they have in row groups. c has the levels of column.
func (p *columnPages) addLeaves(column *parquet.Column, c pageColumn) {
	if column.Leaf() {
		c.Kind, c.Width = format.Type(column.Type().Kind()), column.Type().Length()
		p.columns, p.names = append(p.columns, c), append(p.names, strings.Join(column.Path(), "."))
		return
	}
	for _, member := range column.Columns() {
		levels := c
		if member.Repeated() {
			levels.Repetition++
		}
		if member.Repeated() || member.Optional() {
			levels.Definition++
		}
		p.addLeaves(member, levels)
	}
}

// check checks the pages of a column in a row group, and adds their memory to bytes. It reports whether the library reads them correctly.
func (p *columnPages) check(group, number int) (isSound bool, err error) {
	if number >= len(p.columns) || number >= len(p.groups[group].Columns) {
		return false, errPage
	}
	column := &p.groups[group].Columns[number].MetaData
	p.contents.pageColumn = p.columns[number]
	p.contents.Codec = column.Codec
	offset := column.DataPageOffset
	if d := column.DictionaryPageOffset; d > 0 && d < offset {
		offset = d
	}
	isSound = !isMisread(p.groups, group, number)
	values := int64(0)
	var longest [2]int64 // the size of the longest data page, and of the longest dictionary
	begin := offset
	for values < column.NumValues { // not up to the size in the footer: @dsnp/parquetjs writes a wrong one
		header, headerSize, err := pageHeader(p.in, offset, p.in.Size())
		if err != nil {
			return false, err
		}
		n, err := p.checkHeader(&header)
		if err != nil {
			return false, err
		}
		values += int64(n)
		kind := 0
		if header.Type == format.DictionaryPage {
			kind = 1
		}
		longest[kind] = max(longest[kind], int64(header.UncompressedPageSize)+levelBytes*int64(n))
		content, err := p.content(&header, offset+headerSize)
		offset += headerSize + int64(header.CompressedPageSize)
		if err == nil && p.visit != nil {
			err = p.visit(&header, content)
		}
		if err != nil {
			return false, err
		}
		isSound = isSound && !content.Misread
	}
	if values != column.NumValues {
		return false, errPage
	}
	p.bytes += longest[0] + longest[1]
	return isSound && offset-begin == column.TotalCompressedSize, nil
}

// checkHeader checks a page's header and returns the number of values; 0 for a dictionary.
func (p *columnPages) checkHeader(header *format.PageHeader) (values int32, err error) {
	if header.CompressedPageSize < 0 || header.UncompressedPageSize < 0 {
		return 0, errPage
	}
	if most := max(header.UncompressedPageSize, header.CompressedPageSize); most > maxPage {
		return 0, fmt.Errorf("a page that unpacks to %s, where at most %s are read", safefile.Size(int64(most)), safefile.Size(maxPage))
	}
	switch {
	case header.Type == format.DictionaryPage && header.DictionaryPageHeader.Valid:
		if words := header.DictionaryPageHeader.V.NumValues; words < 0 || words > header.UncompressedPageSize {
			return 0, errPage
		}
		return 0, nil
	case header.Type == format.DataPage && header.DataPageHeader.Valid:
		values = header.DataPageHeader.V.NumValues
	case header.Type == format.DataPageV2 && header.DataPageHeaderV2.Valid:
		v2 := &header.DataPageHeaderV2.V
		values = v2.NumValues
		definitions, repetitions := int64(v2.DefinitionLevelsByteLength), int64(v2.RepetitionLevelsByteLength)
		fits := min(definitions, repetitions) >= 0 && definitions+repetitions <= int64(header.CompressedPageSize)
		hasRows := v2.NumRows >= 0 && v2.NumRows <= values && (p.lists || v2.NumRows == values)
		if !fits || !hasRows || v2.NumNulls < 0 || v2.NumNulls > values {
			return 0, errPage
		}
	default:
		return 0, errPage
	}
	if values > maxPageValues {
		return 0, fmt.Errorf("a page of %s, where at most %d are read", terminal.Plural(values, "value", "values"), maxPageValues)
	}
	if values < 0 {
		return 0, errPage
	}
	return values, nil
}

// content reads a page from the file and checks its checksum. begin is the offset of the page's body in the file.
func (p *columnPages) content(header *format.PageHeader, begin int64) (c pageContent, err error) {
	p.body = slices.Grow(p.body[:0], int(header.CompressedPageSize))[:header.CompressedPageSize]
	if _, err := io.ReadFull(io.NewSectionReader(p.in, begin, int64(len(p.body))), p.body); err != nil {
		return c, err
	}
	// 0: there is no checksum. The library writes none for dictionaries; other writers write none at all.
	if header.CRC != 0 && crc32.ChecksumIEEE(p.body) != uint32(header.CRC) {
		return c, errors.New("a page's checksum is wrong")
	}
	return p.contents.read(header, p.body)
}

// pageHeader reads the header of the page at an offset of the file. It returns the header and its size. end is an upper bound of the page's
// end.
func pageHeader(f io.ReaderAt, offset, end int64) (header format.PageHeader, size int64, err error) {
	for window := int64(1 << 10); ; window *= 8 {
		raw := make([]byte, min(window, end-offset))
		if _, err := f.ReadAt(raw, offset); err != nil {
			return header, 0, err
		}
		t := thriftRest{raw}
		err := t.skip(thriftStruct, 0)
		if err == errThrift && window < end-offset {
			continue // statistics may be long
		}
		if err != nil {
			return header, 0, err
		}
		size = int64(len(raw) - len(t.rest))
		return header, size, thrift.Unmarshal(new(thrift.CompactProtocol), raw[:size], &header)
	}
}

// checkFooter checks the footer before the library reads it. The library allocates any length that the footer states for itself and for
// its lists.
func checkFooter(f io.ReaderAt, size int64) error {
	var head [4]byte
	var tail [8]byte
	ends := int64(len(head) + len(tail))
	if size < ends {
		return fmt.Errorf("too short")
	}
	if _, err := f.ReadAt(head[:], 0); err != nil {
		return err
	}
	if _, err := f.ReadAt(tail[:], size-int64(len(tail))); err != nil {
		return err
	}
	if string(head[:]) != "PAR1" || string(tail[4:]) != "PAR1" {
		return fmt.Errorf("no Parquet file, or a part of one")
	}
	n := int64(binary.LittleEndian.Uint32(tail[:]))
	if n > size-ends {
		return fmt.Errorf("damaged: a footer of %s", terminal.Plural(n, "byte", "bytes"))
	}
	footer := make([]byte, n)
	if _, err := f.ReadAt(footer, size-int64(len(tail))-n); err != nil {
		return err
	}
	t := thriftRest{footer}
	if err := t.skip(thriftStruct, 0); err != nil {
		return fmt.Errorf("damaged: its footer: %w", err)
	}
	return nil
}

// thriftRest holds the unread bytes of a message in Thrift's compact protocol (thrift-compact-protocol.md of Apache Thrift).
type thriftRest struct{ rest []byte }

// Types of fields and elements. Types below thriftByte are booleans: an element takes one byte, a field none.
const (
	thriftByte   = 3
	thriftDouble = 7
	thriftBinary = 8
	thriftList   = 9
	thriftSet    = 10
	thriftStruct = 12
	thriftDepth  = 32 // maximum nesting, more than in any message of Parquet
)

var errThrift = errors.New("a value that goes past its end")

// skip moves past a value of a type. An element takes at least one byte, so a list with more elements than remaining bytes is an error.
func (t *thriftRest) skip(kind byte, depth int) error {
	if depth > thriftDepth {
		return errors.New("values too deep in each other")
	}
	switch {
	case kind <= thriftByte:
		return t.drop(1)
	case kind < thriftDouble:
		_, err := t.number()
		return err
	case kind == thriftDouble:
		return t.drop(8)
	case kind == thriftBinary:
		n, err := t.number()
		if err != nil {
			return err
		}
		return t.drop(n)
	case kind == thriftList || kind == thriftSet:
		return t.skipList(depth)
	case kind == thriftStruct:
		return t.skipStruct(depth)
	}
	return fmt.Errorf("a value of type %d, which no Parquet file has", kind)
}

func (t *thriftRest) skipList(depth int) error {
	if len(t.rest) == 0 {
		return errThrift
	}
	head := t.rest[0]
	t.rest = t.rest[1:]
	n := uint64(head >> 4)
	if n == 15 {
		var err error
		if n, err = t.number(); err != nil {
			return err
		}
	}
	if n > uint64(len(t.rest)) {
		return errThrift
	}
	for range n {
		if err := t.skip(head&15, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (t *thriftRest) skipStruct(depth int) error {
	for {
		if len(t.rest) == 0 {
			return errThrift
		}
		head := t.rest[0]
		t.rest = t.rest[1:]
		kind := head & 15
		if kind == 0 {
			return nil
		}
		if head>>4 == 0 { // the field's number follows
			if _, err := t.number(); err != nil {
				return err
			}
		}
		if kind < thriftByte {
			continue
		}
		if err := t.skip(kind, depth+1); err != nil {
			return err
		}
	}
}

// number reads an unsigned number of variable length.
func (t *thriftRest) number() (uint64, error) {
	n, size := binary.Uvarint(t.rest)
	if size <= 0 {
		return 0, errThrift
	}
	t.rest = t.rest[size:]
	return n, nil
}

func (t *thriftRest) drop(n uint64) error {
	if n > uint64(len(t.rest)) {
		return errThrift
	}
	t.rest = t.rest[n:]
	return nil
}
