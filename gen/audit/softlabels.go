package audit

import (
	"math"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
)

// softColumn is the column of soft labels.
const softColumn = "soft_labels"

// NewSoftLabels returns what writes a copy in which each row has a list of probabilities, one for each of its documents: that the document
// is relevant. They distil the models behind the runs. A document that no run scored has null.
func (r *Report) NewSoftLabels() (*Weights, error) {
	weights, err := r.NewWeights()
	if err != nil {
		return nil, err
	}
	set := r.input.Set
	relevant := make([]float32, len(set.Items))
	for i := range relevant {
		relevant[i] = float32(math.NaN())
	}
	for i, n := range r.suspects.Negatives {
		if r.suspects.IsScored(i) {
			relevant[set.Rows[n.Row].First+n.Item] = n.P
		}
	}
	for i, p := range r.suspects.Positives {
		if !r.suspects.IsPositiveScored(i) {
			continue
		}
		text := set.RowItems(p.Row)[p.Item].Text
		for i := set.Rows[p.Row].First; i < set.Rows[p.End-1].End; i++ {
			if set.Items[i].Text == text && set.Items[i].IsPositive() {
				relevant[i] = 1 - p.P
			}
		}
	}
	weights.labels = make(map[uint32]string, len(set.Rows))
	for row := range set.Rows {
		var list []string
		for i := set.Rows[row].First; i < set.Rows[row].End; i++ {
			label := "null"
			if p := float64(relevant[i]); !math.IsNaN(p) {
				label = strconv.FormatFloat(math.Round(p*1e4)/1e4, 'f', -1, 64)
			}
			list = append(list, label)
		}
		weights.labels[uint32(row)] = "[" + strings.Join(list, ", ") + "]"
	}
	return weights, nil
}

// errNoLabels returns the error for a file that is not of JSON lines.
func (w *Weights) errNoLabels(i int) error {
	return errs.BadInput(w.report.Files[i].Name, 0, "write it as JSON lines", "this form has no place for a list of soft labels")
}
