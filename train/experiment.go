package train

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/train/report"
	"github.com/axiomine/axiomine/train/trial"
)

// Run trains every arm under every seed and fold. Each arm chooses the setting of its grid that is best on
// dev; only the chosen setting is tested on the held-out queries. Run writes result.json, the reports, the
// runs and the models to the output directory of c. command is the command line that the record names.
func Run(ctx context.Context, c *prepare.Preparation, command string) (*report.Result, error) {
	return RunWithin(ctx, c, command, &trial.Memory{})
}

// RunWithin runs one experiment of a sweep, as Run does. It does not repeat a training that is in m, which all experiments of the sweep
// share. It also looks for rankings of a command in folders.
func RunWithin(ctx context.Context, c *prepare.Preparation, command string, m *trial.Memory, folders ...string) (*report.Result, error) {
	e, err := SetUp(ctx, c, folders...)
	if err != nil {
		return nil, err
	}
	e.Memory = m
	defer e.Division.Chain.Close()
	units, err := e.Train(ctx)
	if err != nil {
		return nil, err
	}
	result, err := measure(ctx, e, units, command)
	if err != nil {
		return nil, err
	}
	return result, write(e, units, result)
}

// write writes the record, its reports, the test runs and the models.
func write(explorer *Explorer, units []*Unit, r *report.Result) error {
	judge, out := newJudge(explorer), explorer.Division.Chain.Run.Out
	batch := out.Batch()
	for _, u := range units {
		name := u.Name()
		rows := judge.rankBy(u.Model.Scorer())(u.Draw.Fold.Test)
		batch.Write("runs/"+name+".txt", func(w io.Writer) error { return writeRanked(w, rows, name) })
	}
	for _, a := range r.Arms {
		for _, run := range a.Seeds {
			batch.Write(run.PerQueryFile, run.PerQuery.Write)
		}
	}
	for _, c := range r.Controls {
		batch.Write(c.PerQueryFile, c.PerQuery.Write)
	}
	report.WriteFiles(batch, "result.json", "report.html", r)
	if err := cmp.Or(batch.Err(), out.Retire(staleStages(explorer, units))); err != nil {
		return err
	}
	return batch.Finish("train", "train")
}

func perQueryName(name string) string { return "per-query/" + name + ".tsv" }

// staleStages returns a function that reports whether a stage of the journal is left from an earlier
// experiment with other arms, seeds or folds.
func staleStages(e *Explorer, units []*Unit) func(stage string) bool {
	current := map[string]bool{}
	for _, u := range units {
		current["unit "+u.Name()] = e.Ranker == nil
	}
	foldPrefix := regexp.MustCompile(`^(fold\d+|tuned)\.`)
	for _, p := range e.Division.Candidates {
		current[p.Chain.Inputs.Prefix()] = true
	}
	for _, f := range e.Division.Folds {
		current[fmt.Sprintf("fold%d.", f.Number)] = true
	}
	return func(stage string) bool {
		if strings.HasPrefix(stage, "unit ") {
			return !current[stage]
		}
		if e.Unused(stage) {
			return true
		}
		prefix := foldPrefix.FindString(stage)
		return prefix != "" && !current[prefix]
	}
}
