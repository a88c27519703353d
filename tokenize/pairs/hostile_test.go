package pairs

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// hostile is a change to a page of a file that is made anew around it: sizes, places, sums and footer are those of what is there.
type hostile struct {
	column, page int
	at           int
	to           []byte
	packed       bool // the bytes that lie in the file are changed, else those that they unpack to
	values       int32
	unpackedSize int32 // as in the header and the footer; 0 leaves the true one
}

// write makes the file. The columns of one row group come one after the other, each a dictionary page, if any, and data pages.
func (h hostile) write(tb testing.TB, whole []byte) []byte {
	tb.Helper()
	file := must.Get(parquet.OpenFile(bytes.NewReader(whole), int64(len(whole)), parquet.SkipPageIndex(true)))(tb)
	meta := *file.Metadata()
	out := []byte("PAR1")
	for c := range meta.RowGroups[0].Columns {
		chunk := &meta.RowGroups[0].Columns[c]
		column := &chunk.MetaData
		chunk.OffsetIndexOffset, chunk.OffsetIndexLength, chunk.ColumnIndexOffset, chunk.ColumnIndexLength = 0, 0, 0, 0
		at := column.DataPageOffset
		if d := column.DictionaryPageOffset; d > 0 && d < at {
			at = d
			column.DictionaryPageOffset = int64(len(out))
		}
		begin, unpacked, values, page := len(out), int64(0), int64(0), 0
		for end := at + column.TotalCompressedSize; at < end; page++ {
			header, size, err := pageHeader(bytes.NewReader(whole), at, end)
			must.Do(tb, err)
			body := bytes.Clone(whole[at+size : at+size+int64(header.CompressedPageSize)])
			at += size + int64(header.CompressedPageSize)
			if c == h.column && page == h.page {
				body = h.change(tb, &header, body)
			}
			header.CompressedPageSize, header.CRC = int32(len(body)), int32(crc32.ChecksumIEEE(body))
			raw := must.Get(thrift.Marshal(new(thrift.CompactProtocol), &header))(tb)
			if header.Type != format.DictionaryPage {
				if values == 0 {
					column.DataPageOffset = int64(len(out))
				}
				values += int64(header.DataPageHeader.V.NumValues + header.DataPageHeaderV2.V.NumValues)
			}
			out = append(append(out, raw...), body...)
			unpacked += int64(len(raw)) + int64(header.UncompressedPageSize)
		}
		column.TotalCompressedSize, column.TotalUncompressedSize, column.NumValues = int64(len(out)-begin), unpacked, values
	}
	footer := must.Get(thrift.Marshal(new(thrift.CompactProtocol), &meta))(tb)
	out = binary.LittleEndian.AppendUint32(append(out, footer...), uint32(len(footer)))
	return append(out, "PAR1"...)
}

// change changes a page's body and its header.
func (h hostile) change(tb testing.TB, header *format.PageHeader, body []byte) []byte {
	tb.Helper()
	overwrite := func(b []byte) []byte {
		if h.at >= 0 && h.at < len(b) {
			copy(b[h.at:], h.to)
		} else {
			b = append(b, h.to...)
		}
		return b
	}
	levels := 0 // of a page of version 2 lie unpacked before the values
	if v2 := &header.DataPageHeaderV2; v2.Valid {
		levels = int(v2.V.DefinitionLevelsByteLength + v2.V.RepetitionLevelsByteLength)
		v2.V.NumValues += h.values
		v2.V.NumRows += h.values
	} else {
		header.DataPageHeader.V.NumValues += h.values
	}
	header.DictionaryPageHeader.V.NumValues += h.values
	if h.packed {
		body = overwrite(body)
	} else {
		plain := must.Get(compression.Decode(nil, body[levels:]))(tb)
		plain = overwrite(append(bytes.Clone(body[:levels]), plain...))
		packed := must.Get(compression.Encode(nil, plain[min(levels, len(plain)):]))(tb)
		body = append(plain[:levels:levels], packed...)
		header.UncompressedPageSize = int32(len(plain))
	}
	if h.unpackedSize != 0 {
		header.UncompressedPageSize = h.unpackedSize
	}
	return body
}

func readHostile(t *testing.T, raw []byte) error {
	t.Helper()
	path := filepath.Join(t.TempDir(), "p.parquet")
	must.Do(t, os.WriteFile(path, raw, 0o666))
	var table *Table
	var err error
	budgettest.Run(t, len(raw), func() { table, err = Read(t.Context(), path, nil) })
	if e := new(errs.Error); err != nil && (!errors.As(err, &e) || e.Kind != errs.Input || e.File != path) {
		t.Fatal(err)
	}
	if err == nil {
		// What was read can be written and read back.
		var again bytes.Buffer
		must.Do(t, Write(t.Context(), &again, table, 2, nil))
		must.Do(t, os.WriteFile(path, again.Bytes(), 0o666))
		if second, err := Read(t.Context(), path, nil); err != nil || second.Len() != table.Len() {
			t.Fatalf("%d pairs of %d come back: %v", second.Len(), table.Len(), err)
		}
	}
	return err
}

// FuzzPages changes a page and makes the file's sums and sizes right again: whoever made it meant it so. It is refused or read, and
// brings nobody down.
func FuzzPages(f *testing.F) {
	whole, _ := soundFile(f)
	for column := range 20 {
		f.Add(column, 0, 0, []byte{255, 255, 255, 255}, false, int32(0), int32(0))
		f.Add(column, 1, 1, []byte{0, 255, 3, 128}, false, int32(0), int32(0))
		f.Add(column, 1, 0, []byte{}, true, int32(1), int32(0))
		f.Add(column, 0, 4, []byte("\x28\xb5\x2f\xfd"), true, int32(0), int32(1<<30))
	}
	budgettest.Fuzz(f, func(t *testing.T, column, page, at int, to []byte, packed bool, values, size int32) {
		readHostile(t, hostile{column, page, at, to, packed, values, size}.write(t, whole))
	})
}

// The file made anew is sound where nothing is changed, and what claims more than a page of ours holds is refused with its reason.
func TestHostilePages(t *testing.T) {
	whole, _ := soundFile(t)
	none := hostile{column: -1}
	if err := readHostile(t, none.write(t, whole)); err != nil {
		t.Errorf("a sound file: %v", err)
	}
	for _, c := range []struct {
		h    hostile
		want string
	}{
		{hostile{packed: true, unpackedSize: math.MaxInt32}, "a page that unpacks to 2 GiB"},
		{hostile{packed: true, unpackedSize: -1}, errPage.Error()},
		{hostile{packed: true, values: 1 << 30}, "rows in a file of"},
	} {
		must.Fail(t, readHostile(t, c.h.write(t, whole)), c.want, "%+v", c.h)
	}
}
