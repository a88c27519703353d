// Package audit finds errors in a training set. It reads rows of any form, runs the checks, and writes the findings as tables, records and
// a page. It never changes the input. A Copy is a clean copy of the files.
package audit

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"sort"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/audit/internal/check"
	"github.com/axiomine/axiomine/gen/audit/internal/droprows"
	"github.com/axiomine/axiomine/gen/audit/internal/shortcut"
	"github.com/axiomine/axiomine/gen/audit/internal/suspect"
	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize"
)

// Options names the input of an audit.
type Options struct {
	Files      []string     // files, folders, or "-" for standard input
	Collection string       // file or folder of the documents, for rows with ids instead of texts
	Topics     string       // file of the queries, for rows with ids instead of texts
	Test       []string     // test sets whose queries and documents must not be in the files
	Tokenizer  string       // vocab.txt or tokenizer.json; if it is empty, no word pieces are counted
	Runs       []string     // runs of models, as NAME=FILE; their scores help to find false negatives
	Reading    read.Options // options of the readers
	FailOn     []Limit      // limits of Report.Fails; a limit of a check that cannot be done is an error before the rows are read
	Copies     bool         // true if clean copies will be written, which need the files' checksums
}

// Report holds the result of an audit. Its JSON form is audit.json.
type Report struct {
	SchemaVersion    int                `json:"schema_version"`
	Rows             int                `json:"rows"`
	Queries          int                `json:"queries"`
	EffectiveQueries float64            `json:"effective_queries"`
	Texts            int                `json:"texts"`
	Files            []File             `json:"files"`
	NotRead          []Reason           `json:"not_read"`
	Remarks          []Reason           `json:"remarks"`  // remarks on rows that were read
	Findings         []Finding          `json:"findings"` // findings in order, the most harmful first: see check.Severity.Harm
	Checked          []string           `json:"checked"`
	NotChecked       []string           `json:"not_checked"` // a sentence for each check that was left out, with the reason
	Shortcuts        *shortcut.Result   `json:"shortcuts"`
	Batches          map[string]float64 `json:"false_negatives_in_batch"` // the share of rows with a false negative, by batch size
	Likeliest        []Finding          `json:"likeliest"`                // the likeliest false negatives and positives; their Share is 0
	Pieces           *check.Pieces      `json:"pieces"`
	Changes          []Change           `json:"changes,omitempty"` // the changes since the baseline; nil without one

	testSplits []string                // a line for each test set of which only one split was read
	unreadable int                     // number of rows that cannot be read
	input      *check.Input            // the input of the checks
	flags      map[string][]check.Flag // the flagged rows of Findings and Likeliest, by code
}

// File is a file of the set.
type File struct {
	Name     string `json:"name"`
	FirstRow int    `json:"first_row"` // the number of its first row in flags.parquet and in examples
	Rows     int    `json:"rows"`      // number of rows that were read
	Columns  string `json:"columns"`   // meaning of each column, such as "query = q, positive = pos"

	unread []droprows.Span   // the lines of the rows that cannot be read
	sum    [sha256.Size]byte // the checksum before reading; zero for standard input, a collection, or without Options.Copies
}

// Finding is the result of one check.
type Finding struct {
	Code     string    `json:"code"`
	Severity string    `json:"severity"`
	Title    string    `json:"title"`
	Count    int       `json:"count"` // number of rows
	Share    float64   `json:"share"` // the share of all rows, or of the pairs that were measured
	Advice   string    `json:"advice"`
	Exact    bool      `json:"exact"` // true if --fix drop drops the rows by default
	Examples []Example `json:"examples"`
}

// Example is a row that a check flagged.
type Example struct {
	Row    int     `json:"row"` // number of the row over all files, from 0
	File   string  `json:"file"`
	Line   int     `json:"line"` // line in the file, from 1; 0 if the row has none
	Score  float64 `json:"score"`
	Reason string  `json:"reason"`
	Query  string  `json:"query"`
	// Documents has the row's first positive and first negative, or the document that the reason is about.
	Documents []ExampleDocument `json:"documents"`
}

// ExamplesKept is the maximum number of examples of a finding.
const ExamplesKept = 10

const schemaVersion = 2

// Run reads a training set, checks it and returns the report. st counts rows.
func Run(ctx context.Context, o Options, st *progress.Stage) (*Report, error) {
	o.Reading.IDs, o.Reading.Spare = o.Collection != "", new(safefile.Spare)
	r, set, stats := &reader{o: o}, trainset.New(), suspect.NewStatistics()
	test, err := r.readTest(ctx)
	if err != nil {
		return nil, err
	}
	if test != nil {
		set.Look = test.index.Look
	}
	runs, err := r.readRuns()
	if err != nil {
		return nil, err
	}
	parts := check.NewParts()
	set.Count = func(words []uint32) {
		stats.Add(words)
		parts.Add(uint32(len(set.Texts)-1), words)
	}
	rows, err := r.readRows(ctx, set, st)
	if err != nil {
		return nil, err
	}
	in := check.NewInput(set) // before the suspects take memory
	in.Axiomatic = axiomaticFiles(rows.sources)
	if in.Suspects, err = r.findSuspects(ctx, rows, set, in.Labels, parts, stats, runs); err != nil {
		return nil, err
	}
	in.Parts = parts
	if test != nil {
		in.Test = test.index
		if err := test.compare(set, &r.notes); err != nil {
			return nil, err
		}
	}
	if o.Tokenizer != "" {
		t, err := tokenize.Load(configs.VocabularyFile(o.Tokenizer), tokenize.Defaults())
		if err != nil {
			return nil, err
		}
		pieces := func(text string) ([]int32, error) { return t.AppendNamed(nil, text, "a document") }
		if in.Pieces, err = check.CountPieces(&set.Sample, pieces); err != nil {
			return nil, err
		}
	}
	in.NotRead = r.notes.unreadable
	report := newReport(o, in, rows.files, r.notes)
	if test != nil {
		report.testSplits = test.splits
	}
	if unread := report.unread(); o.Reading.Strict && unread != "" {
		return nil, errs.BadInput(o.Files[0], 0, "leave out --strict, or choose with --columns", "not read: %s", unread)
	}
	return report, rows.addTexts(ctx, o.Reading, report)
}

// newReport runs the checks and returns their findings, with the readers' notes in n.
func newReport(o Options, in *check.Input, files []File, n notes) *Report {
	r := &Report{SchemaVersion: schemaVersion, Rows: len(in.Set.Rows), Queries: len(in.Queries), EffectiveQueries: in.EffectiveQueries(),
		Texts: len(in.Set.Texts) - 1, Files: files, NotRead: append([]Reason{}, n.notRead...), Remarks: append([]Reason{}, n.remarks...),
		Findings: []Finding{}, Likeliest: []Finding{}, Shortcuts: in.Shortcuts, Batches: map[string]float64{}, Pieces: in.Pieces,
		unreadable: in.NotRead, input: in, flags: map[string][]check.Flag{}}
	in.Preferences = trainset.NewPreferences(in.Set)
	for i, share := range in.Batches {
		if check.BatchSizes[i] <= r.Rows {
			r.Batches[fmt.Sprint(check.BatchSizes[i])] = share
		}
	}
	for _, f := range files {
		in.FirstRows = append(in.FirstRows, f.FirstRow)
	}
	for _, c := range check.All() {
		r.Checked = append(r.Checked, c.Code)
		if result := c.Summarise(in); result.Title != "" {
			r.flags[c.Code] = result.Flags
			r.Findings = append(r.Findings, newFinding(c, result, ExamplesKept, in, files))
		}
	}
	harm := func(i int) float64 { return check.Severity(r.Findings[i].Severity).Harm(r.Findings[i].Share) }
	sort.SliceStable(r.Findings, func(i, j int) bool { return harm(i) > harm(j) })
	for _, c := range check.Orders() {
		if result := c.Find(in); result.Title != "" {
			r.flags[c.Code] = result.Flags
			r.Likeliest = append(r.Likeliest, newFinding(c, result, len(result.Flags), in, files))
		}
	}
	r.NotChecked = append(append([]string{}, n.notChecked...), notChecked(o, in)...) // the checks above count the rows that they leave out
	return r
}

// newFinding returns the finding of a check with at most examples examples. Their texts are empty: addTexts fills them.
func newFinding(c *check.Check, result check.Found, examples int, in *check.Input, files []File) Finding {
	f := Finding{Code: c.Code, Severity: string(cmp.Or(result.Severity, c.Severity)), Title: result.Title,
		Count: result.Count, Share: result.Share, Advice: c.Advice, Exact: c.Exact, Examples: []Example{}}
	for _, flag := range result.Flags[:min(examples, len(result.Flags))] {
		row := in.Set.Rows[flag.Row]
		f.Examples = append(f.Examples, Example{Row: in.RowNumber(flag.Row), File: files[row.File].Name, Line: int(row.Line),
			Score: float64(flag.Score), Reason: c.Reason(in, flag), Documents: []ExampleDocument{}})
	}
	return f
}

// notChecked returns a sentence for each check that was left out.
func notChecked(o Options, in *check.Input) (sentences []string) {
	labels := check.Lookup("label-error").Undone(in)
	for _, s := range []struct {
		applies  bool
		sentence string
	}{
		{in.Set.IDs > 0, terminal.Plural(in.Set.IDs, "id has", "ids have") +
			" no text: --collection and --topics name the files of texts."},
		{in.Set.Uncut > 0, terminal.Plural(in.Set.Uncut, "text has", "texts have") +
			" no spaces in a script that is not cut into words: checks that compare words see one word."},
		{in.Set.Copies.Left > 0, "Near copies were not looked for among " + terminal.Plural(in.Set.Copies.Left, "text", "texts") +
			": the words of the others fill the memory for them."},
		{in.Shortcuts == nil, "Shortcuts were not measured: fewer than 30 queries have documents of two grades in one row or list."},
		{in.Labels != nil && labels != "", "Labels were not compared with the words of the pairs: " + labels + "."},
		{in.Labels != nil && labels == "" && len(in.Axiomatic) > 0, "Labels of " + in.AxiomaticFiles() +
			" were not compared with the words of the pairs: axioms made them."},
		{in.Preferences.Crowded > 0, terminal.Plural(in.Preferences.Crowded, "row states", "rows state") +
			" too many preferences: they were left out where preferences are compared. Divide such a row."},
		{in.Parts != nil && in.Parts.Cut > 0, "Not all parts were looked for in " + terminal.Plural(in.Parts.Cut, "document", "documents") +
			" that repeat themselves."},
		{in.Set.NearCut > 0, "In " + terminal.Plural(in.Set.NearCut, "row", "rows") +
			" with many documents only the first positives were compared with the negatives."},
		{len(o.Test) == 0 && !slices.Contains(in.Set.Splits, "test"), "Leaks of a test set were not looked for: --test names one."},
		{o.Tokenizer == "", "Word pieces were not counted: --tokenizer names a vocabulary."},
	} {
		if s.applies {
			sentences = append(sentences, s.sentence)
		}
	}
	return sentences
}
