package check

import (
	"fmt"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// shortcutCheck returns the check of a scorer that sees a single feature. The check finds a shortcut if the scorer orders more than the
// share most of the pairs right, by the lower end of Wilson's 95 % interval.
func shortcutCheck(name, sees string, most float64, severity Severity, advice string) Check {
	return Check{
		Code: "shortcut-" + name, Severity: severity,
		About: fmt.Sprintf("A scorer that sees only %s orders more than %.0f %% of the pairs right, on queries that it was not fitted on "+
			"(five folds, at most %d rows, by the lower end of Wilson's 95 %% interval).", sees, 100*most, trainset.SampleRows),
		Advice: advice,
		Find: func(in *Input) Found {
			r, isMeasured := in.Shortcuts.Reach(name)
			if !isMeasured || r.Low <= most {
				return Found{}
			}
			return in.inShare(r.Share, fmt.Sprintf("%s of the pairs are ordered right by a scorer that sees only %s", terminal.Percent(r.Share), sees))
		},
	}
}

var shortcutLength = shortcutCheck("length", "the length", 0.65, Warning,
	"Draw negatives of about the positive's length (gen --delta-star), or a model learns the length.")

var shortcutMarks = shortcutCheck("marks", "punctuation, capitals, digits and the ending", 0.65, Warning,
	"Positives and negatives are from different sources, or were cleaned differently: clean them alike.")

var shortcutPosition = shortcutCheck("position", "the place in the list", 0.75, Note,
	"Shuffle the documents of a row: a model that reads the whole list otherwise learns the place.")

var shortcutDocument = shortcutCheck("document", "the documents' words, not the query", 0.7, Warning,
	"Use positives of other queries as negatives as well, so that no document is good for all queries.")

var shortcutQuery = shortcutCheck("query", "the query's words, not the document", 0.7, Warning,
	"Pair each query with documents of both labels, so that no query has one label.")

var shortcutOverlap = shortcutCheck("overlap", "the share of the query's words in the document", 0.9, Note,
	"The set teaches little beyond term matching: mine harder negatives.")

var shortcutBM25 = shortcutCheck("bm25", "BM25", 0.9, Note,
	"The set teaches little beyond BM25: mine harder negatives from its first ranks.")

var shortcutTogether = shortcutCheck("together", "length, marks, place, overlap and BM25", 0.9, Note,
	"The rest is what is left to learn. A set whose rest is small cannot show what a model adds.")

var tooEasy = Check{
	Code: "too-easy", Severity: Note,
	About: "More than half of the pairs have a negative without any word of the query beside a positive with one, in a sample of at most " +
		"20,000 rows.",
	Advice: "Random negatives are learned in the first steps: mine harder ones.",
	Find: func(in *Input) Found {
		if in.Shortcuts == nil || in.Shortcuts.Easy <= easyShare {
			return Found{}
		}
		return in.inShare(in.Shortcuts.Easy, terminal.Percent(in.Shortcuts.Easy)+" of the pairs have a negative without any word of the query")
	},
}

const easyShare = 0.5 // maximum share of easy pairs without the finding too-easy
