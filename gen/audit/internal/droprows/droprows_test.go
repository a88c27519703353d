package droprows

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/klauspost/compress/gzip"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// copied returns the bytes of a copy without some rows.
func copied(t *testing.T, raw []byte, drops []Span) ([]byte, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "in")
	must.Do(t, os.WriteFile(path, raw, 0o666))
	in := must.Get(os.Open(path))(t)
	defer in.Close()
	out := must.Get(os.Create(path + ".out"))(t)
	defer out.Close()
	if err := Copy(in, out, drops); err != nil {
		return nil, err
	}
	kept := must.Get(os.ReadFile(out.Name()))(t)
	return kept, nil
}

// TestRefused: bytes that are neither Parquet nor lines of UTF-8 have no copy.
func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		"\xff\xfeq\x00\n\x00": "not written in this form", "q\x00\n\x00": "not written in this form", "BZh91AY&SY": "not written in this form",
		"ARROW1\x00\x00": "no Arrow data", "[{}, {}]": "an array of JSON", "a,b\rc,d\r": "lines end in CR alone",
		packed("PAR1abcdefghPAR1"): "not written in this form",
		"PAR1abcdefghPAR1":         "no clean copy is written", "PAR1": "no clean copy is written",
	} {
		if _, err := copied(t, []byte(text), []Span{{1, 1}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if raw, err := copied(t, nil, []Span{{1, 1}}); err != nil || len(raw) > 0 {
		t.Errorf("an empty file: %q, %v", raw, err)
	}
}

// packed returns a text as gzip.
func packed(text string) string {
	var b strings.Builder
	z := gzip.NewWriter(&b)
	_, err := z.Write([]byte(text))
	if err := errors.Join(err, z.Close()); err != nil {
		panic(err)
	}
	return b.String()
}

// TestArrow: of random tables, in files and streams, plain and packed, the copy has the rows that are kept, the schema and its metadata.
// Tables of other writers are in .ci/interop.
func TestArrow(t *testing.T) {
	notes := arrow.NewMetadata([]string{"k"}, []string{"v"})
	schema := arrow.NewSchema([]arrow.Field{{Name: "text", Type: arrow.BinaryTypes.String, Nullable: true, Metadata: notes},
		{Name: "half", Type: arrow.FixedWidthTypes.Float16}, {Name: "float", Type: arrow.PrimitiveTypes.Float32},
		{Name: "word", Type: &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}},
		{Name: "list", Type: arrow.ListOf(arrow.StructOf(arrow.Field{Name: "id", Type: arrow.PrimitiveTypes.Uint64})), Nullable: true}}, &notes)
	for seed := range uint64(24) {
		r := rand.New(rand.NewPCG(seed, 8))
		options := []ipc.Option{ipc.WithSchema(schema)}
		if r.IntN(2) > 0 {
			options = append(options, ipc.WithZstd())
		}
		var b bytes.Buffer
		var out interface {
			Write(arrow.RecordBatch) error
			Close() error
		} = ipc.NewWriter(&b, options...)
		if seed%2 == 0 {
			b.Reset()
			file := must.Get(ipc.NewFileWriter(&b, options...))(t)
			out = file
		}
		var want []string
		var drops []Span
		number := uint32(0)
		words := array.NewStringBuilder(memory.DefaultAllocator)
		words.AppendValues([]string{"a", "b", "c"}, nil)
		dictionary := words.NewArray()
		for range 1 + r.IntN(4) {
			var rows []string
			for range r.IntN(20) {
				text, list := fmt.Sprintf("%q", strings.Repeat("x", r.IntN(9))), fmt.Sprintf(`[{"id": %d}]`, r.Uint64())
				if r.IntN(4) == 0 {
					text, list = "null", "null"
				}
				row := fmt.Sprintf(`{"text": %s, "half": %d, "float": %v, "list": %s}`, text, r.IntN(9), r.Float32(), list)
				if rows, number = append(rows, row), number+1; r.IntN(3) == 0 {
					drops = append(drops, Span{number, number})
				}
			}
			batch := batchOf(t, schema, rows, dictionary)
			for i := range batch.NumRows() {
				if line := number - uint32(batch.NumRows()-i) + 1; !slices.Contains(drops, Span{line, line}) {
					raw := must.Get(batch.NewSlice(i, i+1).MarshalJSON())(t)
					want = append(want, string(raw))
				}
			}
			must.Do(t, out.Write(batch))
		}
		must.Do(t, out.Close())
		kept, err := copied(t, b.Bytes(), drops)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		again := must.Get(read.ArrowBatches(io.NewSectionReader(bytes.NewReader(kept), 0, int64(len(kept)))))(t)
		var got []string
		for again.Next() {
			for i := range again.RecordBatch().NumRows() {
				raw := must.Get(again.RecordBatch().NewSlice(i, i+1).MarshalJSON())(t)
				got = append(got, string(raw))
			}
		}
		if metadata := again.Schema().Metadata(); !slices.Equal(got, want) || !again.Schema().Equal(schema) || !metadata.Equal(notes) {
			t.Fatalf("seed %d: %q, want %q", seed, got, want)
		}
	}
}

// batchOf returns a batch of rows in JSON, whose column of words has one dictionary.
func batchOf(t *testing.T, schema *arrow.Schema, rows []string, dictionary arrow.Array) arrow.RecordBatch {
	t.Helper()
	batch, _, err := array.RecordFromJSON(memory.DefaultAllocator, schema, strings.NewReader("["+strings.Join(rows, ",")+"]"))
	must.Do(t, err)
	numbers := array.NewInt8Builder(memory.DefaultAllocator)
	for i := range rows {
		numbers.Append(int8(i % 3))
	}
	columns := slices.Clone(batch.Columns())
	columns[3] = array.NewDictionaryArray(schema.Field(3).Type, numbers.NewArray(), dictionary)
	return array.NewRecordBatch(schema, columns, int64(len(rows)))
}

// TestPackedLines: all members of a packed file are read, and other lines keep their bytes.
func TestPackedLines(t *testing.T) {
	raw := must.Get(copied(t, []byte(packed("a\r\nb\n")+packed("c\n\nd")), []Span{{2, 3}}))(t)
	z := must.Get(gzip.NewReader(bytes.NewReader(raw)))(t)
	var plain bytes.Buffer
	if _, err := plain.ReadFrom(z); err != nil || plain.String() != "a\r\n\nd" {
		t.Errorf("%q, %v", plain.String(), err)
	}
}

// wideRow has columns of all physical types, lists and structures.
type wideRow struct {
	Text  string  `parquet:"text,dict"`
	Plain *string `parquet:"plain,optional,plain"`
	Delta string  `parquet:"delta,delta"`
	Lists []words `parquet:"lists"`
	Half  [2]byte `parquet:"half"`
	True  *bool   `parquet:"true,optional"`
	Is    bool    `parquet:"is"`
	Small int32   `parquet:"small,delta"`
	Large *int64  `parquet:"large,optional"`
	Float float32 `parquet:"float"`
	Wide  float64 `parquet:"wide"`
	In    []inner `parquet:"in,list"`
}

type words struct {
	Words []string `parquet:"words"`
}

type inner struct {
	ID   uint64  `parquet:"id"`
	Text *string `parquet:"text,optional"`
}

func randomRow(r *rand.Rand) (w wideRow) {
	word := func() string { return strings.Repeat(string(rune('a'+r.IntN(26))), r.IntN(9)) }
	w = wideRow{Text: word(), Delta: word(), Half: [2]byte{byte(r.Uint32()), byte(r.Uint32())}, Is: r.IntN(2) > 0, Small: int32(r.Uint32()),
		Float: r.Float32(), Wide: r.Float64()}
	if r.IntN(3) > 0 {
		plain, is, large := word(), r.IntN(2) > 0, r.Int64()
		w.Plain, w.True, w.Large = &plain, &is, &large
	}
	for range r.IntN(3) {
		var list []string
		for range r.IntN(3) {
			list = append(list, word())
		}
		w.Lists = append(w.Lists, words{list})
		member, text := inner{ID: r.Uint64()}, word()
		if r.IntN(2) > 0 {
			member.Text = &text
		}
		w.In = append(w.In, member)
	}
	return w
}

// halfFloats marks the column half as one of half floats, which the library does not write.
func halfFloats(t *testing.T, raw []byte) []byte {
	t.Helper()
	size := len(raw) - 8 - int(binary.LittleEndian.Uint32(raw[len(raw)-8:]))
	var footer format.FileMetaData
	must.Do(t, thrift.Unmarshal(new(thrift.CompactProtocol), raw[size:len(raw)-8], &footer))
	for i := range footer.Schema {
		if footer.Schema[i].Name == "half" {
			footer.Schema[i].LogicalType = format.LogicalType{Value: new(format.Float16Type)}
		}
	}
	out := must.Get(thrift.Marshal(new(thrift.CompactProtocol), &footer))(t)
	return append(binary.LittleEndian.AppendUint32(append(bytes.Clone(raw[:size]), out...), uint32(len(out))), "PAR1"...)
}

// footerOf returns what a copy keeps of a file's footer.
func footerOf(t *testing.T, raw []byte) []any {
	t.Helper()
	file := must.Get(parquet.OpenFile(bytes.NewReader(raw), int64(len(raw))))(t)
	return []any{file.Metadata().Schema, file.Metadata().KeyValueMetadata}
}

// TestParquet: of random tables in all codecs the copy has the rows that are kept, the schema and the metadata.
func TestParquet(t *testing.T) {
	codecs := []compress.Codec{&parquet.Uncompressed, &parquet.Snappy, &parquet.Gzip, &parquet.Brotli, &parquet.Zstd, &parquet.Lz4Raw}
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 7))
		codec := codecs[seed%uint64(len(codecs))]
		var b bytes.Buffer
		w := parquet.NewGenericWriter[wideRow](&b, parquet.Compression(codec), parquet.DataPageVersion(1+r.IntN(2)),
			parquet.MaxRowsPerRowGroup(int64(1+r.IntN(40))), parquet.PageBufferSize(64<<r.IntN(9)), parquet.KeyValueMetadata("k", fmt.Sprint(seed)))
		var want []wideRow
		var drops []Span
		for row := range uint32(1 + r.IntN(60)) {
			wide := randomRow(r)
			must.Get(w.Write([]wideRow{wide}))(t)
			if r.IntN(3) == 0 {
				drops = append(drops, Span{row + 1, row + 1})
			} else {
				want = append(want, wide)
			}
		}
		must.Do(t, w.Close())
		raw := halfFloats(t, b.Bytes())
		kept, err := copied(t, raw, drops)
		if err != nil {
			t.Fatalf("seed %d, %v: %v", seed, codec, err)
		}
		got, err := parquet.Read[wideRow](bytes.NewReader(kept), int64(len(kept)))
		if err != nil || len(got) != len(want) {
			t.Fatalf("seed %d: %d rows, want %d, %v", seed, len(got), len(want), err)
		}
		for i := range want {
			if fmt.Sprintf("%+v", plainRow(got[i])) != fmt.Sprintf("%+v", plainRow(want[i])) {
				t.Fatalf("seed %d, %v: row %d is %+v, want %+v", seed, codec, i, got[i], want[i])
			}
		}
		if !reflect.DeepEqual(footerOf(t, kept), footerOf(t, raw)) {
			t.Errorf("seed %d: another schema or metadata", seed)
		}
	}
}

// plainRow returns a row without pointers.
func plainRow(w wideRow) (list []any) {
	list = append(list, w.Text, w.Delta, w.Lists, w.Half, w.Is, w.Small, w.Float, w.Wide, w.Plain == nil)
	if w.Plain != nil {
		list = append(list, *w.Plain, *w.True, *w.Large)
	}
	for _, member := range w.In {
		if list = append(list, member.ID); member.Text != nil {
			list = append(list, *member.Text)
		}
	}
	return list
}

// TestReadBack: a copy with another value, another row or other metadata than is kept is refused.
func TestReadBack(t *testing.T) {
	write := func(note string, texts ...string) *os.File {
		type row struct {
			Text string `parquet:"text"`
		}
		f := must.Get(os.Create(filepath.Join(t.TempDir(), "f")))(t)
		t.Cleanup(func() { f.Close() })
		w := parquet.NewGenericWriter[row](f, parquet.KeyValueMetadata("k", note))
		for _, text := range texts {
			must.Get(w.Write([]row{{text}}))(t)
		}
		must.Do(t, w.Close())
		return f
	}
	in := write("v", "a", "b", "c")
	for want, other := range map[string]*os.File{"": write("v", "a", "c"), "other values": write("v", "a", "d"),
		"other columns or metadata": write("w", "a", "c")} {
		w := &parquetCopy{drops: []Span{{2, 2}}}
		out := must.Get(os.Create(filepath.Join(t.TempDir(), "out")))(t)
		defer out.Close()
		must.Do(t, openParquet(in, func(file *parquet.File) error { return w.write(file, out) }))
		if err := openParquet(other, w.compare); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
