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

// page returns the report without its sections.
func (a *Affinity) page() page.Page {
	return page.Page{Kind: "axiomine affinity report", Title: fmt.Sprintf("Which of %s help each other",
		terminal.Plural(len(a.Axioms), "axiom", "axioms")),
		Found: answerText(a.Affinities, a.Suggestion, devText(a.Protocol)), Sure: confidenceText(a.Affinities, a.Seeds),
		Next:     next(a.Suggestion, a.Command, len(a.Seeds)),
		Glossary: catalogue.Meanings(a.Axioms), Findings: page.FindingsOf(a.Findings), Facts: facts(a.Protocol, a.Seeds, a.Sets),
		Warnings: a.Warnings, Command: a.Command, Seeds: page.Capital(report.SeedsText(a.Seeds)), Versions: a.Versions, Tables: a.tables()}
}

// HTML writes the affinities as one page: figures inline, no script, no network.
func (a *Affinity) HTML(w io.Writer) error {
	p := a.page()
	for i, figure := range []*page.Figure{affinityFigure(a), nil, nil, rankingFigure(a), nil} { // beside the tables
		p.Sections = append(p.Sections, page.Section{Title: p.Tables[i].Title, Figure: figure, Table: p.Tables[i]})
	}
	return p.HTML(w)
}

// Markdown writes the affinities for a repository or an issue.
func (a *Affinity) Markdown(w io.Writer) error { return a.page().Markdown(w) }

// next returns the suggested experiment; without one, the same with more seeds.
func next(suggestion Suggestion, command string, seeds int) page.Next {
	if len(suggestion.Axioms) == 0 {
		return page.MoreSeeds(command, seeds)
	}
	return page.Next{Why: "train on the axioms that dev takes", Command: suggestion.Command}
}

// answerText returns how many affinities help and harm on dev, and what dev chose.
func answerText(affinities []Influence, suggestion Suggestion, dev string) string {
	helps, harms := countSigns(affinities)
	use := "dev takes judged pairs alone"
	if len(suggestion.Axioms) > 0 {
		use = "dev takes " + terminal.JoinAnd(suggestion.Axioms)
	}
	return fmt.Sprintf("On %s, without a test, axioms help one another in %s of %s and harm in %s; %s.", dev, terminal.Group(helps),
		terminal.Plural(len(affinities), "affinity", "affinities"), terminal.Group(harms), use)
}

// confidenceText returns the limits of the numbers: they are all of dev, with so many instances and
// seeds.
func confidenceText(affinities []Influence, seeds []uint64) string {
	text := fmt.Sprintf("Nothing was tested: all numbers are of dev, which chose the epochs too, over %s",
		terminal.Plural(len(seeds), "seed", "seeds"))
	if len(affinities) > 0 {
		least := slices.MinFunc(affinities, func(x, y Influence) int { return cmp.Compare(x.Instances, y.Instances) })
		text += fmt.Sprintf("; the rarest axiom has %s", terminal.Plural(least.Instances, "instance", "instances"))
	}
	return text + "."
}

// devText returns "126 dev queries", or "dev" where no split is dev.
func devText(protocol report.Protocol) string {
	for _, s := range protocol.Splits {
		if s.Name == "dev" {
			return terminal.Plural(s.Queries, "dev query", "dev queries")
		}
	}
	return "dev"
}

func facts(protocol report.Protocol, seeds []uint64, sets []AxiomSet) [][2]string {
	epochs, pairs := 0, 0
	for _, s := range sets {
		epochs, pairs = epochs+s.Epochs, pairs+s.Pairs
	}
	list := report.Facts(protocol, seeds)
	return append(list, [2]string{"sets of axioms trained", terminal.Group(len(sets))},
		[2]string{"cost", terminal.Group(epochs) + " epochs, " + terminal.Group(pairs) + " pairs"})
}

// inOneCluster reports whether two axioms are in one cluster.
func inOneCluster(clusters [][]int, i, j int) bool {
	return slices.ContainsFunc(clusters, func(c []int) bool { return slices.Contains(c, i) && slices.Contains(c, j) })
}

// drawMap draws a value for every two axioms, in the order of the clusters, and frames the clusters.
// value returns ok false for a missing value.
func drawMap(axioms []string, clusters [][]int, caption, label, axis string,
	value func(i, j int) (v float64, note string, ok bool)) *page.Figure {
	order, most := slices.Concat(clusters...), 0.0
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
		rows = append(rows, fmt.Sprintf("%s  %d", axioms[i], y+1))
		columns = append(columns, fmt.Sprint(y+1))
		for _, j := range order {
			v, note, ok := value(i, j)
			f := page.Field{Text: table.None, Short: table.None, Title: note, Framed: i != j && inOneCluster(clusters, i, j)}
			if ok {
				text := terminal.Signed(v, 3)
				f.Text, f.Short, f.IsBelowZero = text, strings.Replace(text, "0.", ".", 1), v < 0
				f.Opacity = 0.6 * math.Abs(v) / max(most, 1e-9)
			}
			fields[y] = append(fields[y], f)
		}
	}
	return page.DrawFields(caption, label, axis, "", rows, columns, fields)
}

// affinityFigure draws the affinity of every axiom onto every other one. The diagonal shows the effect
// of the axiom's own pairs.
func affinityFigure(a *Affinity) *page.Figure {
	caption := "Each row is an axiom, each column the axiom that is trained with it, by its number: how much larger the share of the row's " +
		"dev instances that are obeyed is than where the row's axiom is trained alone. On the diagonal it is compared with judged pairs " +
		"alone: what the axiom's own pairs do for it. Blue helps, orange harms, the stronger the more; clusters of two or more are framed."
	return drawMap(a.Axioms, a.Members(), caption, "Affinity of each axiom onto each other one", "trained with across, axiom obeyed down",
		func(i, j int) (float64, string, bool) {
			if i == j {
				baseline, alone := a.findSet().Obeyed[i], a.findSet(i).Obeyed[i]
				return alone.Share() - baseline.Share(), fmt.Sprintf("%s alone: %s, judged pairs alone: %s", a.Axioms[i], page.Short(alone.Share()),
					page.Short(baseline.Share())), alone.Instances > 0
			}
			o, ok := a.influence(i, j)
			return o.Affinity, fmt.Sprintf("%s with %s: %s of %s, alone: %s", o.Axiom, o.Partner, page.Short(o.Joint),
				terminal.Plural(o.Instances, "instance", "instances"), page.Short(o.Alone)), ok
		})
}

// rankingFigure draws the effect of every two axioms, or of one on the diagonal, on the ranking of dev.
func rankingFigure(a *Affinity) *page.Figure {
	baseline, main := a.findSet().Dev, a.Protocol.Main
	caption := fmt.Sprintf("Dev %s where two axioms are trained beside the judged pairs, or one (diagonal), less that of judged pairs "+
		"alone, %s. Dev chose the epochs too, so all of it is a little too good.",
		main, page.Score(baseline))
	return drawMap(a.Axioms, a.Members(), caption, "Dev "+main+" of every two axioms", "dev "+main+" less that of judged pairs alone",
		func(i, j int) (float64, string, bool) {
			s := a.findSet(i)
			if i != j {
				s = a.findSet(min(i, j), max(i, j))
			}
			return s.Dev - baseline, fmt.Sprintf("%s: %s", strings.Join(s.Axioms, " with "), page.Score(s.Dev)), true
		})
}

// mixtureTable returns the suggestion with a command to copy.
func mixtureTable(suggestion Suggestion, measure string) *table.Table {
	t := &table.Table{Title: "The mixture that this suggests", Columns: table.Left("key", "value")}
	t.Caption = fmt.Sprintf("The cluster with the best dev %s, or none where judged pairs alone are better. Nothing was tested: the "+
		"experiment does that.", measure)
	if len(suggestion.Axioms) == 0 {
		t.Add("none", "dev takes judged pairs alone")
		return t
	}
	for _, s := range suggestion.Setting {
		t.Add("--"+strings.ReplaceAll(s.Key[strings.IndexByte(s.Key, '.')+1:], "_", "-"), "'"+s.Value+"'")
	}
	t.Add("the experiment", suggestion.Command)
	return t
}

func clusterTable(axioms []string, merges []Merge, threshold float64) *table.Table {
	t := &table.Table{Title: "Clusters", Columns: append(table.Left("axioms", "joined with"),
		append(table.Right("affinity"), table.Left("kept")...)...)}
	t.Caption = fmt.Sprintf("Average linkage: the two clusters whose members have the largest mean affinity, both directions averaged, are "+
		"joined first. Joins are kept while that is above %g: while axioms help each other more than they harm.",
		threshold)
	names := func(numbers []int) string {
		var list []string
		for _, i := range numbers {
			list = append(list, axioms[i])
		}
		return strings.Join(list, ", ")
	}
	isKept := true
	for _, m := range merges {
		isKept = isKept && m.Affinity > threshold
		text := "no"
		if isKept {
			text = "yes"
		}
		t.Add(names(m.A), names(m.B), terminal.Signed(m.Affinity, 4), text)
	}
	return t
}

func affinityTable(affinities []Influence) *table.Table {
	t := &table.Table{Title: "Which axiom helps which", Columns: table.Left("axiom", "with")}
	t.Columns = append(t.Columns, table.Right("instances", "alone", "together", "affinity", "over seeds")...)
	t.Caption = "Shares of the axiom's dev instances that are obeyed. An axiom has as many pairs alone as with another one, whose pairs " +
		"come on top. Where instances are few, an affinity may be chance."
	for _, o := range affinities {
		row := []string{o.Axiom, o.Partner, terminal.Group(o.Instances), page.Short(o.Alone), page.Short(o.Joint), terminal.Signed(o.Affinity, 4),
			table.None}
		if len(o.Seeds) > 1 {
			lo, hi := page.Span(o.Seeds)
			row[6] = terminal.Interval([2]float64{lo, hi}, 3)
		}
		t.Add(row...)
	}
	return t.DropEmpty()
}

// setsTable returns a row per set. baseline is the dev measure of judged pairs alone.
func setsTable(sets []AxiomSet, axioms []string, measure string, baseline float64) *table.Table {
	t := &table.Table{Title: "What each set of axioms does for the ranking", Columns: table.Left("trained on judged pairs and")}
	t.Columns = append(t.Columns, table.Right("dev "+measure, "over seeds", "difference")...)
	t.Columns = append(t.Columns, table.Right(axioms...)...)
	t.Columns = append(t.Columns, table.Right("epochs", "pairs")...)
	t.Caption = "Every set has the configured setting: nothing was chosen. Means over seeds and folds at the epoch that was best on dev; " +
		"then the share of every axiom's dev instances that are " +
		"obeyed; then the cost. The best of each column is bold."
	for _, s := range sets {
		row := []string{cmp.Or(strings.Join(s.Axioms, ", "), table.None), page.Score(s.Dev), page.SpanText(s.Seeds),
			terminal.Signed(s.Dev-baseline, 4)}
		for _, o := range s.Obeyed {
			text := table.None
			if o.Instances > 0 {
				text = page.Short(o.Share())
			}
			row = append(row, text)
		}
		t.Add(append(row, terminal.Group(s.Epochs), terminal.Group(s.Pairs))...)
	}
	t.EmboldenBest(1, 2)
	t.EmboldenBest(4, 4+len(axioms))
	return t.DropEmpty()
}

// tables returns what the page, the text and Markdown share: affinities, mixture, clusters, sets and settings.
func (a *Affinity) tables() []*table.Table {
	return []*table.Table{affinityTable(a.Affinities), mixtureTable(a.Suggestion, a.Protocol.Main),
		clusterTable(a.Axioms, a.Merges, a.Threshold), setsTable(a.Sets, a.Axioms, a.Protocol.Main, a.findSet().Dev),
		report.SettingsTable(a.Protocol, report.Systems{})}
}

// Summary returns the findings, then the affinities as a matrix, for the end of a command.
func (a *Affinity) Summary() *table.Results {
	t := &table.Table{Name: "affinities", Columns: table.Left("share obeyed, with")}
	order := slices.Concat(a.Members()...)
	for y := range order {
		t.Columns = append(t.Columns, table.Column{Name: fmt.Sprint(y + 1)})
	}
	for y, i := range order {
		row := []string{fmt.Sprintf("%d %s", y+1, a.Axioms[i])}
		for _, j := range order {
			text := table.None
			if i != j {
				if o, ok := a.influence(i, j); ok {
					text = terminal.Signed(o.Affinity, 3)
				}
			}
			row = append(row, text)
		}
		t.Add(row...)
	}
	out := new(table.Results)
	for _, sentence := range a.Findings {
		out.Say("%s", sentence)
	}
	out.Table(t)
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
	return page.Closing(out, a.Warnings, a.Command, report.SeedsText(a.Seeds), a.Versions)
}
