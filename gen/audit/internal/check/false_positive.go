package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/audit/internal/suspect"
	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

var falsePositive = Check{
	Code: "false-positive", Severity: Note,
	RowText: "has a positive that is probably not relevant", RowsText: "have a positive that is probably not relevant",
	About: "The probability that a positive is not relevant is .5 or more, if 5 % of the positives are wrong. It is computed from BM25 " +
		"beside that of the row's negatives, its likeness to them and, with --run, a model's scores. It needs 30 positives, and 8 negatives " +
		"of the query. The score is the probability. Of the rows that an earlier audit flagged on eight collections that it was not fitted " +
		"on, a tenth were wrong by the texts alone, and half with a run. Real labels may be better than 5 %.",
	Advice: "Read them: without --run most are right and hard.",
	Find: func(in *Input) (f Found) {
		if in.Suspects == nil {
			return f
		}
		for i := range in.Suspects.Positives {
			if p := &in.Suspects.Positives[i]; p.IsLikely() {
				f.Flags = append(f.Flags, in.rowsWith(p, uint32(i))...)
			}
		}
		return f.surestByRow()
	},
	Evidence: func(in *Input, f Flag) Evidence {
		p := &in.Suspects.Positives[f.Other]
		return Evidence{in.placeOf(p, f.Row), p.Evidence}
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
		if i := in.placeOf(p, f.Row); i > 0 {
			subject = fmt.Sprintf("Document %d of the row", i)
		}
		return fmt.Sprintf("%s is not relevant with probability %.2f, if 5 %% of the positives are wrong: %s.", subject, f.Score,
			strings.Join(reasons, "; "))
	},
}

// textOf returns the text of a positive.
func (in *Input) textOf(p *suspect.Positive) uint32 { return in.Set.RowItems(p.Row)[p.Item].Text }

// placeOf returns the place of a positive in a row that has it.
func (in *Input) placeOf(p *suspect.Positive, row uint32) int {
	return slices.IndexFunc(in.Set.RowItems(row), func(item trainset.Item) bool { return item.Text == in.textOf(p) })
}

// rowsWith flags the rows that have a positive, among those that it was compared in.
func (in *Input) rowsWith(p *suspect.Positive, number uint32) (flags []Flag) {
	text := in.textOf(p)
	for row := p.Row; row < p.End; row++ {
		for _, item := range in.Set.RowItems(row) {
			if item.Text == text && item.IsPositive() {
				flags = append(flags, Flag{Row: row, Other: number, Score: p.P})
				break
			}
		}
	}
	return flags
}
