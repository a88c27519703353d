package check

import "github.com/axiomine/axiomine/gen/audit/internal/trainset"

var markup = Check{
	Code: "markup", Severity: Note,
	RowText: "holds tags or entities of HTML", RowsText: "hold tags or entities of HTML",
	About:  "A text holds a tag such as <p> or an entity such as &nbsp;.",
	Advice: "Strip the markup before you train: pieces are spent on it, and it may mark where a text is from.",
	Example: Example{
		Rows: `{"query": "a b", "positive": "x < y and y > z & so on; c d", "negative": "e f"}
{"query": "a b", "positive": "<p>c d</p>", "negative": "e f"}
{"query": "a b", "positive": "c d", "negative": "e&nbsp;f"}`,
		Flagged: []int{1, 2},
		Clean:   `{"query": "a b", "positive": "c <d", "negative": "R&D e f"}`,
	},
	Find:   func(in *Input) Found { return flagTexts(in, func(t *trainset.Text) bool { return t.Markup }) },
	Reason: func(in *Input, f Flag) string { return "The " + role(in, f) + " holds tags or entities of HTML." },
}
