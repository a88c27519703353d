package check

var negativeElsewhere = Check{
	Code: "negative-elsewhere", Severity: Note,
	RowText: "has a negative that is positive elsewhere", RowsText: "have a negative that is positive elsewhere",
	About: "A negative of the row is a positive of another row of the same query. That is right where documents have several grades, or " +
		"where axioms order them; it is an error where a negative means not relevant. Rows of `contradiction` are left out.",
	Advice: "If your loss takes a negative for not relevant, drop these rows. If it takes an order, leave them.",
	Find:   findElsewhere,
	Reason: func(in *Input, f Flag) string {
		return "A negative of the row is a positive of the same query in " + place(in, f.Other) + "."
	},
	Evidence: negativeOf,
}

func findElsewhere(in *Input) (finding Found) {
	contradicts := in.contradicting()
	var low []uint32
	for edges := range in.Preferences.EdgesByQuery() {
		if low = lowOf(low, edges); !anyIsBoth(edges, low) {
			continue
		}
		higher := map[uint32]uint32{} // a row in which the document is above another
		for _, e := range edges {
			if _, has := higher[e.High]; !has && !in.Set.Rows[e.Row].Labelled {
				higher[e.High] = e.Row
			}
		}
		for _, e := range edges {
			if row, has := higher[e.Low]; has && row != e.Row && !contradicts[e.Row] && !in.Set.Rows[e.Row].Labelled {
				finding.Flags = append(finding.Flags, Flag{Row: e.Row, Other: row, Score: 1})
			}
		}
	}
	return finding.byRow()
}
