package audit

import (
	"bytes"
	"slices"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// TestEvidenceOfFlags: the reason of a false negative names words of the query, and the flag says where they are, by hand. Flags whose
// reason names no words have no place.
func TestEvidenceOfFlags(t *testing.T) {
	example := examples["false-negative"].rows
	first, _, _ := bytes.Cut([]byte(example), []byte("\n"))
	files := write(t, map[string]string{"rows.jsonl": example + "\n" + string(first)})
	var out bytes.Buffer
	if err := run(t, Options{Files: []string{files["rows.jsonl"]}}).WriteFlags(&out); err != nil {
		t.Fatal(err)
	}
	rows, err := parquet.Read[flagRow](bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, r := range rows {
		switch r.Code {
		case "false-negative":
			const text = "where and when topic7 of place7 began: history of topic7 in place7"
			if found++; r.Row != 7 || r.Document == nil || *r.Document != 1 || text[*r.Start:*r.End] != "history of topic7 in place7" {
				t.Errorf("%+v", r)
			}
		case "repeated-row":
			if found++; r.Document != nil || r.Start != nil || r.End != nil {
				t.Errorf("%+v", r)
			}
		}
	}
	if found != 2 {
		t.Errorf("%+v", rows)
	}
	file, err := parquet.OpenFile(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, path := range file.Schema().Columns() {
		names = append(names, path[0])
	}
	if !slices.Equal(names, []string{"row", "code", "score", "reason", "document", "start", "end"}) {
		t.Errorf("columns %v", names)
	}
}
