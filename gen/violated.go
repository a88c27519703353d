package gen

import (
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
)

// JudgedArm in gen.violated_by and gen.hard_run stands for the experiment's own arm of judged pairs, of the same seed and fold.
const JudgedArm = "judged"

func errJudgedArm(key string) error {
	return fault.BadUsage("train it with axiomine train; here name a run over the same queries", "%s: judged stands for an arm of an experiment", key)
}

// Violated gives what gen.violated_by narrows mining to: nil where it narrows nothing.
func (c *Chain) Violated() (*mine.Violated, error) {
	g := &c.Config.Gen
	switch g.ViolatedBy {
	case "":
		return nil, nil
	case JudgedArm:
		return nil, errJudgedArm("violated_by")
	}
	by, err := c.runScores(g.ViolatedBy)
	if err != nil {
		return nil, err
	}
	return &mine.Violated{By: by, Margin: g.ViolatedMargin}, nil
}

// runScores reads a run of any model over the collection, once.
func (c *Chain) runScores(path string) (*mine.RunScores, error) {
	if s, ok := c.runs[path]; ok {
		return s, nil
	}
	var rep corpus.Report
	rows, err := corpus.Run(path, "", c.Collection.Options, &rep)
	if err != nil {
		return nil, err
	}
	c.report(&rep)
	if c.runs == nil {
		c.runs = map[string]*mine.RunScores{}
	}
	c.runs[path] = mine.NewRunScores(c.Index, rows)
	return c.runs[path], nil
}

// ModelRuns gives the checksums of the runs whose mistakes decide what is drawn: hard_run, violated_by.
func (c *Chain) ModelRuns() (sums [2]string, err error) {
	for i, path := range []string{c.Config.Gen.HardRun, c.Config.Gen.ViolatedBy} {
		if path == "" || path == JudgedArm { // an arm is made here
			continue
		}
		if _, sums[i], err = checksum(path); err != nil {
			return sums, fault.CannotOpen(path, err)
		}
	}
	return sums, nil
}
