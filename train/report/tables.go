package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train/eval"
)

// summaryTable returns a row per system. It has a column per measure, and one per axiom: the share of instances that the system fulfils.
func summaryTable(systems Systems, measures []string, seeds []uint64, list Fulfilments) *table.Table {
	t := &table.Table{Name: "systems", Columns: table.Left("system")}
	t.Caption = fmt.Sprintf("Means over the test queries; arms over %s. The best of each column is bold.", SeedsText(seeds))
	t.Columns = append(t.Columns, table.Right(measures...)...)
	axioms := list.axioms()
	for _, c := range table.Right(axioms...) {
		c.IsDetail = true
		t.Columns = append(t.Columns, c)
	}
	for _, name := range systems.Names() {
		scores := lists.Map(measures, func(measure string) string { return scoreOf(systems.Scores(name), measure) })
		shares := lists.Map(axioms, func(axiom string) string { return list.shareText(name, axiom) })
		t.Add(slices.Concat([]string{name}, scores, shares)...)
	}
	t.EmboldenBest(1, 1+len(measures))
	return t
}

// scoreOf returns a measure as text, or table.None if there is no such score.
func scoreOf(s Scores, measure string) string {
	if v, ok := s[measure]; ok {
		return page.Score(v)
	}
	return table.None
}

// axioms returns the axioms in the list without repeats, in the order of their first occurrence.
func (list Fulfilments) axioms() []string {
	var names []string
	for _, f := range list {
		for _, a := range f.Axioms {
			names = lists.AddNew(names, a.Axiom)
		}
	}
	return names
}

// find returns a model's fulfilment of an axiom. The second result is false if the axiom has no instance.
func (list Fulfilments) find(model, axiom string) (AxiomFulfilment, bool) {
	for _, f := range list {
		for _, a := range f.Axioms {
			if f.Model == model && a.Axiom == axiom {
				return a, a.Instances > 0
			}
		}
	}
	return AxiomFulfilment{}, false
}

func (list Fulfilments) shareText(model, axiom string) string {
	if a, ok := list.find(model, axiom); ok {
		return fmt.Sprintf("%.2f", a.Share())
	}
	return table.None
}

// PublishedTable returns published numbers beside ours. The table's remark lists the ways in which our experiment is less than
// the published one.
func PublishedTable(r *Result) *table.Table {
	t := &table.Table{Title: "Published beside ours", Columns: table.Left("source", "system", "measure")}
	t.Columns = append(t.Columns, table.Right("published", "here")...)
	t.Caption = fmt.Sprintf("Published numbers stand for the source's own collection, ours for %s: they can be compared only where that is "+
		"the same.", r.Protocol.Collection)
	if r.Reduced != "" {
		t.Remark, t.Caption = r.Reduced, r.Reduced+" "+t.Caption
	}
	for _, p := range r.Published {
		if p.System == "" {
			t.Add(p.Source, table.None, table.None, table.None, table.None)
			continue
		}
		t.Add(p.Source, p.System, p.Measure, p.publishedText(), ourNumber(p, r.Systems(), r.Fulfilment))
	}
	return t
}

// publishedText returns the number in the source's form.
func (p *PublishedNumber) publishedText() string {
	switch {
	case p.Counts:
		return terminal.Group(int(p.Value))
	case p.HalfWidth != nil:
		return page.Score(p.Value) + "±" + page.Score(*p.HalfWidth)
	}
	return page.Score(p.Value)
}

// ourNumber returns our number for a published one, or table.None. It is a measure of a system, a measure of the first arm
// on a fold ("fold 2"), or the share of an axiom's instances that a system fulfils ("fulfilled by MODEL").
func ourNumber(p PublishedNumber, systems Systems, list Fulfilments) string {
	if model, ok := strings.CutPrefix(p.Measure, "fulfilled by "); ok {
		if a, exists := list.find(model, p.System); exists {
			return page.Score(a.Share())
		}
		return table.None
	}
	if number, ok := strings.CutPrefix(p.System, "fold "); ok && len(systems.Arms) > 0 {
		var values []float64
		for _, s := range systems.Arms[0].Seeds {
			if v, exists := s.Test[p.Measure]; exists && strconv.Itoa(s.Fold) == number {
				values = append(values, v)
			}
		}
		if len(values) > 0 {
			return page.Score(eval.Mean(values))
		}
		return table.None
	}
	return scoreOf(systems.Scores(cmp.Or(p.Ours, p.System)), p.Measure)
}

// TestsTable returns a row per comparison. A Holm p below 0.05 is bold.
func TestsTable(tests []Test) *table.Table {
	t := &table.Table{Title: "Tests", Columns: table.Left("compared", "measure", "split")}
	t.Columns = append(t.Columns, table.Right("baseline", "system", "difference", "95 % interval", "t p", "Wilcoxon p", "Holm p", "queries",
		"won / tied / lost")...)
	pairing := "Paired"
	hasSeveralMeasures := slices.ContainsFunc(tests, func(x Test) bool { return x.Measure != tests[0].Measure })
	if len(tests) > 0 && !hasSeveralMeasures {
		pairing = tests[0].Measure + ", paired"
	}
	t.Caption = fmt.Sprintf("%s over queries, on values averaged over seeds. Holm p adjusts the larger of the two p values over %s; below "+
		"0.05 it is bold.",
		pairing, terminal.Plural(len(tests), "test", "tests"))
	for _, test := range tests {
		split, measure := test.Split, table.None // a single measure is in the caption
		if hasSeveralMeasures {
			measure = test.Measure
		}
		if split == "test" || split == "" {
			split = table.None // the default, not printed
		}
		t.Add(test.A+" → "+test.B, measure, split, page.Score(test.MeanA), page.Score(test.MeanB), terminal.Signed(test.Diff, 4),
			terminal.Interval(test.CI95, 3),
			page.PValue(test.TP), page.PValue(test.WilcoxonP), page.PValue(test.HolmP), terminal.Group(test.N),
			fmt.Sprintf("%d / %d / %d", test.Wins, test.Ties, test.Losses))
		t.Embolden(9, test.HolmP < page.Significant)
	}
	return t.DropEmpty()
}

// poolsTable returns a row per pool. A shortfall and the skew of a pool that leans one way are bold.
func poolsTable(pools []Pool) *table.Table {
	t := &table.Table{Title: "Pools", Columns: table.Left("axiom", "split")}
	t.Columns = append(t.Columns, table.Right("pairs", "wanted", "taken", "shortfall", "longer by", "judges agree")...)
	t.Caption = "Pairs that each axiom offers and what was taken of them. Longer by: how much longer the preferred document is than the " +
		"other, relative to the longer one; it is bold where length alone decides more than 60 % of the pool's pairs. Judges agree: the " +
		"share of pairs with exactly one relevant document that put it first."
	for _, p := range pools {
		agreement := table.None
		if p.Agreement != nil {
			agreement = fmt.Sprintf("%.2f", *p.Agreement)
		}
		t.Add(p.Axiom, cmp.Or(p.Split, table.None), terminal.Group(p.Size), terminal.Group(p.Wanted),
			terminal.Group(p.Taken), terminal.Group(p.Shortfall), terminal.SignedPercent(p.LengthSkew), agreement)
		t.Embolden(5, p.Shortfall > 0)
		t.Embolden(6, p.Leans != "")
	}
	return t.DropEmpty()
}

// fulfilmentTable returns a row per axiom and a column per model.
func fulfilmentTable(list Fulfilments) *table.Table {
	t := &table.Table{Title: "Axioms fulfilled", Columns: table.Left("axiom")}
	t.Caption = "Share of an axiom's instances on the test queries that a model's scores fulfil, over all seeds. Tossing a coin gives about " +
		"0.5. Equal scores are left out where the axiom allows them."
	for _, f := range list {
		t.Columns = append(t.Columns, table.Column{Name: f.Model})
	}
	t.Columns = append(t.Columns, table.Column{Name: "instances"})
	for _, axiom := range list.axioms() {
		row := []string{axiom}
		least, most := -1, 0
		for _, f := range list {
			row = append(row, list.shareText(f.Model, axiom))
			if a, ok := list.find(f.Model, axiom); ok {
				most = max(most, a.Instances)
				if least < 0 || a.Instances < least {
					least = a.Instances
				}
			}
		}
		instances := terminal.Group(max(least, 0))
		if most > least && least >= 0 {
			instances += "–" + terminal.Group(most)
		}
		t.Add(append(row, instances)...)
	}
	return t
}

// runsTable returns a row per training of each arm.
func runsTable(arms Arms, p Protocol) *table.Table {
	t := &table.Table{Title: "Runs", Columns: append(table.Left("arm"), table.Right("seed")...)}
	hasFolds := slices.ContainsFunc(arms, func(a Arm) bool {
		return slices.ContainsFunc(a.Seeds, func(s SeedRun) bool { return s.Fold > 0 })
	})
	if hasFolds {
		t.Columns = append(t.Columns, table.Column{Name: "fold"})
	}
	t.Columns = append(t.Columns, table.Right("best epoch", "dev "+p.Main)...)
	for _, measure := range p.Measures {
		t.Columns = append(t.Columns, table.Column{Name: "test " + measure})
	}
	t.Columns = append(t.Columns, table.Column{Name: "pairs trained on", Left: true})
	t.Caption = "Every single training. With the command and versions below, each row can be computed again."
	for _, a := range arms {
		for _, s := range a.Seeds {
			row := []string{a.Name, strconv.FormatUint(s.Seed, 10)}
			if hasFolds {
				row = append(row, strconv.Itoa(s.Fold))
			}
			bestEpoch := table.None // if the record has no epochs
			if len(s.Training) > 0 {
				bestEpoch = strconv.Itoa(s.BestEpoch)
			}
			row = append(row, bestEpoch, scoreOf(s.Dev, p.Main))
			row = append(row, lists.Map(p.Measures, func(measure string) string { return scoreOf(s.Test, measure) })...)
			pairs := lists.Map(slices.Sorted(maps.Keys(s.Pairs)), func(pool string) string { return pool + " " + terminal.Group(s.Pairs[pool]) })
			t.Add(append(row, cmp.Or(strings.Join(pairs, ", "), table.None))...)
		}
	}
	return t.DropEmpty()
}

// settingsTable lists the settings of the protocol and of each system.
func settingsTable(p Protocol, systems Systems) *table.Table {
	t := &table.Table{Title: "Settings", Columns: table.Left("system", "setting", "value")}
	t.Caption = "What all arms share, then what each system sets."
	add := func(system string, settings map[string]string) {
		for _, name := range slices.Sorted(maps.Keys(settings)) {
			t.Add(system, name, settings[name])
		}
	}
	t.Add("all", "collection", p.Collection+", "+terminal.Plural(p.Documents, "document", "documents"))
	for _, s := range p.Splits {
		t.Add("all", s.Name+" queries", terminal.Group(s.Queries))
	}
	t.Add("all", "judged training queries", terminal.Group(p.JudgedQueries))
	t.Add("all", "candidates", p.Candidates)
	add("all", p.Settings)
	for _, c := range systems.Controls {
		add(c.Name, c.Settings)
	}
	return t
}

// SeedsText returns the number of seeds and their values, as "5 seeds (42–46)".
func SeedsText(seeds []uint64) string {
	if len(seeds) == 0 {
		return "no seeds"
	}
	var list []string
	isRange := true
	for i, s := range seeds {
		list = append(list, strconv.FormatUint(s, 10))
		isRange = isRange && s == seeds[0]+uint64(i)
	}
	if isRange && len(list) > 2 {
		list = []string{list[0] + "–" + list[len(list)-1]}
	}
	if len(seeds) == 1 {
		return "seed " + list[0]
	}
	return fmt.Sprintf("%d seeds (%s)", len(seeds), strings.Join(list, ", "))
}

// Explored holds the arms of one of several experiments.
type Explored struct {
	Per  configs.Settings // the settings in which this experiment differs from the others
	Arms Arms
}

// ChoicesTable returns a row per cell of the arms' grids: its result on dev, and how often the arm chose it. For a single experiment it
// leaves out arms with one cell, which had no choice.
func ChoicesTable(main string, list ...Explored) *table.Table {
	t := &table.Table{Title: "What the arms chose from", Columns: append(table.Right("cell"), table.Left("setting", "arm")...)}
	t.Columns = append(t.Columns, table.Right("dev "+main, "over seeds", "epochs", "pairs", "chosen")...)
	t.Caption = "Every setting that an arm tried: its mean on dev over seeds and folds, the lowest and highest seed, what it cost, and in how " +
		"many trainings the arm took it; those are bold. Cells with the same rows and training run once, and name the first of them. Without " +
		"axioms a setting stands for the judged arm's first start."
	var cells []*stage.NamedCell
	var settings []string
	for _, x := range list {
		for _, a := range x.Arms {
			if len(list) == 1 && len(a.Grid) < 2 {
				continue
			}
			rest := len(a.Chosen)
			for _, cell := range a.Grid {
				times := a.countChosen(func(setting map[string]string) bool { return maps.Equal(setting, cell.Setting) })
				rest -= times
				settings, cells = append(settings, slices.Concat(x.Per, cell.Settings()).String()), append(cells, &stage.NamedCell{Cell: cell.Cell})
				t.Add(terminal.Group(len(cells)), "", a.Name, page.Score(cell.Mean()), page.SpanText(cell.Dev), terminal.Group(cell.Epochs),
					terminal.Group(cell.Pairs), choiceShare(times, len(a.Chosen)))
				t.Embolden(3, times > 0)
			}
			if rest > 0 {
				t.Add(table.None, "another start of the judged arm, without axioms", a.Name, table.None, table.None, table.None, table.None,
					choiceShare(rest, len(a.Chosen)))
			}
		}
	}
	stage.NameEqual(cells)
	for _, row := range t.Rows {
		if row[1] == "" {
			row[1] = cells[0].Text(settings[0], "cell")
			cells, settings = cells[1:], settings[1:]
		}
	}
	return t.DropEmpty()
}

// choiceShare returns the number of trainings that chose a setting, as "2 of 5", or table.None for no training.
func choiceShare(times, all int) string {
	if times == 0 {
		return table.None
	}
	return fmt.Sprintf("%d of %d", times, all)
}
