package prepare

import (
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/errs"
)

func ErrJudgedArm(key string) error {
	return errs.BadUsage("train it with axiomine train; here name a run over the same queries",
		"%s: judged stands for an arm of an experiment", key)
}

// NewViolationFilter returns what gen.violated_by narrows mining to: nil where it narrows nothing.
func NewViolationFilter(p *Preparation) (*mine.ViolationFilter, error) {
	g := &p.Run.Config.Gen
	switch g.ViolatedBy {
	case "":
		return nil, nil
	case quota.JudgedArm:
		return nil, ErrJudgedArm("violated_by")
	}
	scores, err := RunScores(p, g.ViolatedBy)
	if err != nil {
		return nil, err
	}
	return &mine.ViolationFilter{Scorer: scores, Margin: g.ViolatedMargin}, nil
}

// RunScores reads a run of any model over the collection, once.
func RunScores(p *Preparation, path string) (*mine.RunScores, error) {
	if s, ok := p.read[path]; ok {
		return s, nil
	}
	var rep read.Report
	rows, err := read.Run(path, "", p.Inputs.Collection.Options, &rep)
	if err != nil {
		return nil, err
	}
	p.Run.Report(&rep)
	p.read[path] = mine.NewRunScores(p.Index, rows)
	return p.read[path], nil
}

// ModelRuns returns the checksums of the runs whose mistakes decide what is drawn: that of gen.sample, and violated_by.
func ModelRuns(g *configs.Gen) (sums [2]string, err error) {
	for i, path := range []string{quota.DrawRun(g), g.ViolatedBy} {
		if path == "" || path == quota.JudgedArm { // an arm is made here
			continue
		}
		if _, sums[i], err = stage.Checksum(path); err != nil {
			return sums, errs.CannotOpen(path, err)
		}
	}
	return sums, nil
}
