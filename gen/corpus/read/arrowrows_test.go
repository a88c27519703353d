package read

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/plainfile"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
)

// arrowTable writes a table of queries, lists of answers with labels, and unsigned ids: as a stream, or as a file with packed buffers.
func arrowTable(t testing.TB, file bool) []byte {
	answers := arrow.ListOf(arrow.StructOf(
		arrow.Field{Name: "id", Type: arrow.PrimitiveTypes.Uint64},
		arrow.Field{Name: "text", Type: arrow.BinaryTypes.String},
		arrow.Field{Name: "label", Type: arrow.PrimitiveTypes.Float32, Nullable: true}))
	word := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}
	schema := arrow.NewSchema([]arrow.Field{{Name: "query", Type: word}, {Name: "answers", Type: answers},
		{Name: "view", Type: arrow.BinaryTypes.StringView}, {Name: "views", Type: arrow.ListViewOf(arrow.BinaryTypes.LargeString)},
		{Name: "two", Type: arrow.FixedSizeListOf(2, arrow.BinaryTypes.String)},
		{Name: "runs", Type: arrow.RunEndEncodedOf(arrow.PrimitiveTypes.Int32, arrow.BinaryTypes.String)},
		{Name: "map", Type: arrow.MapOf(arrow.BinaryTypes.String, arrow.PrimitiveTypes.Int8)}}, nil)
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	for _, row := range []string{
		`{"query": "whales", "answers": [{"id": 18446744073709551615, "text": "krill", "label": 1}, {"id": 2, "text": "ships", "label": null}]`,
		`{"query": "krill", "answers": []`, `{"query": "whales", "answers": [{"id": 3, "text": "water", "label": 0}]`,
	} {
		row += `, "view": "a text of more than twelve bytes", "views": ["a"], "two": ["x", "y"], "runs": "r", "map": [{"key": "k", "value": 1}]}`
		must.Do(t, b.UnmarshalJSON([]byte(row)))
	}
	batch := b.NewRecordBatch()
	var out bytes.Buffer
	var w interface {
		Write(arrow.RecordBatch) error
		Close() error
	} = ipc.NewWriter(&out, ipc.WithSchema(schema))
	if file {
		var err error
		if w, err = ipc.NewFileWriter(&out, ipc.WithSchema(schema), ipc.WithZstd()); err != nil {
			t.Fatal(err)
		}
	}
	must.Do(t, errors.Join(w.Write(batch), w.Close()))
	return out.Bytes()
}

func TestArrowRows(t *testing.T) {
	for _, file := range []bool{false, true} {
		raw := arrowTable(t, file)
		path := filepath.Join(t.TempDir(), "t.arrow")
		must.Do(t, os.WriteFile(path, raw, 0o666))
		var rep Report
		o := Options{Columns: "document=answers.text,query=query"}
		qrels, err := Qrels(path, Table, o, &rep)
		must.Do(t, err)
		if len(qrels) != 2 || qrels[0].DocID != "18446744073709551615" || qrels[0].Grade != 1 || qrels[1].DocID != "3" || qrels[1].Grade != 0 {
			t.Errorf("%v", qrels)
		}
		must.Do(t, os.WriteFile(path, raw[:len(raw)-8], 0o666))
		rep = Report{}
		_, err = Qrels(path, Table, o, &rep)
		if cut := err != nil || len(rep.Unread) > 0; !cut {
			t.Error("the file is cut, and nothing says so")
		}
	}
}

// TestDamagedTrainingTables: a binary table of training rows whose footer or schema is damaged is bad input, and no defect.
func TestDamagedTrainingTables(t *testing.T) {
	stream, table := arrowTable(t, false), parquetTable(t, parquetCodecs[0], 1)
	for name, raw := range map[string][]byte{
		"cut.arrow": stream[:40], "cut.parquet": table[:len(table)-9],
		"footer.parquet": append(bytes.Clone(table[:len(table)-40]), bytes.Repeat([]byte{0xff}, 40)...),
	} {
		path := filepath.Join(t.TempDir(), name)
		must.Do(t, os.WriteFile(path, raw, 0o666))
		_, err := TrainingRows(t.Context(), path, Options{}, nil, func(*corpus.TrainingRow) error { return nil })
		if known, is := errors.AsType[*errs.Error](err); !is || known.Kind != errs.Input || known.File != path {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// readAnyArrow reads a file whatever it holds: an error names the file.
func readAnyArrow(t testing.TB, path string) {
	var rep Report
	var err error
	budgettest.Run(t, 0, func() { _, err = Qrels(path, Table, Options{}, &rep) })
	if known, is := errors.AsType[*errs.Error](err); err != nil && (!is || known.Kind != errs.Input || known.File != path) {
		t.Fatalf("error %v", err)
	}
}

func FuzzArrowRows(f *testing.F) {
	f.Add(arrowTable(f, false))
	f.Add(arrowTable(f, true))
	write := rewritten(f)
	budgettest.Fuzz(f, func(t *testing.T, content []byte) {
		if plainfile.IsArrow(content) {
			readAnyArrow(t, write(t, content))
		}
	})
}

// A file of some KB takes little memory to read, whatever is written over it: random bytes, or a large number in place of each.
func TestDamagedArrowTakesNoMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and on one thread")
	}
	rng := rand.New(rand.NewPCG(1, 2))
	path := filepath.Join(t.TempDir(), "t.arrow")
	tables := [][]byte{arrowTable(t, false), arrowTable(t, true)}
	for i := range nightly.Some(t, "damaged tables", 150, 3000) {
		raw := bytes.Clone(tables[i%2])
		for range 1 + rng.IntN(8) {
			raw[8+rng.IntN(len(raw)-8)] = byte(rng.Uint32() >> (rng.IntN(4) * 8))
		}
		takesNoMemory(t, path, raw)
	}
	part := nightly.Stride(t, "large numbers", 12)
	for _, table := range tables {
		for offset := 8; offset+8 <= len(table); offset += 8 {
			for i, large := range []uint64{1 << 24, 1 << 33, 1 << 62, 1<<64 - 1} {
				if (i+offset/8)%part != 0 {
					continue
				}
				raw := bytes.Clone(table)
				binary.LittleEndian.PutUint64(raw[offset:], large)
				takesNoMemory(t, path, raw)
			}
		}
	}
}

// takesNoMemory fails the test if a file of such content takes more than 128 MiB to read.
func takesNoMemory(t *testing.T, path string, raw []byte) {
	t.Helper()
	must.Do(t, os.WriteFile(path, raw, 0o666))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	readAnyArrow(t, path)
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 128<<20 {
		t.Fatalf("%x: %d MiB", raw, took>>20)
	}
}
