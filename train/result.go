package train

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/axiomine/axiomine/axioms/diagnose"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/axiomine/axiomine/train/report"
)

// result measures every model on its fold's test queries and puts the record together.
func (e *experiment) result(ctx context.Context, command string) (*report.Result, error) {
	r := &report.Result{SchemaVersion: report.SchemaVersion, Title: "DRMM with and without axiomatic pairs", Command: command, Seeds: e.seeds(),
		Versions: configs.Versions(), Protocol: e.protocol()}
	byName := map[string]int{}
	for i, c := range e.cells {
		at, ok := byName[c.arm]
		if !ok {
			at = len(r.Arms)
			byName[c.arm] = at
			r.Arms = append(r.Arms, report.Arm{Name: c.arm, Settings: map[string]string{"schedule": c.schedule.String()}})
		}
		r.Arms[at].Seeds = append(r.Arms[at].Seeds, e.seedRun(c, e.models[i]))
	}
	for i := range r.Arms {
		r.Arms[i].Average()
	}
	e.controls(r)
	if err := e.tests(r); err != nil {
		return nil, err
	}
	e.pools(r)
	if err := e.fulfilment(ctx, r); err != nil {
		return nil, err
	}
	if err := e.mended(ctx, r); err != nil {
		return nil, err
	}
	for _, p := range e.chain.Published {
		if p.Holds(e.config) {
			r.Published = append(r.Published, report.Published{System: p.Of, Measure: p.Measure, Value: p.Value, Source: p.Source})
		}
	}
	r.Warnings = e.warnings
	return r, r.Validate()
}

func (e *experiment) protocol() report.Protocol {
	g, t := &e.config.Gen, &e.config.Train
	candidates := fmt.Sprintf("%s top %d", e.firstStageName(), g.Hits)
	if _, parameters := gen.ModelText(g); e.chain.Retrieves() && parameters != "" {
		candidates += ", " + parameters
	}
	p := report.Protocol{Collection: filepath.Base(g.Data), Documents: e.chain.Index.NumDocs(), JudgedQueries: g.JudgedQueries, Candidates: candidates,
		Main: e.main.String(), Settings: map[string]string{
			"analyser": e.chain.Index.Analyzer().Options().String(), "axioms": g.Axioms, "ratio": g.Ratio, "budget": g.Budget, "strategy": g.Strategy,
			"drawing": g.Sample, "conflict": g.Conflict, "histogram": t.Histogram, "gating": t.Gating, "schedule": t.Schedule,
			"epochs": fmt.Sprint(t.Epochs), "patience": fmt.Sprint(t.Patience), "pairs per epoch": fmt.Sprint(t.PairsPerEpoch)}}
	if g.ViolatedBy != "" {
		p.Settings["axiomatic pairs"] = fmt.Sprintf("violated by %s, margin %g", filepath.Base(g.ViolatedBy), g.ViolatedMargin)
	}
	if g.Made == "all" {
		p.Settings["documents of lnc2"] = "candidates of every split; measures leave them out"
	}
	for _, m := range e.measures {
		p.Measures = append(p.Measures, m.String())
	}
	if p.JudgedQueries == 0 {
		p.JudgedQueries = len(e.folds[0].train)
	}
	f := e.folds[0]
	p.Splits = []report.Split{{Name: "train", Queries: len(f.train)}, {Name: "dev", Queries: len(f.dev)}, {Name: "test", Queries: len(f.test)}}
	return p
}

func (e *experiment) firstStageName() string {
	if !e.chain.Retrieves() {
		return "given run"
	}
	name, _ := gen.ModelText(&e.config.Gen)
	return name
}

func (e *experiment) seedRun(c *cell, m *trained) report.SeedRun {
	s := report.SeedRun{Seed: c.seed, Fold: c.fold.number, Training: m.epochs, BestEpoch: m.best, Pairs: m.pairs, PerQueryFile: perQueryName(fileName(c))}
	s.Dev, _ = e.measure(c.fold.dev, e.rank(m.model, c.fold.dev))
	s.Test, s.PerQuery = e.measure(c.fold.test, e.rank(m.model, c.fold.test))
	return s
}

// measure gives every measure's mean and values over a split's judged queries.
func (e *experiment) measure(queries []mine.Query, run []corpus.Scored) (report.Scores, report.QueryScores) {
	ids := e.judgedIDs(queries)
	judged := eval.Evaluate(e.qrelsOf(ids), run, eval.Options{Level: e.config.Gen.MinGrade})
	means, perQuery := report.Scores{}, report.QueryScores{}
	for _, m := range e.measures {
		values := m.PerQuery(judged, ids)
		means[m.String()] = eval.Mean(values)
		byID := make(map[string]float64, len(ids))
		for i, id := range ids {
			byID[id] = values[i]
		}
		perQuery[m.String()] = byID
	}
	return means, perQuery
}

// controls adds the first stage, and its mixture with every arm, whose weight is chosen on dev in steps of .1.
func (e *experiment) controls(r *report.Result) {
	first := &firstStage{}
	r.Controls = append(r.Controls, e.control(e.firstStageName(), func(f *fold, queries []mine.Query) []corpus.Scored {
		return e.rows(queries, first)
	}))
	for _, a := range r.Arms {
		if a.Name != JudgedMore {
			r.Controls = append(r.Controls, e.mixed(a.Name, first))
		}
	}
}

func (e *experiment) rows(queries []mine.Query, s diagnose.Scorer) []corpus.Scored {
	var rows []corpus.Scored
	for i := range queries {
		q := &queries[i]
		rows = appendRows(rows, e.chain.Index, q, s.Scores(q, i)[:q.Own()])
	}
	return rows
}

// control measures a system without seeds over all folds.
func (e *experiment) control(name string, run func(f *fold, queries []mine.Query) []corpus.Scored) report.Control {
	a := report.Arm{Name: name}
	for _, f := range e.folds {
		s := report.SeedRun{Fold: f.number}
		s.Dev, _ = e.measure(f.dev, run(f, f.dev))
		s.Test, s.PerQuery = e.measure(f.test, run(f, f.test))
		a.Seeds = append(a.Seeds, s)
	}
	return asControl(a)
}

// asControl averages an arm's runs into a control: per query over seeds, then over queries.
func asControl(a report.Arm) report.Control {
	a.Average()
	c := report.Control{Name: a.Name, Settings: a.Settings, Dev: a.Mean.Dev, Test: a.Mean.Test, PerQueryFile: perQueryName(slug(a.Name)), PerQuery: report.QueryScores{}}
	for measure := range a.Mean.Test {
		c.PerQuery[measure] = a.PerQuery(measure)
	}
	return c
}

// mixed is the mixture of the first stage with an arm's models, seed by seed and fold by fold.
func (e *experiment) mixed(armName string, first *firstStage) report.Control {
	a := report.Arm{Name: e.firstStageName() + " mixed with " + armName}
	var weights []string
	for i, c := range e.cells {
		if c.arm != armName {
			continue
		}
		model := modelScorer{e.features, e.models[i].model}
		rows := func(queries []mine.Query, alpha float64) []corpus.Scored {
			var out []corpus.Scored
			for j := range queries {
				q := &queries[j]
				n := q.Own()
				out = appendRows(out, e.chain.Index, q, mixture(first.Scores(q, j)[:n], model.Scores(q, j)[:n], alpha))
			}
			return out
		}
		best, bestAlpha := -1.0, 0.0
		for step := 0; step <= 10; step++ {
			alpha := float64(step) / 10
			if dev := e.mean(e.main, c.fold.dev, rows(c.fold.dev, alpha)); dev > best {
				best, bestAlpha = dev, alpha
			}
		}
		weights = append(weights, fmt.Sprintf("%g", bestAlpha))
		s := report.SeedRun{Seed: c.seed, Fold: c.fold.number}
		s.Dev, _ = e.measure(c.fold.dev, rows(c.fold.dev, bestAlpha))
		s.Test, s.PerQuery = e.measure(c.fold.test, rows(c.fold.test, bestAlpha))
		a.Seeds = append(a.Seeds, s)
	}
	a.Settings = map[string]string{"weight of " + e.firstStageName() + ", chosen on dev": strings.Join(weights, " ")}
	return asControl(a)
}

// tests compares the systems that answer the experiment's questions on the main measure, averaged over seeds per query;
// Holm's adjustment of the larger p of paired t and Wilcoxon covers all of them.
func (e *experiment) tests(r *report.Result) error {
	first, mix := e.firstStageName(), e.firstStageName()+" mixed with "
	for _, pair := range [][2]string{{Judged, Augmented}, {JudgedMore, Augmented}, {Judged, AxiomsOnly}, {JudgedMore, AxiomsOnly}, {first, Judged}, {first, Augmented},
		{first, AxiomsOnly}, {mix + Judged, mix + Augmented}, {mix + Judged, mix + AxiomsOnly}} {
		if len(r.PerQuery(pair[0], e.main.String())) == 0 || len(r.PerQuery(pair[1], e.main.String())) == 0 {
			continue
		}
		if err := r.AddTest(pair[0], pair[1], e.main.String()); err != nil {
			return err
		}
	}
	r.AdjustTests()
	return nil
}

// pools describes what the first seed's first drawing offered; other seeds draw from the same pools.
func (e *experiment) pools(r *report.Result) {
	first := e.drawn[draw{e.seeds()[0], e.folds[0].number}]
	for i := range first.Ledger {
		l := &first.Ledger[i]
		p := report.Pool{Axiom: l.Name, Split: "train", Size: l.Size, Wanted: l.Wanted, Taken: l.Taken, Shortfall: l.Shortfall,
			NotViolated: l.Dropped.NotViolated, NotScored: l.Dropped.NotScored, LengthSkew: l.LengthSkew(), Agreement: l.Agreement()}
		r.Pools = append(r.Pools, p)
	}
	for _, line := range first.SkewWarnings(e.config.Gen.Sample) {
		e.warn("%s", line)
	}
}

// fulfilment diagnoses the first stage and every arm on the test queries, added up over seeds and folds.
func (e *experiment) fulfilment(ctx context.Context, r *report.Result) error {
	list, err := e.diagnosedAxioms()
	if err != nil {
		return err
	}
	miner := e.chain.Miner()
	miner.Axioms = list
	st := e.chain.Progress.Stage("diagnose", "models", len(e.cells)+len(e.folds))
	defer st.Done()
	add := func(name string, f *fold, s diagnose.Scorer) error {
		counts, err := diagnose.Fulfilment(ctx, miner, f.test, s, nil)
		if err != nil {
			return err
		}
		st.Add(1)
		at := -1
		for i := range r.Fulfilment {
			if r.Fulfilment[i].Model == name {
				at = i
			}
		}
		if at < 0 {
			at = len(r.Fulfilment)
			r.Fulfilment = append(r.Fulfilment, report.Fulfilment{Model: name})
			for _, a := range list {
				r.Fulfilment[at].Axioms = append(r.Fulfilment[at].Axioms, report.AxiomFulfilled{Axiom: a.String()})
			}
		}
		for i, c := range counts {
			r.Fulfilment[at].Axioms[i].Fulfilled += c.Fulfilled
			r.Fulfilment[at].Axioms[i].Instances += c.Instances
		}
		return nil
	}
	first, err := newFirstStage(e.chain)
	if err != nil {
		return err
	}
	for _, f := range e.folds {
		if err := add(e.firstStageName(), f, first); err != nil {
			return err
		}
	}
	for i, c := range e.cells {
		if err := add(c.arm, c.fold, modelScorer{e.features, e.models[i].model}); err != nil {
			return err
		}
	}
	return nil
}

// write leaves the record, its reports, the test runs and the models.
func (e *experiment) write(r *report.Result) error {
	out := e.chain.Out
	var files []outdir.File
	keep := func(name string, write func(io.Writer) error) error {
		f, err := out.WriteFile(name, write)
		files = append(files, f)
		return err
	}
	for i, c := range e.cells {
		name := fileName(c)
		rows := e.rank(e.models[i].model, c.fold.test)
		if err := keep("runs/"+name+".txt", func(w io.Writer) error { return writeRanked(w, rows, name) }); err != nil {
			return err
		}
	}
	for name, values := range r.Files() {
		if err := keep(name, values.Write); err != nil {
			return err
		}
	}
	for _, product := range []struct {
		name  string
		write func(io.Writer) error
	}{{"result.json", r.Write}, {"report.html", r.HTML}, {"report.md", r.Markdown}} {
		if err := keep(product.name, product.write); err != nil {
			return err
		}
	}
	return out.Finish("train", "train", files)
}

// fileName is the cell's name in files: the arm in plain letters, seed, fold.
func fileName(c *cell) string {
	name := slug(c.arm) + fmt.Sprintf(".%d", c.seed)
	if c.fold.number > 0 {
		name += fmt.Sprintf(".fold%d", c.fold.number)
	}
	return name
}

func perQueryName(of string) string { return "per-query/" + of + ".tsv" }

// slug is a system's name in small letters and digits.
func slug(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	return strings.Join(words, "-")
}
