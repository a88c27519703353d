package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/train/eval"
)

// skewWarning is the length skew above which a pool can be satisfied by preferring longer documents: train/report only
// draws the line, the warning itself is the sampler's.
const skewWarning = 0.1

// summaryTable has a row per system and a column per measure; with axioms also the share of instances fulfilled.
func (r *Result) summaryTable(withAxioms bool) *table {
	t := &table{title: "Scores", columns: left("system")}
	t.caption = fmt.Sprintf("Means over the test queries; arms over %s. The best of each column is bold.", r.seedsText())
	t.columns = append(t.columns, right(r.Protocol.Measures...)...)
	var axioms []string
	if withAxioms {
		axioms = r.axioms()
		t.columns = append(t.columns, right(axioms...)...)
	}
	for _, name := range r.systems() {
		row := plain(name)
		for _, measure := range r.Protocol.Measures {
			row = append(row, cell{text: scoreOf(r.test(name), measure)})
		}
		for _, axiom := range axioms {
			row = append(row, cell{text: r.shareText(name, axiom)})
		}
		t.rows = append(t.rows, row)
	}
	t.embolden(1, 1+len(r.Protocol.Measures))
	return t
}

// embolden marks the largest value of the columns from..to-1.
func (t *table) embolden(from, to int) {
	for c := from; c < to; c++ {
		best := ""
		for _, row := range t.rows {
			if row[c].text != none && row[c].text > best { // equal width, so bytes order as numbers
				best = row[c].text
			}
		}
		for _, row := range t.rows {
			row[c].strong = best != "" && row[c].text == best
		}
	}
}

func scoreOf(s Scores, measure string) string {
	if v, ok := s[measure]; ok {
		return score(v)
	}
	return none
}

// axioms lists the axioms of which some model's fulfilment is known, in the order of the record.
func (r *Result) axioms() []string {
	var list []string
	for _, f := range r.Fulfilment {
		for _, a := range f.Axioms {
			if !slices.Contains(list, a.Axiom) {
				list = append(list, a.Axiom)
			}
		}
	}
	return list
}

func (r *Result) fulfilled(model, axiom string) (AxiomFulfilled, bool) {
	for _, f := range r.Fulfilment {
		for _, a := range f.Axioms {
			if f.Model == model && a.Axiom == axiom {
				return a, a.Instances > 0
			}
		}
	}
	return AxiomFulfilled{}, false
}

func (r *Result) shareText(model, axiom string) string {
	if a, ok := r.fulfilled(model, axiom); ok {
		return fmt.Sprintf("%.2f", a.Share())
	}
	return none
}

// publishedTable sets what sources report beside what came out here, after a line that says in which way ours is a reduced form.
func (r *Result) publishedTable() *table {
	t := &table{title: "Published beside ours", columns: left("source", "system", "measure")}
	t.columns = append(t.columns, right("published", "here")...)
	t.caption = fmt.Sprintf("Published numbers stand for the source's own collection, ours for %s: they can be compared only where that is the same.", r.Protocol.Collection)
	if r.Reduced != "" {
		t.remark, t.caption = r.Reduced, r.Reduced+" "+t.caption
	}
	for _, p := range r.Published {
		if p.System == "" {
			t.rows = append(t.rows, plain(p.Source, none, none, none, none))
			continue
		}
		t.rows = append(t.rows, plain(p.Source, p.System, p.Measure, p.text(), r.besides(p)))
	}
	return t
}

// text is the number as the source gives it.
func (p *Published) text() string {
	switch {
	case p.Counts:
		return grouped(int(p.Value))
	case p.Within > 0:
		return score(p.Value) + "±" + score(p.Within)
	}
	return score(p.Value)
}

// besides is our number for a published one: a measure of a system, of the first arm on a fold ("fold 2"), or the share of an axiom's
// instances that is "fulfilled by" a system.
func (r *Result) besides(p Published) string {
	if model, ok := strings.CutPrefix(p.Measure, "fulfilled by "); ok {
		if a, known := r.fulfilled(model, p.System); known {
			return score(a.Share())
		}
		return none
	}
	if number, ok := strings.CutPrefix(p.System, "fold "); ok && len(r.Arms) > 0 {
		var values []float64
		for _, s := range r.Arms[0].Seeds {
			if v, measured := s.Test[p.Measure]; measured && strconv.Itoa(s.Fold) == number {
				values = append(values, v)
			}
		}
		if len(values) > 0 {
			return score(eval.Mean(values))
		}
		return none
	}
	return scoreOf(r.test(cmp.Or(p.Ours, p.System)), p.Measure)
}

// testsTable has a row per comparison; a Holm p below 0.05 is bold.
func (r *Result) testsTable() *table {
	t := &table{title: "Tests", columns: left("compared", "measure", "split")}
	t.columns = append(t.columns, right("before", "after", "difference", "95 % interval", "t p", "Wilcoxon p", "Holm p", "queries", "won / tied / lost")...)
	of := "Paired"
	several := slices.ContainsFunc(r.Tests, func(x Test) bool { return x.Measure != r.Tests[0].Measure })
	if len(r.Tests) > 0 && !several {
		of = r.Tests[0].Measure + ", paired"
	}
	t.caption = fmt.Sprintf("%s over queries, on values averaged over seeds. Holm p adjusts the larger of the two p values over %s; below 0.05 it is bold.",
		of, Plural(len(r.Tests), "test", "tests"))
	for _, test := range r.Tests {
		split, measure := test.Split, none // one measure for all stands in the caption
		if several {
			measure = test.Measure
		}
		if split == "test" {
			split = none // what a reader expects
		}
		row := plain(test.A+" → "+test.B, measure, split, score(test.MeanA), score(test.MeanB), signed(test.Diff, 4), interval(test.CI95, 3),
			pvalue(test.TP), pvalue(test.WilcoxonP), pvalue(test.HolmP), grouped(test.N), fmt.Sprintf("%d / %d / %d", test.Wins, test.Ties, test.Losses))
		row[9].strong = test.HolmP < 0.05
		t.rows = append(t.rows, row)
	}
	return t.dropEmpty()
}

// poolsTable has a row per pool; a shortfall and a skew over the warning line are bold.
func (r *Result) poolsTable() *table {
	t := &table{title: "Pools", columns: left("axiom", "arm", "split")}
	t.columns = append(t.columns, right("pairs", "wanted", "taken", "shortfall", "length skew", "agreement")...)
	t.caption = "Pairs that each axiom offers and what was taken of them. Length skew is how much longer the preferred document is than the other, " +
		"relative to the longer; above 0.1 a model can satisfy the pool by preferring length. Agreement is the share of pairs with exactly one relevant document that put it first."
	for _, p := range r.Pools {
		agreement := none
		if p.Agreement != nil {
			agreement = fmt.Sprintf("%.2f", *p.Agreement)
		}
		row := plain(p.Axiom, orNone(p.Arm), orNone(p.Split), grouped(p.Size), grouped(p.Wanted), grouped(p.Taken), grouped(p.Shortfall), signed(p.LengthSkew, 2), agreement)
		row[6].strong = p.Shortfall > 0
		row[7].strong = p.LengthSkew > skewWarning
		t.rows = append(t.rows, row)
	}
	return t.dropEmpty()
}

func orNone(s string) string {
	if s == "" {
		return none
	}
	return s
}

// fulfilmentTable has a row per axiom and a column per model.
func (r *Result) fulfilmentTable() *table {
	t := &table{title: "Axioms fulfilled", columns: left("axiom")}
	t.caption = "Share of an axiom's instances on the test queries that a model's scores fulfil; arms over all their seeds. Tossing a coin gives about 0.5 where an axiom is strict."
	for _, f := range r.Fulfilment {
		t.columns = append(t.columns, column{name: f.Model})
	}
	t.columns = append(t.columns, column{name: "instances"})
	for _, axiom := range r.axioms() {
		row := plain(axiom)
		least, most := -1, 0
		for _, f := range r.Fulfilment {
			row = append(row, cell{text: r.shareText(f.Model, axiom)})
			if a, ok := r.fulfilled(f.Model, axiom); ok {
				most = max(most, a.Instances)
				if least < 0 || a.Instances < least {
					least = a.Instances
				}
			}
		}
		instances := grouped(max(least, 0))
		if most > least && least >= 0 {
			instances += "–" + grouped(most)
		}
		t.rows = append(t.rows, append(row, cell{text: instances}))
	}
	return t
}

// runsTable has a row per training: where each number of an arm comes from.
func (r *Result) runsTable() *table {
	t := &table{title: "Runs", columns: append(left("arm"), right("seed")...)}
	folds := slices.ContainsFunc(r.Arms, func(a Arm) bool {
		return slices.ContainsFunc(a.Seeds, func(s SeedRun) bool { return s.Fold > 0 })
	})
	if folds {
		t.columns = append(t.columns, column{name: "fold"})
	}
	t.columns = append(t.columns, right("best epoch", "dev "+r.Protocol.Main)...)
	for _, measure := range r.Protocol.Measures {
		t.columns = append(t.columns, column{name: "test " + measure})
	}
	t.columns = append(t.columns, column{name: "pairs trained on", left: true})
	t.caption = "Every single training. With the command and versions below, each row can be computed again."
	for _, a := range r.Arms {
		for _, s := range a.Seeds {
			row := plain(a.Name, strconv.FormatUint(s.Seed, 10))
			if folds {
				row = append(row, cell{text: strconv.Itoa(s.Fold)})
			}
			row = append(row, plain(strconv.Itoa(s.BestEpoch), scoreOf(s.Dev, r.Protocol.Main))...)
			for _, measure := range r.Protocol.Measures {
				row = append(row, cell{text: scoreOf(s.Test, measure)})
			}
			var pairs []string
			for _, pool := range slices.Sorted(maps.Keys(s.Pairs)) {
				pairs = append(pairs, pool+" "+grouped(s.Pairs[pool]))
			}
			t.rows = append(t.rows, append(row, cell{text: orNone(strings.Join(pairs, ", "))}))
		}
	}
	return t.dropEmpty()
}

// settingsTable lists what was set, for the protocol and each system.
func (r *Result) settingsTable() *table {
	t := &table{title: "Settings", columns: left("system", "setting", "value")}
	t.caption = "What all arms share, then what each system sets."
	add := func(system string, settings map[string]string) {
		for _, name := range slices.Sorted(maps.Keys(settings)) {
			t.rows = append(t.rows, plain(system, name, settings[name]))
		}
	}
	p := r.Protocol
	t.rows = append(t.rows, plain("all", "collection", p.Collection+", "+Plural(p.Documents, "document", "documents")))
	for _, s := range p.Splits {
		t.rows = append(t.rows, plain("all", s.Name+" queries", grouped(s.Queries)))
	}
	t.rows = append(t.rows, plain("all", "judged training queries", grouped(p.JudgedQueries)), plain("all", "candidates", p.Candidates))
	add("all", p.Settings)
	for _, c := range r.Controls {
		add(c.Name, c.Settings)
	}
	for _, a := range r.Arms {
		add(a.Name, a.Settings)
		if a.Command != "" {
			t.rows = append(t.rows, plain(a.Name, "command", a.Command))
		}
	}
	return t
}

// seedsText gives "5 seeds (42–46)".
func (r *Result) seedsText() string {
	if len(r.Seeds) == 0 {
		return "no seeds"
	}
	var list []string
	run := true
	for i, s := range r.Seeds {
		list = append(list, strconv.FormatUint(s, 10))
		run = run && s == r.Seeds[0]+uint64(i)
	}
	if run && len(list) > 2 {
		list = []string{list[0] + "–" + list[len(list)-1]}
	}
	if len(r.Seeds) == 1 {
		return "seed " + list[0]
	}
	return fmt.Sprintf("%d seeds (%s)", len(r.Seeds), strings.Join(list, ", "))
}
