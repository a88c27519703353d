package audit_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/axiomine/axiomine/gen/audit"
)

// Two of three rows contradict each other.
func ExampleRun() {
	folder, err := os.MkdirTemp("", "example")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "train.jsonl")
	rows := `{"query": "blue whale", "positive": "the blue whale sings", "negative": "ships at sea"}
{"query": "blue whale", "positive": "ships at sea", "negative": "the blue whale sings"}
{"query": "deep song", "positive": "a song of the deep", "negative": "a market of bears"}
`
	if err := os.WriteFile(file, []byte(rows), 0o600); err != nil {
		panic(err)
	}
	report, err := audit.Run(context.Background(), audit.Options{Files: []string{file}}, nil)
	if err != nil {
		panic(err)
	}
	for _, finding := range report.Findings {
		if finding.Severity == "error" {
			fmt.Println(finding.Code, finding.Count, "of", report.Rows, "rows")
		}
	}
	// Output:
	// contradiction 2 of 3 rows
}
