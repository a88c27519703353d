package check

import "fmt"

var testQueryNear = Check{
	Code: "test-query-near", Severity: Warning,
	RowText: "nearly has a query of the test set", RowsText: "nearly have a query of the test set",
	About: "The query of the row shares at least 80 % of the words of both with a query of --test, of four words or more. The score is the " +
		"share.",
	Advice: "Read some. Queries that ask the same belong to one split.",
	Find:   func(in *Input) Found { return flagLeaks(in, true, true) },
	Reason: func(_ *Input, f Flag) string {
		return fmt.Sprintf("The query shares %.0f %% of its words with a query of the test set.", 100*f.Score)
	},
}
