package droprows

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"io"
	"os"
	"reflect"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// copyParquet copies a Parquet file. The library's writer does not know all types and encodings. The pages are therefore written here, all
// in one encoding, below the footer's own schema and metadata.
func copyParquet(in, out *os.File, drops []Span) error {
	w := &parquetWriter{out: bufio.NewWriterSize(out, 1<<20), drops: drops}
	if err := openParquet(in, w.copy); err != nil {
		return err
	}
	if err := w.out.Flush(); err != nil {
		return err
	}
	return openParquet(out, w.compare)
}

// openParquet opens a file as its readers do.
func openParquet(f *os.File, use func(*parquet.File) error) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	var useErr error
	err = pairs.ReadParquet(io.NewSectionReader(f, 0, info.Size()), nil, func(file *parquet.File) error {
		useErr = use(file)
		return useErr
	})
	if err != nil && err != useErr {
		return errs.BadInput("", 0, "", "no clean copy is written: %v", err)
	}
	return err
}

// parquetWriter writes the rows of a file that are kept.
type parquetWriter struct {
	out    *bufio.Writer
	offset int64
	drops  []Span
	footer format.FileMetaData
	leaves []*parquet.Column
	sums   []hash.Hash // of the values that are kept, by column
}

func (w *parquetWriter) write(raw []byte) error {
	w.offset += int64(len(raw))
	_, err := w.out.Write(raw)
	return err
}

// copy writes a file's rows, in groups as they were; a group without a row is left out.
func (w *parquetWriter) copy(file *parquet.File) error {
	if err := w.write([]byte("PAR1")); err != nil {
		return err
	}
	w.footer = *file.Metadata()
	w.footer.RowGroups, w.footer.NumRows, w.footer.CreatedBy = nil, 0, "axiomine"
	w.leaves = leavesOf(file.Root(), nil)
	w.sums = newSums(len(w.leaves))
	first := uint32(1)
	for g, rows := range file.RowGroups() {
		group := file.Metadata().RowGroups[g]
		end := first + uint32(rows.NumRows())
		kept := rows.NumRows()
		for _, s := range w.drops {
			if s.Line >= first && s.Line < end {
				kept--
			}
		}
		if kept > 0 {
			if err := w.copyGroup(rows, group, first, kept); err != nil {
				return err
			}
		}
		first = end
	}
	footer, err := thrift.Marshal(new(thrift.CompactProtocol), &w.footer)
	if err != nil {
		return err
	}
	footer = binary.LittleEndian.AppendUint32(footer, uint32(len(footer)))
	return w.write(append(footer, "PAR1"...))
}

// copyGroup writes the rows of a group that are kept. first is the number of its first row.
func (w *parquetWriter) copyGroup(rows parquet.RowGroup, was format.RowGroup, first uint32, kept int64) error {
	group := format.RowGroup{NumRows: kept, SortingColumns: was.SortingColumns, FileOffset: w.offset, Ordinal: int16(len(w.footer.RowGroups))}
	for c, chunk := range rows.ColumnChunks() {
		column := was.Columns[c].MetaData
		p := &pageWriter{w: w, sum: w.sums[c], repetition: levels{highest: w.leaves[c].MaxRepetitionLevel()},
			definition: levels{highest: w.leaves[c].MaxDefinitionLevel()}, column: format.ColumnMetaData{Type: column.Type, PathInSchema: column.PathInSchema,
				Encoding: []format.Encoding{format.RLE, format.Plain}, Codec: format.Zstd, KeyValueMetadata: column.KeyValueMetadata,
				DataPageOffset: w.offset}}
		drops, row, drop := w.drops, first-1, false
		err := eachValue(chunk, func() error {
			row++
			for len(drops) > 0 && drops[0].Last < row {
				drops = drops[1:]
			}
			if drop = len(drops) > 0 && drops[0].Line <= row; drop || p.size() < pageBytes {
				return nil
			}
			return p.flush()
		}, func(v parquet.Value) {
			if !drop {
				p.add(v)
			}
		})
		if err == nil {
			err = p.flush()
		}
		if err != nil {
			return err
		}
		group.TotalByteSize += p.column.TotalUncompressedSize
		group.TotalCompressedSize += p.column.TotalCompressedSize
		group.Columns = append(group.Columns, format.ColumnChunk{MetaData: p.column})
	}
	w.footer.NumRows += kept
	w.footer.RowGroups = append(w.footer.RowGroups, group)
	return nil
}

// leavesOf appends the columns below a column that hold values, in the order of row groups.
func leavesOf(column *parquet.Column, list []*parquet.Column) []*parquet.Column {
	if column.Leaf() {
		return append(list, column)
	}
	for _, member := range column.Columns() {
		list = leavesOf(member, list)
	}
	return list
}

// compare returns an error if the copy that was written has other rows, values, columns or metadata than those that are kept.
func (w *parquetWriter) compare(file *parquet.File) error {
	footer, rows, sums := file.Metadata(), make([]int64, len(w.sums)), newSums(len(w.sums))
	if footer.NumRows != w.footer.NumRows || !reflect.DeepEqual(footer.Schema, w.footer.Schema) ||
		!reflect.DeepEqual(footer.KeyValueMetadata, w.footer.KeyValueMetadata) {
		return errOther("columns or metadata")
	}
	var buffer []byte
	for _, group := range file.RowGroups() {
		for c, chunk := range group.ColumnChunks() {
			err := eachValue(chunk, func() error { rows[c]++; return nil }, func(v parquet.Value) {
				buffer = appendSummed(buffer[:0], v)
				sums[c].Write(buffer)
			})
			if err != nil {
				return err
			}
		}
	}
	for c, sum := range sums {
		if rows[c] != w.footer.NumRows || !bytes.Equal(sum.Sum(nil), w.sums[c].Sum(nil)) {
			return errOther("values")
		}
	}
	return nil
}

func newSums(n int) []hash.Hash {
	sums := make([]hash.Hash, n)
	for i := range sums {
		sums[i] = sha256.New()
	}
	return sums
}

// appendSummed appends what distinguishes a value from others of its column.
func appendSummed(raw []byte, v parquet.Value) []byte {
	length := len(raw)
	raw = append(raw, 0, 0, 0, 0, byte(v.RepetitionLevel()), byte(v.DefinitionLevel()))
	raw = v.AppendBytes(raw)
	binary.LittleEndian.PutUint32(raw[length:], uint32(len(raw)-length))
	return raw
}

// eachValue calls value for the values of a column of a row group, and row before the first one of each row.
func eachValue(chunk parquet.ColumnChunk, row func() error, value func(parquet.Value)) error {
	pages := chunk.Pages()
	defer pages.Close()
	var buffer [256]parquet.Value
	for {
		page, err := pages.ReadPage()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		for values := page.Values(); err == nil; {
			var n int
			n, err = values.ReadValues(buffer[:])
			for _, v := range buffer[:n] {
				if v.RepetitionLevel() == 0 {
					if err := row(); err != nil {
						return err
					}
				}
				value(v)
			}
		}
		parquet.Release(page)
		if err != io.EOF {
			return err
		}
	}
}
