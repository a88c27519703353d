package pairs

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"slices"

	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// WithParquet opens a Parquet file of any writer, checks it, and calls use with it. It returns an error if the footer, the pages and their
// checksums contradict each other, or if a size is too large.
func WithParquet(path string, use func(*parquet.File) error) error {
	return openChecked(path, func(in *io.SectionReader) error { return ReadParquet(in, nil, use) })
}

// ReadParquet does the same as WithParquet for an open file. It checks only the columns with the given numbers. The caller reads these at
// the same time, so the sum of their sizes is bounded. If columns is nil, it checks all columns.
func ReadParquet(in *io.SectionReader, columns []int, use func(*parquet.File) error) error {
	return rescue(func() error {
		file, err := openParquet(in)
		if err != nil {
			return err
		}
		pages := newColumnPages(in, file)
		pages.lists = true
		misread, err := pages.misread(columns)
		if err != nil {
			return err
		}
		if len(misread) > 0 {
			plain, err := copyPlain(pages, *file.Metadata(), misread)
			if err != nil {
				return err
			}
			defer plain.rest.Close()
			if file, err = openParquet(io.NewSectionReader(safefile.Joined{First: in, Rest: plain.rest}, 0, plain.size)); err != nil {
				return err
			}
		}
		return use(file)
	})
}

// ParquetFooter reads and validates the footer of a file. It does not read the pages.
func ParquetFooter(in *io.SectionReader) (footer *format.FileMetaData, err error) {
	err = rescue(func() error {
		file, err := openParquet(in)
		if err == nil {
			footer = file.Metadata()
		}
		return err
	})
	return footer, err
}

// misread checks the pages of the given columns, or of all columns if columns is nil. It returns the numbers of the columns that the
// library would misread in some row group.
func (p *columnPages) misread(columns []int) (misread []int, err error) {
	list := columns
	if columns == nil {
		list = make([]int, len(p.columns))
		for c := range list {
			list[c] = c
		}
		if err := p.checkRows(p.in.Size()); err != nil {
			return nil, err
		}
	}
	for g := range p.groups {
		if p.groups[g].NumRows == 0 {
			continue // an empty group may have no page
		}
		p.bytes = 0
		for _, c := range list {
			isSound, err := p.check(g, c)
			if err != nil {
				return nil, fmt.Errorf("damaged: column %s: %w", p.names[c], err)
			}
			if !isSound && !slices.Contains(misread, c) {
				misread = append(misread, c)
			}
		}
		if most := safefile.MostHeld(p.in.Size()); columns != nil && p.bytes > most {
			return nil, fmt.Errorf("row group %d has pages that unpack to %s, where at most %s are held at once: write it with smaller pages",
				g, safefile.Size(p.bytes), safefile.Size(most))
		}
	}
	return misread, nil
}

// checkRows returns an error if a file of size bytes has too many rows. Values in lists are not counted.
func (p *columnPages) checkRows(size int64) error {
	left := safefile.MostUnpacked(size) / safefile.Cell
	for _, group := range p.groups {
		n := max(group.NumRows, 0)
		for c := range min(len(group.Columns), len(p.columns)) {
			if p.columns[c].Repetition == 0 {
				n = max(n, group.Columns[c].MetaData.NumValues)
			}
		}
		if n > left {
			return fmt.Errorf("more than %d rows in a file of %s: write it as CSV or as JSON lines if it is meant to be so",
				safefile.MostUnpacked(size)/safefile.Cell, safefile.Size(size))
		}
		left -= n
	}
	return nil
}

// openChecked opens a file and calls use with it.
func openChecked(path string, use func(*io.SectionReader) error) error {
	in, err := safefile.Open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	return use(io.NewSectionReader(in, 0, info.Size()))
}

// openParquet opens a file with a sound footer.
func openParquet(in *io.SectionReader) (*parquet.File, error) {
	if err := checkFooter(in, in.Size()); err != nil {
		return nil, err
	}
	return parquet.OpenFile(in, in.Size(), parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
}

var errDamaged = errors.New("damaged")

// rescue calls use and turns a panic into an errDamaged, since the library panics on some damaged files.
func rescue(use func() error) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("%w: %v", errDamaged, reason)
		}
	}()
	return use()
}

// isMisread reports whether the library misreads a column of a row group because of its compression. It misreads LZ4_RAW
// (github.com/parquet-go/parquet-go/issues/608: it drops the unpacked bytes and returns old memory), the older LZ4, and a compression that
// differs from that of the first row group.
func isMisread(groups []format.RowGroup, g, c int) bool {
	codec := groups[g].Columns[c].MetaData.Codec
	return codec == format.Lz4Raw || codec == format.Lz4 || c >= len(groups[0].Columns) || codec != groups[0].Columns[c].MetaData.Codec
}

// plainCopy is a file with a second copy of the columns that the library would misread. The copy is uncompressed, has no bytes after the
// values, and is in a temporary file that continues the first file.
type plainCopy struct {
	first *io.SectionReader
	rest  *os.File // the temporary file
	size  int64    // the size of both files together
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
			if group.NumRows == 0 { // an empty group may have no page
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

// add appends bytes to the temporary file. A copy that becomes too large is an error.
func (p *plainCopy) add(raw []byte) error {
	n, err := p.rest.Write(raw)
	p.size += int64(n)
	if most := safefile.MostUnpacked(p.first.Size()); err == nil && p.size-p.first.Size() > most {
		return fmt.Errorf("columns that unpack to more than %s, the most that is read of a file of %s", safefile.Size(most),
			safefile.Size(p.first.Size()))
	}
	return err
}

// addColumn writes the pages of a column of a row group to the copy, and sets their offsets in chunk, the column's entry in the footer.
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
		return p.add(slices.Concat(raw, plain))
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
