package check

import (
	"fmt"
	"math"

	"github.com/axiomine/axiomine/internal/ui/terminal"
)

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
		return Found{Count: int(math.Round(a.Negatives * float64(len(in.Set.Rows)))), Share: a.Negatives,
			Title: fmt.Sprintf("The negatives look as relevant as the positives: by %s, %s of them reach the best quarter of the positives", a.By,
				terminal.Percent(a.Negatives))}
	},
}
