package check

import "strings"

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
	}
	return ""
}
