package audit

import (
	"bytes"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/parquet-go/parquet-go"
)

// TestFlags: a flag has the place of the document that its reason is about, by hand. Flags whose reason is about the row have none.
func TestFlags(t *testing.T) {
	const rows = `{"query": "a", "positive": "one", "negative": ["two", "<p>three</p>"]}
{"query": "b", "positive": "one", "negative": "two"}
{"query": "b", "positive": "one", "negative": "two"}
`
	files := write(t, map[string]string{"rows.jsonl": rows})
	var out bytes.Buffer
	must.Do(t, run(t, Options{Files: []string{files["rows.jsonl"]}}).WriteFlags(&out))
	flags, err := parquet.Read[flagRow](bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil || len(flags) != 2 {
		t.Fatal(flags, err)
	}
	if f := flags[0]; f.Code != "markup" || f.Row != 0 || f.Document == nil || *f.Document != 2 {
		t.Errorf("%+v", f)
	}
	if f := flags[1]; f.Code != "repeated-row" || f.Row != 2 || f.Document != nil {
		t.Errorf("%+v", f)
	}
	file := must.Get(parquet.OpenFile(bytes.NewReader(out.Bytes()), int64(out.Len())))(t)
	var names []string
	for _, path := range file.Schema().Columns() {
		names = append(names, path[0])
	}
	if !slices.Equal(names, []string{"row", "code", "score", "reason", "document"}) {
		t.Errorf("columns %v", names)
	}
}
