package traincmd

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"

	"github.com/axiomine/axiomine/tokenize/shard"
	"github.com/axiomine/axiomine/train/report"
)

// ShardsPage draws what Inspect found in a data directory: how long its sequences are, what its rows are made of, and how
// many say what another one says.
func ShardsPage(w io.Writer, s *shard.Summary, command string) error {
	m := s.Manifest
	page := report.Page{Kind: "axiomine shards", Title: "What the shards hold", Command: command}
	pairs, files := 0, 0
	for _, n := range m.Mixture {
		pairs += n
	}
	for _, f := range s.Folders {
		for _, split := range f.Splits {
			files += split.Shards
		}
	}
	page.Facts = [][2]string{{"pairs", strconv.Itoa(pairs)}, {"tasks", strconv.Itoa(len(m.Mixture))}, {"files", strconv.Itoa(files)}, {"seed", fmt.Sprint(m.Seed)}}
	if t := m.Tokenizer; t != nil {
		page.Facts = append(page.Facts, [2]string{"ids a sequence", fmt.Sprintf("at most %d", t.MaxLength)}, [2]string{"of a query", fmt.Sprintf("at most %d", t.MaxQueryLength)})
	}
	for _, what := range slices.Sorted(maps.Keys(m.Warnings)) {
		page.Warnings = append(page.Warnings, fmt.Sprintf("%s: %d", what, m.Warnings[what]))
	}
	page.Warnings = append(page.Warnings, m.Findings()...)
	for i := range s.Folders {
		if f := &s.Folders[i]; len(f.Lengths) > 0 {
			page.Chapters = append(page.Chapters, lengthsChapter(f))
		}
	}
	page.Chapters = append(page.Chapters, sharesChapter("Mixture", "pairs", "task", m.Mixture))
	for i := range s.Folders {
		if f := &s.Folders[i]; len(f.Axioms) > 0 {
			named := maps.Clone(f.Axioms)
			if n, ok := named[""]; ok {
				delete(named, "")
				named["judged"] += n
			}
			page.Chapters = append(page.Chapters, sharesChapter("Axioms in "+f.Name, "rows", "axiom", named))
		}
	}
	page.Chapters = append(page.Chapters, duplicatesChapter(s))
	return page.HTML(w)
}

// lengthsChapter draws a line for each column of ids: the share of its sequences in each bin of lengths.
func lengthsChapter(f *shard.Folder) report.Chapter {
	chart := report.Lines{Caption: "Share of the sequences by length; those at the end of a line reach the limit.", X: "ids in a sequence, up to", Y: "share of the sequences"}
	table := &report.Table{Caption: "Lengths in ids. The last column is the share that was cut, with the few that just fit.", Left: 1,
		Heads: []string{"column", "shortest", "mean", "median", "95 % at most", "longest", "limit", "at the limit"}}
	longest, width := 0, 1
	for _, l := range f.Lengths {
		longest, width = max(longest, l.Limit), max(width, l.BinWidth)
	}
	for end := width; end < longest+width; end += width {
		chart.At = append(chart.At, float64(min(end, longest)))
	}
	for _, l := range f.Lengths {
		counts, total := make([]float64, len(chart.At)), 0.0
		for i, n := range l.Bins {
			counts[min(i*l.BinWidth/width, len(counts)-1)] += float64(n)
			total += float64(n)
		}
		notes := make([]string, len(counts))
		for i := range counts {
			counts[i] /= total
			notes[i] = fmt.Sprintf("%.1f%%", 100*counts[i])
		}
		chart.Series = append(chart.Series, report.Series{Name: l.Column, Values: counts, Notes: notes})
		table.Rows = append(table.Rows, []string{l.Column, strconv.Itoa(l.Min), fmt.Sprintf("%.1f", l.Mean), strconv.Itoa(l.Median), strconv.Itoa(l.P95), strconv.Itoa(l.Max),
			strconv.Itoa(l.Limit), fmt.Sprintf("%.1f%%", 100*l.AtLimit)})
	}
	return report.Chapter{Title: "Lengths in " + f.Name, Chart: chart, Table: table}
}

// sharesChapter draws what share of a whole each name has.
func sharesChapter(title, what, name string, counts map[string]int) report.Chapter {
	total := 0
	for _, n := range counts {
		total += n
	}
	names := slices.Sorted(maps.Keys(counts))
	of := report.Series{Name: what}
	table := &report.Table{Caption: fmt.Sprintf("%d %s.", total, what), Left: 1, Heads: []string{name, what, "share"}}
	for _, name := range names {
		share := float64(counts[name]) / float64(total)
		of.Values = append(of.Values, share)
		of.Notes = append(of.Notes, fmt.Sprintf("%d %s, %.1f%%", counts[name], what, 100*share))
		table.Rows = append(table.Rows, []string{name, strconv.Itoa(counts[name]), fmt.Sprintf("%.2f%%", 100*share)})
	}
	return report.Chapter{Title: title, Table: table,
		Chart: report.Dots{Caption: "Share of the " + what + " by " + name + ".", Axis: "share of the " + what, To: 1, Rows: names, Series: []report.Series{of}}}
}

// duplicatesChapter draws what share of each folder's rows repeats another one.
func duplicatesChapter(s *shard.Summary) report.Chapter {
	of := report.Series{Name: "repeated rows"}
	chart := report.Dots{Caption: "Rows that say what an earlier row of the same split says; a uid says nothing.", Axis: "share of the rows", To: 1}
	table := &report.Table{Caption: "Rows by folder.", Left: 1, Heads: []string{"folder", "rows", "files", "bytes", "repeated", "inputs with several labels"}}
	for _, f := range s.Folders {
		rows, files, bytes := 0, 0, int64(0)
		for _, split := range f.Splits {
			rows, files, bytes = rows+split.Rows, files+split.Shards, bytes+split.Bytes
		}
		share := float64(f.Duplicates) / float64(max(rows, 1))
		chart.Rows = append(chart.Rows, f.Name)
		of.Values = append(of.Values, share)
		of.Notes = append(of.Notes, fmt.Sprintf("%d of %d rows, %.1f%%", f.Duplicates, rows, 100*share))
		table.Rows = append(table.Rows, []string{f.Name, strconv.Itoa(rows), strconv.Itoa(files), strconv.FormatInt(bytes, 10), strconv.Itoa(f.Duplicates), strconv.Itoa(f.Contradictions)})
	}
	chart.Series = []report.Series{of}
	return report.Chapter{Title: "Duplicates", Chart: chart, Table: table}
}
