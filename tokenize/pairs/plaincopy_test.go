package pairs

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// codecs are those that are read.
var codecs = []compress.Codec{&parquet.Uncompressed, &parquet.Snappy, &parquet.Gzip, &parquet.Brotli, &parquet.Zstd, &parquet.Lz4Raw,
	hadoop{two: true}, hadoop{}}

// hadoop is the older LZ4, as Hadoop writes it in one block or two, or as old versions of Arrow wrote it.
type hadoop struct {
	compress.Codec
	two bool
}

func (hadoop) CompressionCodec() format.CompressionCodec { return format.Lz4 }

func (h hadoop) String() string { return fmt.Sprint("LZ4 ", h.two) }

func (h hadoop) Encode(_, src []byte) (out []byte, err error) {
	if !h.two {
		return parquet.Lz4Raw.Encode(nil, src)
	}
	for _, part := range [][]byte{src[:len(src)/2], src[len(src)/2:]} {
		block, err := parquet.Lz4Raw.Encode(nil, part)
		if err != nil {
			return nil, err
		}
		out = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(out, uint32(len(part))), uint32(len(block)))
		out = append(out, block...)
	}
	return out, nil
}

// wide has columns of several types, levels and encodings.
type wide struct {
	Text  string   `parquet:"text,dict"`
	Long  string   `parquet:"long"`
	Delta string   `parquet:"delta,delta"`
	Words []string `parquet:"words,list"`
	Maybe *int64   `parquet:"maybe,optional"`
	Fixed [3]byte  `parquet:"fixed"`
	Real  float64  `parquet:"real"`
	Is    bool     `parquet:"is"`
}

func wideRows(n int) (rows []wide) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		r := wide{Text: fmt.Sprint("text ", rng.IntN(100)), Long: fmt.Sprint(rng.Uint64(), " and ", rng.Uint64()), Delta: fmt.Sprint("d", i),
			Fixed: [3]byte{byte(i), 1}, Real: rng.Float64(), Is: i%7 > 3}
		for range rng.IntN(4) {
			r.Words = append(r.Words, fmt.Sprint(rng.Uint32()))
		}
		if n := rng.Int64(); i%3 == 0 {
			r.Maybe = &n
		}
		rows = append(rows, r)
	}
	return rows
}

// inParquet writes rows in groups.
func inParquet(t *testing.T, rows []wide, version int, codec compress.Codec) []byte {
	t.Helper()
	var whole bytes.Buffer
	w := parquet.NewGenericWriter[wide](&whole, parquet.Compression(codec), parquet.DataPageVersion(version), parquet.PageBufferSize(5000))
	for part := range slices.Chunk(rows, 400) {
		must.Get(w.Write(part))(t)
		must.Do(t, w.Flush())
	}
	must.Do(t, w.Close())
	return whole.Bytes()
}

// readAll returns the rows of a file.
func readAll(t *testing.T, raw []byte) (all []parquet.Row, err error) {
	t.Helper()
	in := io.NewSectionReader(bytes.NewReader(raw), 0, int64(len(raw)))
	return all, ReadParquet(in, []int{0, 1, 2, 3, 4, 5, 6, 7}, func(file *parquet.File) error {
		r := parquet.NewReader(file)
		defer r.Close()
		buffer := make([]parquet.Row, 100)
		for {
			n, err := r.ReadRows(buffer)
			for _, one := range buffer[:n] {
				all = append(all, one.Clone())
			}
			if err == io.EOF {
				return nil
			}
			if err != nil {
				return err
			}
		}
	})
}

// others is a file as other writers write it.
type others struct {
	codecs []compress.Codec // by row group in turn
	behind string           // the values of each page
	runs   bool             // truth values are runs
	sizes  bool             // packed sizes in the footer are those of the unpacked pages
	nulls  bool             // headers of version 2 tell of missing values alone
}

// write makes the file of one that is not packed.
func (o others) write(t *testing.T, plain []byte) []byte {
	t.Helper()
	file := must.Get(parquet.OpenFile(bytes.NewReader(plain), int64(len(plain)), parquet.SkipPageIndex(true)))(t)
	meta, out := *file.Metadata(), []byte("PAR1")
	for g := range meta.RowGroups {
		codec, paged := o.codecs[g%len(o.codecs)], o
		if g%2 == 1 { // one of such groups makes the library read the column otherwise
			paged.behind = ""
		}
		for c := range meta.RowGroups[g].Columns {
			chunk := &meta.RowGroups[g].Columns[c]
			column := &chunk.MetaData
			chunk.OffsetIndexOffset, chunk.OffsetIndexLength, chunk.ColumnIndexOffset, chunk.ColumnIndexLength = 0, 0, 0, 0
			at := column.DataPageOffset
			if column.DictionaryPageOffset > 0 {
				at, column.DictionaryPageOffset = column.DictionaryPageOffset, int64(len(out))
			}
			begin, data, unpacked := len(out), 0, 0
			for end := at + column.TotalCompressedSize; at < end; {
				header, size, err := pageHeader(bytes.NewReader(plain), at, end)
				must.Do(t, err)
				if header.Type != format.DictionaryPage && data == 0 {
					data = len(out)
				}
				body := plain[at+size : at+size+int64(header.CompressedPageSize)]
				at += size + int64(header.CompressedPageSize)
				raw, length := paged.page(t, &header, column.Type, codec, body)
				out = append(out, raw...)
				unpacked += length
			}
			column.DataPageOffset, column.Codec = int64(data), codec.CompressionCodec()
			column.TotalCompressedSize, column.TotalUncompressedSize = int64(len(out)-begin), int64(unpacked)
			if o.sizes {
				column.TotalCompressedSize = int64(unpacked)
			}
		}
	}
	footer := must.Get(thrift.Marshal(new(thrift.CompactProtocol), &meta))(t)
	out = binary.LittleEndian.AppendUint32(append(out, footer...), uint32(len(footer)))
	return append(out, "PAR1"...)
}

// page returns a page with its header, and its size where it is not packed.
func (o others) page(t *testing.T, header *format.PageHeader, kind format.Type, codec compress.Codec, body []byte) (raw []byte, size int) {
	t.Helper()
	levels := 0
	if v2 := &header.DataPageHeaderV2; header.Type == format.DataPageV2 {
		v2.V.IsCompressed = thrift.Null[bool]{V: true, Valid: true}
		levels = int(v2.V.RepetitionLevelsByteLength + v2.V.DefinitionLevelsByteLength)
		if o.nulls {
			v2.V.NumNulls = v2.V.NumValues
		}
	}
	values := append(bytes.Clone(body[levels:]), o.behind...)
	if o.runs && kind == format.Boolean {
		bits := make([]byte, header.DataPageHeader.V.NumValues+header.DataPageHeaderV2.V.NumValues)
		for i := range bits {
			bits[i] = values[i/8] >> (i % 8) & 1
		}
		runs := must.Get((&rle.Encoding{BitWidth: 1}).EncodeLevels(nil, bits))(t)
		values = append(binary.LittleEndian.AppendUint32(nil, uint32(len(runs))), runs...)
		header.DataPageHeader.V.Encoding, header.DataPageHeaderV2.V.Encoding = format.RLE, format.RLE
	}
	packed := must.Get(codec.Encode(nil, values))(t)
	header.CRC, header.UncompressedPageSize, header.CompressedPageSize = 0, int32(levels+len(values)), int32(levels+len(packed))
	head := must.Get(thrift.Marshal(new(thrift.CompactProtocol), header))(t)
	return slices.Concat(head, body[:levels], packed), len(head) + levels + len(values)
}

// TestOtherWriters: the rows are those that were written, in each codec, for both versions of pages: with 8 bytes behind values (fastparquet),
// packed sizes that are those of the unpacked pages (@dsnp/parquetjs), truth values as runs (pyarrow), groups of several codecs. The library
// alone reads others of these, and of LZ4 (github.com/parquet-go/parquet-go/issues/608).
func TestOtherWriters(t *testing.T) {
	rows := wideRows(1000)
	for version := 1; version <= 2; version++ {
		plain := inParquet(t, rows, version, &parquet.Uncompressed)
		want, err := readAll(t, plain)
		if err != nil || len(want) != len(rows) {
			t.Fatal(len(want), err)
		}
		writers := map[string]others{"codecs": {codecs: codecs}}
		for _, codec := range codecs {
			for name, o := range map[string]others{"plain": {}, "bytes behind": {behind: "\x00\x00\x00\x00\x00\x00\x00\x00"}, "runs": {runs: true},
				"sizes": {sizes: true}, "nulls": {nulls: true}, "all": {behind: "behind", runs: true, sizes: true, nulls: true}} {
				o.codecs = []compress.Codec{codec}
				writers[fmt.Sprint(name, " ", codec)] = o
			}
		}
		for name, o := range writers {
			got, err := readAll(t, o.write(t, plain))
			if err != nil || !slices.EqualFunc(got, want, parquet.Row.Equal) {
				t.Errorf("version %d, %s: %d rows of %d, or other values: %v", version, name, len(got), len(want), err)
			}
		}
	}
}
