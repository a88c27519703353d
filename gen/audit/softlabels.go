package audit

import (
	"bufio"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/gen/audit/internal/check"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/parquet-go/parquet-go"
)

// softColumn is the column of soft labels.
const softColumn = "soft_labels"

// LabelRows returns a copy in which each row has a list of probabilities, one for each of its documents: that the document is relevant.
// They distil the models behind the runs. A document that no run scored has null. Files of JSON lines alone have a place for a list.
func (r *Report) LabelRows() (*Copy, error) {
	lines, err := r.scoredLines()
	if err != nil {
		return nil, err
	}
	relevant, set := softLabels(r.input), r.input.Set
	return &Copy{len(set.Rows), "a copy with soft labels, which distil the model behind the run", r.Files, func(i int) *rewriter {
		noPlace := errs.BadInput(r.Files[i].Name, 0, "write it as JSON lines", "this form has no place for a list of soft labels")
		list := func(line uint32) string {
			row, isRow := lines[i][line]
			if !isRow {
				return ""
			}
			return formatLabels(relevant[set.Rows[row].First:set.Rows[row].End])
		}
		return &rewriter{func(*parquet.File, io.Writer) error { return noPlace },
			func(_ string, in *bufio.Reader, out io.Writer) error {
				isJSON, err := beginsObject(in)
				switch {
				case err != nil:
					return err
				case !isJSON:
					return noPlace
				}
				return addMember(in, out, r.Files[i].Name, softColumn, list)
			}}
	}}, nil
}

// softLabels returns the probability of each item of a set that it is relevant, NaN if no run scored it.
func softLabels(in *check.Input) []float32 {
	set, suspects := in.Set, in.Suspects
	relevant := make([]float32, len(set.Items))
	for i := range relevant {
		relevant[i] = float32(math.NaN())
	}
	for i, n := range suspects.Negatives {
		if suspects.IsScored(i) {
			relevant[set.Rows[n.Row].First+n.Item] = n.P
		}
	}
	for i, p := range suspects.Positives {
		if !suspects.IsPositiveScored(i) {
			continue
		}
		text := set.RowItems(p.Row)[p.Item].Text
		for i := set.Rows[p.Row].First; i < set.Rows[p.End-1].End; i++ {
			if set.Items[i].Text == text && set.Items[i].IsPositive() {
				relevant[i] = 1 - p.P
			}
		}
	}
	return relevant
}

// formatLabels returns probabilities as a list of JSON, with four digits.
func formatLabels(relevant []float32) string {
	var list []string
	for _, p := range relevant {
		label := "null"
		if p := float64(p); !math.IsNaN(p) {
			label = strconv.FormatFloat(math.Round(p*1e4)/1e4, 'f', -1, 64)
		}
		list = append(list, label)
	}
	return "[" + strings.Join(list, ", ") + "]"
}
