package report

import (
	"bufio"
	"fmt"
	"html/template"
	"io"
	"maps"
	"slices"
	"strings"
)

// HTML writes the sweep as one page: figures inline, no script, nothing fetched.
func (s *Sweep) HTML(w io.Writer) error {
	findings := s.findings()
	return writePage(w, pageData{Kind: "axiomine sweep report", Title: s.title(), Style: template.CSS(pageStyle), Findings: findings, Facts: s.facts(),
		Warnings: s.warnings(), Sections: s.sections(), Command: s.Command, Seeds: s.seedsText(), Versions: versionsText(s.Versions), Runs: true})
}

func (s *Sweep) title() string {
	return fmt.Sprintf("%s tried on dev, %s on test", Plural(len(s.Cells), "setting", "settings"), Plural(len(s.Chosen), "experiment", "experiments"))
}

// findings are what the tests of the main measure say, experiment by experiment.
func (s *Sweep) findings() []finding {
	var list []finding
	for i := range s.Chosen {
		c := &s.Chosen[i]
		for _, t := range c.Tests {
			if t.Measure == s.Measure && t.Split == "test" && t.A != c.result.firstStage() {
				f := t.finding()
				f.Claim = capital(c.label()) + ": " + f.Claim
				list = append(list, f)
				break
			}
		}
	}
	return list
}

func (s *Sweep) facts() []fact {
	epochs, pairs := 0, 0
	for _, c := range s.Cells {
		epochs, pairs = epochs+c.Epochs, pairs+c.Pairs
	}
	list := []fact{{"settings tried on dev", grouped(len(s.Cells))}, {"experiments tested", grouped(len(s.Chosen))}, {"tests under Holm's adjustment", grouped(s.Tests)},
		{"cost of the grid", grouped(epochs) + " epochs, " + grouped(pairs) + " pairs"}}
	for i := range s.Chosen {
		if r := s.Chosen[i].result; s.Chosen[i].On == "" {
			return append([]fact{{"collection", r.Protocol.Collection}, {"candidates", r.Protocol.Candidates}}, list...)
		}
	}
	return list
}

func (s *Sweep) seedsText() string {
	var list []string
	for i := range s.Chosen {
		if text := capital(s.Chosen[i].result.seedsText()); !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return strings.Join(list, "; ")
}

// warnings are those of all experiments, each once.
func (s *Sweep) warnings() []string {
	var list []string
	for i := range s.Chosen {
		for _, w := range s.Chosen[i].result.Warnings {
			if !slices.Contains(list, w) {
				list = append(list, w)
			}
		}
	}
	return list
}

// sections goes from what was chosen to its grounds, then to each experiment's own figures.
func (s *Sweep) sections() []section {
	var list []section
	add := func(title string, f *figure, t *table, folded bool) {
		x := section{Title: title, Figure: f, Folded: folded}
		if t != nil && len(t.rows) > 0 {
			x.Table = t.forPage()
			x.Table.Folded = f != nil || len(t.rows) > longTable
		}
		if x.Figure != nil || x.Table != nil {
			list = append(list, x)
		}
	}
	add("Chosen on dev, then tested", nil, s.chosenTable(), false)
	axis, groups := s.curveGroups()
	for i := range groups {
		title := "Learning curve"
		if groups[i].name != "" {
			title += ": " + groups[i].name
		}
		add(title, groups[i].figure(axis, s.Measure), groups[i].table(axis), false)
	}
	for i, m := range s.heatMaps() {
		add(m.title(s.Measure), m.figure(s.Measure), nil, i >= openMaps)
	}
	for _, t := range s.publishedTables() {
		add(t.title, nil, t, false)
	}
	add("Every setting on dev", nil, s.cellsTable(), false)
	add("Tests", nil, s.testsTable(), false)
	for i := range s.Chosen {
		c := &s.Chosen[i]
		r, label := c.result, capital(c.label())
		for _, t := range c.Tests {
			if t.Measure == s.Measure && t.Split == "test" && t.A != r.firstStage() {
				add(label+": gain per query, "+t.A+" → "+t.B, r.gainFigure(t), nil, i > 0)
				break
			}
		}
		add(label+": axioms fulfilled before and after", r.fulfilmentFigure(), nil, i > 0)
		add(label+": length skew of the pools", r.skewFigure(), nil, i > 0)
		add(label+": training", r.trainingFigure(), nil, i > 0)
	}
	add("Where each number comes from", nil, s.commandsTable(), false)
	return list
}

// openMaps is how many maps are shown at once.
const openMaps = 2

func (s *Sweep) chosenTable() *table {
	t := &table{title: "Chosen on dev, then tested", columns: left("experiment", "setting without axioms", "setting with")}
	t.columns = append(t.columns, right("of", "dev", "before", "after", "difference", "95 % interval", "Holm p")...)
	t.caption = fmt.Sprintf("Each arm takes the setting with its best dev %s, seed by seed and fold by fold; the one taken most often stands here. Before and after are the two systems that the "+
		"test queries compare: judged pairs alone and with axiomatic ones, each at its best, where both were trained. Holm's adjustment covers all %s; below 0.05 it is bold.",
		s.Measure, Plural(s.Tests, "test", "tests"))
	for i := range s.Chosen {
		c := &s.Chosen[i]
		row := plain(c.label(), settingsText(c.Before), settingsText(c.Over), grouped(c.Settled), score(c.Dev), none, none, none, none, none)
		for _, test := range c.Tests {
			if test.Measure == s.Measure && test.Split == "test" {
				copy(row[5:], plain(score(test.MeanA), score(test.MeanB), signed(test.Diff, 4), interval(test.CI95, 3), pvalue(test.HolmP)))
				row[9].strong = test.HolmP < 0.05
				break
			}
		}
		t.rows = append(t.rows, row)
	}
	return t
}

func (s *Sweep) cellsTable() *table {
	t := &table{title: "Every setting on dev", columns: left("setting", "arm")}
	t.columns = append(t.columns, right("dev "+s.Measure, "over seeds", "epochs", "pairs")...)
	t.caption = "Mean over seeds and folds at the epoch that was best on dev, with the lowest and highest of them; epochs and pairs are what the setting cost. What an arm took most often is bold."
	for _, c := range s.Cells {
		row := plain(settingsText(c.Per, c.Over), c.Arm, score(c.Dev), none, grouped(c.Epochs), grouped(c.Pairs))
		if len(c.Seeds) > 1 {
			lo, hi := span(c.Seeds)
			row[3].text = short(lo) + "–" + short(hi)
		}
		row[2].strong = slices.ContainsFunc(s.Chosen, func(of Chosen) bool {
			return of.On == "" && slices.Equal(of.Per, c.Per) && (slices.Equal(of.Over, c.Over) || slices.Equal(of.Before, c.Over))
		})
		t.rows = append(t.rows, row)
	}
	return t
}

func (s *Sweep) testsTable() *table {
	all := &Result{}
	var labels []string
	for i := range s.Chosen {
		for _, t := range s.Chosen[i].Tests {
			all.Tests = append(all.Tests, t)
			labels = append(labels, s.Chosen[i].label())
		}
	}
	t := all.testsTable()
	t.columns = slices.Insert(t.columns, 0, column{name: "experiment", left: true})
	for i := range t.rows {
		t.rows[i] = slices.Insert(t.rows[i], 0, cell{text: labels[i]})
	}
	return t
}

// publishedTables are those of the experiments of which something was published, a remark in the first only.
func (s *Sweep) publishedTables() []*table {
	var list []*table
	said := map[string]bool{}
	for i := range s.Chosen {
		c := &s.Chosen[i]
		t := c.result.publishedTable()
		t.title += ": " + c.label()
		t.rows = slices.DeleteFunc(t.rows, func(row []cell) bool {
			source, before := row[0].text, said[row[0].text]
			said[source] = said[source] || row[1].text == none
			return before
		})
		if len(t.rows) > 0 {
			list = append(list, t)
		}
	}
	return list
}

func (s *Sweep) commandsTable() *table {
	t := &table{title: "Where each number comes from", columns: left("experiment", "command", "seeds", "record")}
	t.caption = "Each experiment by itself: the same numbers but for Holm's adjustment, which then covers that experiment only. The settings on dev come from the sweep's own command."
	for i := range s.Chosen {
		c := &s.Chosen[i]
		t.rows = append(t.rows, plain(c.label(), c.Command, c.result.seedsText(), c.Result))
	}
	return t
}

// tables lists what text and Markdown show.
func (s *Sweep) tables() []*table {
	list := []*table{s.chosenTable()}
	axis, groups := s.curveGroups()
	for i := range groups {
		t := groups[i].table(axis)
		if t.title = "Learning curve"; groups[i].name != "" {
			t.title += ": " + groups[i].name
		}
		list = append(list, t)
	}
	list = append(list, s.publishedTables()...)
	list = append(list, s.cellsTable(), s.testsTable(), s.commandsTable())
	return slices.DeleteFunc(list, func(t *table) bool { return len(t.rows) == 0 })
}

// Markdown writes the sweep for a repository or an issue.
func (s *Sweep) Markdown(w io.Writer) error {
	return document{title: s.title(), findings: sentences(s.findings()), tables: s.tables(), command: s.Command, seeds: s.seedsText(),
		versions: s.Versions}.write(w)
}

// Text writes the sweep for a terminal.
func (s *Sweep) Text(w io.Writer) error {
	out := bufio.NewWriter(w)
	if err := s.Summary(out); err != nil {
		return err
	}
	for _, t := range s.tables()[1:] {
		fmt.Fprintf(out, "\n%s\n\n", t.title)
		t.writeText(out)
	}
	fmt.Fprintf(out, "\ncommand   %s\nseeds     %s\nversions  %s\n", s.Command, s.seedsText(), versionsText(s.Versions))
	return out.Flush()
}

const sweepBar = 30

// Summary writes every cell with its dev value as a bar, then what was chosen and tested, for the end of a command.
func (s *Sweep) Summary(w io.Writer) error {
	out := bufio.NewWriter(w)
	width, best := 0, 0.0
	for _, c := range s.Cells {
		width, best = max(width, len(c.Arm)+2+len(settingsText(c.Per, c.Over))), max(best, c.Dev)
	}
	fmt.Fprintf(out, "dev %s of every setting\n\n", s.Measure)
	for _, c := range s.Cells {
		n := 0
		if best > 0 {
			n = max(0, int(c.Dev/best*sweepBar))
		}
		fmt.Fprintf(out, "%-*s  %.4f %s\n", width, c.Arm+"  "+settingsText(c.Per, c.Over), c.Dev, strings.Repeat("█", n))
	}
	fmt.Fprintf(out, "\nchosen on dev, then tested; Holm's adjustment covers all %s\n\n", Plural(s.Tests, "test", "tests"))
	for i := range s.Chosen {
		c := &s.Chosen[i]
		fmt.Fprintf(out, "%s: most often %s with axioms (dev %.4f, each arm the best of %d)\n", c.label(), settingsText(c.Over), c.Dev, c.Settled)
		for _, t := range c.Tests {
			fmt.Fprintf(out, "  %s → %s: %.4f → %.4f, %+.4f [%+.3f, %+.3f], Holm p %.2g\n", t.A, t.B, t.MeanA, t.MeanB, t.Diff, t.CI95[0], t.CI95[1], t.HolmP)
		}
	}
	return out.Flush()
}

// versionsText gives "axiomine 0.1.0, go 1.26".
func versionsText(versions map[string]string) string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(versions)) {
		list = append(list, name+" "+versions[name])
	}
	return strings.Join(list, ", ")
}
