package check

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/shortcut"
	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

var labelError = Check{
	Code: "label-error", Severity: Warning,
	RowText: "has a label that the words of the pair contradict", RowsText: "have a label that the words of the pair contradict",
	About: "A set of labelled pairs has labels that are exchanged: labels at the wrong end of their range, however sure a cross-validated " +
		"model of the words that both texts share is, at both ends. The score is the model's probability that the label is wrong, .5 or " +
		"more. Where a query has many rows it is a note: labels that a rule made look the same. Rows of files that gen made with axioms are " +
		"left out. Nothing is found if the labels are as likely without exchanged ones, if fewer than one row in 500 is flagged, or with fewer than 50 labels " +
		"at an end. In 15 made sets of 4,000 pairs, with 1 to 10 % of the labels exchanged, .93 of the flagged rows were right, and .90 " +
		"of the exchanged labels were flagged. In 42 clean sets, half of them with pairs that are hard by nature, none was; in 2 of 40 others " +
		"some were, and with 5 % exchanged there .67 of the flagged rows were right. Of real pairs " +
		"with 5 to 20 % exchanged, .42 to .88 of the flagged rows were right, and on WikiQA none was found.",
	Advice: "Read them, the first ones first: a pair that is hard by nature may look the same.",
	Find:   findLabelErrors,
	Reason: func(in *Input, f Flag) string {
		return fmt.Sprintf("The label is %v, and the texts share %.0f %% of their words: a model of such words expects the other label.",
			in.label(f.Row), 100*in.Suspects.Labelled.Shared(int(f.Other)))
	},
}

// Bounds of findLabelErrors.
const (
	leastOfEnd    = 50  // minimum number of labels at each end of the range
	fewestFlipped = 500 // minimum: one row in fewestFlipped is flagged, since the model is not exact enough for fewer
)

// isAxiomatic reports whether a row was made with axioms.
func (in *Input) isAxiomatic(row uint32) bool {
	return in.Axiomatic[in.Set.Files[in.Set.Rows[row].File]]
}

// AxiomaticFiles returns the names of the files whose rows were made with axioms, joined by commas and "and".
func (in *Input) AxiomaticFiles() string {
	return terminal.JoinAnd(slices.Sorted(maps.Keys(in.Axiomatic)))
}

// fewLabels reports whether an end of the label range has too few labels to fit a model. Labels that were made with axioms are not counted.
func (in *Input) fewLabels() bool {
	low, high := in.Labels.Low, in.Labels.High
	for row := uint32(0); len(in.Axiomatic) > 0 && int(row) < len(in.Set.Rows); row++ {
		if in.isAxiomatic(row) && in.Set.IsLabelledPair(row) {
			switch in.Labels.EndOf(in.label(row)) {
			case trainset.LowEnd:
				low--
			case trainset.HighEnd:
				high--
			}
		}
	}
	return min(low, high) < leastOfEnd
}

func findLabelErrors(in *Input) (finding Found) {
	if in.Suspects == nil || in.Suspects.Labelled == nil || in.fewLabels() {
		return finding
	}
	labels := in.Labels
	pairs := in.Suspects.Labelled
	signs, groups := make([]int8, len(pairs.Rows)), make([]uint32, len(pairs.Rows))
	for i, row := range pairs.Rows {
		if groups[i] = in.Set.RowQuery(row); !in.isAxiomatic(row) {
			signs[i] = int8(labels.EndOf(in.label(row)))
		}
	}
	flipped := shortcut.Flipped(shortcut.Logits(pairs.Features, signs, groups), signs)
	if flipped == nil {
		return finding
	}
	trusted := slices.Clone(signs) // 0 for labels that are probably exchanged
	for i, p := range flipped {
		if p >= 0.5 {
			trusted[i] = 0
		}
	}
	if second := shortcut.Flipped(shortcut.Logits(pairs.Features, trusted, groups), signs); second != nil {
		flipped = second
	}
	for i, p := range flipped {
		if p >= 0.5 {
			finding.Flags = append(finding.Flags, Flag{Row: pairs.Rows[i], Other: uint32(i), Score: float32(p)})
		}
	}
	if fewestFlipped*len(finding.Flags) < len(pairs.Rows) {
		return Found{}
	}
	if !labels.FewRows {
		finding.Severity = Note
	}
	slices.SortStableFunc(finding.Flags, func(a, b Flag) int { return cmp.Compare(b.Score, a.Score) })
	return finding
}

var labelBalance = Check{
	Code: "label-balance", Severity: Note,
	About: "In a set of 100 labelled pairs or more, fewer than 5 % of the labels at an end of their range are at the other end. An end is a " +
		"third of the range.",
	Advice: "Sample the labels more evenly or weight them. Accuracy says little here: use precision and recall of the rare label.",
	Find: func(in *Input) (f Found) {
		labels := in.Set.Sample.Labels
		if labels == nil || labels.Rows < 100 || min(labels.Low, labels.High) >= int(rareShare*float64(labels.Low+labels.High)) {
			return f
		}
		f.Count = max(labels.Low, labels.High)
		f.Share = float64(f.Count) / float64(labels.Low+labels.High)
		end, third := fmt.Sprintf("at most %.3g", labels.Least+(labels.Most-labels.Least)/3), "low"
		if labels.High > labels.Low {
			end, third = fmt.Sprintf("at least %.3g", labels.Most-(labels.Most-labels.Least)/3), "high"
		}
		f.Title = fmt.Sprintf("%s of the labels are %s (%s), of a range of %.3g to %.3g", terminal.Percent(f.Share), third, end, labels.Least,
			labels.Most)
		return f
	},
}

const rareShare = 0.05 // share of the rarer end's labels below which label-balance is found

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

const leastOneLabel = 10 // minimum number of rows with the text

func findOneLabel(in *Input) (finding Found) {
	labels := in.Set.Sample.Labels
	if labels == nil {
		return finding
	}
	counts := make([][3]int32, len(in.Set.Texts)) // for each text, the numbers of rows with a low label, one between, and a high one
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
	shares := [2]float64{float64(labels.Low) / float64(labels.Rows), float64(labels.High) / float64(labels.Rows)} // of low and of high labels
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
