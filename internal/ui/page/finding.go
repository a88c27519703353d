package page

import "strings"

// Finding is what a test shows: a claim and the numbers behind it.
type Finding struct{ Claim, Evidence string }

// String returns the finding as a sentence.
func (f Finding) String() string {
	if f.Evidence == "" {
		return f.Claim + "."
	}
	return f.Claim + ": " + f.Evidence + "."
}

// FindingOf reads a sentence back into its claim and its numbers.
func FindingOf(sentence string) Finding {
	claim, evidence, _ := strings.Cut(strings.TrimSuffix(sentence, "."), ": ")
	return Finding{claim, evidence}
}
