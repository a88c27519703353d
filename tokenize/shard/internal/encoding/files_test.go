package encoding

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/axiomine/axiomine/internal/build"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// animal is an item of the tests' rows.
type animal struct {
	name string
	legs int64
	ids  []int32
}

var animals = []animal{{"cat", 1, []int32{2, 5, 3}}, {"crab", 0, []int32{2, 6, 7, 3}}, {"", 1, []int32{2, 3}}}

// animalRow is a row of Parquet.
type animalRow struct {
	UID    *string  `parquet:"uid,optional"`
	Name   *string  `parquet:"name,optional,dict"`
	IDs    []int32  `parquet:"input_ids,optional,list,dict"`
	Types  []int8   `parquet:"token_type_ids,optional,list,dict"`
	Label  *int64   `parquet:"label,optional,dict" classes:"few,many"`
	Weight *float32 `parquet:"weight,optional,dict"`
}

// someOptions are options under which three items have a shard of two and one of one.
var someOptions = plan.Options{ShardRows: 2, Compression: "zstd", Threads: 1}

func somePlan() *plan.Plan {
	return &plan.Plan{In: &plan.Input{}, Options: someOptions, Tokenizer: &plan.TokenizerInfo{Model: "WordPiece"}}
}

func viewOf[U any](list []U) []plan.View[U] {
	return []plan.View[U]{plan.NewView("train", plan.NewItems(list), someOptions, func(U) int64 { return 1 })}
}

// saved writes a part to a file in a folder of its own.
func saved(t testing.TB, part Part) (full string) {
	t.Helper()
	var b bytes.Buffer
	rows := 0
	must.Do(t, part.Write(t.Context(), &b, func(n int) { rows += n }))
	if rows != part.Rows {
		t.Errorf("%s: %d rows reported, %d said", part.Path, rows, part.Rows)
	}
	return written(t, part.Path, b.String())
}

// written writes a text to a file.
func written(t testing.TB, name, text string) (full string) {
	t.Helper()
	full = filepath.Join(t.TempDir(), filepath.Base(name))
	must.Do(t, os.WriteFile(full, []byte(text), 0o666))
	return full
}

// animalColumns are the columns of an animalRow.
var animalColumns = []Column{{Name: "uid", DType: "string"}, {Name: "name", DType: "string", Dict: true},
	{Name: "input_ids", DType: "int32", List: true, Dict: true}, {Name: "token_type_ids", DType: "int8", List: true, Dict: true},
	{Name: "label", DType: "int64", Dict: true, Classes: []string{"few", "many"}}, {Name: "weight", DType: "float32", Dict: true}}

// animalTable is a table of two rows for each animal: the same with the labels in turn.
func animalTable() Table[animal] {
	return Table[animal]{Info: &TableInfo{Config: "animals", About: "legs", Columns: animalColumns}, Name: "animalRow",
		Rows: func(animal) int { return 2 }, Fill: func() Fills[animal] {
			return func(a animal, b *Batch) {
				uid := fmt.Sprint("u", b.rows/2)
				for _, label := range []int64{a.legs, 1 - a.legs} {
					b.AddText(0, uid)
					if a.name == "" {
						b.AddNull(1)
					} else {
						b.AddText(1, a.name)
					}
					b.AddIDs(2, a.ids, nil)
					b.AddIDs(3, nil, make([]int8, len(a.ids)))
					b.AddNumber(4, float64(label))
					b.AddNumber(5, .5)
					b.EndRow()
				}
			}
		}}
}

// TestTable: the shards of a table have their rows, their columns and the memory that they take.
func TestTable(t *testing.T) {
	parts := animalTable().Parts(somePlan(), viewOf(animals))
	var paths []string
	for _, part := range parts {
		paths = append(paths, fmt.Sprint(part.Path, " ", part.Rows, " ", part.Split, " ", part.Table.Config, " ", part.Table.About))
	}
	if want := []string{"animals/train-00000-of-00002.parquet 4 train animals legs",
		"animals/train-00001-of-00002.parquet 2 train animals legs"}; !slices.Equal(paths, want) {
		t.Fatalf("%q, want %q", paths, want)
	}
	full := saved(t, parts[0])
	// In Arrow a row has the offsets of two texts and two lists (4 bytes each), the bytes of texts, 4 bytes an id, 1 a type, 8 a label and
	// 4 a weight: of cat 16 + (2 + 3) + 12 + 3 + 8 + 4 = 48, of crab 16 + (2 + 4) + 16 + 4 + 8 + 4 = 54; twice each.
	if n, err := parts[0].Memory(full); n != 2*(48+54) || err != nil {
		t.Errorf("memory %d, %v, want 204", n, err)
	}
	const features = `{"info":{"features":{"uid":{"dtype":"string","_type":"Value"},"name":{"dtype":"string","_type":"Value"},` +
		`"input_ids":{"feature":{"dtype":"int32","_type":"Value"},"_type":"Sequence"},` +
		`"token_type_ids":{"feature":{"dtype":"int8","_type":"Value"},"_type":"Sequence"},` +
		`"label":{"names":["few","many"],"_type":"ClassLabel"},"weight":{"dtype":"float32","_type":"Value"}}}}`
	must.Do(t, pairs.WithParquet(full, func(file *parquet.File) error {
		if text, _ := file.Lookup("huggingface"); text != features {
			t.Errorf("%s, want %s", text, features)
		}
		if text, _ := file.Lookup("tokenizer"); !strings.Contains(text, `"model":"WordPiece"`) {
			t.Errorf("tokenizer %s", text)
		}
		if created := file.Metadata().CreatedBy; created != "axiomine version "+build.Version+" (build "+runtime.Version()+")" {
			t.Errorf("created by %s", created)
		}
		return nil
	}))
	rows, err := parquet.ReadFile[animalRow](full)
	if err != nil || len(rows) != 4 || *rows[3].Name != "crab" || *rows[2].Label != 0 || *rows[3].Label != 1 ||
		!slices.Equal(rows[3].IDs, []int32{2, 6, 7, 3}) {
		t.Errorf("%+v, %v", rows, err)
	}
}

// TestEmptyIDs: a row without ids has an empty list, which is no null.
func TestEmptyIDs(t *testing.T) {
	full := saved(t, animalTable().Parts(somePlan(), viewOf([]animal{{"eel", 0, nil}}))[0])
	must.Do(t, pairs.WithParquet(full, func(file *parquet.File) error {
		var row [16]parquet.Value
		page, err := file.RowGroups()[0].ColumnChunks()[2].Pages().ReadPage()
		if err != nil {
			return err
		}
		if read, _ := page.Values().ReadValues(row[:]); read != 2 || row[0].DefinitionLevel() != 1 {
			t.Errorf("%d values, of which the first has definition level %d, want 2 and 1", read, row[0].DefinitionLevel())
		}
		return nil
	}))
}

// TestTableIsRead: reading counts lengths, and contents without their uid; it shows the first rows.
func TestTableIsRead(t *testing.T) {
	full := saved(t, animalTable().Parts(somePlan(), viewOf(animals[:2]))[0])
	vocab := must.Get(tokenize.ParseVocab("vocab.txt", []byte("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\ncat\ncr\n##ab")))(t)
	in := NewReading(vocab, 3)
	in.Split = "train"
	must.Do(t, (TableFiles{}).Read(t.Context(), full, in))
	if want := map[string]map[int]int{"input_ids": {3: 2, 4: 2}}; !reflect.DeepEqual(in.Lengths, want) {
		t.Errorf("lengths %v, want %v", in.Lengths, want)
	}
	if want := []string{"uid", "name", "input_ids", "token_type_ids", "label", "weight"}; !slices.Equal(in.Columns, want) {
		t.Errorf("columns %q, want %q", in.Columns, want)
	}
	if len(in.Rows) != 3 || in.Rows[2]["input_ids"] != "[CLS] cr ##ab [SEP]" || in.Rows[2]["name"] != "crab" ||
		in.Rows[2]["label"] != int64(0) || in.Rows[0]["weight"] != float32(.5) {
		t.Errorf("%v", in.Rows)
	}
	if len(in.Contents["train"]) != 4 {
		t.Errorf("contents %v, want four", in.Contents)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := (TableFiles{}).Read(ctx, full, NewReading(nil, 0)); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want that it was cancelled", err)
	}
}

// TestAxiomsOfTables: rows that name their axiom are counted by it.
func TestAxiomsOfTables(t *testing.T) {
	table := Table[[4]string]{Info: &TableInfo{Config: "a", Columns: []Column{{Name: "uid", DType: "string"}, {Name: "task", DType: "string", Dict: true},
		{Name: "source", DType: "string", Dict: true}, {Name: "axiom", DType: "string", Dict: true}}}, Fill: func() Fills[[4]string] {
		return func(v [4]string, b *Batch) {
			for i, text := range v {
				b.AddText(i, text)
			}
			b.EndRow()
		}
	}}
	o := someOptions
	o.ShardRows = 9
	list := [][4]string{{"1", "x", "judged", ""}, {"1", "x", "judged", ""}, {"2", "x", "axiom", "tfc1"}, {"1", "y", "axiom", "tfc1"}}
	p := somePlan()
	full := saved(t, table.Parts(p, []plan.View[[4]string]{plan.NewView("dev", plan.NewItems(list), o, nil)})[0])
	in := NewReading(nil, 0)
	in.Split = "dev"
	if err := (TableFiles{}).Read(t.Context(), full, in); err != nil || !reflect.DeepEqual(in.Axioms, map[string]map[string]int{
		"dev": {"": 2, "tfc1": 2}}) {
		t.Errorf("axioms %v, %v", in.Axioms, err)
	}
}

// TestRowGroups: a row group ends at 65,536 rows.
func TestRowGroups(t *testing.T) {
	table := Table[int64]{Info: &TableInfo{Config: "a", Columns: []Column{{Name: "n", DType: "int64"}}}, Fill: func() Fills[int64] {
		return func(n int64, b *Batch) {
			b.AddNumber(0, float64(n))
			b.EndRow()
		}
	}}
	list := make([]int64, GroupRows+1)
	o := someOptions
	o.ShardRows = len(list)
	full := saved(t, table.Parts(somePlan(), []plan.View[int64]{plan.NewView("train", plan.NewItems(list), o, nil)})[0])
	var sizes []int64
	must.Do(t, pairs.WithParquet(full, func(file *parquet.File) error {
		for _, group := range file.RowGroups() {
			sizes = append(sizes, group.NumRows())
		}
		return nil
	}))
	if !slices.Equal(sizes, []int64{GroupRows, 1}) {
		t.Errorf("groups of %d rows, want 65536 and 1", sizes)
	}
}

var lineFiles = LineFiles{Ending: "jsonl", Object: true, IDs: "token_id"}

// TestLines: the rows of an item are lines, an item without rows has none, and all are counted.
func TestLines(t *testing.T) {
	rows := func(a animal) int { return len(a.name) % 2 * 2 } // cat has two, the others have none
	lines := Lines[animal]{Folder: "a", Ending: "txt", Header: "head", Rows: rows,
		Append: func(a animal, line []byte) ([]byte, error) {
			if rows(a) == 0 {
				return line, nil
			}
			return append(line, a.name+"\n"+strings.ToUpper(a.name)...), nil
		}}
	parts := lines.Parts(viewOf(animals))
	full := saved(t, parts[0])
	raw, err := os.ReadFile(full)
	if want := "head\ncat\nCAT\n"; err != nil || string(raw) != want || parts[0].Rows != 2 || parts[0].Path != "a/train-00000-of-00002.txt" {
		t.Errorf("%s, %d rows: %q, want %q", parts[0].Path, parts[0].Rows, raw, want)
	}
	fault := errors.New("no row")
	lines.Append = func(animal, []byte) ([]byte, error) { return nil, fault }
	must.Equal(t, lines.Parts(viewOf(animals))[0].Write(t.Context(), new(bytes.Buffer), func(int) {}), fault)
}

// TestLinesAreRead: contents of objects are without their uid; sequences have lengths, also several of one row.
func TestLinesAreRead(t *testing.T) {
	const text = `{"uid":"1","token_id":[2,5,3],"label":1}` + "\n" + `{"uid":"2","token_id":[2,5,3],"label":0}` + "\n" +
		`{"uid":"3","token_id":[2,5,3],"label":1}` + "\n" + `{"uid":"4","token_id":[[2,3],[2,5,5,3]],"label":1}` + "\n"
	in := NewReading(nil, 1)
	must.Do(t, lineFiles.Read(t.Context(), written(t, "f.jsonl", text), in))
	if contents := in.Contents[""]; len(contents) != 4 || contents[0] == contents[1] || contents[0] != contents[2] {
		t.Errorf("contents %v", contents)
	}
	if want := map[string]map[int]int{"token_id": {3: 3, 2: 1, 4: 1}}; !reflect.DeepEqual(in.Lengths, want) {
		t.Errorf("lengths %v, want %v", in.Lengths, want)
	}
	if len(in.Rows) != 1 || in.Rows[0]["line"] != text[:strings.IndexByte(text, '\n')] {
		t.Errorf("%v", in.Rows)
	}
	want := "f.jsonl:2: unexpected end of JSON input; hint: axiomine tokenize verify lists all differences"
	if err := lineFiles.Read(t.Context(), written(t, "f.jsonl", "{}\n{\n"), in); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	headed := LineFiles{Headed: true}
	in = NewReading(nil, 0)
	if err := headed.Read(t.Context(), written(t, "f.csv", "a\nb\nb\nc\n"), in); err != nil || len(in.Contents[""]) != 3 ||
		in.Contents[""][0] != in.Contents[""][1] || in.Contents[""][0] == in.Contents[""][2] {
		t.Errorf("%v (%v), want three contents, of which two are the same", in.Contents, err)
	}
}

// TestRecordFiles: records are read; one that is broken is an error with its number.
func TestRecordFiles(t *testing.T) {
	example := func(query, doc []int32, label int64) []byte {
		return AppendFrame(nil, AppendExample(nil, query, doc, label))
	}
	good := example([]int32{2, 5, 3}, []int32{6, 3}, 1)
	for _, c := range []struct {
		name string
		raw  []byte
		want string
	}{
		{"no example", AppendFrame(nil, []byte("x")), "record 1: not a tf.Example of query_ids, doc_ids and label"},
		{"cut", good[:len(good)-1], "record 1: unexpected EOF"},
		{"length", slices.Concat([]byte{1}, good[1:]), "record 1: the checksum of its length is wrong"},
		{"payload", slices.Concat(good[:20], []byte{0xff}, good[21:]), "record 1: the checksum of its payload is wrong"},
	} {
		full := written(t, "f", string(good)+string(c.raw))
		if err := (RecordFiles{}).Read(t.Context(), full, NewReading(nil, 0)); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
	raw := slices.Concat(good, good, example([]int32{2, 5, 3}, []int32{6, 3}, 0))
	full := written(t, "f", string(raw))
	in := NewReading(nil, 1)
	err := RecordFiles{}.Read(t.Context(), full, in)
	if err != nil || len(in.Contents[""]) != 3 || in.Rows[0]["query_ids"] != "[2 5 3]" || in.Rows[0]["label"] != int64(1) {
		t.Errorf("contents %v, rows %v (%v)", in.Contents, in.Rows, err)
	}
	if want := map[string]map[int]int{"query_ids": {3: 3}, "input": {5: 3}}; !reflect.DeepEqual(in.Lengths, want) {
		t.Errorf("lengths %v, want %v", in.Lengths, want)
	}
}

// TestJSON: values are one line, with < as it is.
func TestJSON(t *testing.T) {
	if line, err := AppendJSON([]byte("x"), map[string]string{"a": "<\n"}); string(line) != `x{"a":"<\n"}` || err != nil {
		t.Errorf("%s, %v", line, err)
	}
	if _, err := AppendJSON(nil, func() {}); err == nil {
		t.Error("a function is JSON")
	}
	if text := JSONString("a\"<\t"); text != `"a\"<\t"` {
		t.Error(text)
	}
}
