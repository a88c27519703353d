package check

var testQuery = Check{
	Code: "test-query", Severity: Error, Exact: true,
	RowText: "has a query of the test set", RowsText: "have a query of the test set",
	About:  "The query of the row is one of --test, without regard to case and white space.",
	Advice: "Drop them: a model that saw the test's queries is measured too well.",
	Find: func(in *Input) Found {
		return flagLeaks(in, true, false)
	},
	Reason: func(*Input, Flag) string { return "The query is one of the test set." },
}

// flagLeaks flags the rows whose query, or one of whose documents, is in the test set. A near query is no exact one.
func flagLeaks(in *Input, isQuery, isNear bool) (finding Found) {
	if in.Test == nil {
		return finding
	}
	score := func(text uint32) float32 {
		if !isQuery {
			return in.Test.Documents[text]
		}
		if s := in.Test.Queries[text]; (s == 1) != isNear {
			return s
		}
		return 0
	}
	for row := range in.Set.Rows {
		r := &in.Set.Rows[row]
		best, text := float32(0), r.Query
		if isQuery {
			best = score(r.Query)
		}
		for i := r.First; i < r.End && !isQuery; i++ {
			if s := score(in.Set.Items[i].Text); s > best {
				best, text = s, in.Set.Items[i].Text
			}
		}
		if best > 0 {
			finding.Flags = append(finding.Flags, Flag{Row: uint32(row), Other: text, Score: best})
		}
	}
	return finding
}
