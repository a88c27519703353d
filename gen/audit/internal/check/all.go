package check

import (
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/lists"
)

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

// Orders returns the checks that prove no error, but sort documents by suspicion. A report shows the first documents.
func Orders() []*Check { return []*Check{&falseNegative, &falsePositive} }

// Codes returns the codes of all checks.
func Codes() []string {
	return lists.Map(All(), func(c *Check) string { return c.Code })
}

// Lookup returns the check with a code, from All or Orders; nil if there is none.
func Lookup(code string) *Check {
	for _, c := range append(Orders(), all...) {
		if c.Code == code {
			return c
		}
	}
	return nil
}

// pairChecks are the checks that apply only to labelled pairs.
var pairChecks = []*Check{&pairContradiction, &labelError, &shortcutQuery, &oneLabel, &labelBalance}

// Undone returns a clause on why a check could not be done; "" if it was done.
func (c *Check) Undone(in *Input) string {
	isTest, isShortcut := strings.HasPrefix(c.Code, "test-"), strings.HasPrefix(c.Code, "shortcut-")
	switch {
	case isTest && in.Test == nil:
		return "--test names no set"
	case c == &cutPieces && in.Pieces == nil:
		return "--tokenizer names no vocabulary"
	case (isShortcut || c == &tooEasy) && in.Shortcuts == nil:
		return "fewer than 30 queries have documents of two grades in one row or list"
	case c == &negativesAlike && (in.Suspects == nil || !in.Suspects.Compared):
		return "fewer than 30 positives or 30 negatives have scores"
	case in.Set != nil && in.Labels == nil && slices.Contains(pairChecks, c):
		return "the rows are no labelled pairs"
	case in.Set != nil && c != &labelError && in.Set.Sample.Labels == nil && slices.Contains(pairChecks, c):
		return "the rows are no labelled pairs of one row or two a query"
	case in.Set != nil && c == &labelError && in.fewLabels():
		if len(in.Axiomatic) > 0 {
			return "axioms made the labels of " + in.AxiomaticFiles() + ", and fewer than 50 others are at an end of their range"
		}
		return "fewer than 50 labels are at an end of their range"
	}
	return ""
}
