package check

import "github.com/axiomine/axiomine/internal/lazy"

var contradiction = Check{
	Code: "contradiction", Severity: Error, Exact: true,
	RowText: "contradicts another row", RowsText: "contradict another row",
	About: "For one query, one row puts a document above a second one and another row puts the second above the first; or a query and a " +
		"document have two labels. Texts are compared without regard to case and white space.",
	Advice: "Look which is right. If you cannot, drop both: --fix drop --only contradiction does.",
	Find: func(in *Input) (finding Found) {
		for _, c := range in.Preferences.Conflicts {
			finding.Flags = append(finding.Flags, Flag{Row: c.Row, Other: c.Other, Score: 1})
		}
		return finding
	},
	Reason: func(in *Input, f Flag) string {
		return "For the same query, " + place(in, f.Other) + " judges the same documents otherwise."
	},
	Evidence: negativeOf,
	Mark:     lazy.Regexp(`(?s).+`),
}
