// Package pagebound checks the pages of a Parquet file before the library decodes them. The library
// allocates the size that a page claims to decode to, which can be gigabytes for a page of some
// bytes, and it never finishes unpacking damaged LZ4.
package pagebound

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

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

// Check returns an error if decoding a page takes more than its header states. The header's counts
// and sizes must be within bounds.
func (p *Pages) Check(header *format.PageHeader, body []byte) error {
	switch header.Type {
	case format.DictionaryPage:
		plain, err := p.unpack(body, int(header.UncompressedPageSize))
		if err != nil {
			return err
		}
		return p.checkDictionary(plain, int(header.DictionaryPageHeader.V.NumValues))
	case format.DataPage:
		plain, err := p.unpack(body, int(header.UncompressedPageSize))
		if err != nil {
			return err
		}
		return p.checkVersion1(&header.DataPageHeader.V, plain)
	case format.DataPageV2:
		return p.checkVersion2(header, body)
	}
	return fmt.Errorf("a page of type %d, which is not read", header.Type)
}

// Plain returns the bytes of a page without compression, valid until the next call. Check must have
// accepted the page.
func (p *Pages) Plain(header *format.PageHeader, body []byte) ([]byte, error) {
	levels := 0
	if header.Type == format.DataPageV2 {
		h := &header.DataPageHeaderV2.V
		levels = int(h.RepetitionLevelsByteLength) + int(h.DefinitionLevelsByteLength)
		if h.IsCompressed.Valid && !h.IsCompressed.V {
			return body, nil
		}
	}
	plain, err := p.unpack(body[levels:], int(header.UncompressedPageSize))
	return slices.Concat(body[:levels], plain), err
}

// checkDictionary checks a dictionary, whose values are in sequence.
func (p *Pages) checkDictionary(plain []byte, n int) error {
	if width := p.width(); width > 0 && n > len(plain)/width {
		return ErrPage
	}
	return nil
}

// checkVersion1 checks a data page of version 1: levels with their lengths before them, and values.
func (p *Pages) checkVersion1(h *format.DataPageHeader, plain []byte) (err error) {
	n := int(h.NumValues)
	defined := n
	for _, l := range []struct {
		highest  int
		encoding format.Encoding
	}{{p.Repetition, h.RepetitionLevelEncoding}, {p.Definition, h.DefinitionLevelEncoding}} {
		if l.highest == 0 {
			continue
		}
		if len(plain) < 4 || uint64(binary.LittleEndian.Uint32(plain)) > uint64(len(plain)-4) {
			return ErrPage
		}
		end := 4 + int(binary.LittleEndian.Uint32(plain))
		if defined, err = p.countLevels(plain[4:end], l.highest, l.encoding, n); err != nil {
			return err
		}
		plain = plain[end:]
	}
	return p.checkValues(plain, p.amount(defined, n), h.Encoding)
}

// checkVersion2 checks a data page of version 2: levels, which are never compressed, and values.
// The library reads levels only where the header has a length for them.
func (p *Pages) checkVersion2(header *format.PageHeader, body []byte) (err error) {
	h := &header.DataPageHeaderV2.V
	n := int(h.NumValues)
	defined := n
	for _, l := range []struct {
		highest int
		length  int32
	}{{p.Repetition, h.RepetitionLevelsByteLength}, {p.Definition, h.DefinitionLevelsByteLength}} {
		if int(l.length) > len(body) {
			return ErrPage
		}
		if l.highest > 0 {
			if defined, err = p.countLevels(body[:l.length], l.highest, format.RLE, n); err != nil {
				return err
			}
		}
		body = body[l.length:]
	}
	if defined > n-int(h.NumNulls) { // the library would leave out the rest
		return ErrPage
	}
	if !h.IsCompressed.Valid || h.IsCompressed.V {
		plain, err := p.unpack(body, int(header.UncompressedPageSize))
		if err != nil {
			return err
		}
		body = plain
	}
	return p.checkValues(body, p.amount(defined, n), h.Encoding)
}

// plainDictionary is the old name of RLEDictionary in data pages, which some writers still use.
const plainDictionary format.Encoding = 2

// amount is how many values a page may have.
type amount struct{ least, most int }

// amount returns how many values a page of n levels has, where so many are defined. Below lists
// and structures DuckDB 2.0 writes some for missing ones too, after the others.
func (p *Pages) amount(defined, n int) amount {
	if p.Definition > 1 {
		return amount{defined, n}
	}
	return amount{defined, defined}
}

// check returns an error if there are others than those that there may be.
func (a amount) check(n int) error {
	if n < a.least || n > a.most {
		return ErrPage
	}
	return nil
}

// checkValues checks the values of a data page. There are as many as the levels define: a page
// with others would be read without values, or with those of other rows.
func (p *Pages) checkValues(plain []byte, a amount, encoding format.Encoding) error {
	switch encoding {
	case format.Plain:
		return p.checkPlain(plain, a)
	case plainDictionary, format.RLEDictionary:
		if len(plain) == 0 {
			return a.check(0)
		}
		if plain[0] > 32 {
			return ErrPage
		}
		return checkFilled(plain[1:], int(plain[0]), a)
	case format.RLE:
		if len(plain) < 4 || uint64(binary.LittleEndian.Uint32(plain)) > uint64(len(plain)-4) {
			return ErrPage
		}
		return checkFilled(plain[4:4+binary.LittleEndian.Uint32(plain)], 1, a)
	case format.DeltaBinaryPacked:
		_, err := readDeltas(nil, plain, a, 8*max(p.width(), 4))
		return err
	case format.DeltaLengthByteArray:
		return p.checkLengths(plain, a)
	case format.DeltaByteArray:
		return p.checkPrefixes(plain, a)
	case format.ByteStreamSplit:
		if a.most > maxUnpacked/max(p.width(), 1) {
			return ErrPage
		}
		return p.checkPlain(plain, a)
	}
	return nil
}

// checkPlain checks how many values there are in sequence, and that nothing else is there.
func (p *Pages) checkPlain(plain []byte, a amount) error {
	switch {
	case p.Kind == format.Boolean:
		return amount{(a.least + 7) / 8, (a.most + 7) / 8}.check(len(plain))
	case p.width() > 0:
		if len(plain)%p.width() != 0 {
			return ErrPage
		}
		return a.check(len(plain) / p.width())
	case p.Kind != format.ByteArray: // a column of the type null, of which the library reads no values
		return nil
	}
	count := 0
	for ; len(plain) > 0; count++ {
		if len(plain) < 4 || uint64(binary.LittleEndian.Uint32(plain)) > uint64(len(plain)-4) {
			return ErrPage
		}
		plain = plain[4+binary.LittleEndian.Uint32(plain):]
	}
	return a.check(count)
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
