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
	About: "Negatives, likeliest relevant first. The order rests on BM25, on the likeness to the positive, on a near query that has it as its " +
		"positive or, with --run, on a model's scores. It has no probabilities: they did not hold on collections that the weights had not seen.",
	Advice: "Read some. A bi-encoder gained nothing when all false negatives were dropped.",
	Find: func(in *Input) (f Found) {
		if in.Suspects == nil {
			return f
		}
		return likeliest(in, in.Suspects.Negatives, "negative", "relevant")
	},
	Evidence: func(in *Input, f Flag) Evidence { return evidenceOf(&in.Suspects.Negatives[f.Other]) },
	Reason: func(in *Input, f Flag) string {
		n := &in.Suspects.Negatives[f.Other]
		window, positiveWindow := n.Window, n.PositiveWindow
		if n.Holds == n.PositiveHolds && window == positiveWindow {
			window, positiveWindow = 0, 0
		}
		reasons := []string{"it holds " + formatHolds(n.Holds, n.Words, window), fmt.Sprintf("the positive holds %d%s", n.PositiveHolds,
			formatWindow(positiveWindow))}
		if n.Features[suspect.BM25Lead] > 0 {
			reasons = append(reasons, "BM25 puts it above the positive")
		}
		if n.Features[suspect.RunLead] > 0 {
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

var falsePositive = Check{
	Code: "false-positive", Severity: Note,
	About: "Positives, likeliest not relevant first. The order rests on BM25 beside that of the row's negatives, on the likeness to them " +
		"and, with --run, on a model's scores. It needs 30 positives, and 8 negatives of the query.",
	Advice: "Read some: without --run most are right and hard.",
	Find: func(in *Input) (f Found) {
		if in.Suspects == nil {
			return f
		}
		return likeliest(in, in.Suspects.Positives, "positive", "wrong")
	},
	Evidence: func(in *Input, f Flag) Evidence { return evidenceOf(&in.Suspects.Positives[f.Other]) },
	Reason: func(in *Input, f Flag) string {
		p := &in.Suspects.Positives[f.Other]
		reasons := []string{fmt.Sprintf("BM25 puts %s of %s above it", terminal.Group(int(p.NegativesAbove)),
			terminal.Plural(int(p.Negatives), "negative", "negatives"))}
		if p.RunScored > 0 {
			reasons = append(reasons, fmt.Sprintf("the run puts %d of %d above it", p.RunAbove, p.RunScored))
		}
		reasons = append(reasons, "it holds "+formatHolds(p.Holds, p.Words, 0))
		subject := "The positive"
		if p.Item > 0 {
			subject = fmt.Sprintf("Document %d of the row", p.Item)
		}
		return fmt.Sprintf("%s may be wrong: %s.", subject, strings.Join(reasons, "; "))
	},
}

// mostSuspects is the maximum number of documents that likeliest flags.
const mostSuspects = 20

// likeliest returns flags of the documents with the highest scores; Count is the number of documents with a score. Rows with an empty text
// are left out. A text is flagged once for a query. Other is the index in list.
func likeliest(in *Input, list []suspect.Document, kind, suspicion string) (f Found) {
	order := make([]Flag, 0, len(list))
	hasTexts := false // whether the document's row has texts
	for i := range list {
		d := &list[i]
		if i == 0 || d.Row != list[i-1].Row {
			hasTexts = in.Set.EmptyText(d.Row) == ""
		}
		if hasTexts && !math.IsNaN(float64(d.Score)) {
			order = append(order, Flag{d.Row, uint32(i), d.Score})
		}
	}
	slices.SortFunc(order, func(a, b Flag) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Other, b.Other)) })
	isVisited := map[[2]uint32]bool{}
	for i := 0; i < len(order) && len(f.Flags) < mostSuspects; i++ {
		d := &list[order[i].Other]
		if text := [2]uint32{d.Query, in.Set.FirstEqual(in.Set.RowItems(d.Row)[d.Item].Text)}; !isVisited[text] {
			isVisited[text], f.Flags = true, append(f.Flags, order[i])
		}
	}
	basis := "by the texts alone; --run adds a model's scores"
	if in.Suspects.HasRuns {
		basis = "by the texts and the runs"
	}
	if f.Count = len(order); f.Count > 0 {
		f.Title = fmt.Sprintf("%s, likeliest %s first, %s", terminal.Plural(f.Count, kind, kind+"s"), suspicion, basis)
	}
	return f
}

// evidenceOf returns the index of a document in its row, and the stretch of its text that has words of the query.
func evidenceOf(d *suspect.Document) Evidence {
	return Evidence{Document: int(d.Item), Span: d.Evidence}
}

// formatHolds returns a phrase such as "2 of the query's 3 words within 5 words"; window is 5 there, or 0 if it is unknown.
func formatHolds(holds, words, window uint16) string {
	if holds == words && words > 1 {
		return fmt.Sprintf("all %s of the query%s", terminal.Plural(words, "word", "words"), formatWindow(window))
	}
	return fmt.Sprintf("%d of the query's %s%s", holds, terminal.Plural(int(words), "word", "words"), formatWindow(window))
}

// farWords is the maximum length of a window that formatWindow mentions, in words.
const farWords = 40

func formatWindow(window uint16) string {
	if window == 0 || window > farWords {
		return ""
	}
	return fmt.Sprintf(" within %s", terminal.Plural(window, "word", "words"))
}

var negativesAlike = Check{
	Code: "negatives-alike", Severity: Warning,
	About: "By BM25, or by the runs, the negatives score for their queries as the positives do: as many of them, within two standard " +
		"errors, reach the score of the best quarter of the positives. It needs 30 positives and 30 negatives. Such sets had the most false " +
		"negatives. By the runs it may also be true because their model mined the negatives.",
	Advice: "Read the likeliest false negatives first. If many are relevant, mine below a margin, or label more documents.",
	Find: func(in *Input) (f Found) {
		if in.Suspects == nil || in.Suspects.Alike == nil {
			return f
		}
		a := in.Suspects.Alike
		return in.inShare(a.Negatives, fmt.Sprintf("The negatives look as relevant as the positives: by %s, %s of them reach the best quarter "+
			"of the positives", a.By, terminal.Percent(a.Negatives)))
	},
}
