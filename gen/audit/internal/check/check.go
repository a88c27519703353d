// Package check holds the checks of a training set. A check is one value: code, severity, documentation as data and the rule. A file has
// those of one theme. all.go lists them; a test of package audit has an example of each.
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
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Severity is how bad a finding is.
type Severity string

// Severities, worst first.
const (
	Error   Severity = "error"   // the rows are wrong
	Warning Severity = "warning" // the rows are probably wrong, or a trainer is harmed
	Note    Severity = "note"    // worth to know; right for some sets
)

// Severities lists the severities, worst first.
var Severities = []Severity{Error, Warning, Note}

// Harm returns how much a finding of so large a share of the rows harms training, beside others: a row of an error counts as three of a
// warning, and a row of a warning as a thousand of a note. A note leads only where hardly any row has an error or a warning.
func (s Severity) Harm(share float64) float64 {
	return share * map[Severity]float64{Error: 3000, Warning: 1000, Note: 1}[s]
}

// Check is one check.
type Check struct {
	Code     string
	Severity Severity
	RowText  string // what one row does: "repeats an earlier row"
	RowsText string // what several rows do: "repeat an earlier row"
	Exact    bool   // the rows can be dropped: they hold nothing, or their error is certain
	About    string // what is found, and when
	Advice   string // what to do
	Find     func(*Input) Found
	Reason   func(*Input, Flag) string   // why a row is flagged, a sentence; nil if the check flags no rows
	Evidence func(*Input, Flag) Evidence // nil if the reason is about no document of its own
	Mark     func() *regexp.Regexp       // what the reason is about, in the text of that document
	Compares bool                        // the reason is about how that document differs from the positive
}

// Input holds what checks read.
type Input struct {
	Set         *trainset.Set
	NotRead     int                   // rows that cannot be read
	Axiomatic   map[string]bool       // files whose labels follow axioms: no model of relevance judges them
	Labels      *trainset.PairLabels  // of labelled pairs; Set.Sample.Labels are nil where a query has many
	Preferences *trainset.Preferences // of the rows
	Test        *TestIndex            // nil without a test set
	Shortcuts   *shortcut.Result      // what scorers reach that see one thing only
	Pieces      *Pieces               // nil without a tokenizer
	Suspects    *suspect.Suspects     // the negatives and the positives with their scores; nil if they were not looked at
	Parts       *Parts                // documents that are parts of longer ones; nil if they were not looked for
	FirstRows   []int                 // number of the first row of each file
	Queries     []int                 // number of rows of each query, most first
	Batches     []float64             // by BatchSizes: share of rows that meet a false negative in a random batch
	splitLeaks  Found
}

// NewInput computes what several checks and the report read of a set.
func NewInput(set *trainset.Set) *Input {
	labels := set.PairLabels()
	if labels != nil && labels.FewRows {
		set.Sample.Labels = labels
	}
	in := &Input{Set: set, Labels: labels, Shortcuts: shortcut.Measure(&set.Sample), Queries: rowsByQuery(set), Batches: collisions(set)}
	in.splitLeaks = in.withTexts(findSplitLeaks(in))
	return in
}

// Flag is a row that a check finds.
type Flag struct {
	Row   uint32
	Other uint32 // another row or text, as the check means it
	Score float32
}

// Evidence is the document that a reason is about, and where the words are that it names.
type Evidence struct {
	Document int          // place in the row, from 0; -1 for none
	Span     suspect.Span // empty where the reason names no words
	Earlier  uint32       // text of an earlier row that the document nearly repeats; 0 for none
}

// Found holds what a check finds. A check without rows has its own title and share.
type Found struct {
	Flags []Flag
	Title string
	Count int
	Share float64

	Severity Severity // where the share makes it another than the check's; else empty
}

// Summarise returns what was found, with its title, count and share over the rows of the set.
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

// withTexts returns what was found without the rows of an empty text, which emptyText counts.
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

// place returns a row as a sentence names it: its number over all files, and its line.
func place(in *Input, row uint32) string {
	r := in.Set.Rows[row]
	if ending := path.Ext(in.Set.Files[r.File]); r.Line == 0 || ending == ".parquet" || ending == ".arrow" {
		return fmt.Sprintf("row %d", in.RowNumber(row))
	}
	return fmt.Sprintf("row %d (line %d)", in.RowNumber(row), r.Line)
}

// texts returns the texts of some items that are not empty, those that are the same without case and white space by one number. They are
// sorted, in the memory of a list.
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

// contradicting returns the rows that contradict another one.
func (in *Input) contradicting() map[uint32]bool {
	rows := map[uint32]bool{}
	for _, c := range in.Preferences.Conflicts {
		rows[c.Row] = true
	}
	return rows
}

// byRow sorts the flags by row and keeps the first of each.
func (f Found) byRow() Found {
	slices.SortStableFunc(f.Flags, func(a, b Flag) int { return cmp.Compare(a.Row, b.Row) })
	f.Flags = slices.CompactFunc(f.Flags, func(a, b Flag) bool { return a.Row == b.Row })
	return f
}

// flagRows flags the rows to which a rule gives a score above 0.
func flagRows(in *Input, rule func(row uint32) (other uint32, score float32)) (f Found) {
	for row := range uint32(len(in.Set.Rows)) {
		if other, score := rule(row); score > 0 {
			f.Flags = append(f.Flags, Flag{row, other, score})
		}
	}
	return f
}

// flagItems flags the rows with a document to which a rule gives a score above 0; Other is the text of the first one.
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

// inShare returns what was found in a share of the rows.
func (in *Input) inShare(share float64, title string) Found {
	return Found{Title: title, Share: share, Count: int(math.Round(share * float64(len(in.Set.Rows))))}
}

// certain returns the score of what holds or not.
func certain(holds bool) float32 {
	if holds {
		return 1
	}
	return 0
}

// flagTexts flags the rows with a text that a rule holds for; Other is the text.
func flagTexts(in *Input, rule func(*trainset.Text) bool) (f Found) {
	holds := make([]bool, len(in.Set.Texts))
	for text := range holds {
		holds[text] = rule(&in.Set.Texts[text])
	}
	return flagHolders(in, holds)
}

// flagHolders flags the rows with one of some texts, by number; Other is the text.
func flagHolders(in *Input, holds []bool) Found {
	if !slices.Contains(holds, true) {
		return Found{}
	}
	return flagRows(in, func(row uint32) (uint32, float32) {
		r := &in.Set.Rows[row]
		text := r.Query
		for i := r.First; i < r.End && !holds[text]; i++ {
			text = in.Set.Items[i].Text
		}
		return text, certain(holds[text])
	})
}

// flaggedText returns the document whose text a flag names.
func flaggedText(in *Input, f Flag) Evidence {
	return Evidence{Document: slices.IndexFunc(in.Set.RowItems(f.Row), func(item trainset.Item) bool { return item.Text == f.Other })}
}

// negativeOf returns the negative that is a positive of the row that a flag names, or a near copy of one.
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

// role returns the name of the part of a row that holds a text.
func role(in *Input, f Flag) string {
	if in.Set.Rows[f.Row].Query == f.Other {
		return "query"
	}
	return documentRole(in, f)
}

// documentRole returns the name of the part of a row that holds a text, among its documents: the query may have the same text.
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
