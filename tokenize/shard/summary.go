package shard

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Summary is the report of Inspect on a data directory.
type Summary struct {
	Manifest *Manifest `json:"manifest"` // without its lists of files
	Folders  []Folder  `json:"folders"`
}

// Folder describes the files of one folder.
type Folder struct {
	Name    string           `json:"name"`
	Splits  []splitSummary   `json:"splits"`
	Lengths []lengthStats    `json:"lengths,omitempty"` // for each column of ids
	Columns []string         `json:"columns,omitempty"` // the columns of Rows, in order
	Rows    []map[string]any `json:"rows"`              // the first rows of the folder, with pieces in place of ids
	// Duplicates is the number of rows that repeat an earlier row of their split, apart from the uid.
	Duplicates int `json:"duplicates"`
}

// splitSummary counts a split's files.
type splitSummary struct {
	Name   string         `json:"name"`
	Rows   int            `json:"rows"`
	Shards int            `json:"shards"`
	Bytes  int64          `json:"bytes"`
	Axioms map[string]int `json:"axioms,omitempty"` // rows by axiom, "" for judged rows; empty if rows name no axiom
}

// lengthStats describes the lengths of a column's sequences, in ids.
type lengthStats struct {
	Column  string  `json:"column"`
	Min     int     `json:"min"`
	Mean    float64 `json:"mean"`
	Median  int     `json:"median"`
	P95     int     `json:"p95"`
	Max     int     `json:"max"`
	Limit   int     `json:"limit"`
	AtLimit float64 `json:"at_limit"` // share of sequences as long as the limit: they were cut or just fit
	// Bins count the sequences of 1 .. BinWidth ids, BinWidth+1 .. 2*BinWidth, and so on up to the limit.
	BinWidth int   `json:"bin_width"`
	Bins     []int `json:"bins"`
}

// lengthBins is the approximate number of bins of lengths.
const lengthBins = 32

// finish returns the folder with the statistics of the rows read.
func (f *folderReader) finish() Folder {
	f.Columns, f.Rows = f.rows.Columns, f.rows.Rows
	for i := range f.Splits {
		f.Splits[i].Axioms = f.rows.Axioms[f.Splits[i].Name]
	}
	for _, hashes := range f.rows.Contents {
		slices.Sort(hashes)
		f.Duplicates += len(hashes) - len(slices.Compact(hashes))
	}
	columns := f.Columns
	if len(columns) == 0 || f.rows.Lengths["input"] != nil { // no table
		columns = slices.Sorted(maps.Keys(f.rows.Lengths))
	}
	for _, name := range columns {
		counts := f.rows.Lengths[name]
		if len(counts) == 0 {
			continue
		}
		l := lengthStats{Column: name, Limit: f.limits.MaxLength}
		if name == "query_input_ids" || name == "query_ids" {
			l.Limit = f.limits.MaxQueryLength
		}
		sizes := slices.Sorted(maps.Keys(counts))
		total, sum := 0, 0
		for _, size := range sizes {
			total += counts[size]
			sum += size * counts[size]
		}
		l.Min, l.Max, l.Mean = sizes[0], sizes[len(sizes)-1], float64(sum)/float64(total)
		sumTo := 0
		for _, size := range sizes {
			previous := sumTo
			sumTo += counts[size]
			if previous*2 < total && sumTo*2 >= total {
				l.Median = size
			}
			if previous*20 < total*19 && sumTo*20 >= total*19 {
				l.P95 = size
			}
		}
		l.BinWidth = (l.Limit + lengthBins - 1) / lengthBins
		l.Bins = make([]int, (l.Limit+l.BinWidth-1)/l.BinWidth)
		for size, n := range counts {
			l.Bins[min(max(size-1, 0)/l.BinWidth, len(l.Bins)-1)] += n
		}
		l.AtLimit = float64(counts[l.Limit]) / float64(total)
		f.Lengths = append(f.Lengths, l)
	}
	return f.Folder
}

// total returns the number of a folder's rows.
func (f *Folder) total() (n int) {
	for _, s := range f.Splits {
		n += s.Rows
	}
	return n
}

// Text returns the summary as text for people, its tables in lines of at most width columns (0: of any length).
func (s *Summary) Text(width int) string {
	b := new(strings.Builder)
	m := s.Manifest
	fmt.Fprintf(b, "written by %s, axiomine %s, seed %d\n", m.Command, m.ToolVersion, m.Seed)
	if t := m.Tokenizer; t != nil {
		fmt.Fprintf(b, "vocabulary %s, at most %d ids a sequence, %d a query\n", t.VocabSHA256[:min(12, len(t.VocabSHA256))], t.MaxLength,
			t.MaxQueryLength)
	}
	for _, task := range slices.Sorted(maps.Keys(m.Mixture)) {
		fmt.Fprintf(b, "task %s: %s\n", task, terminal.Plural(m.Mixture[task], "pair", "pairs"))
	}
	for _, warning := range m.WarningLines() {
		fmt.Fprintf(b, "warning: %s\n", warning)
	}
	if len(m.Drawn) > 0 {
		b.WriteString("\n")
		_ = pairs.DrawnTable(s.Manifest.Drawn).WriteText(b, width) // cannot fail: it writes to a builder
		b.WriteString("\n")
	}
	for _, finding := range m.Findings() {
		b.WriteString(finding + "\n")
	}
	for _, f := range s.Folders {
		fmt.Fprintf(b, "\n%s\n", f.Name)
		for _, split := range f.Splits {
			fmt.Fprintf(b, "  %-12s %s in %s, %s\n", split.Name, terminal.Plural(split.Rows, "row", "rows"),
				terminal.Plural(split.Shards, "shard", "shards"),
				terminal.Plural(int(split.Bytes), "byte", "bytes"))
			for _, axiom := range slices.Sorted(maps.Keys(split.Axioms)) {
				fmt.Fprintf(b, "    %-22s %s, %s\n", cmp.Or(axiom, string(pairs.Judged)), terminal.Plural(split.Axioms[axiom], "row", "rows"),
					terminal.Percent(float64(split.Axioms[axiom])/float64(split.Rows)))
			}
		}
		for _, l := range f.Lengths {
			fmt.Fprintf(b, "  %s: %d to %d ids, mean %.1f, median %d, 95 %% at most %d; %s as long as the limit of %d\n",
				l.Column, l.Min, l.Max, l.Mean, l.Median, l.P95, terminal.Percent(l.AtLimit), l.Limit)
		}
		switch total := f.total(); {
		case strings.HasSuffix(f.Name, "-meta"): // the rows of a pair have one origin
		case f.Duplicates > 0:
			fmt.Fprintf(b, "  duplicates: %s of %s say what an earlier one says (%s)\n", terminal.Group(f.Duplicates),
				terminal.Plural(total, "row", "rows"), terminal.Percent(float64(f.Duplicates)/float64(total)))
		default:
			b.WriteString("  duplicates: none\n")
		}
		for i, row := range f.Rows {
			fmt.Fprintf(b, "  row %d\n", i)
			for _, name := range slices.Concat(f.Columns, []string{"line"}) {
				if value, ok := row[name]; ok && value != nil {
					fmt.Fprintf(b, "    %s: %v\n", name, value)
				}
			}
		}
	}
	return b.String()
}

// AnswerText returns a sentence with the number of pairs and the shares of their sources.
func (m *Manifest) AnswerText() string {
	rows, numJudged, numAssumed := 0, 0, 0
	axioms := map[string]bool{}
	for _, d := range m.Drawn {
		rows += d.Rows
		switch {
		case d.Axiom != "":
			axioms[d.Axiom] = true
		case d.NegativeSource == pairs.NegativeAssumed:
			numAssumed += d.Rows
		default:
			numJudged += d.Rows
		}
	}
	if rows == 0 {
		for _, n := range m.Mixture {
			rows += n
		}
		return fmt.Sprintf("The shards hold %s.", terminal.Plural(rows, "pair", "pairs"))
	}
	share := func(n int) float64 { return 100 * float64(n) / float64(rows) }
	var parts []string
	if numJudged > 0 {
		parts = append(parts, fmt.Sprintf("%.0f %% are judged", share(numJudged)))
	}
	if numAssumed > 0 {
		parts = append(parts, fmt.Sprintf("%.0f %% have a relevant document above one that nobody judged", share(numAssumed)))
	}
	if n := rows - numJudged - numAssumed; n > 0 {
		parts = append(parts, fmt.Sprintf("%.0f %% come from %s", share(n), terminal.Plural(len(axioms), "axiom", "axioms")))
	}
	return fmt.Sprintf("The shards hold %s: %s.", terminal.Plural(rows, "pair", "pairs"), strings.Join(parts, ", "))
}
