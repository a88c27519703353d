package check

import (
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

var cutText = Check{
	Code: "cut-text", Severity: Warning,
	RowText: "holds a text that was cut off", RowsText: "hold a text that was cut off",
	About: "Many documents without a final mark have one length, in characters, of 40 or more: at least 10 and 1 % of all, and five times as " +
		"many as have each length nearby. Somebody cut them there; there may be several such lengths. Documents of one template are left out, " +
		"unless the length is a multiple of 50 or of 64. Those with one character less lost white space at the cut.",
	Advice: "Cut by your trainer's pieces, not before: what answers the query may be behind the cut.",
	Find:   findCut,
	Reason: func(in *Input, f Flag) string {
		return fmt.Sprintf("A document has %s and no final mark, where the set's documents are cut.",
			terminal.Plural(in.Set.Texts[f.Other].Letters, "character", "characters"))
	},
	Evidence: flaggedText,
	Mark:     lazy.Regexp(`(?s).{1,20}$`),
}

// Bounds of documents of one length that count as cut.
const (
	cutLeast   = 10
	cutShare   = 0.01
	cutLetters = 40 // from which on equal lengths are no chance
	cutNear    = 10 // characters more or less: lengths nearby
	cutTimes   = 5  // as many as have each length nearby
)

func findCut(in *Input) Found {
	isOpen := func(t *trainset.Text) bool { return !t.Query && t.Open && t.Letters >= cutLetters }
	documents := 0
	var open []uint64 // the length, then the beginning
	for i := range in.Set.Texts {
		t := &in.Set.Texts[i]
		if !t.Query && !t.IsID && t.Letters > 0 {
			documents++
		}
		if isOpen(t) {
			begin := t.Begin
			if begin == 0 {
				begin = uint32(i)
			}
			open = append(open, uint64(t.Letters)<<32|uint64(begin))
		}
	}
	slices.Sort(open)
	counts := map[uint32]int{}
	for i := range open {
		counts[uint32(open[i]>>32)]++
	}
	isCut := map[uint32]bool{}
	for list := range pairs.Adjacent(open, func(a, b uint64) bool { return a>>32 == b>>32 }) {
		n, length := len(list), uint32(list[0]>>32)
		near := 0
		for d := uint32(2); d <= cutNear; d++ {
			near += counts[length-d] + counts[length+d]
		}
		isSpike := func(n int) bool { return n*2*(cutNear-1) >= cutTimes*near }
		if n < cutLeast || float64(n) < cutShare*float64(documents) || !isSpike(n) || cutTimes*counts[length+1] > n {
			continue
		}
		isRound := length%50 == 0 || length%64 == 0
		if isRound || 2*len(slices.Compact(list)) > n {
			isCut[length] = true
			isCut[length-1] = isCut[length-1] || counts[length-1] >= cutTimes/2 && isSpike(counts[length-1])
		}
	}
	if len(isCut) == 0 {
		return Found{}
	}
	return flagTexts(in, func(t *trainset.Text) bool { return isOpen(t) && isCut[t.Letters] })
}
