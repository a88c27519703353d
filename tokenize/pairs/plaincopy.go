package pairs

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"slices"

	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// isMisread reports whether the library reads a column of a row group wrong: LZ4_RAW
// (github.com/parquet-go/parquet-go/issues/608: it drops the unpacked bytes and returns old
// memory), the older LZ4, which it does not know, and another compression than in the first row
// group.
func isMisread(groups []format.RowGroup, g, c int) bool {
	codec := groups[g].Columns[c].MetaData.Codec
	return codec == format.Lz4Raw || codec == format.Lz4 || c >= len(groups[0].Columns) || codec != groups[0].Columns[c].MetaData.Codec
}

// A plainCopy is a file with a second copy of the columns that the library would misread. The copy
// is without compression and without what follows the values, in a temporary file that continues the file.
type plainCopy struct {
	first *io.SectionReader
	rest  *os.File
	size  int64 // of both
}

// copyPlain makes a plainCopy of columns.
func copyPlain(pages *columnPages, meta format.FileMetaData, columns []int) (plain *plainCopy, err error) {
	plain = &plainCopy{first: pages.in, size: pages.in.Size()}
	if plain.rest, err = result.CreateUnnamed(); err != nil {
		return nil, err
	}
	meta.RowGroups = slices.Clone(meta.RowGroups)
	for g := range meta.RowGroups {
		group := &meta.RowGroups[g]
		group.Columns = slices.Clone(group.Columns)
		for _, c := range columns {
			if group.NumRows == 0 { // such a group may have no page at all
				if c < len(group.Columns) {
					group.Columns[c].MetaData.Codec = format.Uncompressed
				}
			} else if err := plain.addColumn(pages, g, c, &group.Columns[c]); err != nil {
				plain.rest.Close()
				return nil, fmt.Errorf("damaged: column %s: %w", pages.names[c], err)
			}
		}
	}
	footer, err := thrift.Marshal(new(thrift.CompactProtocol), &meta)
	if err == nil {
		footer = binary.LittleEndian.AppendUint32(footer, uint32(len(footer)))
		err = plain.add(append(footer, "PAR1"...))
	}
	if err != nil {
		plain.rest.Close()
		return nil, err
	}
	return plain, nil
}

func (p *plainCopy) add(raw []byte) error {
	n, err := p.rest.Write(raw)
	p.size += int64(n)
	if most := safefile.Unpack(p.first.Size()); err == nil && p.size-p.first.Size() > most {
		return fmt.Errorf("columns that unpack to more than %s, the most that is read of a file of %s", safefile.Size(most),
			safefile.Size(p.first.Size()))
	}
	return err
}

// addColumn adds the pages of a column of a row group, and points the footer's entry at them.
func (p *plainCopy) addColumn(pages *columnPages, g, c int, chunk *format.ColumnChunk) error {
	column := &chunk.MetaData
	begin, dictionary, data, total := p.size, int64(0), int64(0), int64(0)
	pages.visit = func(header *format.PageHeader, content pageContent) error {
		plain := slices.Concat(content.Levels, content.Values)
		size := int32(len(plain))
		header.CompressedPageSize, header.UncompressedPageSize, header.CRC = size, size, int32(crc32.ChecksumIEEE(plain))
		raw, err := thrift.Marshal(new(thrift.CompactProtocol), header)
		if err != nil {
			return err
		}
		if offset := &data; header.Type == format.DictionaryPage || *offset == 0 {
			if header.Type == format.DictionaryPage {
				offset = &dictionary
			}
			*offset = p.size
		}
		total += int64(len(raw) + len(plain))
		return p.add(bytes.Join([][]byte{raw, plain}, nil))
	}
	defer func() { pages.visit = nil }()
	if _, err := pages.check(g, c); err != nil {
		return err
	}
	column.Codec = format.Uncompressed
	column.DataPageOffset, column.DictionaryPageOffset = max(data, begin), dictionary
	column.TotalCompressedSize, column.TotalUncompressedSize = p.size-begin, total
	chunk.OffsetIndexOffset, chunk.OffsetIndexLength, chunk.ColumnIndexOffset, chunk.ColumnIndexLength = 0, 0, 0, 0
	return nil
}
