package columnar_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/axiomine/axiomine/gen/corpus/internal/columnar"
	"github.com/axiomine/axiomine/gen/corpus/internal/plainfile"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
)

// row is a row of every kind of column that is told apart: texts, integers of both sizes, a real number, a truth, a list, a missing text.
type row struct {
	Query   string   `parquet:"query"`
	Grade   int32    `parquet:"grade"`
	Number  int64    `parquet:"number"`
	Score   float64  `parquet:"score"`
	Judged  bool     `parquet:"judged"`
	Answers []string `parquet:"answers,list"`
	Title   *string  `parquet:"title,optional"`
}

func title(text string) *string { return &text }

var rows = []row{{"blue whale", 2, 1 << 40, 1.5, true, []string{"a", "b"}, title("Whales")}, {"deep song", 0, -7, -2, false, nil, nil}}

// inParquet returns the rows in Parquet, written by parquet-go.
func inParquet(t *testing.T) []byte {
	var out bytes.Buffer
	must.Do(t, parquet.Write(&out, rows))
	return out.Bytes()
}

// inArrow returns the rows as an Arrow file or stream, written by arrow-go.
func inArrow(t *testing.T, isFile bool) []byte {
	schema := arrow.NewSchema([]arrow.Field{{Name: "query", Type: arrow.BinaryTypes.String}, {Name: "grade", Type: arrow.PrimitiveTypes.Int32},
		{Name: "number", Type: arrow.PrimitiveTypes.Int64}, {Name: "score", Type: arrow.PrimitiveTypes.Float64},
		{Name: "judged", Type: arrow.FixedWidthTypes.Boolean}, {Name: "answers", Type: arrow.ListOf(arrow.BinaryTypes.String)},
		{Name: "title", Type: arrow.BinaryTypes.String, Nullable: true}}, nil)
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	defer b.Release()
	for _, r := range rows {
		b.Field(0).(*array.StringBuilder).Append(r.Query)
		b.Field(1).(*array.Int32Builder).Append(r.Grade)
		b.Field(2).(*array.Int64Builder).Append(r.Number)
		b.Field(3).(*array.Float64Builder).Append(r.Score)
		b.Field(4).(*array.BooleanBuilder).Append(r.Judged)
		list := b.Field(5).(*array.ListBuilder)
		list.Append(true)
		for _, a := range r.Answers {
			list.ValueBuilder().(*array.StringBuilder).Append(a)
		}
		if texts := b.Field(6).(*array.StringBuilder); r.Title == nil {
			texts.AppendNull()
		} else {
			texts.Append(*r.Title)
		}
	}
	batch := b.NewRecordBatch()
	defer batch.Release()
	var out bytes.Buffer
	var w interface {
		Write(arrow.RecordBatch) error
		Close() error
	} = ipc.NewWriter(&out, ipc.WithSchema(schema))
	if isFile {
		file := must.Get(ipc.NewFileWriter(&out, ipc.WithSchema(schema)))(t)
		w = file
	}
	must.Do(t, w.Write(batch))
	must.Do(t, w.Close())
	return out.Bytes()
}

// withoutSchema returns an Arrow file whose footer alone has the schema.
func withoutSchema(file []byte) []byte {
	const magic, head = 8, 8
	end := magic + head + int(binary.LittleEndian.Uint32(file[magic+4:])) // of the first message, which has no body
	return append(file[:magic:magic], file[end:]...)
}

// open opens the table that the content of a file is.
func open(content []byte) (*columnar.Table, error) {
	return columnar.Open("rows", io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content))))
}

// source returns a source of rows of so many bytes.
func source(most int) *sourcefile.Source {
	return &sourcefile.Source{Path: "rows", Max: most, Rep: new(sourcefile.Report)}
}

// columnsOf returns the names of a table's columns.
func columnsOf(table *columnar.Table) []string { return table.Columns() }

// write returns the only row of a record builder as an Arrow stream.
func write(t *testing.T, b *array.RecordBuilder) []byte {
	t.Helper()
	batch := b.NewRecordBatch()
	defer batch.Release()
	var out bytes.Buffer
	w := ipc.NewWriter(&out, ipc.WithSchema(batch.Schema()))
	must.Do(t, errors.Join(w.Write(batch), w.Close()))
	return out.Bytes()
}

// read returns the texts of columns, row by row.
func read(t *testing.T, content []byte, most int, names ...string) (texts [][][]string, err error) {
	t.Helper()
	if !plainfile.IsTable(content) {
		t.Error("the table is not recognised")
	}
	table, err := open(content)
	if err != nil {
		return nil, err
	}
	got := strings.Join(columnsOf(table), " ")
	if len(columnsOf(table)) != 7 || !strings.HasPrefix(got, "query grade number score judged answers") {
		t.Errorf("columns %s", got)
	}
	s := source(most)
	err = table.VisitRows(s, names, func(values []tabular.Cells) error {
		must.Equal(t, s.Line, len(texts)+1, "the number of a row")
		var cells [][]string
		for _, v := range values {
			cells = append(cells, append([]string{}, v.Texts...))
		}
		texts = append(texts, cells)
		return nil
	})
	if s.Rep.Unread != nil {
		t.Error(s.Rep.Unread)
	}
	return texts, err
}

// TestTables: the same rows have the same cells in each form.
func TestTables(t *testing.T) {
	want := [][][]string{{{"blue whale"}, {"2"}, {"1099511627776"}, {"1.5"}, {"true"}, {"Whales"}},
		{{"deep song"}, {"0"}, {"-7"}, {"-2"}, {"false"}, {""}}}
	for name, content := range map[string][]byte{"Parquet": inParquet(t), "an Arrow file": inArrow(t, true),
		"an Arrow stream": inArrow(t, false), "an Arrow file of JavaScript": withoutSchema(inArrow(t, true))} {
		got, err := read(t, content, 1<<20, "query", "grade", "number", "score", "judged", "title")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, cells := range got {
			if last := len(cells) - 1; len(cells[last]) == 0 { // a missing text has no cell or an empty one
				cells[last] = []string{""}
			}
		}
		must.Same(t, got, want, "%s", name)
		if _, err := read(t, content, 8, "query"); err == nil || !strings.Contains(err.Error(), "a row of more than") {
			t.Errorf("%s: a row beyond its bound: %v", name, err)
		}
		if _, err := open(content[:len(content)/2]); err == nil && name != "an Arrow stream" {
			t.Errorf("%s: half of it is opened", name)
		}
	}
	if plainfile.IsTable([]byte("query,passage\n")) || plainfile.IsArrow([]byte("PAR1")) || plainfile.IsTable([]byte("ARROW1")) {
		t.Error("another form is taken for a table")
	}
}

// TestLists: a cell of a list has a text for each value, and an empty one for no value.
func TestLists(t *testing.T) {
	for name, content := range map[string][]byte{"Parquet": inParquet(t), "Arrow": inArrow(t, true)} {
		column := "answers"
		if name == "Parquet" {
			column = "answers.list.element"
		}
		table := must.Get(open(content))(t)
		for _, have := range columnsOf(table) {
			if strings.HasPrefix(have, "answers") {
				column = have
			}
		}
		got, err := read(t, content, 1<<20, column)
		if diff := cmp.Diff([][][]string{{{"a", "b"}}, {{""}}}, got); diff != "" || err != nil {
			t.Errorf("%s: %v %s", name, err, diff)
		}
	}
}

// TestTypes: values of other types are spelled as Python's str spells them. The numbers are those that the rows were made of.
func TestTypes(t *testing.T) {
	type typed struct {
		Small  uint32    `parquet:"small"`
		Large  uint64    `parquet:"large"`
		Single float32   `parquet:"single"`
		When   time.Time `parquet:"when,timestamp(millisecond)"`
		Day    int32     `parquet:"day,date"`
		Price  int64     `parquet:"price,decimal(2:10)"`
		ID     [16]byte  `parquet:"id,uuid"`
	}
	var out bytes.Buffer
	when := time.Date(2026, 11, 29, 4, 30, 0, 0, time.UTC)
	id := [16]byte{0x12, 0x3e, 0x45, 0x67, 0xe8, 0x9b, 0x12, 0xd3, 0xa4, 0x56, 0x42, 0x66, 0x14, 0x17, 0x40, 0}
	must.Do(t, parquet.Write(&out, []typed{{1 << 31, 1 << 63, 0.5, when, 20421, 1999, id}}))
	want := []string{"2147483648", "9223372036854775808", "0.5", "2026-11-29 04:30:00+00:00", "2025-11-29", "19.99",
		"123e4567-e89b-12d3-a456-426614174000"}
	got := spelled(t, out.Bytes(), "small", "large", "single", "when", "day", "price", "id")
	must.Same(t, got, want)
}

// TestArrowTypes: likewise, of Arrow's types.
func TestArrowTypes(t *testing.T) {
	word := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}
	schema := arrow.NewSchema([]arrow.Field{{Name: "small", Type: arrow.PrimitiveTypes.Uint8},
		{Name: "single", Type: arrow.PrimitiveTypes.Float32},
		{Name: "day", Type: arrow.FixedWidthTypes.Date32}, {Name: "large", Type: arrow.BinaryTypes.LargeString}, {Name: "word", Type: word},
		{Name: "view", Type: arrow.BinaryTypes.StringView}, {Name: "two", Type: arrow.FixedSizeListOf(2, arrow.BinaryTypes.String)},
		{Name: "views", Type: arrow.ListViewOf(arrow.BinaryTypes.String)}}, nil)
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	defer b.Release()
	must.Do(t, b.UnmarshalJSON([]byte(`{"small": 7, "single": 0.5, "day": "2025-11-29", "large": "a", "word": "b", "view": "c",
		"two": ["d", "e"], "views": ["f"]}`)))
	content := write(t, b)
	got := spelled(t, content, "small", "single", "day", "large", "word", "view", "two", "views")
	must.Same(t, got, []string{"7", "0.5", "2025-11-29", "a", "b", "c", "d", "e", "f"})
}

// TestNestedLists: each text of a list within a list has its place in both.
func TestNestedLists(t *testing.T) {
	type answer struct {
		Text  string   `parquet:"text"`
		Terms []string `parquet:"terms,list"`
	}
	type nested struct {
		Answers []answer `parquet:"answers,list"`
	}
	var out bytes.Buffer
	must.Do(t, parquet.Write(&out, []nested{{[]answer{{"a", []string{"b", "c"}}, {"d", nil}, {"e", []string{"f"}}}}}))
	table := must.Get(open(out.Bytes()))(t)
	var got []tabular.Cells
	must.Do(t, table.VisitRows(source(1<<20), columnsOf(table), func(values []tabular.Cells) error {
		got = append(got, values...)
		return nil
	}))
	want := []tabular.Cells{{Texts: []string{"a", "d", "e"}, Listed: true},
		{Texts: []string{"b", "c", "", "f"}, Places: [][]int{{0, 0}, {0, 1}, {1, 0}, {2, 0}}}}
	must.Same(t, got, want)
}

// TestUnreadTypes: a column of a type that is not read is an error that names it, and others of the table are read.
func TestUnreadTypes(t *testing.T) {
	schema := arrow.NewSchema([]arrow.Field{{Name: "query", Type: arrow.BinaryTypes.String},
		{Name: "span", Type: arrow.FixedWidthTypes.MonthInterval}}, nil)
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	defer b.Release()
	b.Field(0).(*array.StringBuilder).Append("whales")
	b.Field(1).(*array.MonthIntervalBuilder).Append(3)
	content := write(t, b)
	if got := spelled(t, content, "query"); len(got) != 1 || got[0] != "whales" {
		t.Errorf("query %q", got)
	}
	table := must.Get(open(content))(t)
	must.Fail(t, table.Check([]string{"query", "span"}), "span")
}

// TestMetadata: what the library datasets says of the columns is at hand.
func TestMetadata(t *testing.T) {
	const hub = `{"info": {"features": {"label": {"names": ["no", "yes"]}}}}`
	var out bytes.Buffer
	w := parquet.NewGenericWriter[row](&out, parquet.KeyValueMetadata("huggingface", hub))
	must.Get(w.Write(rows))(t)
	must.Do(t, w.Close())
	for want, content := range map[string][]byte{hub: out.Bytes(), "": inParquet(t)} {
		table, err := open(content)
		if err != nil || table.Metadata() != want {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// spelled returns the texts of a table's only row.
func spelled(t *testing.T, content []byte, names ...string) (texts []string) {
	t.Helper()
	table, err := open(content)
	if err == nil {
		err = table.Check(names)
	}
	if err == nil {
		err = table.VisitRows(source(1<<20), names, func(values []tabular.Cells) error {
			for _, v := range values {
				texts = append(texts, v.Texts...)
			}
			return nil
		})
	}
	must.Do(t, err)
	return texts
}
