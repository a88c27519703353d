package affinities

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/catalogue"
	"github.com/axiomine/axiomine/internal/experiment/report"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// HTML writes the affinities as one page: figures inline, no script, no network.
func (a *Affinity) HTML(w io.Writer) error {
	var findings []page.Finding
	for _, sentence := range a.Findings {
		findings = append(findings, page.FindingOf(sentence))
	}
	return page.Page{Kind: "axiomine affinity report", Title: a.title(), Found: a.answerText(), Sure: a.confidenceText(),
		Next:     a.next(),
		Glossary: catalogue.Meanings(a.Axioms), Findings: findings, Facts: a.facts(),
		Warnings: a.Warnings, Sections: a.sections(), Command: a.Command,
		Seeds: page.Capital(a.seedsText()), Versions: page.VersionsText(a.Versions)}.HTML(w)
}

// next returns the suggested experiment; without one, how more seeds show whether that is chance.
func (a *Affinity) next() page.Next {
	if len(a.Suggestion.Axioms) == 0 {
		return page.Next{Why: "the same with more seeds", Command: "axiomine train affinity --data DIR --seeds 5 -o OUT"}
	}
	return page.Next{Why: "train on the axioms that dev takes", Command: a.Suggestion.Command}
}

// answerText returns how many affinities help and harm on dev, and what dev chose.
func (a *Affinity) answerText() string {
	helps, harms := 0, 0
	for _, o := range a.Affinities {
		if o.Affinity > 0 {
			helps++
		} else if o.Affinity < 0 {
			harms++
		}
	}
	use := "dev takes judged pairs alone"
	if len(a.Suggestion.Axioms) > 0 {
		use = "dev takes " + strings.Join(a.Suggestion.Axioms, " with ")
	}
	return fmt.Sprintf("On dev, without a test, axioms help one another in %d of %s and harm in %d; %s.", helps,
		terminal.Plural(len(a.Affinities), "affinity", "affinities"), harms, use)
}

// confidenceText returns the limits of the numbers: they are all of dev, with so many instances and
// seeds.
func (a *Affinity) confidenceText() string {
	text := fmt.Sprintf("Nothing was tested: all numbers are of dev, which chose the epochs too, over %s",
		terminal.Plural(len(a.Seeds), "seed", "seeds"))
	if len(a.Affinities) > 0 {
		least := slices.MinFunc(a.Affinities, func(x, y Onto) int { return cmp.Compare(x.Of, y.Of) })
		text += fmt.Sprintf("; the rarest axiom has %s", terminal.Plural(least.Of, "instance", "instances"))
	}
	return text + "."
}

func (a *Affinity) title() string {
	return fmt.Sprintf("Which of %s help each other", terminal.Plural(len(a.Axioms), "axiom", "axioms"))
}

func (a *Affinity) seedsText() string { return report.SeedsText(a.Seeds) }

func (a *Affinity) facts() [][2]string {
	epochs, pairs := 0, 0
	for _, s := range a.Sets {
		epochs, pairs = epochs+s.Epochs, pairs+s.Pairs
	}
	list := report.Facts(a.Protocol, a.Seeds)
	return append(list, [2]string{"sets of axioms trained", terminal.Grouped(len(a.Sets))},
		[2]string{"cost", terminal.Grouped(epochs) + " epochs, " + terminal.Grouped(pairs) + " pairs"})
}

// order returns the axioms cluster by cluster.
func (a *Affinity) order() []int { return slices.Concat(a.Members()...) }

// inOneCluster reports whether two axioms are in one cluster.
func (a *Affinity) inOneCluster(i, j int) bool {
	return slices.ContainsFunc(a.Members(), func(c []int) bool { return slices.Contains(c, i) && slices.Contains(c, j) })
}

// drawMap draws a value for every two axioms, in the order of the clusters, and frames the clusters.
// value returns ok false for a missing value.
func (a *Affinity) drawMap(caption, label, axis string, value func(i, j int) (v float64, note string, ok bool)) *page.Figure {
	order, most := a.order(), 0.0
	for _, i := range order {
		for _, j := range order {
			if v, _, ok := value(i, j); ok {
				most = max(most, math.Abs(v))
			}
		}
	}
	var rows, columns []string
	fields := make([][]page.Field, len(order))
	for y, i := range order {
		rows = append(rows, fmt.Sprintf("%s  %d", a.Axioms[i], y+1))
		columns = append(columns, fmt.Sprint(y+1))
		for _, j := range order {
			v, note, ok := value(i, j)
			f := page.Field{Text: table.None, Short: table.None, Title: note, Framed: i != j && a.inOneCluster(i, j)}
			if ok {
				text := page.Signed(v, 3)
				f.Text, f.Short, f.Against = text, strings.Replace(text, "0.", ".", 1), v < 0
				f.Opacity = 0.6 * math.Abs(v) / max(most, 1e-9)
			}
			fields[y] = append(fields[y], f)
		}
	}
	return page.DrawFields(caption, label, axis, "", rows, columns, fields)
}

// affinityFigure draws the affinity of every axiom onto every other one. The diagonal shows the effect
// of the axiom's own pairs.
func (a *Affinity) affinityFigure() *page.Figure {
	caption := "Each row is an axiom, each column the axiom that is trained with it, by its number: how much larger the share of the row's " +
		"dev instances that are obeyed is than where the row's axiom is trained alone. On the diagonal it is compared with judged pairs " +
		"alone: what the axiom's own pairs do for it. Blue helps, orange harms, the stronger the more; clusters of two or more are framed."
	return a.drawMap(caption, "Affinity of each axiom onto each other one", "trained with across, axiom obeyed down",
		func(i, j int) (float64, string, bool) {
			if i == j {
				baseline, alone := a.findSet().Obeyed[i], a.findSet(i).Obeyed[i]
				return alone.Share() - baseline.Share(), fmt.Sprintf("%s alone: %s, judged pairs alone: %s", a.Axioms[i], page.Short(alone.Share()),
					page.Short(baseline.Share())), alone.Instances > 0
			}
			o, ok := a.onto(i, j)
			return o.Affinity, fmt.Sprintf("%s with %s: %s of %s, alone: %s", o.Axiom, o.With, page.Short(o.Joint),
				terminal.Plural(o.Of, "instance", "instances"), page.Short(o.Alone)), ok
		})
}

// rankingFigure draws the effect of every two axioms, or of one on the diagonal, on the ranking of dev.
func (a *Affinity) rankingFigure() *page.Figure {
	baseline, main := a.findSet().Dev, a.Protocol.Main
	caption := fmt.Sprintf("Dev %s where two axioms are trained beside the judged pairs, or one (diagonal), less that of judged pairs "+
		"alone, %s. Dev chose the epochs too, so all of it is a little too good.",
		main, page.Score(baseline))
	return a.drawMap(caption, "Dev "+main+" of every two axioms", "dev "+main+" less that of judged pairs alone",
		func(i, j int) (float64, string, bool) {
			s := a.findSet(i)
			if i != j {
				s = a.findSet(min(i, j), max(i, j))
			}
			return s.Dev - baseline, fmt.Sprintf("%s: %s", strings.Join(s.Axioms, " with "), page.Score(s.Dev)), true
		})
}

func (a *Affinity) sections() []page.Section {
	section := func(f *page.Figure, t *table.Table) page.Section {
		return page.Section{Title: t.Title, Figure: f, Table: t}
	}
	return []page.Section{section(a.affinityFigure(), a.affinityTable()), section(nil, a.mixtureTable()), section(nil, a.clusterTable()),
		section(a.rankingFigure(), a.setsTable()), section(nil, a.settingsTable())}
}

// mixtureTable returns the suggestion with a command to copy.
func (a *Affinity) mixtureTable() *table.Table {
	t := &table.Table{Title: "The mixture that this suggests", Columns: table.Left("key", "value")}
	t.Caption = fmt.Sprintf("The cluster with the best dev %s, or none where judged pairs alone are better. Nothing was tested: the "+
		"experiment does that.", a.Protocol.Main)
	if len(a.Suggestion.Axioms) == 0 {
		t.Add("none", "dev takes judged pairs alone")
		return t
	}
	for _, s := range a.Suggestion.Setting {
		t.Add("--"+strings.ReplaceAll(s.Key[strings.IndexByte(s.Key, '.')+1:], "_", "-"), "'"+s.Value+"'")
	}
	t.Add("the experiment", a.Suggestion.Command)
	return t
}

func (a *Affinity) clusterTable() *table.Table {
	t := &table.Table{Title: "Clusters", Columns: append(table.Left("axioms", "joined with"),
		append(table.Right("affinity"), table.Left("kept")...)...)}
	t.Caption = fmt.Sprintf("Average linkage: the two clusters whose members have the largest mean affinity, both directions averaged, are "+
		"joined first. Joins are kept while that is above %g: while axioms help each other more than they harm.",
		a.Threshold)
	names := func(numbers []int) string {
		var list []string
		for _, i := range numbers {
			list = append(list, a.Axioms[i])
		}
		return strings.Join(list, ", ")
	}
	isKept := true
	for _, m := range a.Merges {
		isKept = isKept && m.Affinity > a.Threshold
		text := "no"
		if isKept {
			text = "yes"
		}
		t.Add(names(m.A), names(m.B), page.Signed(m.Affinity, 4), text)
	}
	return t
}

func (a *Affinity) affinityTable() *table.Table {
	t := &table.Table{Title: "Which axiom helps which", Columns: table.Left("axiom", "with")}
	t.Columns = append(t.Columns, table.Right("instances", "alone", "together", "affinity", "over seeds")...)
	t.Caption = "Shares of the axiom's dev instances that are obeyed. An axiom has as many pairs alone as with another one, whose pairs " +
		"come on top. Where instances are few, an affinity may be chance."
	for _, o := range a.Affinities {
		row := []string{o.Axiom, o.With, terminal.Grouped(o.Of), page.Short(o.Alone), page.Short(o.Joint), page.Signed(o.Affinity, 4),
			table.None}
		if len(o.Seeds) > 1 {
			lo, hi := page.Span(o.Seeds)
			row[6] = page.Interval([2]float64{lo, hi}, 3)
		}
		t.Add(row...)
	}
	return t.DropEmpty()
}

func (a *Affinity) setsTable() *table.Table {
	t := &table.Table{Title: "What each set of axioms does for the ranking", Columns: table.Left("trained on judged pairs and")}
	t.Columns = append(t.Columns, table.Right("dev "+a.Protocol.Main, "over seeds", "difference")...)
	t.Columns = append(t.Columns, table.Right(a.Axioms...)...)
	t.Columns = append(t.Columns, table.Right("epochs", "pairs")...)
	t.Caption = "Every set has the configured setting: nothing was chosen. Means over seeds and folds at the epoch that was best on dev; " +
		"then the share of every axiom's dev instances that are " +
		"obeyed; then the cost. The best of each column is bold."
	for _, s := range a.Sets {
		row := []string{report.OrNone(strings.Join(s.Axioms, ", ")), page.Score(s.Dev), table.None, page.Signed(s.Dev-a.findSet().Dev, 4)}
		if len(s.Seeds) > 1 {
			lo, hi := page.Span(s.Seeds)
			row[2] = page.Short(lo) + "–" + page.Short(hi)
		}
		for _, o := range s.Obeyed {
			text := table.None
			if o.Instances > 0 {
				text = page.Short(o.Share())
			}
			row = append(row, text)
		}
		t.Add(append(row, terminal.Grouped(s.Epochs), terminal.Grouped(s.Pairs))...)
	}
	t.EmboldenBest(1, 2)
	t.EmboldenBest(4, 4+len(a.Axioms))
	return t.DropEmpty()
}

func (a *Affinity) settingsTable() *table.Table {
	return report.SettingsTable(a.Protocol, report.Systems{})
}

func (a *Affinity) tables() []*table.Table {
	return []*table.Table{a.affinityTable(), a.mixtureTable(), a.clusterTable(), a.setsTable(), a.settingsTable()}
}

// Summary returns the affinities as a matrix with the findings, for the end of a command.
func (a *Affinity) Summary() *table.Results {
	t := &table.Table{Name: "affinities", Columns: table.Left("share obeyed, with")}
	for y := range a.order() {
		t.Columns = append(t.Columns, table.Column{Name: fmt.Sprint(y + 1)})
	}
	for y, i := range a.order() {
		row := []string{fmt.Sprintf("%d %s", y+1, a.Axioms[i])}
		for _, j := range a.order() {
			text := table.None
			if i != j {
				if o, ok := a.onto(i, j); ok {
					text = page.Signed(o.Affinity, 3)
				}
			}
			row = append(row, text)
		}
		t.Add(row...)
	}
	out := new(table.Results).Table(t)
	for _, sentence := range a.Findings {
		out.Say("%s", sentence)
	}
	if len(a.Suggestion.Axioms) == 0 {
		return out.Say("no mixture is suggested: dev takes judged pairs alone")
	}
	return out.Say("suggested: %s", a.Suggestion.Command)
}

// Results returns the whole record for a terminal.
func (a *Affinity) Results() *table.Results {
	out := a.Summary()
	for _, t := range a.tables() {
		out.Table(t)
	}
	return page.Closing(out, a.Warnings, a.Command, a.seedsText(), a.Versions)
}

// Markdown writes the affinities for a repository or an issue.
func (a *Affinity) Markdown(w io.Writer) error {
	return page.Document{Title: a.title(), Findings: a.Findings, Tables: a.tables(), Warnings: a.Warnings, Command: a.Command,
		Seeds: page.Capital(a.seedsText()), Versions: a.Versions}.Write(w)
}
