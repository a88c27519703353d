package check

import (
	"fmt"
	"math"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
)

var oneLabel = Check{
	Code: "one-label", Severity: Note,
	RowText: "has a text whose label is always the same", RowsText: "have a text whose label is always the same",
	About: "In a set of labelled pairs, a text is in ten rows or more, and the labels of all are in the lower third of their range, or all " +
		"are in the upper third. By chance that happens once in a thousand sets. The score is the number of rows.",
	Advice: "Pair the text with others of the other label too: a model learns its label without the other text.",
	Find:   findOneLabel,
	Reason: func(in *Input, f Flag) string {
		end := "high"
		if in.Set.Sample.Labels.EndOf(in.label(f.Row)) == trainset.LowEnd {
			end = "low"
		}
		return fmt.Sprintf("The %s has a %s label in all %.0f rows that it is in.", role(in, f), end, f.Score)
	},
	Evidence: flaggedText,
}

const leastOneLabel = 10 // rows

func findOneLabel(in *Input) (finding Found) {
	labels := in.Set.Sample.Labels
	if labels == nil {
		return finding
	}
	counts := make([][3]int32, len(in.Set.Texts)) // of each text: rows by the end of their label
	each := func(visit func(row uint32, texts [2]uint32)) {
		for row := range in.Set.Rows {
			if in.Set.IsLabelledPair(uint32(row)) {
				visit(uint32(row), [2]uint32{in.Set.Rows[row].Query, in.Set.RowItems(uint32(row))[0].Text})
			}
		}
	}
	each(func(row uint32, texts [2]uint32) {
		end := labels.EndOf(in.label(row))
		for _, text := range texts {
			counts[in.Set.FirstEqual(text)][end+1]++
		}
	})
	tried := 0
	for _, c := range counts {
		if c[0]+c[1]+c[2] >= leastOneLabel {
			tried++
		}
	}
	shares := [2]float64{float64(labels.Low) / float64(labels.Rows), float64(labels.High) / float64(labels.Rows)}
	each(func(row uint32, texts [2]uint32) {
		for _, text := range texts {
			c := counts[in.Set.FirstEqual(text)]
			n := max(c[0], c[2])
			share := shares[0]
			if c[2] > c[0] {
				share = shares[1]
			}
			if n >= leastOneLabel && n == c[0]+c[1]+c[2] && math.Pow(share, float64(n))*float64(tried) < 1e-3 {
				finding.Flags = append(finding.Flags, Flag{Row: row, Other: text, Score: float32(n)})
				return
			}
		}
	})
	return finding
}
