package check

import (
	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/internal/lazy"
)

var markup = Check{
	Code: "markup", Severity: Note,
	RowText: "holds tags or entities of HTML", RowsText: "hold tags or entities of HTML",
	About:  "A text holds a tag such as <p> or an entity such as &nbsp;. In a tenth of the rows or more it is a warning.",
	Advice: "Strip the markup before you train (gen --markup strip): pieces are spent on it, and it may mark where a text is from.",
	Find: func(in *Input) Found {
		f := flagTexts(in, func(t *trainset.Text) bool { return t.Markup })
		if 10*len(f.Flags) >= len(in.Set.Rows) {
			f.Severity = Warning
		}
		return f
	},
	Reason:   func(in *Input, f Flag) string { return "The " + role(in, f) + " holds tags or entities of HTML." },
	Evidence: flaggedText,
	Mark: lazy.Regexp(`(?i)</?(?:p|br ?/?|b|i|li|ul|strong|em)>|</?(?:div|span|a href|td|tr|table|h[123]|script|img )[^>]*>|` +
		`&#?[a-z0-9]{2,9};`),
}
