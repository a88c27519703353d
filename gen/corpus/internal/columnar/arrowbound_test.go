package columnar

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// stream writes a table of one column, with a row, as Arrow's library does.
func stream(t *testing.T, column arrow.DataType) []byte {
	t.Helper()
	schema := arrow.NewSchema([]arrow.Field{{Name: "a", Type: column, Metadata: arrow.MetadataFrom(map[string]string{"k": "v"})}}, nil)
	builder := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	builder.Field(0).AppendEmptyValue()
	record := builder.NewRecordBatch()
	var b bytes.Buffer
	out := ipc.NewWriter(&b, ipc.WithSchema(schema))
	must.Do(t, out.Write(record))
	must.Do(t, out.Close())
	return b.Bytes()
}

// checked returns the error of a stream, "" without one, and reports whether the position is where it was.
func checked(t *testing.T, raw []byte) string {
	t.Helper()
	in := io.NewSectionReader(bytes.NewReader(raw), 0, int64(len(raw)))
	err := checkMessages(in)
	if err != nil {
		return err.Error()
	}
	if at, _ := in.Seek(0, io.SeekCurrent); at != 0 {
		t.Errorf("the position is %d", at)
	}
	return ""
}

// nested returns a list of lists .. of texts.
func nested(depth int) (column arrow.DataType) {
	column = arrow.BinaryTypes.String
	for range depth {
		column = arrow.ListOf(column)
	}
	return column
}

// TestCheckMessages: streams of the library pass, up to 32 levels of lists.
func TestCheckMessages(t *testing.T) {
	wide := make([]arrow.Field, 200)
	for i := range wide {
		wide[i] = arrow.Field{Name: fmt.Sprint(i), Type: arrow.PrimitiveTypes.Int64}
	}
	for name, c := range map[string]struct {
		column arrow.DataType
		want   string
	}{
		"text":      {arrow.BinaryTypes.String, ""},
		"views":     {arrow.ListOf(arrow.BinaryTypes.StringView), ""},
		"structure": {arrow.StructOf(wide...), ""},
		"union": {arrow.SparseUnionOf([]arrow.Field{{Name: "x", Type: arrow.PrimitiveTypes.Int8}, {Name: "y", Type: arrow.BinaryTypes.String}},
			[]arrow.UnionTypeCode{3, 7}), ""},
		"deep":     {nested(31), ""},
		"too deep": {nested(32), "columns more than 32 levels deep"},
	} {
		must.Equal(t, checked(t, stream(t, c.column)), c.want, "%s", name)
	}
	raw := stream(t, arrow.BinaryTypes.String)
	first := 8 + int(binary.LittleEndian.Uint32(raw[4:]))
	if got := checked(t, raw[:first]); got != "" { // the end may lack: the library tells
		t.Errorf("without its rows: %s", got)
	}
}

// TestFalseSizes: a size that the file does not have is refused before anything is allocated.
func TestFalseSizes(t *testing.T) {
	raw := stream(t, arrow.BinaryTypes.String)
	size := func(n uint32) []byte {
		changed := bytes.Clone(raw)
		binary.LittleEndian.PutUint32(changed[4:], n)
		return changed
	}
	for name, c := range map[string]struct {
		raw  []byte
		want string
	}{
		"no mark":  {append([]byte{0}, raw[1:]...), "a message of "},
		"too long": {size(uint32(len(raw)) + 1), fmt.Sprintf("a message of %d bytes", len(raw)+1)},
		"none":     {size(0), "a message of 0 bytes"},
		"short":    {size(7), "a message of 7 bytes"},
		"empty":    {nil, "EOF"},
		"cut":      {raw[:6], "EOF"},
	} {
		if got := checked(t, c.raw); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestFalseLists: wherever four bytes of the schema are a length or an offset beyond the message, the stream is refused or harmless: no
// change of them makes it claim more members than there are bytes.
func TestFalseLists(t *testing.T) {
	raw := stream(t, arrow.StructOf(arrow.Field{Name: "x", Type: arrow.BinaryTypes.String}))
	end := 8 + int(binary.LittleEndian.Uint32(raw[4:]))
	refused := map[string]int{}
	for place := 8; place+4 <= end; place += 4 {
		changed := bytes.Clone(raw)
		binary.LittleEndian.PutUint32(changed[place:], 0x7ffffff0)
		reason := checked(t, changed)
		for _, begin := range []string{"a list of ", "damaged: ", "more than ", "columns more than ", "a message "} {
			if strings.HasPrefix(reason, begin) {
				refused[begin]++
			}
		}
	}
	if refused["a list of "] < 2 || refused["damaged: "] < 10 {
		t.Errorf("refused by reason: %v, want lists of fields and of metadata, and offsets", refused)
	}
}

// TestWithBuffers: lists of nulls, as datasets writes lists that are always empty, are valid, and damage beside them is still found.
func TestWithBuffers(t *testing.T) {
	null := arrow.Null
	for _, column := range []arrow.DataType{null, arrow.ListOf(null), arrow.ListOf(arrow.ListOf(null)), arrow.PrimitiveTypes.Int64,
		arrow.StructOf(arrow.Field{Name: "a", Type: null}, arrow.Field{Name: "b", Type: arrow.ListOf(arrow.BinaryTypes.String)})} {
		reader, err := ipc.NewReader(bytes.NewReader(stream(t, column)))
		if err != nil || !reader.Next() {
			t.Fatal(column, err)
		}
		if err := array.ValidateFull(array.MakeFromData(withBuffers(reader.RecordBatch().Column(0).Data()))); err != nil {
			t.Errorf("%s: %v", column, err)
		}
	}
	offsets := memory.NewBufferBytes([]byte{0, 0, 0, 0, 9, 0, 0, 0})
	child := array.NewData(null, 1, nil, nil, 1, 0)
	data := array.NewData(arrow.ListOf(null), 1, []*memory.Buffer{nil, offsets}, []arrow.ArrayData{child}, 0, 0)
	if err := array.ValidateFull(array.MakeFromData(withBuffers(data))); err == nil {
		t.Error("a list of nine values of one is valid")
	}
}
