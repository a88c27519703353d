// Package check holds the checks of a training set. A check is one value with its code, severity, documentation and rule. A file holds the
// checks of one theme, and all.go lists all. A test of package audit has an example of each.
package check

import (
	"cmp"
	"fmt"
	"math"
	"path"
	"regexp"
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/shortcut"
	"github.com/axiomine/axiomine/gen/audit/internal/suspect"
	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Severity is the severity of a finding.
type Severity string

// The severities.
const (
	Error   Severity = "error"   // the rows are wrong
	Warning Severity = "warning" // the rows are probably wrong, or harm training
	Note    Severity = "note"    // the rows are right in some sets
)

// Severities lists the severities, worst first.
var Severities = []Severity{Error, Warning, Note}

// Harm returns the weight by which findings are sorted. share is the finding's share of the rows. One row with an error counts as three
// rows with a warning, and one row with a warning as a thousand rows with a note.
func (s Severity) Harm(share float64) float64 {
	return share * map[Severity]float64{Error: 3000, Warning: 1000, Note: 1}[s]
}

// Check is one check.
type Check struct {
	Code     string
	Severity Severity
	RowText  string // clause about one row: "repeats an earlier row"
	RowsText string // clause about several rows: "repeat an earlier row"
	Exact    bool   // true if the rows can be dropped: they hold nothing, or their error is certain
	About    string // text on what the check finds, and on its bounds
	Advice   string // text on what the user can do
	Find     func(*Input) Found
	Reason   func(*Input, Flag) string   // function that returns a sentence on why a row is flagged; nil if the check flags no rows
	Evidence func(*Input, Flag) Evidence // function that returns the document that the reason is about; nil if it is about the whole row
	Mark     func() *regexp.Regexp       // pattern of the words of the evidence that a report marks; may be nil
	Compares bool                        // true if a report marks where the document of the evidence differs from the positive
}

// Input is the input of the checks.
type Input struct {
	Set         *trainset.Set
	NotRead     int                   // number of rows that cannot be read
	Axiomatic   map[string]bool       // the files whose labels were made with axioms; the check label-error leaves them out
	Labels      *trainset.PairLabels  // labels of labelled pairs; nil for other rows; Set.Sample.Labels is nil if a query has many rows
	Preferences *trainset.Preferences // the preferences between documents in the rows
	Test        *TestIndex            // texts of the test sets; nil without a test set
	Shortcuts   *shortcut.Result      // the accuracies of scorers that see a single feature; nil if the set has too few queries
	Pieces      *Pieces               // lengths in word pieces; nil without a tokenizer
	Suspects    *suspect.Suspects     // the scored negatives and positives; nil if none were scored
	Parts       *Parts                // the documents that are parts of longer ones; nil if none were looked for
	FirstRows   []int                 // the number of the first row of each file
	Queries     []int                 // number of rows of each query, the largest number first
	Batches     []float64             // for each of BatchSizes, the share of rows that meet a false negative in a random batch
	splitLeaks  Found                 // the result of the check split-leak
}

// NewInput returns the input for a set, with the fields that depend only on the set.
func NewInput(set *trainset.Set) *Input {
	labels := set.PairLabels()
	if labels != nil && labels.FewRows {
		set.Sample.Labels = labels
	}
	in := &Input{Set: set, Labels: labels, Shortcuts: shortcut.Measure(&set.Sample), Queries: rowsByQuery(set), Batches: collisions(set)}
	in.splitLeaks = in.withTexts(findSplitLeaks(in))
	return in
}

// Flag marks a row that a check finds.
type Flag struct {
	Row   uint32
	Other uint32 // the number of another row, of a text, or of an entry of a list: each check defines it
	Score float32
}

// Evidence is the document that a reason is about, with the place of the words that the reason names.
type Evidence struct {
	Document int          // the index of the document in the row; -1 if there is none
	Span     suspect.Span // stretch of the text; empty if the reason names no words
	Earlier  uint32       // the text of an earlier row that the document nearly repeats; 0 if there is none
}

// Found is the result of a check. It is empty if the check found nothing.
type Found struct {
	Flags    []Flag // the flagged rows; nil for a check of the whole set
	Title    string // title of the finding; for a check of the whole set Find sets it with Count and Share, for others Summarise
	Count    int
	Share    float64
	Severity Severity // severity of the finding; if empty, it is that of the check
}

// Summarise runs a check and returns its result. For a check that flags rows, it sets title, count and share of the rows.
func (c *Check) Summarise(in *Input) Found {
	f := c.Find(in)
	if c != &emptyText {
		f = in.withTexts(f)
	}
	if f.Title != "" || len(f.Flags) == 0 {
		return f
	}
	f.Count = len(f.Flags)
	f.Share = float64(f.Count) / float64(len(in.Set.Rows))
	text := c.RowsText
	if f.Count == 1 {
		text = c.RowText
	}
	f.Title = terminal.Plural(f.Count, "row", "rows") + " " + text
	return f
}

// withTexts removes the flags of rows with an empty text, which emptyText counts.
func (in *Input) withTexts(f Found) Found {
	f.Flags = slices.DeleteFunc(f.Flags, func(x Flag) bool { return in.Set.EmptyText(x.Row) != "" })
	return f
}

// RowNumber returns the number of a row over all files.
func (in *Input) RowNumber(row uint32) int {
	r := in.Set.Rows[row]
	if in.FirstRows == nil {
		return int(r.Number)
	}
	return in.FirstRows[r.File] + int(r.Number)
}

// rowName returns the name of a row in a sentence, such as "row 7 (line 9)": its number over all files, and its line if the file has lines.
func rowName(in *Input, row uint32) string {
	r := in.Set.Rows[row]
	if ending := path.Ext(in.Set.Files[r.File]); r.Line == 0 || ending == ".parquet" || ending == ".arrow" {
		return fmt.Sprintf("row %d", in.RowNumber(row))
	}
	return fmt.Sprintf("row %d (line %d)", in.RowNumber(row), r.Line)
}

// texts returns the sorted numbers of the non-empty texts of the chosen items, in the memory of list. Texts that differ only in case and
// white space have the same number.
func (in *Input) texts(list []uint32, items []trainset.Item, isChosen func(trainset.Item) bool) []uint32 {
	list = list[:0]
	for _, item := range items {
		if text := in.Set.FirstEqual(item.Text); text != 0 && isChosen(item) {
			list = append(list, text)
		}
	}
	slices.Sort(list)
	return list
}

// contradictions returns the set of rows that contradict another row.
func (in *Input) contradictions() map[uint32]bool {
	return lists.Set(in.Preferences.Conflicts, func(c trainset.Conflict) uint32 { return c.Row })
}

// byRow returns the result with its flags sorted by row, and only the first flag of each row.
func (f Found) byRow() Found {
	slices.SortStableFunc(f.Flags, func(a, b Flag) int { return cmp.Compare(a.Row, b.Row) })
	f.Flags = slices.CompactFunc(f.Flags, func(a, b Flag) bool { return a.Row == b.Row })
	return f
}

// flagRows returns flags of the rows for which a rule returns a score above 0.
func flagRows(in *Input, rule func(row uint32) (other uint32, score float32)) (f Found) {
	for row := range uint32(len(in.Set.Rows)) {
		if other, score := rule(row); score > 0 {
			f.Flags = append(f.Flags, Flag{row, other, score})
		}
	}
	return f
}

// flagItems returns flags of the rows with a document for which a rule returns a score above 0. Other is the first such text.
func flagItems(in *Input, rule func(row uint32, item trainset.Item) float32) Found {
	return flagRows(in, func(row uint32) (uint32, float32) {
		for _, item := range in.Set.RowItems(row) {
			if score := rule(row, item); score > 0 {
				return item.Text, score
			}
		}
		return 0, 0
	})
}

// inShare returns a finding without flags for a share of the rows.
func (in *Input) inShare(share float64, title string) Found {
	return Found{Title: title, Share: share, Count: int(math.Round(share * float64(len(in.Set.Rows))))}
}

// oneIf returns the score 1 if holds is true, and 0 if not.
func oneIf(holds bool) float32 {
	if holds {
		return 1
	}
	return 0
}

// flagTexts returns flags of the rows with a text for which a rule returns true. Other is the first such text.
func flagTexts(in *Input, rule func(*trainset.Text) bool) (f Found) {
	isChosen := make([]bool, len(in.Set.Texts))
	for text := range isChosen {
		isChosen[text] = rule(&in.Set.Texts[text])
	}
	return flagRowsWith(in, isChosen)
}

// flagRowsWith returns flags of the rows with a chosen text. Other is the first such text. isChosen has the texts by number.
func flagRowsWith(in *Input, isChosen []bool) Found {
	if !slices.Contains(isChosen, true) {
		return Found{}
	}
	return flagRows(in, func(row uint32) (uint32, float32) {
		r := &in.Set.Rows[row]
		text := r.Query
		for i := r.First; i < r.End && !isChosen[text]; i++ {
			text = in.Set.Items[i].Text
		}
		return text, oneIf(isChosen[text])
	})
}

// flaggedText returns the document of the flagged row whose text is f.Other.
func flaggedText(in *Input, f Flag) Evidence {
	return Evidence{Document: slices.IndexFunc(in.Set.RowItems(f.Row), func(item trainset.Item) bool { return item.Text == f.Other })}
}

// negativeOf returns the negative of the flagged row that is equal or most similar to a positive of row f.Other.
func negativeOf(in *Input, f Flag) Evidence {
	other, best := in.Set.RowItems(f.Other), Evidence{Document: -1}
	most := float32(0)
	for i, item := range in.Set.RowItems(f.Row) {
		for _, o := range other {
			if share := in.share(o.Text, item.Text); item.IsNegative() && o.IsPositive() && share > most && share >= trainset.NearShare {
				best.Document, most = i, share
			}
		}
	}
	return best
}

// role returns the name of the field of the flagged row whose text is f.Other: query, document, positive or negative.
func role(in *Input, f Flag) string {
	if in.Set.Rows[f.Row].Query == f.Other {
		return "query"
	}
	return documentRole(in, f)
}

// documentRole returns document, positive or negative: the role of the document whose text is f.Other. The query may have the same text.
func documentRole(in *Input, f Flag) string {
	for _, item := range in.Set.RowItems(f.Row) {
		switch {
		case item.Text != f.Other:
		case in.Set.Rows[f.Row].Labelled:
			return "document"
		case item.IsPositive():
			return "positive"
		default:
			return "negative"
		}
	}
	return "document"
}
