package read

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
)

// TestClassLabels: class labels of the library datasets are the names of their classes, as GLUE's QNLI has them, in which 0 is entailment;
// --labels names them, or their places; -1 is missing. The metadata are those that datasets 5.2.0 writes.
func TestClassLabels(t *testing.T) {
	type record struct {
		Question string `parquet:"question"`
		Sentence string `parquet:"sentence"`
		Label    int64  `parquet:"label"`
	}
	rows := []record{{"q", "one", 0}, {"q", "two", 1}, {"q", "three", -1}}
	for _, c := range []struct{ names, labels, columns, want string }{
		{`"entailment", "not_entailment"`, "", "", "label = label (not_entailment = 0, entailment = 1)\nq | one | 1\nq | two | 0"},
		{`"relevant", "other"`, "other=2,relevant=3", "", "label = label\nq | one | 3\nq | two | 2"},
		{`"relevant", "other"`, "0=4,1=5", "", "label = label\nq | one | 4\nq | two | 5"},
		{`"relevant", "other"`, "", "label=label>=1", "label = label\nq | one | 0\nq | two | 1\nq | three | 0"},
		{`"1", "0"`, "", "", "label = label\nq | one | 1\nq | two | 0"},
	} {
		metadata := `{"info": {"features": {"label": {"names": [` + c.names + `], "_type": "ClassLabel"}}}}`
		var file, stream bytes.Buffer
		w := parquet.NewGenericWriter[record](&file, parquet.KeyValueMetadata("huggingface", metadata))
		if _, err := w.Write(rows); errors.Join(err, w.Close()) != nil {
			t.Fatal(err)
		}
		note := arrow.NewMetadata([]string{"huggingface"}, []string{metadata})
		schema := arrow.NewSchema([]arrow.Field{{Name: "question", Type: arrow.BinaryTypes.String},
			{Name: "sentence", Type: arrow.BinaryTypes.String}, {Name: "label", Type: arrow.PrimitiveTypes.Int64}}, &note)
		b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
		for _, r := range rows {
			b.Field(0).(*array.StringBuilder).Append(r.Question)
			b.Field(1).(*array.StringBuilder).Append(r.Sentence)
			b.Field(2).(*array.Int64Builder).Append(r.Label)
		}
		to := ipc.NewWriter(&stream, ipc.WithSchema(schema))
		must.Do(t, errors.Join(to.Write(b.NewRecordBatch()), to.Close()))
		for name, raw := range map[string][]byte{"x.parquet": file.Bytes(), "x.arrow": stream.Bytes()} {
			path := filepath.Join(t.TempDir(), name)
			must.Do(t, os.WriteFile(path, raw, 0o666))
			lines := strings.Split(told(t, path, Options{Columns: c.columns, Labels: c.labels}), "\n")
			got := strings.ReplaceAll(strings.Join(lines[:len(lines)-1], "\n"), "all: ", "") // without the line of candidates
			if want := "query = question, document = sentence, " + c.want; got != want {
				t.Errorf("%s of %s: %s", name, c.names, cmp.Diff(want, got))
			}
		}
	}
}
