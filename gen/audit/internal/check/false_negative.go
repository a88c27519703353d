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
	Code: "false-negative", Severity: Note,
	About: "Negatives, likeliest relevant first. The order rests on BM25, on the likeness to the positive and, with --run, on a model's " +
		"scores. It has no probabilities: they did not hold on collections that the weights had not seen.",
	Advice: "Read some. A bi-encoder gained nothing when all false negatives were dropped.",
	Find: func(in *Input) (f Found) {
		if in.Suspects == nil || len(in.Suspects.Negatives) == 0 {
			return f
		}
		list := in.Suspects.Negatives
		f.Flags = likeliest(in, len(list), func(i int) (query, row, item uint32, score float32) {
			d := &list[i]
			return d.Query, d.Row, d.Item, d.Score
		})
		f.Count = len(list)
		f.Title = terminal.Plural(f.Count, "negative", "negatives") + ", likeliest relevant first, " + basis(in.Suspects)
		return f
	},
	Evidence: func(in *Input, f Flag) Evidence {
		n := &in.Suspects.Negatives[f.Other]
		return Evidence{Document: int(n.Item), Span: n.Evidence}
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
		return fmt.Sprintf("%s may be relevant: %s.", subject, strings.Join(reasons, "; "))
	},
}

// mostSuspects is the number of documents of an order that are shown.
const mostSuspects = 20

// basis returns what an order rests on.
func basis(s *suspect.Suspects) string {
	if s.HasRuns {
		return "by the texts and the runs"
	}
	return "by the texts alone; --run adds a model's scores"
}

// likeliest returns the flags of the documents with the highest scores, of n: each text once for a query.
func likeliest(in *Input, n int, read func(i int) (query, row, item uint32, score float32)) (flags []Flag) {
	order := make([]Flag, 0, n)
	for i := range n {
		if _, row, _, score := read(i); !math.IsNaN(float64(score)) {
			order = append(order, Flag{row, uint32(i), score})
		}
	}
	slices.SortFunc(order, func(a, b Flag) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Other, b.Other)) })
	isMet := map[[2]uint32]bool{}
	for i := 0; i < len(order) && len(flags) < mostSuspects; i++ {
		query, row, item, _ := read(int(order[i].Other))
		if text := [2]uint32{query, in.Set.FirstEqual(in.Set.RowItems(row)[item].Text)}; !isMet[text] {
			isMet[text], flags = true, append(flags, order[i])
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
