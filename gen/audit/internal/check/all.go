package check

import "slices"

// all lists the checks, in the order in which a report shows them within a severity.
var all = []*Check{
	&contradiction,
	&positiveIsNegative,
	&unreadableRow,
	&emptyText,
	&testQuery,
	&splitLeak,
	&cycle,
	&negativesAlike,
	&nearPositive,
	&pairContradiction,
	&labelError,
	&repeatedRow,
	&repeatedNegative,
	&queryIsDocument,
	&testQueryNear,
	&splitQueryNear,
	&garbledText,
	&cutText,
	&shortcutLength,
	&shortcutMarks,
	&shortcutPosition,
	&shortcutDocument,
	&shortcutQuery,
	&negativeElsewhere,
	&testDocument,
	&inBatch,
	&querySkew,
	&labelBalance,
	&oneLabel,
	&exchangedRow,
	&tooEasy,
	&shortcutOverlap,
	&shortcutBM25,
	&shortcutTogether,
	&cutPieces,
	&markup,
	&boilerplate,
	&template,
	&sharedPositive,
	&nearRow,
	&containedText,
	&mixedLanguages,
}

// All returns the checks, worst severity first.
func All() []*Check {
	list := slices.Clone(all)
	slices.SortStableFunc(list, func(a, b *Check) int {
		return slices.Index(Severities, a.Severity) - slices.Index(Severities, b.Severity)
	})
	return list
}

// Orders returns the checks that find nothing for sure: they put documents in order, of which the first are shown.
func Orders() []*Check { return []*Check{&falseNegative, &falsePositive} }

// Codes returns the codes of all checks.
func Codes() []string {
	var list []string
	for _, c := range All() {
		list = append(list, c.Code)
	}
	return list
}

// Lookup returns the check or the order with a code; nil if there is none.
func Lookup(code string) *Check {
	for _, c := range append(Orders(), all...) {
		if c.Code == code {
			return c
		}
	}
	return nil
}
