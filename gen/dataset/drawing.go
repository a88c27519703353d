package dataset

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Share is the result of mining and drawing in one part of the queries, as a worker stores it.
type Share struct {
	Part   mine.Part      `json:"Part"`
	Key    string         `json:"Key"`    // the result of DrawingKey
	Counts [][]mine.Tally `json:"Counts"` // the counts of each split and axiom
	Sample *sample.Share  `json:"Sample"` // sample of the training split
}

// keyOf returns the key of a stage of mining or drawing. The key depends on the contents of the runs of gen.violated_by, and, for the stage
// Sample, on the number of spares.
func keyOf(chain *prepare.Preparation, name stage.Name) (string, error) {
	runs, err := prepare.ModelRuns(&chain.Run.Config.Gen)
	if err != nil {
		return "", err
	}
	run := chain.Run.WithConfig(chain.Run.Config)
	run.Note(stage.Mining, runs)
	run.Note(stage.Sample, WantedSpares(chain.Run.Config))
	return run.Key(name), nil
}

// DrawingKey returns the key of all settings and inputs that decide the drawn pairs. It is the same for all parts of the queries.
func DrawingKey(chain *prepare.Preparation) (string, error) { return keyOf(chain, stage.Drawing) }

// ConfiguredDrawer returns a drawer that draws only instances that gen.violated_by keeps.
func ConfiguredDrawer(chain *prepare.Preparation, s *prepare.Split) (*Drawer, error) {
	filter, err := prepare.NewViolationFilter(chain)
	if err != nil {
		return nil, err
	}
	return NewDrawer(chain, s, filter)
}

// NewDrawer returns a drawer for a split with the options of the configuration. A filter that is not nil selects the axiomatic pairs.
func NewDrawer(chain *prepare.Preparation, s *prepare.Split, filter *mine.ViolationFilter) (*Drawer, error) {
	g, hasRows := &chain.Run.Config.Gen, chain.Inputs.Collection.HasRows()
	o, err := quota.SampleOptions(g)
	if err != nil {
		return nil, err
	}
	o.JudgedFirst = hasRows || g.AddJudged == configs.On
	// The data of published studies repeat a pair for each of its axioms. Each task of a mixture is a separate set.
	o.Once = g.Mixture == "" && chain.Run.Original.String() == ""
	o.StatedAlone = g.AssumedNegatives == configs.Auto && hasRows
	if err := quota.CheckGrades(chain.Axioms.All...); err != nil {
		return nil, err
	}
	queries, top, err := quota.ParsePool(g)
	if err != nil {
		return nil, err
	}
	d := &Drawer{Miner: prepare.NewMiner(chain), Queries: s.Queries, Axioms: chain.Axioms, Options: o, Judged: g.JudgedQueries,
		source: poolSource{top, queries}, Order: g.Order,
		Margin: chain.Run.Config.Train.Margin, Unjudged: len(s.Qrels) == 0}
	if g.Judged == configs.Auto && g.NegativesPerPositive == configs.Auto {
		d.DefaultJudged = max(100_000, 4*len(s.Queries)) // a row takes some 600 bytes of disk, and there are about as many axiomatic rows
	}
	d.Miner.AxiomNumbers = slices.Concat([]int{}, chain.Axioms.Drawn) // not nil, which would mean all axioms
	d.Miner.Only = filter
	if run := quota.DrawRun(g); run != "" && run != quota.JudgedArm {
		if d.Scores, err = prepare.RunScores(chain, run); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// CheckDrawing returns an error, before candidates are found, if an axiom reads the judgements, or if a key names an arm of an experiment.
func CheckDrawing(p *prepare.Preparation) error {
	g := &p.Run.Config.Gen
	switch quota.JudgedArm {
	case g.ViolatedBy:
		return prepare.ErrJudgedArm("violated_by")
	case quota.DrawRun(g):
		return prepare.ErrJudgedArm("sample")
	}
	return quota.CheckGrades(p.Axioms.All...)
}

// SampleSizes returns the number of pairs to draw from each pool, and a text about the numbers of pairs. If there are more judged pairs
// than DefaultJudged, it sets d's options Judged to that number, and EachFirst. More judged pairs than the maximum are an error.
func SampleSizes(budget string, d *Drawer) (sizes []int, text string, err error) {
	judged := d.JudgedPairs()
	if d.DefaultJudged > 0 && judged > d.DefaultJudged {
		text = fmt.Sprintf("; --judged all asks for all %s judged pairs", terminal.Group(judged))
		d.Options.Judged, d.Options.EachFirst, judged = d.DefaultJudged, true, d.DefaultJudged
	}
	if most := limit(d.Most, len(d.Queries)); judged > most && d.Options.Judged == sample.All && budget == sample.Append {
		return nil, "", tooMany(most, judged)
	}
	if d.isUnjudged() {
		return unjudgedSizes(d.Axioms.Pools), unjudgedText, nil
	}
	sizes = sample.PoolSizes(judged, d.Axioms.Pools, budget)
	unbounded := *d
	unbounded.Options.AssumedPerPositive = 0
	if all := unbounded.JudgedPairs(); all != judged {
		text = fmt.Sprintf("; of the negatives that nobody judged, %d a positive (--set negatives_per_positive=0: all, %s judged)%s",
			d.Options.AssumedPerPositive, terminal.Group(all), text)
	}
	return sizes, quota.AskedText(d.Axioms, sizes, judged, budget) + text, nil
}

// CountJudged returns the number of queries whose judged pairs are in use.
func (d *Drawer) CountJudged() int {
	return len(lists.Filter(d.HasLabels(), func(inUse bool) bool { return inUse }))
}

// FewerJudged returns a warning if fewer queries have a judged pair than gen.judged_queries asks for.
func (d *Drawer) FewerJudged() (warnings []string) {
	if n := d.CountJudged(); n < d.Judged {
		return []string{fmt.Sprintf("--judged-queries asks for %s, and only %s a judged pair: all of them are used",
			terminal.Group(d.Judged), terminal.Plural(n, "training query has", "training queries have"))}
	}
	return nil
}

// missingText returns a warning about the relevant documents of a split that are in no row, since they are no candidates or the filters
// leave them no negative; "" if there are none. alone is the number of positives to which the filters leave no negative.
func (d *Drawer) missingText(split string, alone int) string {
	o, docs, outside, unscored := &d.Options, 0, 0, 0
	for i, inUse := range d.HasLabels() {
		if !inUse {
			continue
		}
		q := &d.Queries[i]
		outside += len(q.Outside)
		for _, c := range q.Docs {
			if isRelevant := c.Judged && int(c.Grade) >= o.MinGrade && c.Made == 0; isRelevant {
				docs++
				if c.Rank == 0 {
					unscored++
				}
			}
		}
	}
	missing, absent, why := alone, 0, "the candidates lack %s; --set positives=all adds them"
	if o.Positives == sample.FromCandidates {
		missing, absent = alone+outside, outside
	}
	if o.AbsoluteMargin != nil || o.RelativeMargin != nil { // a positive without a score has no negatives then
		absent, why = outside+unscored, "the run has no score of %s, which a margin needs: --hits N finds more of them"
	}
	var reasons []string
	if absent > 0 {
		reasons = append(reasons, fmt.Sprintf(why, terminal.Group(absent)))
	}
	if missing > absent {
		reasons = append(reasons, terminal.Plural(missing-absent, "has no negative", "have no negative"))
	}
	if missing == 0 {
		return ""
	}
	return fmt.Sprintf("%s: %s of %s in no row: %s", split, terminal.Group(missing),
		terminal.Plural(docs+outside, "relevant document", "relevant documents"), strings.Join(reasons, "; "))
}

// drawOrMerge mines and draws if shares is nil; if not, it merges the shares, which must cover all parts of the queries.
func drawOrMerge(ctx context.Context, chain *prepare.Preparation, shares []*Share, d *Drawer) (*sample.Result, error) {
	aside := chain.Run.Progress.Aside("judged", "pairs", 0)
	sizes, text, err := SampleSizes(chain.Run.Config.Gen.Budget, d)
	aside.Done()
	if err != nil {
		return nil, err
	}
	chain.Run.Progress.Say("%s", text)
	if shares != nil {
		return d.merge(shares, sizes, d.Options.Judged)
	}
	st := chain.Run.Progress.Stage("sample", "queries", len(d.Queries))
	defer st.Done()
	return d.Draw(ctx, sizes, d.Options.Judged, st)
}

// DescribeRequest returns a text about the numbers of pairs that the configuration requests of the training split. No pair is an error.
func DescribeRequest(chain *prepare.Preparation) (string, error) {
	training, err := prepare.Training(&chain.Run.Config.Gen, chain.Splits)
	if err != nil {
		return "", err
	}
	drawer, err := NewDrawer(chain, training, nil)
	if err != nil {
		return "", err
	}
	sizes, text, err := SampleSizes(chain.Run.Config.Gen.Budget, drawer)
	if err != nil {
		return "", err
	}
	isEmpty := !slices.ContainsFunc(sizes, func(n int) bool { return n != 0 })
	if isEmpty && chain.Run.Config.Gen.Mixture == "" && !drawer.isUnjudged() && drawer.JudgedPairs() == 0 {
		hint := "the judgements give no pair within the limits: see gen.assumed_negatives and gen.min_grade in axiomine configs show"
		if study := chain.Run.Original.String(); study != "" {
			hint += "; the preset's study was " + study
		}
		return "", errs.BadUsage(hint, "the plan has no row to train on: %s", text)
	}
	return text, nil
}

// unjudgedPairs is the number of axiomatic pairs of all pools with a ratio together if nothing is judged. They are enough to fine-tune a
// ranker, and are drawn in seconds.
const unjudgedPairs = 100_000

// unjudgedText is the text of SampleSizes if nothing is judged.
const unjudgedText = "nothing is judged, so there is nothing to compare with: asked are all pairs that the axioms find, at most 100,000 " +
	"(--pairs N: N); judgements of ten queries (--qrels FILE) would show how often each axiom agrees with them"

// isUnjudged reports whether a pool has a ratio although nothing is judged.
func (d *Drawer) isUnjudged() bool {
	return d.Unjudged && slices.ContainsFunc(d.Axioms.Pools, func(p sample.Pool) bool { return p.Ratio > 0 })
}

// unjudgedSizes returns the number of pairs to draw from each pool if nothing is judged.
func unjudgedSizes(pools []sample.Pool) []int {
	shares := 0.0
	for _, pool := range pools {
		shares += pool.Ratio
	}
	sizes := sample.PoolSizes(0, pools, sample.Append)
	for i, pool := range pools {
		if pool.Ratio > 0 {
			sizes[i] = max(1, int(unjudgedPairs*pool.Ratio/shares))
		}
	}
	return sizes
}
