package check

var queryIsDocument = Check{
	Code: "query-is-document", Severity: Warning, Exact: true,
	RowText: "has the query as a document", RowsText: "have the query as a document",
	About:  "A document of the row has the text of the query, without regard to case and white space.",
	Advice: "Drop them, unless you train on paraphrases: the row teaches that a copy of the query is the best answer.",
	Find: func(in *Input) Found {
		return flagItems(in, func(row, text uint32) bool {
			first := in.Set.FirstEqual(text)
			return first != 0 && first == in.Set.RowQuery(row)
		})
	},
	Reason: func(in *Input, f Flag) string {
		for _, item := range in.Set.RowItems(f.Row) {
			if item.Text == f.Other && item.IsNegative() && !in.Set.Rows[f.Row].Labelled {
				return "A negative has the text of the query."
			}
		}
		return "A document has the text of the query."
	},
	Evidence: flaggedText,
}
