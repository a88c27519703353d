package check

import (
	"fmt"
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/internal/lists"
)

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
		return "For the same query, " + rowName(in, f.Other) + " judges the same documents otherwise."
	},
	Evidence: negativeOf,
	Mark:     lazy.Regexp(`(?s).+`),
}

var cycle = Check{
	Code: "cycle", Severity: Warning,
	RowText: "is part of a circle of preferences", RowsText: "are part of a circle of preferences",
	About: "For one query, rows put A above B, B above C and C above A, over three documents or more: no order fulfils all. " +
		"Rows that contradict one other row are left to `contradiction`.",
	Advice: "One row at least of each circle is wrong. Axioms and people that disagree make circles; a consensus of them makes none.",
	Find:   findCycles,
	Reason: func(*Input, Flag) string {
		return "With other rows of the query, the row closes a circle: no order of the documents fits all."
	},
}

func findCycles(in *Input) (finding Found) {
	contradicts := in.contradictions()
	var clear []trainset.Edge
	for edges := range in.Preferences.EdgesByQuery() {
		clear = clear[:0]
		for _, e := range edges {
			if !contradicts[e.Row] {
				clear = append(clear, e)
			}
		}
		if !anyIsBoth(clear, in.Set.FirstEqual) {
			continue
		}
		components := componentsOf(clear)
		for _, e := range clear {
			if components[e.High] == components[e.Low] {
				finding.Flags = append(finding.Flags, Flag{Row: e.Row, Score: 1})
			}
		}
	}
	return finding.byRow()
}

// anyIsBoth reports whether a document is above one document and below another. number returns the same number for equal documents.
func anyIsBoth(edges []trainset.Edge, number func(doc uint32) uint32) bool {
	low := lists.Map(edges, func(e trainset.Edge) uint32 { return number(e.Low) })
	slices.Sort(low)
	return slices.ContainsFunc(edges, func(e trainset.Edge) bool { _, has := slices.BinarySearch(low, number(e.High)); return has })
}

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
				math.Floor(float64(100*f.Score)), rowName(in, f.Other))
		}
		return "A negative of the row is a positive of the same query in " + rowName(in, f.Other) + "."
	},
	Evidence: negativeOf,
}

func findElsewhere(in *Input) (finding Found) {
	contradicts := in.contradictions()
	for edges := range in.Preferences.EdgesByQuery() {
		if !anyIsBoth(edges, in.Set.Copies.Near) {
			continue
		}
		higher := map[uint32]trainset.Edge{} // for each document and its near copies, the first edge in which it is the higher one
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

var positiveIsNegative = Check{
	Code: "positive-is-negative", Severity: Error, Exact: true,
	RowText: "has a text as positive and negative", RowsText: "have a text as positive and negative",
	About:  "A positive and a negative of the row have the same text, without regard to case and white space.",
	Advice: "Drop them: the difference of the two is always zero.",
	Find: func(in *Input) Found {
		var positives, negatives []uint32
		return flagRows(in, func(row uint32) (uint32, float32) {
			items := in.Set.JudgedItems(row)
			positives = in.texts(positives, items, trainset.Item.IsPositive)
			negatives = in.texts(negatives, items, trainset.Item.IsNegative)
			isBoth := func(text uint32) bool { _, has := slices.BinarySearch(negatives, text); return has }
			return 0, oneIf(slices.ContainsFunc(positives, isBoth))
		})
	},
	Reason: func(*Input, Flag) string { return "A negative has the text of the positive." },
}
