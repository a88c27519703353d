package check

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/audit/internal/suspect"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

var falseNegative = Check{
	Code: "false-negative", Severity: Warning,
	RowText: "has a negative that is probably relevant", RowsText: "have a negative that is probably relevant",
	About: "The probability that a negative is relevant is .5 or more. It is computed from BM25, the likeness to the positive and, with " +
		"--run, a model's scores. It needs 30 positives, queries of 8 negatives or more, negatives that score lower than positives, and " +
		"negatives of a query that differ in their likeness to the positive. Other sets have the order alone. The score is the probability.",
	Advice: "Read some. A bi-encoder gained nothing when such rows were dropped, and lost when a tenth was dropped by a model's score " +
		"(axiomine help audit).",
	Find: func(in *Input) (f Found) {
		if in.Suspects == nil {
			return f
		}
		for i, n := range in.Suspects.Negatives {
			if n.IsLikely() {
				f.Flags = append(f.Flags, Flag{Row: n.Row, Other: uint32(i), Score: n.P})
			}
		}
		return f.surestByRow()
	},
	Evidence: func(in *Input, f Flag) Evidence {
		n := &in.Suspects.Negatives[f.Other]
		return Evidence{int(n.Item), n.Evidence}
	},
	Reason: func(in *Input, f Flag) string {
		n := &in.Suspects.Negatives[f.Other]
		window, positiveWindow := n.Window, n.PositiveWindow
		if n.Holds == n.PositiveHolds && window == positiveWindow {
			window, positiveWindow = 0, 0
		}
		reasons := []string{"it holds " + wordsHeld(n.Holds, n.Words, window), fmt.Sprintf("the positive holds %d%s", n.PositiveHolds,
			formatWindow(positiveWindow))}
		if n.Features[suspect.BM25Lead] > 0 {
			reasons = append(reasons, "BM25 puts it above the positive")
		}
		if lead := in.Suspects.Features(int(f.Other))[suspect.RunLead]; !math.IsNaN(float64(lead)) && lead > 0 {
			reasons = append(reasons, "the run puts it above the positive")
		}
		reasons = append(reasons, fmt.Sprintf("it is %.2f like the positive (cosine of TF-IDF)", n.Features[suspect.Likeness]))
		subject := "The negative"
		if len(in.Set.RowItems(f.Row)) > 2 {
			subject = fmt.Sprintf("Document %d of the row", n.Item)
		}
		if math.IsNaN(float64(n.P)) {
			return fmt.Sprintf("%s may be relevant: %s.", subject, strings.Join(reasons, "; "))
		}
		return fmt.Sprintf("%s is relevant with probability %.2f: %s.", subject, n.P, strings.Join(reasons, "; "))
	},
}

// Likeliest returns a flag of false-negative for each of the negatives that are likeliest relevant, at most so many and each text once for
// a query. Their scores are those of the negatives.
func (in *Input) Likeliest(most int) (flags []Flag) {
	if in.Suspects == nil {
		return nil
	}
	list := in.Suspects.Negatives
	order := make([]uint32, len(list))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(a, b uint32) int { return cmp.Or(cmp.Compare(list[b].Score, list[a].Score), cmp.Compare(a, b)) })
	type pair struct{ query, text uint32 }
	met := map[pair]bool{}
	for i := 0; i < len(order) && len(flags) < most; i++ {
		n := &list[order[i]]
		p := pair{n.Query, in.Set.FirstEqual(in.Set.RowItems(n.Row)[n.Item].Text)}
		if !met[p] {
			met[p] = true
			flags = append(flags, Flag{Row: n.Row, Other: order[i], Score: n.Score})
		}
	}
	return flags
}

// wordsHeld returns how many words of the query a text holds, and within how many of its words.
func wordsHeld(holds, words, window uint16) string {
	if holds == words && words > 1 {
		return fmt.Sprintf("all %s of the query%s", terminal.Plural(words, "word", "words"), formatWindow(window))
	}
	return fmt.Sprintf("%d of the query's %s%s", holds, terminal.Plural(int(words), "word", "words"), formatWindow(window))
}

// farWords is the number of words beyond which words of a query are not said to be close together.
const farWords = 40

func formatWindow(window uint16) string {
	if window == 0 || window > farWords {
		return ""
	}
	return fmt.Sprintf(" within %s", terminal.Plural(window, "word", "words"))
}
