package check

import "fmt"

var testDocument = Check{
	Code: "test-document", Severity: Note,
	RowText: "has a document of the test set", RowsText: "have a document of the test set",
	About: "A document of the row is one of --test, or half of the shorter one's stretches of eight words stand in the other. The score is " +
		"that share.",
	Advice: "Right where train and test search one collection. Else drop the rows.",
	Find:   func(in *Input) Found { return flagLeaks(in, false, false) },
	Reason: func(in *Input, f Flag) string {
		if f.Score == 1 {
			return "The " + documentRole(in, f) + " is a document of the test set."
		}
		return fmt.Sprintf("The %s shares %.0f %% of the shorter text with a document of the test set.", documentRole(in, f), 100*f.Score)
	},
}
