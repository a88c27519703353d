package commands

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"

	"github.com/axiomine/axiomine/axioms/catalogue"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard"
	"github.com/spf13/cobra"
)

func newShardInspect() *cobra.Command {
	var common cli.Common
	var rows int
	var figure string
	cmd := &cobra.Command{
		Use:     "inspect DIR",
		Short:   "show a data directory as a trainer sees it: rows, lengths, truncation, mixture, duplicates",
		Args:    cli.Args(1, 1, "a directory with a manifest.json"),
		Example: "  axiomine tokenize inspect OUT/shards\n  axiomine tokenize inspect --rows 2 --json --figure shards.html OUT/shards",
	}
	cmd.Flags().StringVar(&figure, "figure", "", "draw lengths, mixture and duplicates into this HTML file too")
	cmd.Flags().IntVar(&rows, "rows", 3, "rows shown of each folder")
	common.Form.Add(cmd)
	common.AddSpeech(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if rows < 0 {
			return errs.BadUsage("give 0 or more", "--rows %d is negative", rows)
		}
		printer, err := common.Printer()
		if err != nil {
			return err
		}
		printer.Steps(progress.Step{Name: "inspect", Title: "reading shards"})
		st := printer.Stage("inspect", "shards", 0)
		s, err := shard.Inspect(cmd.Context(), args[0], rows, st)
		st.Done()
		if err != nil {
			return err
		}
		if figure != "" {
			if err := cli.WriteFile(figure, true, func(w io.Writer) error {
				return writeShardPage(w, s, cli.Line(cmd), cli.PageCommand(cmd, "tokenize", "verify", args[0]))
			}); err != nil {
				return err
			}
		}
		results := table.Single(splitTable(s))
		if results.Object = s; common.Text() {
			return cli.Print(cmd, s.Manifest.AnswerText()+"\n"+s.Text(cli.Width()))
		}
		return common.Show(cmd, results)
	}
	return cmd
}

// splitTable counts the rows of every folder and split.
func splitTable(s *shard.Summary) *table.Table {
	t := &table.Table{Name: "splits", Columns: append(table.Left("folder", "split"), table.Right("rows", "shards", "bytes")...)}
	for _, f := range s.Folders {
		for _, split := range f.Splits {
			t.Add(f.Name, split.Name, strconv.Itoa(split.Rows), strconv.Itoa(split.Shards), strconv.FormatInt(split.Bytes, 10))
		}
	}
	return t
}

// writeShardPage writes the results of shard.Inspect on a data directory as one HTML page: the lengths of its
// sequences, the sources of its rows, and the repeated rows. command makes the page again, and verify checks every
// byte of the directory.
func writeShardPage(w io.Writer, s *shard.Summary, command, verify string) error {
	m := s.Manifest
	p := page.Page{Kind: "axiomine shards", Title: "What the shards hold", Found: m.AnswerText(), Sure: confidenceText(s), Command: command,
		Next: page.Next{Why: "whether every byte is as it was written", Command: verify}}
	total, files := 0, 0
	for _, n := range m.Mixture {
		total += n
	}
	for _, f := range s.Folders {
		for _, split := range f.Splits {
			files += split.Shards
		}
	}
	p.Facts = [][2]string{{"pairs", terminal.Group(total)}, {"tasks", strconv.Itoa(len(m.Mixture))}, {"files", terminal.Group(files)},
		{"seed", fmt.Sprint(m.Seed)}}
	if t := m.Tokenizer; t != nil {
		p.Facts = append(p.Facts, [2]string{"ids a sequence", fmt.Sprintf("at most %d", t.MaxLength)},
			[2]string{"ids a query", fmt.Sprintf("at most %d", t.MaxQueryLength)})
	}
	p.Warnings = append(m.WarningLines(), m.Findings()...)
	for i := range s.Folders {
		if f := &s.Folders[i]; len(f.Lengths) > 0 {
			p.Sections = append(p.Sections, lengthsSection(f))
		}
	}
	var names []string
	for _, d := range m.Drawn {
		names = append(names, d.Axiom)
	}
	p.Glossary = catalogue.Meanings(names)
	tasks, pools := map[string]map[string]int{}, map[string]map[string]int{} // by split
	for _, d := range m.Drawn {
		add(tasks, d.Split, d.Task, d.Rows)
		add(pools, d.Split, d.Pool(), d.Rows)
	}
	if len(m.Drawn) == 0 {
		tasks["all"] = m.Mixture
	}
	p.Sections = append(p.Sections, sharesSection("Mixture", "pairs", "task", tasks))
	if len(m.Drawn) > 0 {
		section := sharesSection("What was drawn", "pairs", "pool", pools)
		section.Table = &table.Table{Caption: shard.DrawnCaption,
			Columns: table.Mixed(3, shard.DrawnHeads...), Rows: shard.DrawnRows(m.Drawn)}
		p.Sections = append(p.Sections, section)
	}
	for i := range s.Folders {
		axioms := map[string]map[string]int{}
		for _, split := range s.Folders[i].Splits {
			for axiom, n := range split.Axioms {
				add(axioms, split.Name, cmp.Or(axiom, string(pairs.Judged)), n)
			}
		}
		if len(axioms) > 0 {
			p.Sections = append(p.Sections, sharesSection("Axioms in "+s.Folders[i].Name, "rows", "axiom", axioms))
		}
	}
	p.Sections = append(p.Sections, duplicatesSection(s))
	return p.HTML(w)
}

// confidenceText returns the number of rows read, the share of repeated ones, and the share of
// truncated sequences.
func confidenceText(s *shard.Summary) string {
	rows, numRepeated, cut := 0, 0, 0.0
	for _, f := range s.Folders {
		for _, split := range f.Splits {
			rows += split.Rows
		}
		numRepeated += f.Duplicates
		for _, l := range f.Lengths {
			cut = max(cut, l.AtLimit)
		}
	}
	text := fmt.Sprintf("All of %s in all folders were read: %s repeat another one of their folder", terminal.Plural(rows, "row", "rows"),
		terminal.Percent(float64(numRepeated)/float64(max(rows, 1))))
	if cut == 0 {
		return text + ", and no sequence reaches its limit."
	}
	return text + fmt.Sprintf(", and at most %s of a column's sequences reach their limit.", terminal.Percent(cut))
}

// lengthsSection draws a line for each column of ids: the share of its sequences in each bin of
// lengths.
func lengthsSection(f *shard.Folder) page.Section {
	chart := page.Lines{Caption: "Share of the sequences by length; those at the end of a line reach the limit.",
		X: "ids in a sequence, up to", Y: "share of the sequences"}
	numbers := &table.Table{Caption: "Lengths in ids. The last column is the share that was cut, with the few that just fit.",
		Columns: table.Mixed(1, "column", "shortest", "mean", "median", "95 % at most", "longest", "limit", "at the limit")}
	longest, width := 0, 1
	for _, l := range f.Lengths {
		longest, width = max(longest, l.Limit), max(width, l.BinWidth)
	}
	for end := width; end < longest+width; end += width {
		chart.Xs = append(chart.Xs, float64(min(end, longest)))
	}
	for _, l := range f.Lengths {
		counts, total := make([]float64, len(chart.Xs)), 0.0
		for i, n := range l.Bins {
			counts[min(i*l.BinWidth/width, len(counts)-1)] += float64(n)
			total += float64(n)
		}
		notes := make([]string, len(counts))
		for i := range counts {
			counts[i] /= total
			notes[i] = terminal.Percent(counts[i])
		}
		chart.Series = append(chart.Series, page.Series{Name: l.Column, Values: counts, Notes: notes})
		numbers.Add(l.Column, strconv.Itoa(l.Min), fmt.Sprintf("%.1f", l.Mean), strconv.Itoa(l.Median),
			strconv.Itoa(l.P95), strconv.Itoa(l.Max), strconv.Itoa(l.Limit), terminal.Percent(l.AtLimit))
	}
	return page.Section{Title: "Lengths in " + f.Name, Figure: chart.Figure(), Table: numbers}
}

// add adds n to the count of a name in a split.
func add(counts map[string]map[string]int, split, name string, n int) {
	if counts[split] == nil {
		counts[split] = map[string]int{}
	}
	counts[split][name] += n
}

// sharesSection draws the share of every name in each split.
func sharesSection(title, unit, name string, counts map[string]map[string]int) page.Section {
	order := []string{"all", "test", "validation", "dev", "train"} // and others, the last one first
	splits := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(slices.Index(order, b), slices.Index(order, a)), cmp.Compare(a, b))
	})
	var names []string
	for _, byName := range counts {
		names = slices.AppendSeq(names, maps.Keys(byName))
	}
	slices.Sort(names)
	names = slices.Compact(names)
	chart := page.Dots{Caption: "Share of a split's " + unit + " by " + name + ".", Axis: "share of the split's " + unit, High: 1, Rows: names}
	numbers := &table.Table{Caption: "Each split has its own shares.",
		Columns: table.Mixed(2, "split", name, unit, "share")}
	for _, split := range splits {
		total := 0
		for _, n := range counts[split] {
			total += n
		}
		series := page.Series{Name: split}
		for _, name := range names {
			n := counts[split][name]
			share := float64(n) / float64(max(total, 1))
			series.Values = append(series.Values, share)
			series.Notes = append(series.Notes, fmt.Sprintf("%s of %s %s, %s", terminal.Group(n), terminal.Group(total), unit,
				terminal.Percent(share)))
			if n > 0 {
				numbers.Add(split, name, strconv.Itoa(n), terminal.Percent(share))
			}
		}
		chart.Series = append(chart.Series, series)
	}
	section := page.Section{Title: title, Table: numbers}
	if len(names) > 1 { // else every share is 1
		section.Figure = chart.Figure()
	}
	return section
}

// duplicatesSection draws the share of repeated rows in each folder.
func duplicatesSection(s *shard.Summary) page.Section {
	series := page.Series{Name: "repeated rows"}
	chart := page.Dots{Caption: "Rows that are equal to an earlier row of the same split in all columns but uid.",
		Axis: "share of the rows", High: 1}
	numbers := &table.Table{Caption: "Rows by folder.",
		Columns: table.Mixed(1, "folder", "rows", "files", "bytes", "repeated", "inputs with several labels")}
	for _, f := range s.Folders {
		rows, files, bytes := 0, 0, int64(0)
		for _, split := range f.Splits {
			rows, files, bytes = rows+split.Rows, files+split.Shards, bytes+split.Bytes
		}
		share := float64(f.Duplicates) / float64(max(rows, 1))
		chart.Rows = append(chart.Rows, f.Name)
		series.Values = append(series.Values, share)
		series.Notes = append(series.Notes, fmt.Sprintf("%s of %s, %s", terminal.Group(f.Duplicates), terminal.Plural(rows, "row", "rows"),
			terminal.Percent(share)))
		numbers.Add(f.Name, strconv.Itoa(rows), strconv.Itoa(files), strconv.FormatInt(bytes, 10),
			strconv.Itoa(f.Duplicates), strconv.Itoa(f.Contradictions))
	}
	chart.Series = []page.Series{series}
	return page.Section{Title: "Duplicates", Figure: chart.Figure(), Table: numbers}
}
