package page

import (
	"fmt"
	"strings"
)

// Finding is what a test shows: a claim and the numbers behind it.
type Finding struct{ Claim, Evidence string }

// String returns the finding as a sentence.
func (f Finding) String() string {
	if f.Evidence == "" {
		return f.Claim + "."
	}
	return f.Claim + ": " + f.Evidence + "."
}

// NoDifference returns the one finding for several comparisons without a significant difference: subject counts them, and each is in list.
func NoDifference(subject, measure, list string) Finding {
	return Finding{"No significant difference in " + subject, fmt.Sprintf("%s, Holm p %.2f or more (%s)", measure, Significant, list)}
}

// FindingsOf reads sentences back into their claims and their numbers.
func FindingsOf(sentences []string) (list []Finding) {
	for _, s := range sentences {
		claim, evidence, _ := strings.Cut(strings.TrimSuffix(s, "."), ": ")
		list = append(list, Finding{claim, evidence})
	}
	return list
}

// Sentences returns findings as text.
func Sentences(findings []Finding) (list []string) {
	for _, f := range findings {
		list = append(list, f.String())
	}
	return list
}
