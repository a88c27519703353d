package check

import "fmt"

var testQueryNear = Check{
	Code: "test-query-near", Severity: Warning,
	RowText: "nearly has a query of the test set", RowsText: "nearly have a query of the test set",
	About: "The query of the row shares at least 80 % of the words of both with a query of --test, of four words or more. The score is the " +
		"share.",
	Advice: "Read some. Queries that ask the same belong to one split.",
	Example: Example{
		Rows: `{"query": "what is the height of mount everest", "positive": "c d", "negative": "e f"}
{"query": "height of a tree", "positive": "c d", "negative": "e f"}`,
		Test: `{"query": "what is the height of the mount everest?", "positive": "k l", "negative": "m n"}`, Flagged: []int{0},
		Clean: `{"query": "what is the age of the earth", "positive": "c d", "negative": "e f"}`,
	},
	Find: func(in *Input) Found { return flagLeaks(in, true, true) },
	Reason: func(_ *Input, f Flag) string {
		return fmt.Sprintf("The query shares %.0f %% of its words with a query of the test set.", 100*f.Score)
	},
}
