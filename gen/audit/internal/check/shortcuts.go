package check

import (
	"fmt"
	"math"
	"strings"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// shortcutCheck returns the check of a scorer that sees one thing only. It finds something where the scorer orders more than a bound of
// the pairs right, by two standard errors.
func shortcutCheck(name, sees string, most float64, severity Severity, advice string, example Example) Check {
	return Check{
		Code: "shortcut-" + name, Severity: severity,
		About: fmt.Sprintf("A scorer that sees only %s orders more than %.0f %% of the pairs right, on queries that it was not fitted on "+
			"(five folds, at most %d rows, two standard errors above).", sees, 100*most, trainset.SampleRows),
		Advice: advice, Example: example,
		Find: func(in *Input) Found {
			r, isMeasured := in.Shortcuts.Reach(name)
			if !isMeasured || r.Low <= most {
				return Found{}
			}
			return Found{Title: fmt.Sprintf("%s of the pairs are ordered right by a scorer that sees only %s", terminal.Percent(r.Share), sees),
				Share: r.Share,
				Count: int(math.Round(r.Share * float64(len(in.Set.Rows))))}
		},
	}
}

var shortcutLength = shortcutCheck("length", "the length", 0.65, Warning,
	"Draw negatives of about the positive's length (gen --delta-star), or a model learns the length.",
	Example{Rows: shortcutRows(func(i int) (string, string) { return strings.Repeat("long ", 9), "short" }), Clean: evenRows})

var shortcutMarks = shortcutCheck("marks", "punctuation, capitals, digits and the ending", 0.65, Warning,
	"Positives and negatives are from different sources, or were cleaned differently: clean them alike.",
	Example{Rows: shortcutRows(func(i int) (string, string) { return "it is so.", "it is so" }), Clean: evenRows})

var shortcutPosition = shortcutCheck("position", "the place in the list", 0.75, Note,
	"Shuffle the documents of a row: a model that reads the whole list otherwise learns the place.",
	Example{Rows: listRows(false), Clean: listRows(true)})

var shortcutDocument = shortcutCheck("document", "the documents' words, not the query", 0.7, Warning,
	"Use positives of other queries as negatives as well, so that no document is good for all queries.",
	Example{Rows: shortcutRows(func(i int) (string, string) { return "good text", "other text" }), Clean: evenRows})

var shortcutOverlap = shortcutCheck("overlap", "the share of the query's words in the document", 0.9, Note,
	"The set teaches little beyond term matching: mine harder negatives.",
	Example{Rows: shortcutRows(func(i int) (string, string) { return fmt.Sprintf("of q%d", i), "of others" }), Clean: evenRows})

var shortcutBM25 = shortcutCheck("bm25", "BM25", 0.9, Note,
	"The set teaches little beyond BM25: mine harder negatives from its first ranks.",
	Example{Rows: shortcutRows(func(i int) (string, string) { return fmt.Sprintf("of q%d", i), "of others" }), Clean: evenRows})

var shortcutTogether = shortcutCheck("together", "length, marks, place, overlap and BM25", 0.9, Note,
	"The rest is what is left to learn. A set whose rest is small cannot show what a model adds.",
	Example{Rows: shortcutRows(func(i int) (string, string) { return fmt.Sprintf("of q%d", i), "of others" }), Clean: evenRows})

var tooEasy = Check{
	Code: "too-easy", Severity: Note,
	About: "More than half of the pairs have a negative without any word of the query beside a positive with one, in a sample of at most " +
		"20,000 rows.",
	Advice:  "Random negatives are learned in the first steps: mine harder ones.",
	Example: Example{Rows: shortcutRows(func(i int) (string, string) { return fmt.Sprintf("of q%d", i), "of others" }), Clean: evenRows},
	Find: func(in *Input) Found {
		if in.Shortcuts == nil || in.Shortcuts.Easy <= easyShare {
			return Found{}
		}
		return Found{Title: terminal.Percent(in.Shortcuts.Easy) + " of the pairs have a negative without any word of the query",
			Share: in.Shortcuts.Easy, Count: int(math.Round(in.Shortcuts.Easy * float64(len(in.Set.Rows))))}
	},
}

const easyShare = 0.5

// shortcutRows writes rows of 200 queries with a positive and a negative each.
func shortcutRows(texts func(i int) (positive, negative string)) string {
	var rows strings.Builder
	for i := range 200 {
		positive, negative := texts(i)
		fmt.Fprintf(&rows, "{\"query\": \"q%d\", \"positive\": \"%s\", \"negative\": \"%s\"}\n", i, positive, negative)
	}
	return rows.String()
}

// evenRows are rows of which no scorer learns: what is the positive of one query is the negative of the next.
var evenRows = shortcutRows(func(i int) (string, string) {
	if i/2%2 == 0 {
		return "Some text. 1", "other longer text here"
	}
	return "other longer text here", "Some text. 1"
})

// listRows writes labelled lists of documents whose first is relevant, or any.
func listRows(isShuffled bool) string {
	var rows strings.Builder
	for i := range 200 {
		labels := []string{"1", "0", "0"}
		if isShuffled {
			labels[0], labels[i*7/3%3] = labels[i*7/3%3], labels[0]
		}
		fmt.Fprintf(&rows, "{\"query\": \"q%d\", \"docs\": [\"a%d\", \"b%d\", \"c%d\"], \"labels\": [%s]}\n", i, i, i, i, strings.Join(labels,
			", "))
	}
	return rows.String()
}
