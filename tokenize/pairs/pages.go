package pairs

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/axiomine/axiomine/configs/untrusted"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// paged holds the header of every page against the footer, and the checksum of every page against its bytes, before the
// library reads the pages: it believes the sizes and numbers of values that headers give, which no checksum covers, and those
// in a packed dictionary.
func paged(f io.ReaderAt, meta *format.FileMetaData) error {
	for g := range meta.RowGroups {
		group := &meta.RowGroups[g]
		if group.NumRows > rowGroup {
			return fmt.Errorf("damaged: %d rows in a group, where at most %d are written", group.NumRows, rowGroup)
		}
		for c := range group.Columns {
			column := &group.Columns[c].MetaData
			if column.NumValues != group.NumRows {
				return fmt.Errorf("damaged: column %d has %d values in %d rows", c, column.NumValues, group.NumRows)
			}
			if err := columnPages(f, column, true, false); err != nil {
				return fmt.Errorf("damaged: column %d: %w", c, err)
			}
		}
	}
	return nil
}

// A page is unpacked as a whole, and a count of its values takes next to no bytes where all are equal.
const (
	maxPage       = untrusted.Whole
	maxPageValues = 1 << 24
)

var errPages = errors.New("its pages are not those that the footer tells of")

// columnPages adds up the pages of a column of a row group. Pairs have a checksum for every page, others may have none (0); a column
// without lists has a value in every row.
func columnPages(f io.ReaderAt, column *format.ColumnMetaData, summed, lists bool) error {
	at := column.DataPageOffset
	if d := column.DictionaryPageOffset; d > 0 && d < at {
		at = d
	}
	var values, unpacked int64
	for end := at + column.TotalCompressedSize; at < end; {
		header, size, err := pageHeader(f, at, end)
		if err != nil {
			return err
		}
		begin := at + size
		at = begin + int64(header.CompressedPageSize)
		if header.CompressedPageSize < 0 || header.UncompressedPageSize < 0 || at > end {
			return errPages
		}
		if header.UncompressedPageSize > maxPage {
			return fmt.Errorf("a page that unpacks to %s, where at most %s are read", untrusted.Size(int64(header.UncompressedPageSize)),
				untrusted.Size(maxPage))
		}
		sum := crc32.NewIEEE() // the library leaves out that of a dictionary
		if _, err := io.Copy(sum, io.NewSectionReader(f, begin, at-begin)); err != nil {
			return err
		}
		if sum.Sum32() != uint32(header.CRC) && (summed || header.CRC != 0) {
			return errors.New("a page's checksum is wrong")
		}
		unpacked += size + int64(header.UncompressedPageSize)
		here := header.DataPageHeader.V.NumValues
		if v2 := &header.DataPageHeaderV2; v2.Valid {
			here = v2.V.NumValues
			if levels := []int32{v2.V.DefinitionLevelsByteLength, v2.V.RepetitionLevelsByteLength}; min(levels[0], levels[1]) < 0 ||
				int64(levels[0])+int64(levels[1]) > int64(header.CompressedPageSize) || v2.V.NumRows < 0 || v2.V.NumRows > here || !lists &&
				v2.V.NumRows != here || v2.V.NumNulls < 0 || v2.V.NumNulls > here {
				return errPages
			}
		}
		if here > maxPageValues {
			return fmt.Errorf("a page of %d values, where at most %d are read", here, maxPageValues)
		}
		if words := header.DictionaryPageHeader.V.NumValues; words < 0 || words > header.UncompressedPageSize || here < 0 {
			return errPages
		}
		values += int64(here)
	}
	if values != column.NumValues || unpacked != column.TotalUncompressedSize {
		return errPages
	}
	return nil
}

// pageHeader reads the header of the page at a place of the file, and its size. It ends before end.
func pageHeader(f io.ReaderAt, at, end int64) (header format.PageHeader, size int64, err error) {
	for window := int64(1 << 10); ; window *= 8 {
		raw := make([]byte, min(window, end-at))
		if _, err := f.ReadAt(raw, at); err != nil {
			return header, 0, err
		}
		t := thriftRest{raw}
		err := t.skip(thriftStruct, 0)
		if err == errThrift && window < end-at {
			continue // statistics may be long
		}
		if err != nil {
			return header, 0, err
		}
		size = int64(len(raw) - len(t.rest))
		return header, size, thrift.Unmarshal(new(thrift.CompactProtocol), raw[:size], &header)
	}
}
