package train

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/train/diagnose"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/axiomine/axiomine/train/report"
	"golang.org/x/sync/errgroup"
)

// result measures every chosen model on its fold's test queries and puts the record together.
func (e *experiment) result(ctx context.Context, command string) (*report.Result, error) {
	r := &report.Result{SchemaVersion: report.SchemaVersion, Title: "DRMM with and without axiomatic pairs", Command: command,
		Seeds:    e.seeds(),
		Versions: configs.Versions(), Protocol: e.protocol()}
	for _, name := range []string{Judged, Augmented, AxiomsOnly, JudgedSame, AugmentedSame, JudgedMore} {
		a, err := e.arm(name)
		if err != nil {
			return nil, err
		}
		if len(a.Seeds) > 0 {
			r.Arms = append(r.Arms, a)
		}
	}
	if err := e.controls(r); err != nil {
		return nil, err
	}
	if err := e.tests(r); err != nil {
		return nil, err
	}
	if err := e.pools(ctx, r); err != nil {
		return nil, err
	}
	if err := e.fulfilment(ctx, r); err != nil {
		return nil, err
	}
	if err := e.mended(ctx, r); err != nil {
		return nil, err
	}
	e.published(r)
	e.outside()
	r.Conclude(Judged, Augmented, e.labels(), e.cautions)
	return r, r.Validate()
}

// arm is the record of an arm: what it chose under every seed on every fold, from what, and what the test queries say.
func (e *experiment) arm(name string) (report.Arm, error) {
	a := report.Arm{Name: name, Ablation: name == JudgedSame || name == AugmentedSame || name == JudgedMore, Settings: map[string]string{}}
	of := e.unitsOf(name)
	a.Seeds = make([]report.SeedRun, len(of))
	if err := e.sideBySide(len(of), func(i int) { a.Seeds[i] = e.seedRun(of[i]) }); err != nil {
		return a, err
	}
	for _, u := range of {
		a.Chosen = append(a.Chosen, report.Choice{Seed: u.at.seed, Fold: u.at.fold.number, Setting: asMap(u.chosen), Dev: u.model.dev})
	}
	a.Grid = e.triedBy(name)
	a.Average()
	return a, nil
}

// unitsOf are an arm's units, in the order of seeds and folds.
func (e *experiment) unitsOf(arm string) (list []*unit) {
	for _, u := range e.units {
		if u.arm == arm {
			list = append(list, u)
		}
	}
	return list
}

// sideBySide does n things on all threads.
func (e *experiment) sideBySide(n int, do func(i int)) error {
	var group errgroup.Group
	group.SetLimit(e.threads())
	for i := range n {
		group.Go(func() (err error) {
			defer fault.Rescue(&err)
			do(i)
			return nil
		})
	}
	return group.Wait()
}

// triedBy lists the cells of an arm's grid, in order, with dev by seed.
func (e *experiment) triedBy(name string) []report.Tried {
	var list []report.Tried
	place := map[string]int{}
	seeds := e.seeds()
	for _, u := range e.unitsOf(name) {
		for _, x := range u.cells {
			at, met := place[x.Setting.String()]
			if !met {
				at = len(list)
				place[x.Setting.String()] = at
				list = append(list, report.Tried{Setting: asMap(x.Setting), Dev: make([]float64, len(seeds))})
			}
			list[at].Dev[slices.Index(seeds, u.at.seed)] += x.Dev / float64(len(e.folds))
			list[at].Epochs += x.Epochs
			list[at].Pairs += x.Pairs
		}
	}
	return list
}

func asMap(s setting) map[string]string {
	out := map[string]string{}
	for _, x := range s.portable() {
		out[x.Key] = x.Value
	}
	return out
}

// labels counts the queries whose judgements were used; of folds, those of the first.
func (e *experiment) labels() report.Labels {
	f := e.folds[0]
	l := report.Labels{Train: e.config.Gen.JudgedQueries, Dev: len(f.judgedDev)}
	if n := len(e.judgedIDs(f.train)); l.Train == 0 || l.Train > n {
		l.Train = n
	}
	return l
}

// outside counts the queries that no ranking can do well on.
func (e *experiment) outside() {
	relevant, without := 0, 0
	for _, f := range e.folds {
		for i := range f.test {
			if f.test[i].Relevant > 0 {
				relevant++
			} else {
				without++
			}
		}
	}
	if without > 0 {
		e.caution("%d test queries have no relevant document: those of them that are judged score 0 in every system", without)
	}
}

func (e *experiment) protocol() report.Protocol {
	g, t := &e.config.Gen, &e.config.Train
	candidates := fmt.Sprintf("%s top %d", e.firstStageName(), g.Hits)
	if parameters := e.firstStageParameters(); parameters != "" {
		candidates += ", " + parameters
	}
	p := report.Protocol{Collection: filepath.Base(g.Data), Documents: e.chain.Index.NumDocs(), JudgedQueries: g.JudgedQueries,
		Candidates: candidates,
		Main:       e.main.String(), Settings: map[string]string{
			"analyser": e.chain.Index.Analyzer().Options().String(), "axioms": configs.Portable(axiomsKey, g.Axioms),
			"ratio": configs.Portable(ratioKey, g.Ratio), "budget": g.Budget, "strategy": g.Strategy, "drawing": g.Sample,
			"conflict": g.Conflict, "train.engine": t.Engine, "histogram": t.Histogram, "gating": t.Gating, "schedule": t.Schedule,
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

func (e *experiment) seedRun(u *unit) report.SeedRun {
	m, f := u.model, u.at.fold
	s := report.SeedRun{Seed: u.at.seed, Fold: f.number, Training: m.epochs, BestEpoch: m.best, Pairs: m.pairs,
		PerQueryFile: perQueryName(u.name())}
	s.Dev, _ = e.measure(f.dev, e.rank(m, f.dev))
	s.Test, s.PerQuery = e.measure(f.test, e.rank(m, f.test))
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

// tests compares the systems that answer the experiment's questions on the main measure, averaged over seeds per query;
// Holm's adjustment of the larger p of paired t and Wilcoxon covers all of them.
func (e *experiment) tests(r *report.Result) error {
	first, mix := e.firstStageName(), e.firstStageName()+" mixed with "
	for _, pair := range [][2]string{{Judged, Augmented}, {Judged, AxiomsOnly}, {first, Judged}, {first, Augmented}, {first, AxiomsOnly},
		{first, mix + Judged}, {first, mix + Augmented}, {first, mix + AxiomsOnly}, {mix + Judged, mix + Augmented},
		{mix + Judged, mix + AxiomsOnly},
		{JudgedSame, AugmentedSame}, {JudgedMore, e.sameSetting()}} {
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

// sameSetting is the arm with axiomatic pairs that the ablation's judged arms share a setting with.
func (e *experiment) sameSetting() string {
	if e.grid.chooses() {
		return AugmentedSame
	}
	return Augmented
}

// pools describes what the first seed's first drawing offered for every set of axioms in the grid; other seeds draw from the same
// pools.
func (e *experiment) pools(ctx context.Context, r *report.Result) error {
	d := e.drawer(draw{e.seeds()[0], e.folds[0]})
	for _, u := range e.units {
		if u.at == d.at && u.arm == Judged {
			d.judged = u.model
		}
	}
	described := map[string]bool{}
	for _, s := range e.grid.augmented {
		c, err := e.configOf(Augmented, s, d.at.fold)
		if err != nil {
			return err
		}
		p, err := d.of(ctx, c)
		if err != nil {
			return err
		}
		for i := range p.drawn.Ledger {
			l := &p.drawn.Ledger[i]
			if described[l.Name] {
				continue
			}
			described[l.Name] = true
			r.Pools = append(r.Pools, report.Pool{Axiom: l.Name, Split: "train", Size: l.Size, Wanted: l.Wanted, Taken: l.Taken,
				Shortfall:   l.Shortfall,
				NotViolated: l.Dropped.NotViolated, NotScored: l.Dropped.NotScored, LengthSkew: l.LengthSkew(), Agreement: l.Agreement()})
		}
		for _, line := range p.drawn.Warnings(c.Gen.Sample) {
			if !slices.Contains(r.Warnings, line) {
				r.Warnings = append(r.Warnings, line)
			}
		}
	}
	return nil
}

// fulfilment diagnoses the first stage and every arm on the test queries, added up over seeds and folds.
func (e *experiment) fulfilment(ctx context.Context, r *report.Result) error {
	list, err := e.diagnosedAxioms()
	if err != nil {
		return err
	}
	miner := e.chain.Miner()
	miner.Axioms = list
	st := e.chain.Progress.Stage("diagnose", "models", len(e.units)+len(e.folds))
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
	for _, f := range e.folds {
		if err := add(e.firstStageName(), f, f.from.first); err != nil {
			return err
		}
	}
	for _, u := range e.units {
		if err := add(u.arm, u.at.fold, u.model.scorer()); err != nil {
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
	for _, u := range e.units {
		name := u.name()
		rows := e.rank(u.model, u.at.fold.test)
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
	if err := out.Retire(e.isOfOthers()); err != nil {
		return err
	}
	return out.Finish("train", "train", files)
}

func perQueryName(of string) string { return "per-query/" + of + ".tsv" }

// slug is a system's name in small letters and digits.
func slug(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	return strings.Join(words, "-")
}

// isOfOthers says of a stage whether an earlier experiment left it: one with other arms, seeds or folds.
func (e *experiment) isOfOthers() func(stage string) bool {
	ours := map[string]bool{}
	for _, u := range e.units {
		ours["unit "+u.name()] = true
	}
	divided := regexp.MustCompile(`^(fold\d+|tuned)\.`)
	for _, p := range e.prepared {
		ours[p.chain.Prefix()] = true
	}
	for _, f := range e.folds {
		ours[fmt.Sprintf("fold%d.", f.number)] = true
	}
	return func(stage string) bool {
		if strings.HasPrefix(stage, "unit ") {
			return !ours[stage]
		}
		prefix := divided.FindString(stage)
		return prefix != "" && !ours[prefix]
	}
}
