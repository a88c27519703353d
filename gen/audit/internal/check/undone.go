package check

import (
	"slices"
	"strings"
)

// pairChecks are the checks of labelled pairs alone.
var pairChecks = []*Check{&pairContradiction, &labelError, &shortcutQuery, &oneLabel, &labelBalance}

// Undone returns why a check could not be done; "" if it was.
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
	case c == &labelError && in.Axiomatic:
		return "axioms made labels of the rows"
	case in.Set != nil && c == &labelError && in.fewLabels():
		return "fewer than 50 labels are at an end of their range"
	}
	return ""
}
