package read_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/axiomine/axiomine/gen/corpus/read"
)

// Documents of a file are read one by one, and what is wrong is counted.
func ExampleDocuments() {
	folder, err := os.MkdirTemp("", "example")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "corpus.jsonl")
	lines := `{"_id": "d1", "title": "Whales", "text": "The blue whale sings."}
{"_id": "d2", "text": "cut
{"_id": "d3", "text": "Ships at sea."}
`
	if err := os.WriteFile(file, []byte(lines), 0o600); err != nil {
		panic(err)
	}
	options, report := read.Defaults(), read.Report{}
	for doc, err := range read.Documents(context.Background(), file, read.Auto, options, &report) {
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s %q %q\n", doc.ID, doc.Title, doc.Text)
	}
	fmt.Println(report.Kept, "kept,", report.Reasons[0].Count, report.Reasons[0].Text)
	// Output:
	// d1 "Whales" "The blue whale sings."
	// d3 "" "Ships at sea."
	// 2 kept, 1 malformed JSON
}
