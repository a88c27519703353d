package dataset

import (
	"context"
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/chain/quota"
	"github.com/axiomine/axiomine/internal/chain/stage"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Sampler counts and draws from a run that is prepared.
type Sampler struct {
	Base   *prepare.Prepared
	Shares []*Share // of all parts, when Sample is to merge them instead of mining
}

// Of makes a run's sampler.
func Of(p *prepare.Prepared) *Sampler { return &Sampler{Base: p} }

// Share is the result of one part of the queries: its counts by split and axiom, and its share of the training split's sample.
type Share struct {
	Part   mine.Part      `json:"Part"`
	Key    string         `json:"Key"` // of everything that decides the pairs
	Counts [][]mine.Tally `json:"Counts"`
	Sample *sample.Share  `json:"Sample"`
}

// key returns the key of a stage of mining or drawing. The runs whose mistakes are mined enter by what they hold; n and always are
// gen.spares as it is read, which shares of a sample do not depend on.
func (c *Sampler) key(name stage.Name) (string, error) {
	runs, err := prepare.ModelRuns(&c.Base.Run.Config.Gen)
	if err != nil {
		return "", err
	}
	n, always, err := WantedSpares(c.Base.Run.Config)
	if err != nil {
		return "", err
	}
	run := c.Base.Run.With(c.Base.Run.Config)
	run.Note(stage.Mining, runs)
	run.Note(stage.Sample, n, always)
	return run.Key(name), nil
}

// DrawingKey returns the key of everything that decides the drawn pairs, whole or in parts.
func (c *Sampler) DrawingKey() (string, error) { return c.key(stage.Drawing) }

// ConfiguredDrawer returns the drawer of the instances that gen.violated_by keeps.
func (c *Sampler) ConfiguredDrawer(s *prepare.Split) (*Drawer, error) {
	only, err := prepare.Violated(c.Base)
	if err != nil {
		return nil, err
	}
	return c.Drawer(s, only)
}

// Drawer returns a drawer from a split under the configuration's options. Of axiomatic pairs it draws only those that violate only (nil:
// all).
func (c *Sampler) Drawer(s *prepare.Split, only *mine.Violated) (*Drawer, error) {
	g, hasRows := &c.Base.Run.Config.Gen, c.Base.Inputs.Collection.HasRows()
	o, err := quota.SampleOptions(g)
	if err != nil {
		return nil, err
	}
	o.JudgedFirst = hasRows || g.AddJudged == configs.On
	o.StatedAlone = g.AssumedNegatives == configs.Auto && hasRows
	for _, number := range c.Base.Axioms.Drawn {
		if a := c.Base.Axioms.All[number]; a.Spec().Needs.Grades {
			return nil, errs.BadUsage("leave it out; axiomine gen mine counts what it would find",
				"axiom %s asks the judgements: it is never in training data", a)
		}
	}
	d := &Drawer{Miner: prepare.NewMiner(c.Base), Queries: s.Queries, Axioms: c.Base.Axioms, Options: o, Judged: g.JudgedQueries,
		Top: g.PoolTop, From: g.PoolQueries, Order: g.Order, Made: g.QueriesFrom == configs.QueriesDocuments,
		Margin: c.Base.Run.Config.Train.Margin, Most: g.MaxPairs, Unjudged: len(s.Qrels) == 0}
	d.Miner.Among = slices.Concat([]int{}, c.Base.Axioms.Drawn) // not nil: of no axiom there is nothing to draw
	d.Miner.Only, d.ByVotes = only, g.Weights == quota.ByVotes
	if run := quota.DrawRun(g); run != "" && run != quota.JudgedArm {
		if d.Scores, err = prepare.RunScores(c.Base, run); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// Wanted returns the size of every pool's sample, and a text of what is asked in all.
func (c *Sampler) Wanted(d *Drawer) (sizes []int, text string) {
	regular, budget := d.RegularPairs(), c.Base.Run.Config.Gen.Budget
	if d.isUnjudged() {
		return unjudgedSizes(d.Axioms.Pools), unjudgedText
	}
	sizes = sample.Wanted(regular, d.Axioms.Pools, budget)
	return sizes, quota.AskedText(d.Axioms, sizes, regular, budget)
}

// CountJudged returns the number of given queries whose judged pairs are in use.
func (d *Drawer) CountJudged() (n int) {
	for i, hasLabels := range d.Labelled() {
		if hasLabels && d.Queries[i].Source == "" {
			n++
		}
	}
	return n
}

// FewerJudged returns a warning if fewer queries have a judged pair than gen.judged_queries asks for.
func (d *Drawer) FewerJudged() (warnings []string) {
	if n := d.CountJudged(); n < d.Judged {
		return []string{fmt.Sprintf("--judged-queries asks for %s, and only %s a judged pair: all of them are used",
			terminal.Grouped(d.Judged), terminal.Plural(n, "training query has", "training queries have"))}
	}
	return nil
}

// drawOrMerge mines and draws, or merges what was drawn from all parts of the queries.
func (c *Sampler) drawOrMerge(ctx context.Context, d *Drawer) (*sample.Result, error) {
	aside := c.Base.Run.Progress.Aside("judged", "pairs", 0)
	sizes, text := c.Wanted(d)
	aside.Done()
	c.Base.Run.Progress.Say("%s", text)
	if c.Shares != nil {
		return d.merge(c.Shares, sizes, d.Options.Regular)
	}
	st := c.Base.Run.Progress.Stage("sample", "queries", len(d.Queries))
	defer st.Done()
	return d.Draw(ctx, sizes, d.Options.Regular, st)
}

// Asked returns the text of what the configuration asks of the training split, and an error if that is no row.
func (c *Sampler) Asked() (string, error) {
	training, err := prepare.Training(&c.Base.Run.Config.Gen, c.Base.Splits)
	if err != nil {
		return "", err
	}
	drawer, err := c.Drawer(training, nil)
	if err != nil {
		return "", err
	}
	sizes, text := c.Wanted(drawer)
	isEmpty := !slices.ContainsFunc(sizes, func(n int) bool { return n != 0 })
	if isEmpty && c.Base.Run.Config.Gen.Mixture == "" && !drawer.isUnjudged() && drawer.RegularPairs() == 0 {
		hint := "the judgements give no pair within the limits: see gen.judged_only and gen.min_grade in axiomine configs show"
		if study := c.Base.Run.Original.String(); study != "" {
			hint += "; the preset's study was " + study
		}
		return "", errs.BadUsage(hint, "the plan has no row to train on: %s", text)
	}
	return text, nil
}
