package prepare

import (
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/errs"
)

// ErrJudgedArm returns the error for a key with the value judged, which only experiments know.
func ErrJudgedArm(key string) error {
	return errs.BadUsage("axiomine train with the same configuration trains it; here --violated-by FILE names a run over the same queries",
		"%s: judged stands for an arm of an experiment", key)
}

// NewViolationFilter returns the filter that keeps only preferences that the run in gen.violated_by violates; nil if the key is empty.
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

// RunScores returns the scores in a user's run over the collection. It reads each file once.
func RunScores(p *Preparation, path string) (*mine.RunScores, error) {
	if s, ok := p.runScores[path]; ok {
		return s, nil
	}
	var rep read.Report
	rows, err := read.Run(path, "", p.Inputs.Collection.Options, &rep)
	if err != nil {
		return nil, err
	}
	collection.Report(p.Run, &rep)
	var qrels []corpus.Qrel
	for _, t := range p.Inputs.Topics {
		qrels = append(qrels, t.Qrels...)
	}
	if doubt := mine.Rows(rows).Doubt(qrels, p.Run.Config.Gen.MinGrade); doubt != "" {
		p.Run.Progress.Warn("%s: %s", path, doubt)
	}
	p.runScores[path] = mine.NewRunScores(p.Index, rows)
	return p.runScores[path], nil
}

// ModelRuns returns the checksums of the runs that decide which pairs are drawn: of the run in gen.sample, and of gen.violated_by. It is
// empty for a key without a run.
func ModelRuns(g *configs.Gen) (sums [2]string, err error) {
	for i, path := range []string{quota.DrawRun(g), g.ViolatedBy} {
		if path == "" || path == quota.JudgedArm { // an arm is no file
			continue
		}
		if _, sums[i], err = stage.Checksum(path); err != nil {
			return sums, err
		}
	}
	return sums, nil
}
