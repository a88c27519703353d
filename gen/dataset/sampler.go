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
	runs, err := prepare.ModelRuns(&c.Base.Inputs.Run.Config.Gen)
	if err != nil {
		return "", err
	}
	n, always, err := WantedSpares(c.Base.Inputs.Run.Config)
	if err != nil {
		return "", err
	}
	run := c.Base.Inputs.Run.With(c.Base.Inputs.Run.Config)
	run.Note(stage.Mining, runs)
	run.Note(stage.Sample, n, always)
	return run.Key(name), nil
}

// DrawingKey returns the key of everything that decides the drawn pairs, whole or in parts.
func (c *Sampler) DrawingKey() (string, error) { return c.key(stage.Drawing) }

// ConfiguredDrawer returns the drawer of the instances that gen.violated_by keeps.
func (c *Sampler) ConfiguredDrawer(s *prepare.Split) (*Drawer, error) {
	only, err := c.Base.Violated()
	if err != nil {
		return nil, err
	}
	return c.Drawer(s, only)
}

// Drawer returns a drawer from a split under the configuration's options. Of axiomatic pairs it draws only those that violate only (nil:
// all).
func (c *Sampler) Drawer(s *prepare.Split, only *mine.Violated) (*Drawer, error) {
	o, err := quota.SampleOptions(&c.Base.Inputs.Run.Config.Gen)
	if err != nil {
		return nil, err
	}
	o.JudgedFirst = c.Base.HasRows() || c.Base.Inputs.Run.Config.Gen.AddJudged == configs.On
	o.StatedAlone = c.Base.Inputs.Run.Config.Gen.AssumedNegatives == configs.Auto && c.Base.HasRows()
	for _, number := range c.Base.Axioms.Drawn {
		if a := c.Base.Axioms.All[number]; a.Spec().Needs.Grades {
			return nil, errs.BadUsage("leave it out; axiomine gen mine counts what it would find",
				"axiom %s asks the judgements: it is never in training data", a)
		}
	}
	d := &Drawer{Miner: c.Base.Miner(), Queries: s.Queries, Axioms: c.Base.Axioms, Options: o, Judged: c.Base.Inputs.Run.Config.Gen.JudgedQueries,
		Top: c.Base.Inputs.Run.Config.Gen.PoolTop, From: c.Base.Inputs.Run.Config.Gen.PoolQueries, Order: c.Base.Inputs.Run.Config.Gen.Order,
		Made: c.Base.Inputs.Run.Config.Gen.QueriesFrom == configs.QueriesDocuments, Margin: c.Base.Inputs.Run.Config.Train.Margin,
		Most: c.Base.Inputs.Run.Config.Gen.MaxPairs, Unjudged: len(s.Qrels) == 0}
	d.Miner.Among = slices.Concat([]int{}, c.Base.Axioms.Drawn) // not nil: of no axiom there is nothing to draw
	d.Miner.Only, d.ByVotes = only, c.Base.Inputs.Run.Config.Gen.Weights == quota.ByVotes
	if run := quota.DrawRun(&c.Base.Inputs.Run.Config.Gen); run != "" && run != quota.JudgedArm {
		if d.Scores, err = c.Base.RunScores(run); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// Wanted returns the size of every pool's sample, and a text of what is asked in all.
func (c *Sampler) Wanted(d *Drawer) (sizes []int, text string) {
	regular, budget := d.RegularPairs(), c.Base.Inputs.Run.Config.Gen.Budget
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
	aside := c.Base.Inputs.Run.Progress.Aside("judged", "pairs", 0)
	sizes, text := c.Wanted(d)
	aside.Done()
	c.Base.Inputs.Run.Progress.Say("%s", text)
	if c.Shares != nil {
		return d.merge(c.Shares, sizes, d.Options.Regular)
	}
	st := c.Base.Inputs.Run.Progress.Stage("sample", "queries", len(d.Queries))
	defer st.Done()
	return d.Draw(ctx, sizes, d.Options.Regular, st)
}

// Asked returns the text of what the configuration asks of the training split, and an error if that is no row.
func (c *Sampler) Asked() (string, error) {
	training, err := c.Base.Training()
	if err != nil {
		return "", err
	}
	drawer, err := c.Drawer(training, nil)
	if err != nil {
		return "", err
	}
	sizes, text := c.Wanted(drawer)
	isEmpty := !slices.ContainsFunc(sizes, func(n int) bool { return n != 0 })
	if isEmpty && c.Base.Inputs.Run.Config.Gen.Mixture == "" && !drawer.isUnjudged() && drawer.RegularPairs() == 0 {
		hint := "the judgements give no pair within the limits: see gen.judged_only and gen.min_grade in axiomine configs show"
		if study := c.Base.Inputs.Run.Original.String(); study != "" {
			hint += "; the preset's study was " + study
		}
		return "", errs.BadUsage(hint, "the plan has no row to train on: %s", text)
	}
	return text, nil
}
