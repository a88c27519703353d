package audit

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/gen/audit/internal/check"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Worst returns a sentence with the most harmful findings, and with the number of unreadable rows.
func (r *Report) Worst() string {
	const mostNamed = 3
	rows, scope := terminal.Plural(r.Rows, "row", "rows"), ""
	if r.unreadable > 0 {
		rows = fmt.Sprintf("%s of %s, %s not read", terminal.Group(r.Rows), terminal.Plural(r.Rows+r.unreadable, "row", "rows"),
			terminal.Group(r.unreadable))
		scope = ", in " + rows
	}
	findings := slices.DeleteFunc(slices.Clone(r.Findings), func(f Finding) bool { return f.Code == check.UnreadableRow })
	if len(findings) == 0 {
		return fmt.Sprintf("Nothing was found in %s.", rows)
	}
	lead := map[bool]string{true: "Noted: ", false: "Worst: "}[findings[0].Severity == string(check.Note)]
	worst, others := lead+r.claim(findings[0]), ""
	for _, f := range findings[1:min(mostNamed, len(findings))] {
		others += ", " + strings.TrimSpace(f.Code+" "+r.percent(f.Share))
	}
	if others != "" {
		others = "; then " + others[len(", "):]
	}
	return worst + others + scope + "."
}

// claim returns a finding as a clause, such as "2 of 40 rows contradict another row (5.0 %, contradiction)".
func (r *Report) claim(f Finding) string {
	if len(f.Examples) == 0 {
		return fmt.Sprintf("%s (%s)", f.Title, f.Code)
	}
	_, verb, _ := strings.Cut(f.Title, " row") // the title begins with "1 row repeats" or "2 rows repeat"
	share := r.percent(f.Share)
	if share != "" {
		share += ", "
	}
	return fmt.Sprintf("%s of %s %s (%s%s)", terminal.Group(f.Count), terminal.Plural(r.Rows, "row", "rows"),
		strings.TrimPrefix(strings.TrimPrefix(verb, "s"), " "), share, f.Code)
}

// OtherEncoding returns the encoding in which the files should be read again; "" if the encoding may be right. It is probably wrong if
// bytes were replaced and at least 1 % of the rows have garbled text. If fewer have, only some texts are broken.
func (r *Report) OtherEncoding() string {
	isReplaced := slices.ContainsFunc(r.Remarks, func(n Reason) bool { return n.Reason == read.InvalidBytes })
	isGarbled := slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Code == check.GarbledText && f.Share >= .01 })
	if isGarbled && isReplaced {
		return read.Mixed
	}
	return ""
}

// Unchecked returns one line on the checks that were left out and why; "" if all were done.
func (r *Report) Unchecked() string {
	if len(r.NotChecked) == 0 {
		return ""
	}
	return "Not checked: " + strings.Join(r.NotChecked, " ")
}

// Reading returns a line for each test set of which only one split was read. Then it returns a line for each way in which columns were
// read: the number of rows, the meaning of the columns, and the columns that are not used.
func (r *Report) Reading() []string {
	tables := lists.Map(r.Files, func(f File) read.ReadTable { return read.ReadTable{Name: f.Name, Columns: f.Columns, Rows: f.Rows} })
	return append(slices.Clone(r.testSplits), read.TableLines(tables)...)
}

// leastRows is the minimum number of rows for which shares are shown. For fewer, the counts are enough.
const leastRows = 20

// percent returns a share of the rows in percent; "" if there are fewer than leastRows.
func (r *Report) percent(share float64) string {
	if r.Rows < leastRows {
		return ""
	}
	return percent(share)
}

func percent(share float64) string {
	if share > 0 && share < 0.0005 {
		return "< 0.1 %"
	}
	return terminal.Percent(share)
}

// scorerNames maps the name of a scorer to a description of its features.
var scorerNames = map[string]string{"length": "the length", "marks": "punctuation, capitals, digits, ending",
	"position": "the place in the list",
	"document": "the document's words, no query", "query": "the query's words, no document",
	"overlap": "the query's words in the document", "bm25": "BM25",
	"together": "all but the words"}

// Results returns the report for the terminal, with at most examples examples of each finding.
func (r *Report) Results(examples int) *table.Results {
	out := new(table.Results)
	out.Object = r
	for _, line := range r.Reading() {
		out.Say("%s", line)
	}
	out.Say("%s", r.Worst())
	if unchecked := r.Unchecked(); unchecked != "" {
		out.Say("%s", unchecked)
	}
	findings := &table.Table{Name: "findings", Columns: append(table.Left("severity", "code"), table.Right("rows", "share")...)}
	for _, f := range r.Findings {
		findings.Add(f.Severity, f.Code, terminal.Group(f.Count), r.percent(f.Share))
	}
	out.Table(findings)
	for _, f := range r.Findings {
		out.Say("%s: %s. %s", f.Code, f.Title, f.Advice)
		sayExamples(out, f.Examples, examples)
	}
	if r.Shortcuts != nil {
		scorers := &table.Table{Name: "shortcuts", Columns: append(table.Left("a scorer that sees only"), table.Right("orders right",
			"at least")...),
			Title: fmt.Sprintf("Shortcuts, on %s of %s that the scorer was not fitted on", terminal.Plural(r.Shortcuts.Pairs, "pair", "pairs"),
				terminal.Plural(r.Shortcuts.Queries, "query", "queries"))}
		for _, reach := range r.Shortcuts.Reached {
			scorers.Add(scorerNames[reach.Name], percent(reach.Share), percent(reach.Low))
		}
		out.Table(scorers)
		out.Say("Left to learn: %s of the pairs.", percent(r.Shortcuts.Left))
	}
	for _, f := range r.Likeliest {
		out.Say("%s: %s. %s", f.Code, f.Title, f.Advice)
		sayExamples(out, f.Examples, examples)
	}
	if r.Changes != nil {
		changes := &table.Table{Name: "changes", Title: "Changes since the baseline", Columns: append(table.Left("code"),
			table.Right("before", "now")...)}
		for _, c := range r.Changes {
			changes.Add(c.Code, strconv.Itoa(c.Earlier), strconv.Itoa(c.Now))
		}
		out.Table(changes)
		if len(r.Changes) == 0 {
			out.Say("Nothing changed since the baseline.")
		}
	}
	for _, line := range r.reasons() {
		out.Say("%s", line)
	}
	return out
}

// reasons returns a line for each reason and each remark. It leaves out columns: Reading has them.
func (r *Report) reasons() (lines []string) {
	for _, n := range r.NotRead {
		if n.What != unreadColumns {
			lines = append(lines, "not read, "+n.line())
		}
	}
	return append(lines, lists.Map(r.Remarks, func(n Reason) string { return "noted, " + n.line() })...)
}

// sayExamples adds at most most examples, with a line for each text.
func sayExamples(out *table.Results, list []Example, most int) {
	for _, e := range list[:min(most, len(list))] {
		out.Say("  row       %s: %s", e.place(), e.Reason)
		if e.Query != "" {
			out.Say("  query     %s", firstLine(e.Query))
		}
		for _, d := range e.Documents {
			out.Say("  %-8s  %s", d.Role, firstLine(d.Text))
		}
	}
}

// firstLine returns the beginning of a text, without its line breaks.
func firstLine(text string) string {
	return terminal.Begin(strings.Join(strings.Fields(text), " "), 100)
}

// Change holds the counts of a finding in an earlier audit and in this one. They differ.
type Change struct {
	Code    string `json:"code"`
	Earlier int    `json:"before"`
	Now     int    `json:"now"`
}

// Compare reads an earlier audit.json and sets Changes.
func (r *Report) Compare(path string) error {
	raw, err := safefile.ReadFile(path, safefile.Whole)
	if err != nil {
		return errs.CannotOpen(path, err)
	}
	var earlier struct {
		SchemaVersion int        `json:"schema_version"`
		Findings      *[]Finding `json:"findings"`
	}
	if err := json.Unmarshal(raw, &earlier); err != nil || earlier.Findings == nil || earlier.SchemaVersion != schemaVersion {
		return errs.BadInput(path, 0, "name the audit.json of an earlier audit", "no audit of schema version %d", schemaVersion)
	}
	old, now := countsOf(*earlier.Findings), countsOf(r.Findings)
	r.Changes = []Change{}
	for _, code := range r.Checked {
		if old[code] != now[code] {
			r.Changes = append(r.Changes, Change{code, old[code], now[code]})
		}
	}
	return nil
}

func countsOf(findings []Finding) map[string]int {
	counts := map[string]int{}
	for _, f := range findings {
		counts[f.Code] = f.Count
	}
	return counts
}
