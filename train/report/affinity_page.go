package report

import (
	"bufio"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strings"
)

// HTML writes the affinities as one page: figures inline, no script, nothing fetched.
func (a *Affinity) HTML(w io.Writer) error {
	var findings []finding
	for _, sentence := range a.Findings {
		findings = append(findings, findingOf(sentence))
	}
	return writePage(w, pageData{Kind: "axiomine affinity report", Title: a.title(), Style: template.CSS(pageStyle),
		Findings: findings, Facts: a.facts(), Warnings: a.Warnings, Sections: a.sections(), Command: a.Command,
		Seeds: capital(a.seedsText()), Versions: versionsText(a.Versions)})
}

func (a *Affinity) title() string {
	return fmt.Sprintf("Which of %s help each other", Plural(len(a.Axioms), "axiom", "axioms"))
}

func (a *Affinity) seedsText() string { return (&Result{Seeds: a.Seeds}).seedsText() }

func (a *Affinity) facts() []fact {
	epochs, pairs := 0, 0
	for _, s := range a.Sets {
		epochs, pairs = epochs+s.Epochs, pairs+s.Pairs
	}
	list := (&Result{Seeds: a.Seeds, Protocol: a.Protocol}).facts()
	return append(list, fact{"sets of axioms trained", grouped(len(a.Sets))},
		fact{"cost", grouped(epochs) + " epochs, " + grouped(pairs) + " pairs"})
}

// order lists the axioms cluster by cluster.
func (a *Affinity) order() []int { return slices.Concat(a.Members()...) }

// together says whether two axioms are in one cluster.
func (a *Affinity) together(i, j int) bool {
	return slices.ContainsFunc(a.Members(), func(c []int) bool { return slices.Contains(c, i) && slices.Contains(c, j) })
}

// mapOf draws a value for every two axioms, in the clusters' order, which are framed; ok is false where there is none.
func (a *Affinity) mapOf(caption, label, axis string, value func(i, j int) (v float64, note string, ok bool)) *figure {
	order, most := a.order(), 0.0
	for _, i := range order {
		for _, j := range order {
			if v, _, ok := value(i, j); ok {
				most = max(most, math.Abs(v))
			}
		}
	}
	var rows, columns []string
	fields := make([][]field, len(order))
	for y, i := range order {
		rows = append(rows, fmt.Sprintf("%s  %d", a.Axioms[i], y+1))
		columns = append(columns, fmt.Sprint(y+1))
		for _, j := range order {
			v, note, ok := value(i, j)
			f := field{text: none, short: none, title: note, framed: i != j && a.together(i, j)}
			if ok {
				text := signed(v, 3)
				f.text, f.short, f.against = text, strings.Replace(text, "0.", ".", 1), v < 0
				f.opacity = 0.6 * math.Abs(v) / max(most, 1e-9)
			}
			fields[y] = append(fields[y], f)
		}
	}
	return drawFields(caption, label, axis, "", rows, columns, fields)
}

// affinityFigure draws the affinity of every axiom onto every other one, and on the diagonal what its own pairs do for it.
func (a *Affinity) affinityFigure() *figure {
	caption := "Each row is an axiom, each column the axiom that is trained with it, by its number: how much larger the share of the row's " +
		"dev instances that are obeyed is than where the row's axiom is trained alone. On the diagonal it is compared with judged pairs " +
		"alone: what the axiom's own pairs do for it. Blue helps, orange harms, the stronger the more; clusters of two or more are framed."
	return a.mapOf(caption, "Affinity of each axiom onto each other one", "trained with across, axiom obeyed down",
		func(i, j int) (float64, string, bool) {
			if i == j {
				judged, alone := a.set().Obeyed[i], a.set(i).Obeyed[i]
				return alone.Share() - judged.Share(), fmt.Sprintf("%s alone: %s, judged pairs alone: %s", a.Axioms[i], short(alone.Share()),
					short(judged.Share())), alone.Instances > 0
			}
			o, ok := a.onto(i, j)
			return o.Affinity, fmt.Sprintf("%s with %s: %s of %s, alone: %s", o.Axiom, o.With, short(o.Joint),
				Plural(o.Of, "instance", "instances"), short(o.Alone)), ok
		})
}

// rankingFigure draws what two axioms, or one on the diagonal, do for the ranking of dev.
func (a *Affinity) rankingFigure() *figure {
	judged, main := a.set().Dev, a.Protocol.Main
	caption := fmt.Sprintf("Dev %s where two axioms are trained beside the judged pairs, or one (diagonal), less that of judged pairs "+
		"alone, %s. Dev chose the epochs too, so all of it is a little too good.",
		main, score(judged))
	return a.mapOf(caption, "Dev "+main+" of every two axioms", "dev "+main+" less that of judged pairs alone",
		func(i, j int) (float64, string, bool) {
			s := a.set(i)
			if i != j {
				s = a.set(min(i, j), max(i, j))
			}
			return s.Dev - judged, fmt.Sprintf("%s: %s", strings.Join(s.Axioms, " with "), score(s.Dev)), true
		})
}

func (a *Affinity) sections() []section {
	var list []section
	add := func(f *figure, t *table) {
		s := section{Title: t.title, Figure: f}
		if len(t.rows) > 0 {
			s.Table = t.forPage()
			s.Table.Folded = f != nil || len(t.rows) > longTable
		}
		list = append(list, s)
	}
	add(a.affinityFigure(), a.affinityTable())
	add(nil, a.mixtureTable())
	add(nil, a.clusterTable())
	add(a.rankingFigure(), a.setsTable())
	add(nil, a.settingsTable())
	return list
}

// mixtureTable is the suggestion, ready to be typed.
func (a *Affinity) mixtureTable() *table {
	t := &table{title: "The mixture that this suggests", columns: left("key", "value")}
	t.caption = fmt.Sprintf("The cluster with the best dev %s, or none where judged pairs alone are better. Nothing was tested: the "+
		"experiment does that.", a.Protocol.Main)
	for _, s := range a.Suggestion.Setting {
		t.rows = append(t.rows, plain("--"+strings.ReplaceAll(s.Key[strings.IndexByte(s.Key, '.')+1:], "_", "-"), "'"+s.Value+"'"))
	}
	t.rows = append(t.rows, plain("the experiment", a.Suggestion.Command))
	return t
}

func (a *Affinity) clusterTable() *table {
	t := &table{title: "Clusters", columns: append(left("axioms", "joined with"), append(right("affinity"), left("kept")...)...)}
	t.caption = fmt.Sprintf("Average linkage: the two clusters whose members have the largest mean affinity, both directions averaged, are "+
		"joined first. Joins are kept while that is above %g: while axioms help each other more than they harm.",
		a.Threshold)
	names := func(numbers []int) string {
		var list []string
		for _, i := range numbers {
			list = append(list, a.Axioms[i])
		}
		return strings.Join(list, ", ")
	}
	kept := true
	for _, m := range a.Merges {
		kept = kept && m.Affinity > a.Threshold
		text := "no"
		if kept {
			text = "yes"
		}
		t.rows = append(t.rows, plain(names(m.A), names(m.B), signed(m.Affinity, 4), text))
	}
	return t
}

func (a *Affinity) affinityTable() *table {
	t := &table{title: "Which axiom helps which", columns: left("axiom", "with")}
	t.columns = append(t.columns, right("instances", "alone", "together", "affinity", "over seeds")...)
	t.caption = "Shares of the axiom's dev instances that are obeyed. An axiom has as many pairs alone as with another one, whose pairs " +
		"come on top. Where instances are few, an affinity may be chance."
	for _, o := range a.Affinities {
		row := plain(o.Axiom, o.With, grouped(o.Of), short(o.Alone), short(o.Joint), signed(o.Affinity, 4), none)
		if len(o.Seeds) > 1 {
			lo, hi := span(o.Seeds)
			row[6].text = interval([2]float64{lo, hi}, 3)
		}
		t.rows = append(t.rows, row)
	}
	return t.dropEmpty()
}

func (a *Affinity) setsTable() *table {
	t := &table{title: "What each set of axioms does for the ranking", columns: left("trained on judged pairs and")}
	t.columns = append(t.columns, right("dev "+a.Protocol.Main, "over seeds", "difference")...)
	t.columns = append(t.columns, right(a.Axioms...)...)
	t.columns = append(t.columns, right("epochs", "pairs")...)
	t.caption = "Every set has the configured setting: nothing was chosen. Means over seeds and folds at the epoch that was best on dev; " +
		"then the share of every axiom's dev instances that are " +
		"obeyed; then the cost. The best of each column is bold."
	for _, s := range a.Sets {
		row := plain(orNone(strings.Join(s.Axioms, ", ")), score(s.Dev), none, signed(s.Dev-a.set().Dev, 4))
		if len(s.Seeds) > 1 {
			lo, hi := span(s.Seeds)
			row[2].text = short(lo) + "–" + short(hi)
		}
		for _, o := range s.Obeyed {
			text := none
			if o.Instances > 0 {
				text = short(o.Share())
			}
			row = append(row, cell{text: text})
		}
		t.rows = append(t.rows, append(row, plain(grouped(s.Epochs), grouped(s.Pairs))...))
	}
	t.embolden(1, 2)
	t.embolden(4, 4+len(a.Axioms))
	return t.dropEmpty()
}

func (a *Affinity) settingsTable() *table { return (&Result{Protocol: a.Protocol}).settingsTable() }

func (a *Affinity) tables() []*table {
	return []*table{a.affinityTable(), a.mixtureTable(), a.clusterTable(), a.setsTable(), a.settingsTable()}
}

// Summary writes the affinities as a matrix, and what comes of them, for the end of a command.
func (a *Affinity) Summary(w io.Writer) error {
	out := bufio.NewWriter(w)
	t := &table{columns: left("share obeyed, with")}
	for y := range a.order() {
		t.columns = append(t.columns, column{name: fmt.Sprint(y + 1)})
	}
	for y, i := range a.order() {
		row := plain(fmt.Sprintf("%d %s", y+1, a.Axioms[i]))
		for _, j := range a.order() {
			text := none
			if i != j {
				if o, ok := a.onto(i, j); ok {
					text = signed(o.Affinity, 3)
				}
			}
			row = append(row, cell{text: text})
		}
		t.rows = append(t.rows, row)
	}
	t.writeText(out)
	fmt.Fprintln(out)
	for _, sentence := range a.Findings {
		fmt.Fprintln(out, sentence)
	}
	fmt.Fprintf(out, "suggested: %s\n", a.Suggestion.Command)
	return out.Flush()
}

// Text writes the affinities for a terminal.
func (a *Affinity) Text(w io.Writer) error {
	out := bufio.NewWriter(w)
	if err := a.Summary(out); err != nil {
		return err
	}
	for _, t := range a.tables() {
		fmt.Fprintf(out, "\n%s\n\n", t.title)
		t.writeText(out)
	}
	for _, warning := range a.Warnings {
		fmt.Fprintf(out, "\nwarning: %s\n", warning)
	}
	fmt.Fprintf(out, "\ncommand   %s\nseeds     %s\nversions  %s\n", a.Command, a.seedsText(), versionsText(a.Versions))
	return out.Flush()
}

// Markdown writes the affinities for a repository or an issue.
func (a *Affinity) Markdown(w io.Writer) error {
	return document{a.title(), a.Findings, a.tables(), a.Warnings, a.Command, capital(a.seedsText()), a.Versions}.write(w)
}
