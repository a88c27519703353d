package check

import (
	"fmt"

	"github.com/axiomine/axiomine/internal/ui/terminal"
)

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

const rareShare = 0.05
