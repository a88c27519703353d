package check

var repeatedNegative = Check{
	Code: "repeated-negative", Severity: Warning,
	One: "has one negative several times", Many: "have one negative several times",
	About:  "Two negatives of the row have the same text, without regard to case and white space.",
	Advice: "Fill the group with other negatives: a repeated one counts twice in the softmax.",
	Example: Example{
		Rows: `{"query": "a b", "pos": ["c d"], "neg": ["e f", "g h"]}
{"query": "a b", "pos": ["c d"], "neg": ["e f", "E F", "g h"]}`,
		Flagged: []int{1},
		Clean:   `{"query": "a b", "pos": ["c d", "c d"], "neg": ["e f", "g h"]}`,
	},
	Find: func(in *Input) Found {
		return flagRows(in, func(row uint32) bool {
			items := in.Set.RowItems(row)
			for i, a := range items {
				for _, b := range items[i+1:] {
					if a.IsNegative() && b.IsNegative() && in.Set.Same(a.Text) == in.Set.Same(b.Text) && in.Set.Same(a.Text) != 0 {
						return true
					}
				}
			}
			return false
		})
	},
	Reason: func(*Input, Flag) string { return "Two negatives of the row have the same text." },
}
