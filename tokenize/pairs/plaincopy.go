package pairs

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"slices"

	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/configs/untrusted"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// misread reports whether the library reads a column of a row group wrong: LZ4_RAW (github.com/parquet-go/parquet-go/issues/608: it
// drops what it has unpacked and takes what the memory held before), and another compression than in the first row group.
func misread(groups []format.RowGroup, g, c int) bool {
	codec := groups[g].Columns[c].MetaData.Codec
	return codec == format.Lz4Raw || codec != groups[0].Columns[c].MetaData.Codec
}

// A plainCopy has the columns that the library would misread once more, without compression, in a temporary file behind the file.
type plainCopy struct {
	first *io.SectionReader
	rest  *os.File
	size  int64 // of both
}

// ReadAt reads from the file, and behind its end from the temporary one.
func (p *plainCopy) ReadAt(to []byte, at int64) (n int, err error) {
	if at < p.first.Size() {
		n, err = p.first.ReadAt(to[:min(int64(len(to)), p.first.Size()-at)], at)
		if n == len(to) || err != nil && err != io.EOF {
			return n, err
		}
	}
	more, err := p.rest.ReadAt(to[n:], at+int64(n)-p.first.Size())
	return n + more, err
}

// copyPlain makes such a copy where a file needs it; nil means that it needs none.
func copyPlain(in *io.SectionReader, file *parquet.File) (copied *plainCopy, err error) {
	meta := *file.Metadata()
	pages := newColumnPages(in, file)
	pages.lists = true
	meta.RowGroups = slices.Clone(meta.RowGroups)
	for g := range meta.RowGroups {
		if meta.RowGroups[g].NumRows == 0 {
			continue // such a group may have no page at all, and none of it is read
		}
		meta.RowGroups[g].Columns = slices.Clone(meta.RowGroups[g].Columns)
		for c := range meta.RowGroups[g].Columns {
			if c >= len(pages.columns) || c >= len(pages.groups[0].Columns) || !misread(pages.groups, g, c) {
				continue
			}
			if copied == nil {
				copied = &plainCopy{first: in, size: in.Size()}
				if copied.rest, err = outdir.Unnamed(); err != nil {
					return nil, err
				}
			}
			if err := copied.addColumn(pages, g, c, &meta.RowGroups[g].Columns[c]); err != nil {
				copied.rest.Close()
				return nil, fmt.Errorf("damaged: column %s: %w", pages.names[c], err)
			}
		}
	}
	if copied == nil {
		return nil, nil
	}
	footer, err := thrift.Marshal(new(thrift.CompactProtocol), &meta)
	if err == nil {
		footer = binary.LittleEndian.AppendUint32(footer, uint32(len(footer)))
		err = copied.add(append(footer, "PAR1"...))
	}
	if err != nil {
		copied.rest.Close()
		return nil, err
	}
	return copied, nil
}

func (p *plainCopy) add(raw []byte) error {
	n, err := p.rest.Write(raw)
	p.size += int64(n)
	if most := untrusted.Unpack(p.first.Size()); err == nil && p.size-p.first.Size() > most {
		return fmt.Errorf("columns that unpack to more than %s, the most that is read of a file of %s", untrusted.Size(most),
			untrusted.Size(p.first.Size()))
	}
	return err
}

// addColumn adds the pages of a column of a row group, and makes the footer's entry name them.
func (p *plainCopy) addColumn(pages *columnPages, g, c int, chunk *format.ColumnChunk) error {
	column := &chunk.MetaData
	begin, dictionary, data, unpacked := p.size, int64(0), int64(0), int64(0)
	pages.visit = func(header *format.PageHeader, body []byte) error {
		plain, err := pages.contents.Plain(header, body)
		if err != nil {
			return err
		}
		size := int32(len(plain))
		header.CompressedPageSize, header.UncompressedPageSize, header.CRC = size, size, int32(crc32.ChecksumIEEE(plain))
		raw, err := thrift.Marshal(new(thrift.CompactProtocol), header)
		if err != nil {
			return err
		}
		if place := &data; header.Type == format.DictionaryPage || *place == 0 {
			if header.Type == format.DictionaryPage {
				place = &dictionary
			}
			*place = p.size
		}
		unpacked += int64(len(raw) + len(plain))
		return p.add(bytes.Join([][]byte{raw, plain}, nil))
	}
	defer func() { pages.visit = nil }()
	if err := pages.check(g, c); err != nil {
		return err
	}
	column.Codec = format.Uncompressed
	column.DataPageOffset, column.DictionaryPageOffset = max(data, begin), dictionary
	column.TotalCompressedSize, column.TotalUncompressedSize = p.size-begin, unpacked
	chunk.OffsetIndexOffset, chunk.OffsetIndexLength, chunk.ColumnIndexOffset, chunk.ColumnIndexLength = 0, 0, 0, 0
	return nil
}
