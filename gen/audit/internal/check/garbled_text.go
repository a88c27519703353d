package check

import "github.com/axiomine/axiomine/gen/audit/internal/trainset"

var garbledText = Check{
	Code: "garbled-text", Severity: Warning,
	RowText: "holds garbled letters", RowsText: "hold garbled letters",
	About:  "A text holds UTF-8 that was once read as Latin-1 or Windows-1252 (Ã©, â€™), or U+FFFD, which replaces bytes that were lost.",
	Advice: "Read the source again with its right encoding.",
	Example: Example{
		Rows: `{"query": "a b", "positive": "caf\u00e9", "negative": "e f"}
{"query": "a b", "positive": "caf\u00c3\u00a9", "negative": "e f"}
{"query": "a b", "positive": "c d", "negative": "it\u00e2\u20ac\u2122s"}
{"query": "a b\ufffd", "positive": "c d", "negative": "e f"}`,
		Flagged: []int{1, 2, 3},
		Clean:   `{"query": "a b", "positive": "caf\u00e9", "negative": "\u00bfqu\u00e9?"}`,
	},
	Find:   func(in *Input) Found { return flagTexts(in, func(t *trainset.Text) bool { return t.Misread }) },
	Reason: func(in *Input, f Flag) string { return "The " + role(in, f) + " holds letters of a wrong encoding." },
}
