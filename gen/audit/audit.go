// Package audit finds what is wrong with a training set: it reads rows of any form, runs the checks, and writes what they find as tables,
// records and a page. It changes nothing unasked; fix.go writes a clean copy.
package audit

import (
	"context"
	"fmt"

	"github.com/axiomine/axiomine/gen/audit/internal/check"
	"github.com/axiomine/axiomine/gen/audit/internal/leak"
	"github.com/axiomine/axiomine/gen/audit/internal/shortcut"
	"github.com/axiomine/axiomine/gen/audit/internal/suspect"
	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize"
)

// Options names what is audited.
type Options struct {
	Files      []string // files, folders, or "-"
	Collection string   // documents of rows that hold ids
	Topics     string   // queries of rows that hold ids
	Test       []string // sets whose queries and documents must not be in the files
	Tokenizer  string   // a vocab.txt or tokenizer.json; "" counts no pieces
	Runs       []string // NAME=FILE: runs of models, whose scores help to find false negatives
	Reading    corpus.Options
}

// Report holds what an audit found. Its JSON form is audit.json.
type Report struct {
	SchemaVersion    int                 `json:"schema_version"`
	Rows             int                 `json:"rows"`
	Queries          int                 `json:"queries"`
	EffectiveQueries float64             `json:"effective_queries"`
	Texts            int                 `json:"texts"`
	Files            []File              `json:"files"`
	NotRead          []Reason            `json:"not_read"`
	Remarks          []Reason            `json:"remarks"` // about rows that were read
	Findings         []Finding           `json:"findings"`
	Checked          []string            `json:"checked"`
	NotChecked       []string            `json:"not_checked"` // sentences: what was left out, and why
	Shortcuts        *shortcut.Result    `json:"shortcuts"`
	Batches          map[string]float64  `json:"false_negatives_in_batch"` // share of rows that meet one, by batch size
	FalseNegatives   *suspect.Estimate   `json:"false_negatives"`          // nil if their share cannot be estimated
	Pieces           *check.Pieces       `json:"pieces"`
	Changes          []Change            `json:"changes,omitempty"` // since the baseline
	suspects         *suspect.Collector  // the negatives with their probabilities
	input            *check.Input        // what the checks looked at
	flags            map[string]flagList // by code
	holds            contents            // of the rows, those of test sets with them
}

// flagList is the rows that a check flagged.
type flagList struct {
	check *check.Check
	flags []check.Flag
}

// File is a file of the set.
type File struct {
	Name     string `json:"name"`
	FirstRow int    `json:"first_row"` // number of its first row in flags.parquet and in examples
	Rows     int    `json:"rows"`      // that were read
	Columns  string `json:"columns"`   // how its columns are read
}

// Reason is why something was not read, or a remark about what was.
type Reason struct {
	Reason string   `json:"reason"`
	Count  int      `json:"count"`
	Places []string `json:"places"` // the first five
}

// Finding holds what a check found.
type Finding struct {
	Code     string    `json:"code"`
	Severity string    `json:"severity"`
	Title    string    `json:"title"`
	Count    int       `json:"count"` // rows
	Share    float64   `json:"share"` // of all rows, or of the pairs that were measured
	Advice   string    `json:"advice"`
	Examples []Example `json:"examples"`
}

// Example is a row that a check flagged.
type Example struct {
	Row    int     `json:"row"` // from 0, over all files
	File   string  `json:"file"`
	Line   int     `json:"line"` // from 1; 0 if the row has none
	Score  float64 `json:"score"`
	Reason string  `json:"reason"`
}

// examplesShown is the number of examples of a finding.
const examplesShown = 3

const schemaVersion = 1

// Run reads a training set and checks it.
func Run(ctx context.Context, o Options, st *progress.Stage) (*Report, error) {
	r := &Report{SchemaVersion: schemaVersion, Files: []File{}, NotRead: []Reason{}, Remarks: []Reason{}, Findings: []Finding{},
		NotChecked: []string{}, Batches: map[string]float64{}, flags: map[string]flagList{}}
	set := trainset.New()
	var test *testSet
	if len(o.Test) > 0 {
		var err error
		if test, err = r.readTest(ctx, o); err != nil {
			return nil, err
		}
		set.Look = test.index.Look
	}
	runs, err := r.readRuns(o)
	if err != nil {
		return nil, err
	}
	stats := suspect.NewStatistics()
	set.Count = stats.Add
	in, err := r.read(ctx, o, set, st)
	if err != nil {
		return nil, err
	}
	r.input = check.NewInput(set) // before the suspects take memory
	if err := r.findSuspects(ctx, o, in, set, stats, runs); err != nil {
		return nil, err
	}
	if test == nil {
		return r, r.check(o, set, nil)
	}
	if err := r.checkTest(test, set); err != nil {
		return nil, err
	}
	return r, r.check(o, set, test.index)
}

// check runs the checks over the set of the input.
func (r *Report) check(o Options, set *trainset.Set, test *leak.Index) (err error) {
	r.input.Test = test
	r.input.Suspects, r.input.FalseNegatives = r.suspects, r.FalseNegatives
	if o.Tokenizer != "" {
		if r.input.Pieces, err = countPieces(o.Tokenizer, &set.Sample); err != nil {
			return err
		}
	}
	r.Shortcuts, r.Pieces, r.Rows, r.Texts = r.input.Shortcuts, r.input.Pieces, len(set.Rows), len(set.Texts)-1
	r.EffectiveQueries, r.Queries = r.input.EffectiveQueries(), len(r.input.Queries)
	for i, share := range r.input.Batches {
		r.Batches[fmt.Sprint(check.BatchSizes[i])] = share
	}
	for _, f := range r.Files {
		r.input.FirstRows = append(r.input.FirstRows, f.FirstRow)
	}
	for _, c := range check.All() {
		r.Checked = append(r.Checked, c.Code)
		result := c.Summarise(r.input)
		if result.Title == "" {
			continue
		}
		r.flags[c.Code] = flagList{c, result.Flags}
		r.Findings = append(r.Findings, r.finding(c, result))
	}
	r.addNotChecked(o, set)
	return nil
}

func countPieces(path string, sample *trainset.Sample) (*check.Pieces, error) {
	t, err := tokenize.Load(path, tokenize.Defaults())
	if err != nil {
		return nil, err
	}
	return check.CountPieces(sample, func(text string) ([]int32, error) { return t.AppendNamed(nil, text, "a document") })
}

func (r *Report) finding(c *check.Check, result check.Found) Finding {
	f := Finding{Code: c.Code, Severity: string(c.Severity), Title: result.Title, Count: result.Count, Share: result.Share, Advice: c.Advice,
		Examples: []Example{}}
	for _, flag := range result.Flags[:min(examplesShown, len(result.Flags))] {
		row := r.input.Set.Rows[flag.Row]
		f.Examples = append(f.Examples, Example{Row: r.rowNumber(flag.Row), File: r.Files[row.File].Name, Line: int(row.Line),
			Score: float64(flag.Score), Reason: c.Reason(r.input, flag)})
	}
	return f
}

// rowNumber returns the number of a row over all files.
func (r *Report) rowNumber(row uint32) int {
	place := r.input.Set.Rows[row]
	return r.Files[place.File].FirstRow + int(place.Number)
}

// addNotChecked adds a sentence for each check that was left out.
func (r *Report) addNotChecked(o Options, set *trainset.Set) {
	if set.IDs > 0 {
		r.NotChecked = append(r.NotChecked, terminal.Plural(set.IDs, "id has", "ids have")+
			" no text: --collection and --topics name the files of texts.")
	}
	if r.Shortcuts == nil {
		r.NotChecked = append(r.NotChecked, "Shortcuts were not measured: fewer than 30 queries have documents of two grades in one row or list.")
	}
	if n := set.Crowded; n > 0 {
		r.NotChecked = append(r.NotChecked, terminal.Plural(n, "row states", "rows state")+
			" too many preferences: they were left out where preferences are compared. Divide such a row.")
	}
	if n := set.NearCut; n > 0 {
		r.NotChecked = append(r.NotChecked, "In "+terminal.Plural(n, "row", "rows")+
			" with many documents only the first positives were compared with the negatives.")
	}
	if len(o.Test) == 0 {
		r.NotChecked = append(r.NotChecked, "Leaks of a test set were not looked for: --test names one.")
	}
	if o.Tokenizer == "" {
		r.NotChecked = append(r.NotChecked, "Word pieces were not counted: --tokenizer names a vocabulary.")
	}
}
