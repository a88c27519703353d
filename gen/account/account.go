// Package account accounts for a data set in one table: what was asked for, found, drawn and left out, and why. A result folder has the
// table as account.json, to which each stage adds its rows. The package mines and draws nothing.
//
// A row has the numbers of things of one kind, source and split, or an amount that a key asks for. In rows of pairs and classes,
// Found + Added + Again = Drawn + the sum of LeftOut. Columns that do not apply to a row are absent.
package account

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"sort"

	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// The values of Row.What.
const (
	Documents   = "documents"       // records of one kind (Task) in the files of documents; LeftOut has the skipped ones
	Records     = "records"         // records of one kind (Task) in all inputs; LeftOut has the skipped ones
	Preferences = "preferences"     // an axiom's preferences between candidates, as axiomine gen mine counts them
	Judgements  = "judgements"      // preferences that judgements state: a document above each document with a lower grade
	Pairs       = "pairs"           // pairs of a task; without an Axiom they are judged pairs
	Classes     = "classes"         // pairs of a three-class task
	Shares      = "shares"          // rows of a task of a mixture
	Made        = "made candidates" // documents that the axiom lnc2 made
	Groups      = "groups"          // positives of rows; Noted has the number with too few different negatives
	Spares      = "spares"          // further pairs, which fill groups
)

// Row is a row of the table. Its JSON names are the columns.
type Row struct {
	What    string         `json:"what"`              // kind of things that the row counts, such as judged pairs
	Split   string         `json:"split,omitempty"`   // the split, such as train
	Set     string         `json:"set,omitempty"`     // a further test set of the split
	Task    string         `json:"task,omitempty"`    // the task of rows
	Axiom   string         `json:"axiom,omitempty"`   // the axiom's canonical expression
	Key     string         `json:"key,omitempty"`     // the configuration key that asks for the amount
	Asked   int            `json:"asked"`             // the number asked for
	Found   int            `json:"found"`             // the number that there are
	Added   int            `json:"added,omitempty"`   // number of pairs that labels make under multi-graded
	Again   int            `json:"again,omitempty"`   // number of rows that repeat others
	Drawn   int            `json:"used"`              // the number in the result
	Short   int            `json:"short,omitempty"`   // the number by which Drawn is smaller than asked
	LeftOut map[string]int `json:"dropped,omitempty"` // numbers of things that were found and not used, by reason
	Noted   map[string]int `json:"noted,omitempty"`   // numbers of things that were read with a remark, by remark

	Assumed        int              `json:"assumed_negatives,omitempty"` // number of drawn pairs with a negative that nobody judged
	Weight         float64          `json:"weight,omitempty"`            // the weight of the rows
	Margin         float64          `json:"margin,omitempty"`            // the margin of the rows
	LengthSkew     float64          `json:"length_skew,omitempty"`       // the mean of (|d+| - |d-|) / max(|d+|, |d-|) in the pool
	Direction      *pairs.Direction `json:"length_direction,omitempty"`  // numbers of pairs that prefer the longer and the shorter document
	Agreement      *float64         `json:"judges_agree,omitempty"`      // share of the pairs with one relevant document that prefer it
	Decided        int              `json:"decided,omitempty"`           // number of pairs that Agreement is a share of
	FoundByClass   []int            `json:"found_by_class,omitempty"`    // numbers of pairs with the preference -1, 0, +1
	TestByClass    []int            `json:"test_by_class,omitempty"`     // numbers of the pairs of test queries with these preferences
	DrawnByClass   []int            `json:"used_by_class,omitempty"`     // numbers of the drawn pairs with these preferences
	CandidatePairs int              `json:"candidate_pairs,omitempty"`   // number of pairs of candidates among which preferences are found
	Cell           *mine.Cell       `json:"counts,omitempty"`            // numbers of an axiom's preferences by relevance and length
}

// Report is the account of a folder.
type Report struct {
	Rows     []Row    `json:"rows"`
	Columns  []string `json:"columns,omitempty"`  // sentences on how the columns of tables of rows are read
	NotRead  []string `json:"not_read,omitempty"` // columns, fields and files that are not read, with the reason
	Overlaps []string `json:"overlaps,omitempty"` // sentences on queries whose text two splits have
	Warnings []string `json:"warnings,omitempty"` // sentences on what a user should know
}

// Name is the file of a folder's account; journalName is its name in the folder's journal.
const (
	Name        = "account.json"
	journalName = "account"
)

// Read returns the account of a folder; an account without rows if there is none.
func Read(out *result.Dir) (*Report, error) {
	s := &Report{}
	if _, ok := out.FinishedFiles(journalName, ""); !ok {
		return s, nil
	}
	raw, err := fs.ReadFile(out.FS(), Name)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(raw, s); err != nil {
		return nil, fmt.Errorf("%s: %w", Name, err)
	}
	return s, nil
}

// Write writes the account of a folder: the rows of the folder's present account for which keeps is true, then the rows of s. The other
// fields of Report belong to rows of drawing. They stay too if such rows stay and s has none.
func (s *Report) Write(out *result.Dir, keeps func(what string) bool) error {
	old, err := Read(out)
	if err != nil {
		return err
	}
	keptRows := slices.DeleteFunc(old.Rows, func(r Row) bool { return !keeps(r.What) })
	whole := *s
	isOfDrawing := func(r Row) bool { return stageOf(r.What) == 2 }
	if slices.ContainsFunc(keptRows, isOfDrawing) && !slices.ContainsFunc(s.Rows, isOfDrawing) {
		whole = *old
	}
	whole.Rows = slices.Concat(keptRows, s.Rows)
	sort.SliceStable(whole.Rows, func(i, j int) bool { return stageOf(whole.Rows[i].What) < stageOf(whole.Rows[j].What) })
	batch := out.Batch()
	batch.WriteJSON(Name, whole)
	return batch.Finish(journalName, "")
}

// stageOf returns the number of the stage that counts a kind: 0 for the index, 1 for mining, 2 for drawing.
func stageOf(what string) int {
	switch what {
	case Documents:
		return 0
	case Preferences:
		return 1
	}
	return 2
}

// Drawing returns the account without the rows of the index and of counted preferences.
func (s *Report) Drawing() *Report {
	drawing := *s
	drawing.Rows = slices.DeleteFunc(slices.Clone(s.Rows), func(r Row) bool { return stageOf(r.What) < 2 })
	return &drawing
}

// Of returns the rows of one kind, such as Pairs, in their order.
func (s *Report) Of(what string) []Row {
	return lists.Filter(s.Rows, func(r Row) bool { return r.What == what })
}

// Training returns the name of the split of the first row of pairs, which is the training split; "" if there is no such row.
func (s *Report) Training() string {
	for _, r := range s.Rows {
		if r.What == Pairs {
			return r.Split
		}
	}
	return ""
}

// Judged returns the row of a split's judged pairs; an empty row if there is none.
func (s *Report) Judged(split string) Row {
	for _, r := range s.Rows {
		if r.What == Pairs && r.Axiom == "" && r.Split == split {
			return r
		}
	}
	return Row{}
}

// Pools returns the rows of the axiomatic pairs of the training split, those of the ranking task first.
func (s *Report) Pools() []Row {
	return lists.Filter(s.Of(Pairs), func(r Row) bool { return r.Axiom != "" })
}

// InPool returns the number of a pool's pairs that could be drawn.
func (r *Row) InPool() int { return r.Taken() + r.LeftOut[notDrawn] }

// Taken returns the number of different pairs that were drawn, before a mixture left out some.
func (r *Row) Taken() int { return r.Drawn - r.Again + r.LeftOut[notInMixture] }

// Mixture returns the number of rows of each task of a mixture; empty if there is no mixture.
func (s *Report) Mixture() map[string]int {
	rows := map[string]int{}
	for _, r := range s.Of(Shares) {
		rows[r.Task] = r.Drawn
	}
	return rows
}

// takesJudged reports whether judged pairs can be rows: in a mixture only the ranking task has them.
func (s *Report) takesJudged() bool {
	shares := s.Mixture()
	return len(shares) == 0 || shares[quota.RankingTask] > 0
}

// Warn adds a warning.
func (s *Report) Warn(format string, args ...any) {
	s.Warnings = append(s.Warnings, fmt.Sprintf(format, args...))
}

// SetName returns the name of a split or test set of a data set, in files too; set is empty for a split's own rows.
func SetName(split, set string) string {
	if set == "" {
		return split
	}
	return split + "." + set
}
