package audit

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/parquet-go/parquet-go"

	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
)

// bodyOf divides a form into what stands before its rows and its rows, which can be repeated.
func bodyOf(name, text string) (head, rows, foot string) {
	switch {
	case strings.HasSuffix(name, ".csv"):
		head, rows, _ = strings.Cut(text, "\n")
		return head + "\n", rows, ""
	case name == "array.json":
		return "[", strings.Trim(text, "[]") + ",", strings.Trim(text, "[]") + "]"
	}
	return "", strings.TrimSuffix(text, "\n") + "\n", ""
}

// TestPackedRows: the rows of every form, so often that they are 60 MB, are less than a MiB once they are packed. They are refused, or take
// no more than any small input may; 9,000,000 rows of 79 kB took 1.7 GB.
func TestPackedRows(t *testing.T) {
	const size = 60 << 20
	stride := nightly.Stride(t, "forms", 6)
	for i, name := range slices.Sorted(maps.Keys(forms)) {
		text := forms[name]
		if i%stride > 0 || strings.Contains(name, "packed") || strings.Contains(name, "parquet") || strings.Contains(name, "utf-16") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			head, rows, foot := bodyOf(name, text)
			raw := zstandard(head + strings.Repeat(rows, size/len(rows)) + foot)
			path := write(t, map[string]string{name: raw})[name]
			budgettest.Run(t, len(raw), func() {
				r, err := Run(t.Context(), Options{Files: []string{path}, Reading: read.Defaults()}, nil)
				if bad, is := errors.AsType[*errs.Error](err); err != nil && (!is || bad.Kind != errs.Input) || err == nil && r.Rows < 3 {
					t.Error(r, err)
				}
			})
		})
	}
}

// plainRow is a row whose values a column stores once.
type plainRow struct {
	Query    string `parquet:"query,dict"`
	Positive string `parquet:"positive,dict"`
	Negative string `parquet:"negative,dict"`
}

// repeatedRows returns so many equal rows as a file of each form that stores them once, or packs them.
func repeatedRows(t *testing.T, rows int) map[string]string {
	t.Helper()
	var table, batches bytes.Buffer
	w := parquet.NewGenericWriter[plainRow](&table, parquet.Compression(&parquet.Zstd))
	_, _ = w.Write(slices.Repeat([]plainRow{{"a", "b", "c"}}, rows)) // a Buffer takes all
	_ = w.Close()
	fields, columns := []arrow.Field{}, []arrow.Array{}
	for _, name := range []string{"query", "positive", "negative"} {
		of := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}
		b := array.NewDictionaryBuilder(memory.DefaultAllocator, of).(*array.BinaryDictionaryBuilder)
		for range rows {
			_ = b.AppendString(name)
		}
		fields, columns = append(fields, arrow.Field{Name: name, Type: of}), append(columns, b.NewArray())
	}
	schema := arrow.NewSchema(fields, nil)
	out := ipc.NewWriter(&batches, ipc.WithSchema(schema), ipc.WithZstd())
	must.Do(t, out.Write(array.NewRecordBatch(schema, columns, int64(rows))))
	_ = out.Close()
	line := `{"query": "a", "positive": "b", "negative": "c"}` + "\n"
	return map[string]string{".jsonl.zst": zstandard(strings.Repeat(line, rows)), ".parquet": table.String(), ".arrow": batches.String()}
}

// TestPackedFiles: what is believed of one small file that is packed, or that stores a value once, is not believed of eight.
func TestPackedFiles(t *testing.T) {
	for ending, raw := range repeatedRows(t, 220_000) {
		t.Run(ending, func(t *testing.T) {
			files, names := map[string]string{}, []string{}
			for i := range 8 {
				name := fmt.Sprint(i) + ending
				files[name], names = raw, append(names, name)
			}
			paths := write(t, files)
			for i, name := range names {
				names[i] = paths[name]
			}
			if one := run(t, Options{Files: names[:1], Reading: read.Defaults()}); one.Rows != 220_000 {
				t.Errorf("%d rows of one file", one.Rows)
			}
			budgettest.Run(t, 8*len(raw), func() {
				_, err := Run(t.Context(), Options{Files: names, Reading: read.Defaults()}, nil)
				if bad, is := errors.AsType[*errs.Error](err); !is || bad.Kind != errs.Input || !slices.Contains(names[1:5], bad.File) {
					t.Error(err)
				}
			})
		})
	}
}

// TestManyPackedRows: about as many rows as are believed of a packed file below a MiB are read, and within the budget.
func TestManyPackedRows(t *testing.T) {
	nightly.Only(t)
	const letters = "abcdefghijklmnopqrstuvwxyz"
	random := rand.New(rand.NewPCG(7, 8))
	var text strings.Builder
	text.WriteString("query,positive,negative\n")
	for range 1_000_000 {
		fmt.Fprintf(&text, "a,b,%c\n", letters[random.IntN(len(letters))])
	}
	raw := zstandard(text.String())
	path := write(t, map[string]string{"rows.csv": raw})["rows.csv"]
	budgettest.Run(t, len(raw), func() {
		if r := run(t, Options{Files: []string{path}, Reading: read.Defaults()}); r.Rows != 1_000_000 {
			t.Errorf("%d rows", r.Rows)
		}
	})
	if len(raw) > budgettest.Input {
		t.Errorf("%d bytes are no small input", len(raw))
	}
}
