package check

import (
	"fmt"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

var cutText = Check{
	Code: "cut-text", Severity: Warning,
	RowText: "holds a text that was cut off", RowsText: "hold a text that was cut off",
	About: "Many documents have exactly the length of the longest one, in characters: at least 10 and 1 % of them. Somebody cut them " +
		"there. The rows of documents of that length are flagged.",
	Advice: "Cut by your trainer's pieces, not before: what answers the query may be behind the cut.",
	Find:   findCut,
	Reason: func(in *Input, f Flag) string {
		return fmt.Sprintf("A document has %s, where the set's documents are cut.", terminal.Plural(in.Set.Texts[f.Other].Letters,
			"character", "characters"))
	},
	Evidence: flaggedText,
}

// Bounds of documents of the longest length that count as cut.
const (
	cutLeast = 10
	cutShare = 0.01
)

func findCut(in *Input) Found {
	longest, count, documents := uint32(0), 0, 0
	for i := range in.Set.Texts {
		t := &in.Set.Texts[i]
		if t.Query || t.IsID || t.Letters == 0 {
			continue
		}
		documents++
		switch {
		case t.Letters > longest:
			longest, count = t.Letters, 1
		case t.Letters == longest:
			count++
		}
	}
	if count < cutLeast || float64(count) < cutShare*float64(documents) || longest < beginLetters {
		return Found{}
	}
	return flagTexts(in, func(t *trainset.Text) bool { return !t.Query && t.Letters == longest })
}

// beginLetters is the length from which equal lengths are no chance.
const beginLetters = 40
