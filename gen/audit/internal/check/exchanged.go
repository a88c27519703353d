package check

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

var exchangedRow = Check{
	Code: "exchanged-row", Severity: Note,
	RowText: "repeats an earlier row with its two texts exchanged", RowsText: "repeat an earlier row with their two texts exchanged",
	About: "The row has one document. An earlier row has its text as the query, the query as its document, and about the same label. " +
		"Nothing is found where nine of ten rows are in such pairs: then they were exchanged on purpose.",
	Advice: "Keep one of the two: the pair counts twice, and may be in two splits.",
	Find:   findExchanged,
	Reason: func(in *Input, f Flag) string {
		return "The row has the two texts of " + rowName(in, f.Other) + ", exchanged."
	},
}

var pairContradiction = Check{
	Code: "pair-contradiction", Severity: Warning,
	RowText: "has another label than the same two texts elsewhere", RowsText: "have another label than the same two texts elsewhere",
	About: "In a set of labelled pairs, the two texts have labels in another row that differ by more than a third of the labels' range: in " +
		"exchanged order, or scores in the same order.",
	Advice: "Look which is right. If the order matters, as in entailment, both may be.",
	Find:   findPairContradictions,
	Reason: func(in *Input, f Flag) string {
		order := ""
		if in.Set.RowQuery(f.Row) != in.Set.RowQuery(f.Other) {
			order = ", exchanged,"
		}
		return fmt.Sprintf("Its label is %v; the same texts%s have the label %v in %s.", in.label(f.Row), order, in.label(f.Other),
			rowName(in, f.Other))
	},
}

// label returns the label of a row of one document.
func (in *Input) label(row uint32) float32 { return in.Set.RowItems(row)[0].Grade }

// textPair holds the numbers of the query and the document of a row with one document; a < b.
type textPair struct{ a, b, row uint32 }

// rowsOfPairs yields lists of rows with the same two texts, in either order.
func (in *Input) rowsOfPairs() iter.Seq[[]textPair] {
	var list []textPair
	for row := range in.Set.Rows {
		query, items := in.Set.RowQuery(uint32(row)), in.Set.RowItems(uint32(row))
		if len(items) != 1 || query == 0 {
			continue
		}
		if text := in.Set.FirstEqual(items[0].Text); text != 0 && text != query {
			list = append(list, textPair{min(query, text), max(query, text), uint32(row)})
		}
	}
	slices.SortFunc(list, func(x, y textPair) int {
		return cmp.Or(cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b), cmp.Compare(x.row, y.row))
	})
	return pairs.Adjacent(list, func(x, y textPair) bool { return x.a == y.a && x.b == y.b })
}

// areApart reports whether two rows of one document have labels that contradict each other.
func (in *Input) areApart(x, y uint32) bool {
	labels := in.Set.Sample.Labels
	return labels != nil && labels.AreApart(in.label(x), in.label(y))
}

func findExchanged(in *Input) (finding Found) {
	for list := range in.rowsOfPairs() {
		first := list[0].row
		for _, p := range list {
			if in.Set.RowQuery(p.row) != in.Set.RowQuery(first) && !in.areApart(p.row, first) {
				finding.Flags = append(finding.Flags, Flag{Row: p.row, Other: first, Score: 1})
			}
		}
	}
	if 20*len(finding.Flags) >= 9*len(in.Set.Rows) {
		return Found{}
	}
	return finding.byRow()
}

func findPairContradictions(in *Input) (finding Found) {
	if in.Set.Sample.Labels == nil {
		return finding
	}
	for list := range in.rowsOfPairs() {
		ranges := map[uint32]labelRange{} // the range of labels of each query
		for _, p := range list {
			ranges[in.Set.RowQuery(p.row)] = in.widen(ranges[in.Set.RowQuery(p.row)], p.row)
		}
		for _, p := range list {
			query := in.Set.RowQuery(p.row)
			if row, ok := in.farthest(ranges[p.a+p.b-query], p.row); ok { // the query of an exchanged row is the other text
				finding.Flags = append(finding.Flags, Flag{Row: p.row, Other: row, Score: 1})
			} else if row, ok := in.farthest(ranges[query], p.row); ok && !(isWhole(in.label(p.row)) && isWhole(in.label(row))) {
				finding.Flags = append(finding.Flags, Flag{Row: p.row, Other: row, Score: 1}) // the check contradiction has whole labels
			}
		}
	}
	return finding.byRow()
}

// labelRange holds the first row with the lowest label and the first row with the highest label. It is empty unless isAny is set.
type labelRange struct {
	low, high uint32
	isAny     bool
}

// widen returns the range with one more row.
func (in *Input) widen(r labelRange, row uint32) labelRange {
	switch {
	case !r.isAny:
		return labelRange{row, row, true}
	case in.label(row) < in.label(r.low):
		r.low = row
	case in.label(row) > in.label(r.high):
		r.high = row
	}
	return r
}

// farthest returns a row of the range whose label contradicts the label of the given row; ok is false if there is none.
func (in *Input) farthest(r labelRange, row uint32) (other uint32, ok bool) {
	for _, other := range []uint32{r.low, r.high} {
		if r.isAny && in.areApart(row, other) {
			return other, true
		}
	}
	return 0, false
}

func isWhole(label float32) bool { return label == float32(int32(label)) }
