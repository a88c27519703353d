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
	"pgregory.net/rapid"

	"github.com/axiomine/axiomine/internal/build"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize"
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

// rowOf returns the row of an animal; an empty name is missing.
func rowOf(i int, a animal) animalRow {
	row := animalRow{UID: new(fmt.Sprint("u", i)), IDs: a.ids, Types: make([]int8, len(a.ids)), Label: &a.legs, Weight: new(float32(.5))}
	if a.name != "" {
		row.Name = &a.name
	}
	return row
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
	files := TableFiles{}
	if n, err := files.Count(full); n != 4 || err != nil {
		t.Errorf("%d rows, %v", n, err)
	}
	// In Arrow a row has the offsets of two texts and two lists (4 bytes each), the bytes of texts, 4 bytes an id, 1 a type, 8 a label and
	// 4 a weight: of cat 16 + (2 + 3) + 12 + 3 + 8 + 4 = 48, of crab 16 + (2 + 4) + 16 + 4 + 8 + 4 = 54; twice each.
	if n, err := parts[0].Memory(full); n != 2*(48+54) || err != nil {
		t.Errorf("memory %d, %v, want 204", n, err)
	}
	const features = `{"info":{"features":{"uid":{"dtype":"string","_type":"Value"},"name":{"dtype":"string","_type":"Value"},` +
		`"input_ids":{"feature":{"dtype":"int32","_type":"Value"},"_type":"Sequence"},` +
		`"token_type_ids":{"feature":{"dtype":"int8","_type":"Value"},"_type":"Sequence"},` +
		`"label":{"names":["few","many"],"_type":"ClassLabel"},"weight":{"dtype":"float32","_type":"Value"}}}}`
	must.Do(t, WithParquet(full, func(file *parquet.File) error {
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

// TestTableIsRead: reading counts lengths, contents without their uid, and labelled inputs; it shows the first rows.
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
	answers := in.Answers["train"]
	if len(in.Contents["train"]) != 4 || len(answers) != 4 || answers[0].Input != answers[1].Input || answers[1].Input == answers[2].Input ||
		answers[0].Label == answers[1].Label || answers[0].Label != answers[3].Label {
		t.Errorf("contents %v, answers %v: want two inputs with both labels each", in.Contents, answers)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := (TableFiles{}).Read(ctx, full, NewReading(nil, 0)); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want that it was cancelled", err)
	}
}

// check returns the differences of a file.
func check(t testing.TB, as Encoding, full, name string, c *Checking) string {
	t.Helper()
	var differences []string
	c.Name, c.Differ = name, func(format string, args ...any) { differences = append(differences, fmt.Sprintf(format, args...)) }
	if c.Alike == nil {
		c.Alike = map[string]string{}
	}
	if c.Pair == nil {
		c.Pair = func(Kind) {}
	}
	if err := as.Check(full, c); err != nil {
		differences = append(differences, err.Error())
	}
	return strings.Join(differences, "; ")
}

// TestFaultsOfTables: a table of each fault, and what is said of it.
func TestFaultsOfTables(t *testing.T) {
	label := func(n int64) func(*animalRow) { return func(r *animalRow) { r.Label = &n } }
	for _, c := range []struct {
		name   string
		files  TableFiles
		change func(r *animalRow)
		limits *plan.TokenizerInfo
		want   string
	}{
		{"no fault", TableFiles{Wrong: Segments(1)}, nil, nil, ""},
		{"no name", TableFiles{}, func(r *animalRow) { r.Name = nil }, nil, "a/f.parquet: row 2 has no name"},
		{"a name that may lack", TableFiles{Nullable: []string{"name"}}, func(r *animalRow) { r.Name = nil }, nil, ""},
		{"no ids", TableFiles{}, func(r *animalRow) { r.IDs = nil }, nil, "a/f.parquet: row 2 has no input_ids"},
		{"a label that is no class", TableFiles{}, label(2), nil, "a/f.parquet: row 2 has the label 2"},
		{"a label below 0", TableFiles{}, label(-1), nil, "a/f.parquet: row 2 has the label -1"},
		{"too few types", TableFiles{Wrong: Segments(1)}, func(r *animalRow) { r.Types = r.Types[1:] }, nil,
			"a/f.parquet: row 2 has not one segment for each of its ids"},
		{"too long", TableFiles{Wrong: Segments(1)}, nil, &plan.TokenizerInfo{MaxLength: 3}, "a/f.parquet: row 2 is longer than max_length"},
		{"just long enough", TableFiles{Wrong: Segments(1)}, nil, &plan.TokenizerInfo{MaxLength: 4}, ""},
		{"one segment of two", TableFiles{Wrong: Segments(2)}, nil, nil,
			"a/f.parquet: row 1 has not 2 segments, numbered from 0, with [SEP] at the end of each"},
		{"a segment without its end", TableFiles{Wrong: func(r SequenceRow, limits *plan.TokenizerInfo) error {
			if len(r.IDs) == 4 {
				return Segments(2)(r, limits)
			}
			return nil
		}}, func(r *animalRow) { r.Types = []int8{0, 0, 1, 1} }, nil,
			"a/f.parquet: row 2 has not 2 segments, numbered from 0, with [SEP] at the end of each"},
		{"another template's types", TableFiles{Wrong: PairSegments}, func(r *animalRow) { r.Types = []int8{0, 1, 0, 1} },
			&plan.TokenizerInfo{MaxLength: 9, Template: "<s>:0 $A:0 </s>:0 $B:0 </s>:0"}, "a/f.parquet: row 2 has not types 0 and then 0 or 1"},
	} {
		var b bytes.Buffer
		rows := []animalRow{rowOf(0, animals[0]), rowOf(1, animals[1])}
		if c.change != nil {
			c.change(&rows[1])
		}
		info := &TableInfo{Columns: animalColumns}
		out := parquet.NewGenericWriter[animalRow](&b, info.writerOptions(somePlan())...)
		must.Get(out.Write(rows))(t)
		must.Do(t, out.Close())
		if got := check(t, c.files, written(t, "f.parquet", b.String()), "a/f.parquet", &Checking{Limits: c.limits}); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestShardsAreAlike: shards of a folder have the columns of the first, those that they name, and are tables at all.
func TestShardsAreAlike(t *testing.T) {
	type other struct {
		Name *string `parquet:"name,optional,dict"`
	}
	file := func(options ...parquet.WriterOption) string {
		var b bytes.Buffer
		out := parquet.NewGenericWriter[other](&b, options...)
		must.Do(t, out.Close())
		return written(t, "f.parquet", b.String())
	}
	full := saved(t, animalTable().Parts(somePlan(), viewOf(animals[:2]))[0])
	alike := map[string]string{}
	for _, c := range []struct{ full, name, want string }{
		{full, "a/1.parquet", ""},
		{full, "a/2.parquet", ""},
		{file(), "a/3.parquet", "a/3.parquet has other columns than the first shard of a"},
		{file(), "b/1.parquet", "b/1.parquet does not name its features"},
		{file(parquet.KeyValueMetadata("huggingface", `{"info":{"features":{"title":{}}}}`)), "c/1.parquet",
			"c/1.parquet has the columns name, and names the features title"},
	} {
		must.Equal(t, check(t, TableFiles{}, c.full, c.name, &Checking{Alike: alike}), c.want, "%s", c.name)
	}
	if _, err := (TableFiles{}).Count(written(t, "f.parquet", "PAR1 no table PAR1")); err == nil {
		t.Error("a text is counted as a table")
	}
}

// TestPairsOfTables: neighbours with one uid are one pair, named by the task and source of the first.
func TestPairsOfTables(t *testing.T) {
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
	var kinds []Kind
	if got := check(t, TableFiles{}, full, "a/f.parquet", &Checking{Pair: func(k Kind) { kinds = append(kinds, k) }}); got != "" {
		t.Error(got)
	}
	if want := []Kind{{"x", "judged"}, {"x", "axiom"}, {"y", "axiom"}}; !slices.Equal(kinds, want) {
		t.Errorf("%v, want %v", kinds, want)
	}
	in := NewReading(nil, 0)
	in.Split = "dev"
	if err := (TableFiles{}).Read(t.Context(), full, in); err != nil || !reflect.DeepEqual(in.Axioms, map[string]map[string]int{
		"dev": {"": 2, "tfc1": 2}}) || len(in.Answers) > 0 {
		t.Errorf("axioms %v, answers %v, %v", in.Axioms, in.Answers, err)
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
	must.Do(t, WithParquet(full, func(file *parquet.File) error {
		for _, group := range file.RowGroups() {
			sizes = append(sizes, group.NumRows())
		}
		return nil
	}))
	if !slices.Equal(sizes, []int64{GroupRows, 1}) {
		t.Errorf("groups of %d rows, want 65536 and 1", sizes)
	}
}

// line is a row of JSON lines.
type line struct {
	UID    string   `json:"uid"`
	Tokens []int32  `json:"token_id"`
	Label  *float64 `json:"label"`
	Note   string   `json:"note,omitempty"`
}

var lineFiles = func() LineFiles {
	f := Objects(func(l *line) string {
		if l.Label == nil {
			return "has no label"
		}
		return ""
	})
	f.IDs = "token_id"
	return f
}()

// TestLines: the rows of an item are lines, an item without rows has none, and all are counted.
func TestLines(t *testing.T) {
	rows := func(a animal) int { return len(a.name) % 2 * 2 } // cat has two, the others have none
	lines := Lines[animal]{Folder: "a", As: LineFiles{Ending: "txt", Heads: []string{"head"}}, Header: "head", Rows: rows,
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
	if n, err := lines.As.Count(full); n != 2 || err != nil {
		t.Errorf("%d rows are counted, %v", n, err)
	}
	fault := errors.New("no row")
	lines.Append = func(animal, []byte) ([]byte, error) { return nil, fault }
	must.Equal(t, lines.Parts(viewOf(animals))[0].Write(t.Context(), new(bytes.Buffer), func(int) {}), fault)
}

// TestCountLines: every line is a row, also the last one without its end; a header is none.
func TestCountLines(t *testing.T) {
	long := strings.Repeat("x", 1<<20+7) // longer than the buffer
	for text, want := range map[string][2]int{"": {0, 0}, "a": {1, 0}, "a\n": {1, 0}, "a\nb": {2, 1}, "\n\n": {2, 1}, long + "\n" + long: {2,
		1}} {
		full := written(t, "f.txt", text)
		plain, err := LineFiles{}.Count(full)
		headed, err2 := LineFiles{Heads: []string{"a"}}.Count(full)
		if got := [2]int{plain, headed}; got != want || err != nil || err2 != nil {
			t.Errorf("%.9q: %v, want %v (%v, %v)", text, got, want, err, err2)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.SliceOf(rapid.StringMatching(`[a-z]{0,3}`)).Draw(t, "rows")
		full := filepath.Join(os.TempDir(), fmt.Sprint("count-", os.Getpid()))
		defer os.Remove(full)
		text := ""
		for _, row := range rows {
			text += row + "\n"
		}
		must.Do(t, os.WriteFile(full, []byte(text), 0o666))
		if n, err := (LineFiles{}).Count(full); n != len(rows) || err != nil {
			t.Fatalf("%d, want %d (%v)", n, len(rows), err)
		}
	})
}

// TestObjects: objects have the members of their type, and all of one folder the same ones.
func TestObjects(t *testing.T) {
	const good = `{"uid":"1","token_id":[2,3],"label":1}` + "\n"
	for text, want := range map[string]string{
		good + good: "",
		good + `{"uid":"1","token_id":[2,3],"label":1,"note":"x"}`: "a/f.jsonl: line 2 has the members label, note, token_id, uid, " +
			"the first of a has label, token_id, uid",
		`{"uid":"1","token_id":[2,3],"label":1,"note":"x"}`: "",
		`{"uid":"1","token_id":[2,3]}`:                      "a/f.jsonl: line 1 has no member label",
		`{"uid":"1","token_id":[2,3],"label":1,"x":1}`:      "a/f.jsonl: line 1 has a member x",
		`{"uid":"1","token_id":"2","label":1}`:              "a/f.jsonl: line 1 has the member token_id of another type: string",
		good + `{"uid":"1","token_id":[2,3],"label":null}`:  "a/f.jsonl: line 2 has no label",
		good + "[]\n" + "{}\n":                              "a/f.jsonl: line 2 is not a JSON object", // the first fault of a file
		good + `{"uid":`:                                    "a/f.jsonl: line 2 is not a JSON object",
	} {
		must.Equal(t, check(t, lineFiles, written(t, "f.jsonl", text), "a/f.jsonl", &Checking{}), want, "%s", text)
	}
	whole := lineFiles
	whole.Whole = true
	alike := map[string]string{}
	for name, text := range map[string]string{"a/f.json": good, "a/g.json": strings.Replace(good, "}", `,"note":""}`, 1)} {
		if got := check(t, whole, written(t, "f.json", text), name, &Checking{Alike: alike}); got != "" { // tasks may differ
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestLinesAreRead: contents of objects are without their uid; sequences have lengths, also several of one row.
func TestLinesAreRead(t *testing.T) {
	const text = `{"uid":"1","token_id":[2,5,3],"label":1}` + "\n" + `{"uid":"2","token_id":[2,5,3],"label":0}` + "\n" +
		`{"uid":"3","token_id":[2,5,3],"label":1}` + "\n" + `{"uid":"4","token_id":[[2,3],[2,5,5,3]],"label":1}` + "\n"
	in := NewReading(nil, 1)
	must.Do(t, lineFiles.Read(t.Context(), written(t, "f.jsonl", text), in))
	contents, answers := in.Contents[""], in.Answers[""]
	if len(contents) != 4 || contents[0] == contents[1] || contents[0] != contents[2] || answers[0].Input != answers[1].Input ||
		answers[0].Label == answers[1].Label || answers[0] != answers[2] || answers[3].Input == answers[0].Input {
		t.Errorf("contents %v, answers %v", contents, answers)
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
	headed := LineFiles{Heads: []string{"a"}}
	in = NewReading(nil, 0)
	if err := headed.Read(t.Context(), written(t, "f.csv", "a\nb\nb\nc\n"), in); err != nil || len(in.Contents[""]) != 3 ||
		in.Contents[""][0] != in.Contents[""][1] || in.Contents[""][0] == in.Contents[""][2] {
		t.Errorf("%v (%v), want three contents, of which two are the same", in.Contents, err)
	}
}

// TestRecordFiles: records are counted, checked and read.
func TestRecordFiles(t *testing.T) {
	example := func(query, doc []int32, label int64) []byte {
		return AppendFrame(nil, AppendExample(nil, query, doc, label))
	}
	good := example([]int32{2, 5, 3}, []int32{6, 3}, 1)
	limits := &plan.TokenizerInfo{MaxLength: 5, MaxQueryLength: 3}
	for _, c := range []struct {
		name string
		raw  []byte
		want string
	}{
		{"good", good, ""},
		{"long query", example([]int32{2, 5, 5, 3}, []int32{3}, 1), "a/f: record 2 has a query longer than max_query_length"},
		{"long", example([]int32{2, 5, 3}, []int32{6, 6, 3}, 1), "a/f: record 2 is longer than max_length"},
		{"no end", example([]int32{2, 5, 3}, []int32{3, 6}, 1), "a/f: record 2 has not [SEP] at the end of query and document"},
		{"label", example([]int32{2, 5, 3}, []int32{3}, 2), "a/f: record 2 has the label [2], neither 0 nor 1"},
		{"no example", AppendFrame(nil, []byte("x")), "record 1: not a tf.Example of query_ids, doc_ids and label"},
		{"cut", good[:len(good)-1], "record 1: unexpected EOF"},
		{"length", slices.Concat([]byte{1}, good[1:]), "record 1: the checksum of its length is wrong"},
		{"payload", slices.Concat(good[:20], []byte{0xff}, good[21:]), "record 1: the checksum of its payload is wrong"},
	} {
		if got := check(t, RecordFiles{}, written(t, "f", string(good)+string(c.raw)), "a/f", &Checking{Limits: limits}); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	raw := slices.Concat(good, good, example([]int32{2, 5, 3}, []int32{6, 3}, 0))
	full := written(t, "f", string(raw))
	in := NewReading(nil, 1)
	err := RecordFiles{}.Read(t.Context(), full, in)
	answers := in.Answers[""]
	if n, err2 := (RecordFiles{}).Count(full); n != 3 || err != nil || err2 != nil || len(in.Contents[""]) != 3 || answers[0] != answers[1] ||
		answers[1].Input != answers[2].Input || answers[2].Label != 0 || in.Rows[0]["query_ids"] != "[2 5 3]" || in.Rows[0]["label"] != int64(1) {
		t.Errorf("%d records, answers %v, rows %v (%v, %v)", n, answers, in.Rows, err, err2)
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

// TestSeparatedLines: lines of RFC 4180 are refused by the number of their fields.
func TestSeparatedLines(t *testing.T) {
	commas := CommaSeparated(func(fields []string) string { return "has " + strings.Join(fields, "|") }, "a,b", "a,b,c")
	for _, c := range []struct {
		as              LineFiles
		row, head, want string
	}{
		{commas, `"x, ""y""",z`, "a,b", `has x, "y"|z`},
		{commas, "x", "a,b", "has not the fields of the header"}, {commas, "x,y", "a,b,c", "has not the fields of the header"},
		{commas, `"x`, "a,b", "has not the fields of the header"},
	} {
		must.Equal(t, c.as.Wrong([]byte(c.row), c.head, nil), c.want, "%q", c.row)
	}
}
