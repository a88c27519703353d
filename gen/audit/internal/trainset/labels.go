package trainset

import (
	"slices"

	"github.com/axiomine/axiomine/internal/lists"
)

// PairLabels are the labels of a set in which most rows have one document and a label.
type PairLabels struct {
	Rows, Low, High int     // numbers of rows with a label, with a low one, and with a high one
	Least, Most     float32 // lowest and highest label
	FewRows         bool    // true if queries have few rows and mostly one end: labels are then compared across queries
}

// End is an end of the range of labels. Each end is a third of the range.
type End int8

// The ends, and the middle third.
const (
	LowEnd  End = -1
	Between End = 0
	HighEnd End = 1
)

// EndOf returns the end that a label belongs to.
func (l *PairLabels) EndOf(label float32) End {
	switch third := (l.Most - l.Least) / 3; {
	case label <= l.Least+third:
		return LowEnd
	case label >= l.Most-third:
		return HighEnd
	}
	return Between
}

// AreApart reports whether two labels differ by more than a third of the range.
func (l *PairLabels) AreApart(a, b float32) bool { return max(a, b)-min(a, b) > (l.Most-l.Least)/3 }

// IsLabelledPair reports whether a row has two texts and a label.
func (s *Set) IsLabelledPair(row uint32) bool {
	r := &s.Rows[row]
	return r.Labelled && r.End == r.First+1 && s.Items[r.First].IsGraded() && s.hasText(r.Query) && s.hasText(s.Items[r.First].Text)
}

func (s *Set) hasText(text uint32) bool { return s.Texts[text].Letters > 0 }

// PairLabels returns the labels of a set of labelled pairs; nil if most rows are no labelled pairs, or all labels are the same.
func (s *Set) PairLabels() *PairLabels {
	var rows []uint32
	var labels []float32
	for row := range uint32(len(s.Rows)) {
		if s.IsLabelledPair(row) {
			rows, labels = append(rows, row), append(labels, s.RowItems(row)[0].Grade)
		}
	}
	if len(rows) == 0 || 2*len(rows) < len(s.Rows) || slices.Min(labels) == slices.Max(labels) {
		return nil
	}
	l, queries := &PairLabels{Rows: len(rows), Least: slices.Min(labels), Most: slices.Max(labels)}, 0
	ends := make([]uint8, len(s.Texts)) // ends of the labels of the rows of each query
	for i, row := range rows {
		query, end := s.RowQuery(row), l.EndOf(labels[i])
		if ends[query] == 0 {
			queries++
		}
		ends[query] |= 1 << (end + 1)
		switch end {
		case LowEnd:
			l.Low++
		case HighEnd:
			l.High++
		}
	}
	both := lists.Filter(ends, func(set uint8) bool { return set&0b101 == 0b101 })
	l.FewRows = l.Rows <= 2*queries && 2*len(both) <= queries
	return l
}
