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
	Manifest *Manifest `json:"manifest"` // the manifest without its lists of files
	Folders  []Folder  `json:"folders"`
}

// Folder describes the files of one folder.
type Folder struct {
	Name    string           `json:"name"`
	Splits  []splitSummary   `json:"splits"`
	Lengths []lengthStats    `json:"lengths,omitempty"` // an entry for each column of ids
	Columns []string         `json:"columns,omitempty"` // the names of the columns, in order; empty if a row is no object
	Rows    []map[string]any `json:"rows"`              // the first rows, with word pieces in place of ids
	// Duplicates is the number of rows that repeat an earlier row of their split, apart from the uid.
	Duplicates int `json:"duplicates"`
}

// splitSummary counts a split's files.
type splitSummary struct {
	Name   string         `json:"name"`
	Rows   int            `json:"rows"`
	Shards int            `json:"shards"`
	Bytes  int64          `json:"bytes"`
	Axioms map[string]int `json:"axioms,omitempty"` // number of rows of each axiom, "" for judged rows; empty if rows name no axiom
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
	AtLimit float64 `json:"at_limit"` // the share of sequences as long as the limit: they were cut or just fit
	// Bins count the sequences of 1 .. BinWidth ids, BinWidth+1 .. 2*BinWidth, and so on up to the limit.
	BinWidth int   `json:"bin_width"`
	Bins     []int `json:"bins"`
}

// finish returns the folder with the statistics of the rows that were read.
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
	if len(columns) == 0 || f.rows.Lengths["input"] != nil { // the files are no tables
		columns = slices.Sorted(maps.Keys(f.rows.Lengths))
	}
	for _, name := range columns {
		counts := f.rows.Lengths[name]
		if len(counts) == 0 {
			continue
		}
		limit := f.limits.MaxLength
		if name == "query_input_ids" || name == "query_ids" {
			limit = f.limits.MaxQueryLength
		}
		f.Lengths = append(f.Lengths, describeLengths(name, counts, limit))
	}
	return f.Folder
}

// describeLengths returns the statistics of a column whose sequences have at most limit ids. counts has the number of sequences of each
// length.
func describeLengths(column string, counts map[int]int, limit int) lengthStats {
	const wantedBins = 32
	sizes := slices.Sorted(maps.Keys(counts))
	total, sum := 0, 0
	for _, size := range sizes {
		total += counts[size]
		sum += size * counts[size]
	}
	l := lengthStats{Column: column, Limit: limit, Min: sizes[0], Max: sizes[len(sizes)-1], Mean: float64(sum) / float64(total)}
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
	l.BinWidth = (limit + wantedBins - 1) / wantedBins
	l.Bins = make([]int, (limit+l.BinWidth-1)/l.BinWidth)
	for size, n := range counts {
		l.Bins[min(max(size-1, 0)/l.BinWidth, len(l.Bins)-1)] += n
	}
	l.AtLimit = float64(counts[limit]) / float64(total)
	return l
}

// Text returns the summary as text for people. Lines of tables have at most width columns; 0 means that they have any length.
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
		total := 0
		for _, split := range f.Splits {
			total += split.Rows
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
		switch {
		case strings.HasSuffix(f.Name, "-meta"): // several rows of a pair repeat its origin
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
