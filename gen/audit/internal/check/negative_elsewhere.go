package check

import (
	"fmt"
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
)

var negativeElsewhere = Check{
	Code: "negative-elsewhere", Severity: Note,
	RowText: "has a negative that is positive elsewhere", RowsText: "have a negative that is positive elsewhere",
	About: "A negative of the row, or a near copy of it (`near-row`), is a positive of another row of the same query. That is right where " +
		"documents have several grades, or where axioms order them; it is an error where a negative means not relevant. Rows of " +
		"`contradiction` are left out.",
	Advice: "If your loss takes a negative for not relevant, drop these rows. If it takes an order, leave them.",
	Find:   findElsewhere,
	Reason: func(in *Input, f Flag) string {
		if f.Score < 1 {
			return fmt.Sprintf("A negative of the row shares %.0f %% of its words with a positive of the same query in %s.",
				math.Floor(float64(100*f.Score)), place(in, f.Other))
		}
		return "A negative of the row is a positive of the same query in " + place(in, f.Other) + "."
	},
	Evidence: negativeOf,
}

func findElsewhere(in *Input) (finding Found) {
	contradicts := in.contradicting()
	var low []uint32
	for edges := range in.Preferences.EdgesByQuery() {
		low = low[:0]
		for _, e := range edges {
			low = append(low, in.Set.Copies.Near(e.Low))
		}
		slices.Sort(low)
		if !slices.ContainsFunc(edges, func(e trainset.Edge) bool { _, is := slices.BinarySearch(low, in.Set.Copies.Near(e.High)); return is }) {
			continue
		}
		higher := map[uint32]trainset.Edge{} // by document, and by its near copies: the first in which it is above another
		for _, e := range edges {
			for _, text := range []uint32{e.High, in.Set.Copies.Near(e.High)} {
				if _, has := higher[text]; !has && !in.Set.Rows[e.Row].Labelled {
					higher[text] = e
				}
			}
		}
		for _, e := range edges {
			for _, text := range []uint32{e.Low, in.Set.Copies.Near(e.Low)} {
				other, has := higher[text]
				share := in.share(other.High, e.Low)
				if has && other.Row != e.Row && share >= trainset.NearShare && !contradicts[e.Row] && !in.Set.Rows[e.Row].Labelled {
					finding.Flags = append(finding.Flags, Flag{Row: e.Row, Other: other.Row, Score: share})
					break
				}
			}
		}
	}
	return finding.byRow()
}
