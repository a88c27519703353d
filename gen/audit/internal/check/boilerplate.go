package check

import (
	"fmt"
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

var boilerplate = Check{
	Code: "boilerplate", Severity: Note,
	RowText: "has a document that begins as many others do", RowsText: "have a document that begins as many others do",
	About: "At least 20 different documents, and 2 % of them, begin with the same five words, eight Chinese " +
		"characters, or sixteen of another script without spaces: a template, a header or a notice.",
	Advice: "Strip the beginning if it says nothing: it takes pieces, and it may mark where a document is from.",
	Find:   findBoilerplate,
	Reason: func(in *Input, f Flag) string {
		t, unit := &in.Set.Texts[f.Other], "words"
		if t.Begins != trainset.BeginWords {
			unit = "characters"
		}
		return fmt.Sprintf("%.0f different documents begin with the same %d %s as the %s.", f.Score, t.Begins, unit, role(in, f))
	},
	Evidence: flaggedText,
	Mark:     lazy.Regexp(`^(?:[^\pL\pN]*[\pL\pN]+){5}`),
}

// Bounds of a beginning that counts as a template.
const (
	templateLeast = 20
	templateShare = 0.02
)

func findBoilerplate(in *Input) Found {
	var begins []uint32
	documents := 0
	for i := range in.Set.Texts {
		if t := &in.Set.Texts[i]; !t.Query && t.Letters > 0 {
			documents++
			if t.Begin > 0 {
				begins = append(begins, t.Begin)
			}
		}
	}
	least := max(templateLeast, int(math.Ceil(templateShare*float64(documents))))
	slices.Sort(begins)
	counts := map[uint32]int{} // of the beginnings of so many documents
	for equal := range pairs.Equal(begins) {
		if len(equal) >= least {
			counts[equal[0]] = len(equal)
		}
	}
	if len(counts) == 0 {
		return Found{}
	}
	finding := flagTexts(in, func(t *trainset.Text) bool { return !t.Query && counts[t.Begin] > 0 })
	for i := range finding.Flags {
		f := &finding.Flags[i]
		f.Score = float32(counts[in.Set.Texts[f.Other].Begin])
	}
	return finding
}
