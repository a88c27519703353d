package check

var splitLeak = Check{
	Code: "split-leak", Severity: Error, Exact: true,
	RowText: "has a query of another split", RowsText: "have a query of another split",
	About: "The query of a row of train is also a query of dev or test, or that of dev one of test, without regard to case and white space. " +
		"Splits are told by the files' names or by a column called split.",
	Advice: "Drop them from train: what is measured on the other split is remembered, not learned.",
	Find:   findSplitLeaks,
	Reason: func(in *Input, f Flag) string {
		return "The query is also one of " + in.Set.Splits[in.Set.Rows[f.Other].Split] + ", in " + place(in, f.Other) + " there."
	},
}

// splitOrder is the order of splits: rows leak from a later one into an earlier one.
var splitOrder = map[string]int{"train": 1, "dev": 2, "validation": 2, "test": 3}

func findSplitLeaks(in *Input) (finding Found) {
	if len(in.Set.Splits) < 2 {
		return finding
	}
	last := map[uint32]uint32{} // a row of the last split that has the query
	order := func(row uint32) int { return splitOrder[in.Set.Splits[in.Set.Rows[row].Split]] }
	for row := range in.Set.Rows {
		query := in.Set.RowQuery(uint32(row))
		if other, has := last[query]; !has || order(uint32(row)) > order(other) {
			last[query] = uint32(row)
		}
	}
	for row := range in.Set.Rows {
		other := last[in.Set.RowQuery(uint32(row))]
		if place := order(uint32(row)); place > 0 && place < order(other) {
			finding.Flags = append(finding.Flags, Flag{Row: uint32(row), Other: other, Score: 1})
		}
	}
	return finding
}
