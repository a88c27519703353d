package sweep

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/axioms/catalogue"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train/report"
)

// page returns the page of the sweep: the choice, then the evidence. Text and JSON have the same tables. Every experiment also has a page.
func (s *Sweep) page() *page.Page {
	title := fmt.Sprintf("%s tried on dev, %s on test", terminal.Plural(len(s.Cells), "setting", "settings"),
		terminal.Plural(len(s.Chosen), "experiment", "experiments"))
	p := &page.Page{Kind: "axiomine sweep report", Title: title,
		Found: answerText(s.Chosen, s.Cells, s.Measure), Sure: confidenceText(s.Chosen, s.Tests, s.Measure),
		Glossary: catalogue.Meanings(distinct(s.Chosen, (*report.Result).Axioms)), Findings: findings(s.Chosen), Facts: s.facts(),
		Warnings: distinct(s.Chosen, func(r *report.Result) []string { return r.Warnings }), Command: s.Command,
		Seeds: seedsText(s.Chosen), Versions: s.Versions, Runs: true}
	for _, u := range s.ListUnmet() {
		p.Warnings = append(p.Warnings, u.String())
	}
	if len(s.Chosen) > 0 {
		p.Next = page.Next{Why: "the experiment of " + s.Chosen[0].Label() + " alone", Command: s.Chosen[0].Command}
	}
	var others []page.Section
	for i, g := range s.curveGroups() {
		section := g.section()
		section.Folded = i >= openCurves
		if g.axis == configs.RatioKey {
			p.Sections = append(p.Sections, section)
		} else {
			others = append(others, section)
		}
	}
	p.Sections = append(append(p.Sections, page.Section{Table: chosenTable(s.Chosen, s.Measure, s.Tests)}), others...)
	for _, t := range publishedTables(s.Chosen) {
		p.Sections = append(p.Sections, page.Section{Table: t})
	}
	p.Sections = append(p.Sections, page.Section{Table: choicesTable(s.Chosen, s.Measure)}, page.Section{Table: testsTable(s.Chosen)})
	p.Sections = append(p.Sections, page.Section{Table: commandsTable(s.Chosen)})
	return p
}

// HTML writes the sweep as one page with inline figures. It needs no script and no network.
func (s *Sweep) HTML(w io.Writer) error { return s.page().HTML(w) }

// findings returns findings that no table shows: experiments whose dev queries chose no axioms, and arms that training made worse.
func findings(experiments []BestExperiment) (list []page.Finding) {
	var same []string
	for _, c := range experiments {
		if h := c.result.Headline; h != nil && report.Arms(c.result.Arms).HaveNoAxioms(h.B) {
			same = append(same, c.Label())
		}
		for _, f := range report.FindUnlearned(c.result) {
			f.Claim = page.Capital(c.Label()) + ": " + f.Claim
			list = append(list, f)
		}
	}
	if len(same) > 0 {
		list = slices.Insert(list, 0, page.Finding{Claim: "Dev chose no axioms",
			Evidence: "no setting with axioms was better there than judged pairs alone, so that both arms have the same model (" +
				strings.Join(same, ", ") + ")"})
	}
	return list
}

func (s *Sweep) countText() string {
	return terminal.Different(len(s.Cells), s.Different, "cell", "cells")
}

func (s *Sweep) facts() [][2]string {
	epochs, pairs := 0, 0
	for _, c := range s.Cells {
		epochs, pairs = epochs+c.Epochs, pairs+c.Pairs
	}
	list := [][2]string{{"tried on dev", s.countText()},
		{"experiments tested", terminal.Group(len(s.Chosen))}, {"tests under Holm's adjustment", terminal.Group(s.Tests)},
		{"cost of the grid", terminal.Group(epochs) + " epochs, " + terminal.Group(pairs) + " pairs"}}
	for i := range s.Chosen {
		if r := s.Chosen[i].result; s.Chosen[i].Elsewhere == "" {
			return append([][2]string{{"collection", r.Protocol.Collection}, {"candidates", r.Protocol.Candidates}},
				list...)
		}
	}
	return list
}

// distinct returns the texts of all experiments without repeats.
func distinct(experiments []BestExperiment, texts func(r *report.Result) []string) (list []string) {
	for i := range experiments {
		list = lists.AddNew(list, texts(experiments[i].result)...)
	}
	return list
}

func seedsText(experiments []BestExperiment) string {
	return strings.Join(distinct(experiments, func(r *report.Result) []string {
		return []string{page.Capital(report.SeedsText(r.Seeds))}
	}), "; ")
}

// openCurves is the number of figures that are not folded when the page is opened.
const openCurves = 4

func chosenTable(experiments []BestExperiment, measure string, tests int) *table.Table {
	t := &table.Table{Name: "chosen", Title: "Chosen on dev, then tested",
		Columns: table.Mixed(3, "experiment", "setting without axioms", "setting with", "of", "dev", "baseline", "system", "difference",
			"95 % interval", "Holm p")}
	for _, c := range []int{1, 2, 3, 4, 8} {
		t.Columns[c].IsDetail = true
	}
	compared := "judged pairs alone, the system with axiomatic ones too, each at its best"
	if len(headlines(experiments, measure)) == 0 {
		compared = "the first stage, as no training with axiomatic pairs is compared with one without"
	}
	t.Caption = fmt.Sprintf("Each arm takes the setting with its best dev %s, seed by seed and fold by fold; the one taken most often "+
		"stands here. The baseline is %s. Holm's adjustment covers all %s; below 0.05 it is bold.",
		measure, compared, terminal.Plural(tests, "test", "tests"))
	for _, c := range experiments {
		row := []string{c.Label(), c.JudgedValues.String(), c.OverValues.String(), terminal.Group(c.NumSettings),
			page.Score(c.Dev)}
		test := c.mainTest(measure, "")
		if test != nil {
			row = append(row, page.Score(test.MeanA), page.Score(test.MeanB), terminal.Signed(test.Diff, 4), terminal.Interval(test.CI95, 3),
				page.PValue(test.HolmP))
		}
		t.Add(row...)
		t.Embolden(9, test != nil && test.HolmP < page.Significant)
	}
	return t
}

// choicesTable returns the settings of every experiment on the sweep's own collection.
func choicesTable(experiments []BestExperiment, measure string) *table.Table {
	var list []report.Explored
	for _, c := range experiments {
		if c.Elsewhere == "" {
			list = append(list, report.Explored{Per: c.PerValues, Arms: c.result.Arms})
		}
	}
	return report.ChoicesTable(measure, list...)
}

func testsTable(experiments []BestExperiment) *table.Table {
	var all []report.Test
	var labels []string
	for i := range experiments {
		for _, t := range experiments[i].Tests {
			all = append(all, t)
			labels = append(labels, experiments[i].Label())
		}
	}
	t := report.TestsTable(all)
	t.Prepend(table.Column{Name: "experiment", Left: true}, labels)
	return t
}

// publishedTables returns the table of each experiment that has published numbers. Only the first table
// has a remark that several would repeat.
func publishedTables(experiments []BestExperiment) []*table.Table {
	var list []*table.Table
	remarks := map[string]bool{}
	for _, c := range experiments {
		t := report.PublishedTable(c.result)
		t.Title += ": " + c.Label()
		t.Rows = slices.DeleteFunc(t.Rows, func(row []string) bool {
			source, isRepeat := row[0], remarks[row[0]]
			remarks[source] = remarks[source] || row[1] == table.None
			return isRepeat
		})
		if len(t.Rows) > 0 {
			list = append(list, t)
		}
	}
	return list
}

func commandsTable(experiments []BestExperiment) *table.Table {
	t := &table.Table{Title: "Where each number comes from", Columns: table.Left("experiment", "command", "seeds", "record")}
	t.Caption = "Each experiment by itself: the same numbers but for Holm's adjustment, which then covers that experiment only. The " +
		"settings on dev come from the sweep's own command."
	for _, c := range experiments {
		t.Add(c.Label(), c.Command, report.SeedsText(c.result.Seeds), c.Result)
	}
	return t
}

// Results returns the whole sweep for a terminal.
func (s *Sweep) Results() *table.Results {
	p := s.page()
	return p.Close(s.Summary().And(p.Tables(1 + len(s.leadingCurves()))))
}

// Summary returns what a command prints at its end: the answer, and the choice and the test of each experiment.
func (s *Sweep) Summary() *table.Results {
	out := new(table.Results)
	for _, g := range s.leadingCurves() {
		out.Table(g.section().Table)
	}
	out.Say("%s", answerText(s.Chosen, s.Cells, s.Measure)).Say("%s", confidenceText(s.Chosen, s.Tests, s.Measure))
	if s.Different < len(s.Cells) {
		out.Say("%s: cells with the same rows and training run once", s.countText())
	}
	for _, c := range s.Chosen {
		if c.arm == nil {
			continue
		}
		each := ""
		if c.arm.Chosen[0].Fold > 0 {
			each = " for each fold; tables have one setting for all folds"
		}
		out.Say("%s: for %s dev chose %s (dev %s %.4f, the best of %d settings%s)", c.Label(), c.arm.Name, c.choiceText(s.OverAxes), s.Measure,
			c.Dev, c.NumSettings, each)
	}
	for _, f := range findings(s.Chosen) {
		out.Say("%s", f)
	}
	return out.Table(chosenTable(s.Chosen, s.Measure, s.Tests))
}

// headlines returns, for each experiment that has one, the test of the arm with axiomatic pairs against the judged arm.
func headlines(experiments []BestExperiment, measure string) (list []report.Test) {
	for _, c := range experiments {
		if t := c.mainTest(measure, c.result.Systems().FirstStage()); t != nil {
			list = append(list, *t)
		}
	}
	return list
}

// mainTest returns the experiment's first test of a measure on the test queries whose baseline is not excluded, or nil.
func (c *BestExperiment) mainTest(measure, excluded string) *report.Test {
	for i := range c.Tests {
		if t := &c.Tests[i]; t.Measure == measure && t.Split == "test" && t.A != excluded {
			return t
		}
	}
	return nil
}

// answerText returns the number of experiments in which axiomatic pairs change the measure, and the score of the first stage.
func answerText(experiments []BestExperiment, cells []Cell, measure string) string {
	tests := headlines(experiments, measure)
	if len(tests) == 1 {
		return "Axiomatic pairs " + report.ChangeText(tests[0]) + firstStageText(experiments, measure) + "."
	}
	better, worse, equal := 0, 0, 0
	var queries []int
	for _, t := range tests {
		queries = append(queries, t.N)
		switch {
		case t.HolmP >= page.Significant:
			equal++
		case t.Diff > 0:
			better++
		default:
			worse++
		}
	}
	if len(tests) == 0 {
		return fmt.Sprintf("Dev chose among %s; no experiment compares training with and without axiomatic pairs%s.",
			terminal.Plural(len(cells), "setting", "settings"), firstStageText(experiments, measure))
	}
	return fmt.Sprintf("Of %s on %s axiomatic pairs raise %s in %d, lower it in %d and make no significant difference in %d%s.",
		terminal.Plural(len(tests), "experiment", "experiments"), terminal.PluralSpan(queries, "query", "queries"), measure, better,
		worse, equal, firstStageText(experiments, measure))
}

// firstStageText returns the range of the first stage's scores over the experiments, or "" without any.
func firstStageText(experiments []BestExperiment, measure string) string {
	lo, hi, name := 0.0, 0.0, ""
	for i := range experiments {
		r := experiments[i].result
		v, ok := r.Systems().Scores(r.Systems().FirstStage())[measure]
		if !ok {
			continue
		}
		if name == "" {
			lo, hi = v, v
		}
		name, lo, hi = r.Systems().FirstStage(), min(lo, v), max(hi, v)
	}
	switch {
	case name == "":
		return ""
	case page.Short(lo) == page.Short(hi):
		return fmt.Sprintf("; %s alone has %s", name, page.Short(lo))
	}
	return fmt.Sprintf("; %s alone has %s to %s", name, page.Short(lo), page.Short(hi))
}

// confidenceText returns the range of the differences' intervals, and the number of tests in Holm's adjustment.
func confidenceText(experiments []BestExperiment, numTests int, measure string) string {
	tests := headlines(experiments, measure)
	if len(tests) == 0 {
		return "What dev says of a setting was not tested: dev chose the epochs too, so all of it is a little too good."
	}
	lo, hi, areEven := tests[0].CI95[0], tests[0].CI95[1], true
	for _, t := range tests {
		areEven = areEven && t.IsEven()
		lo, hi = min(lo, t.CI95[0]), max(hi, t.CI95[1])
	}
	seeds := strings.ToLower(seedsText(experiments))
	caution := ""
	if len(experiments[0].result.Seeds) == 1 {
		caution = " Another seed can give another answer."
	}
	intervals := fmt.Sprintf("The 95 %% intervals of the differences lie in %s", terminal.Interval([2]float64{lo, hi}, 3))
	if areEven { // for example, both arms have one model
		intervals = "Every query has the same value without axiomatic pairs and with them"
	}
	return fmt.Sprintf("%s, with %s; Holm's adjustment covers all %s (train report --all).%s", intervals, seeds, terminal.Plural(numTests, "test", "tests"), caution)
}
