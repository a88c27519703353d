package droprows

import (
	"encoding/binary"
	"hash"
	"hash/crc32"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// pageBytes is the size from which a page ends with its row.
const pageBytes = 1 << 20

// pageWriter writes the values of a column of a row group in data pages of version 1: levels as runs, values in the encoding PLAIN.
type pageWriter struct {
	w                      *parquetWriter
	sum                    hash.Hash
	column                 format.ColumnMetaData
	repetition, definition levels
	values                 []byte
	n                      int32 // values, missing ones counted in
	bits                   int   // truth values, which take a bit each
	buffer                 []byte
}

func (p *pageWriter) size() int {
	return len(p.values) + len(p.repetition.runs) + len(p.definition.runs)
}

// add adds a value.
func (p *pageWriter) add(v parquet.Value) {
	p.buffer = appendSummed(p.buffer[:0], v)
	p.sum.Write(p.buffer)
	p.n++
	p.repetition.add(v.RepetitionLevel())
	p.definition.add(v.DefinitionLevel())
	switch {
	case v.IsNull():
	case p.column.Type == format.Boolean:
		if p.bits%8 == 0 {
			p.values = append(p.values, 0)
		}
		if v.Boolean() {
			p.values[p.bits/8] |= 1 << (p.bits % 8)
		}
		p.bits++
	case p.column.Type == format.ByteArray:
		p.values = v.AppendBytes(binary.LittleEndian.AppendUint32(p.values, uint32(len(v.ByteArray()))))
	default:
		p.values = v.AppendBytes(p.values)
	}
}

// flush writes the page, if it has values.
func (p *pageWriter) flush() error {
	if p.n == 0 {
		return nil
	}
	plain := append(p.definition.take(p.repetition.take(nil)), p.values...)
	packed, err := parquet.Zstd.Encode(nil, plain)
	if err != nil {
		return err
	}
	header := format.PageHeader{Type: format.DataPage, UncompressedPageSize: int32(len(plain)), CompressedPageSize: int32(len(packed)),
		CRC: int32(crc32.ChecksumIEEE(packed))}
	header.DataPageHeader.Valid = true
	header.DataPageHeader.V = format.DataPageHeader{NumValues: p.n, Encoding: format.Plain, DefinitionLevelEncoding: format.RLE,
		RepetitionLevelEncoding: format.RLE}
	raw, err := thrift.Marshal(new(thrift.CompactProtocol), &header)
	if err != nil {
		return err
	}
	p.column.NumValues += int64(p.n)
	p.column.TotalUncompressedSize += int64(len(raw) + len(plain))
	p.column.TotalCompressedSize += int64(len(raw) + len(packed))
	p.values, p.n, p.bits = p.values[:0], 0, 0
	return p.w.write(append(raw, packed...))
}

// levels are the levels of the values of a page, as runs of equal ones (Encodings.md of Apache Parquet, RLE).
type levels struct {
	highest, last int
	count         uint64 // of the last one so far
	runs          []byte
}

func (l *levels) add(level int) {
	if level != l.last {
		l.end()
	}
	l.last = level
	l.count++
}

// end ends a run.
func (l *levels) end() {
	if l.count > 0 {
		l.runs = append(binary.AppendUvarint(l.runs, l.count<<1), byte(l.last))
	}
	l.count = 0
}

// take appends the levels with their length before them, and begins a new page. A column whose highest level is 0 has none.
func (l *levels) take(raw []byte) []byte {
	if l.end(); l.highest > 0 {
		raw = append(binary.LittleEndian.AppendUint32(raw, uint32(len(l.runs))), l.runs...)
	}
	l.runs = l.runs[:0]
	return raw
}
