package check

import (
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/internal/ui/terminal"
)

var falsePositive = Check{
	Code: "false-positive", Severity: Note,
	About: "Positives, likeliest not relevant first. The order rests on BM25 beside that of the row's negatives, on the likeness to them " +
		"and, with --run, on a model's scores. It needs 30 positives, and 8 negatives of the query.",
	Advice: "Read some: without --run most are right and hard.",
	Find: func(in *Input) (f Found) {
		if in.Suspects == nil || in.Suspects.ScoredPositives == 0 {
			return f
		}
		list := in.Suspects.Positives
		f.Flags = likeliest(in, len(list), func(i int) (query, row, item uint32, score float32) {
			d := &list[i]
			return d.Query, d.Row, d.Item, d.Score
		})
		f.Count = in.Suspects.ScoredPositives
		f.Title = terminal.Plural(f.Count, "positive", "positives") + ", likeliest wrong first, " + basis(in.Suspects)
		return f
	},
	Evidence: func(in *Input, f Flag) Evidence {
		p := &in.Suspects.Positives[f.Other]
		return Evidence{Document: int(p.Item), Span: p.Evidence}
	},
	Reason: func(in *Input, f Flag) string {
		p := &in.Suspects.Positives[f.Other]
		reasons := []string{fmt.Sprintf("BM25 puts %s of %s above it", terminal.Group(int(p.NegativesAbove)),
			terminal.Plural(int(p.Negatives), "negative", "negatives"))}
		if p.RunScored > 0 {
			reasons = append(reasons, fmt.Sprintf("the run puts %d of %d above it", p.RunAbove, p.RunScored))
		}
		reasons = append(reasons, "it holds "+wordsHeld(p.Holds, p.Words, 0))
		subject := "The positive"
		if p.Item > 0 {
			subject = fmt.Sprintf("Document %d of the row", p.Item)
		}
		return fmt.Sprintf("%s may be wrong: %s.", subject, strings.Join(reasons, "; "))
	},
}
