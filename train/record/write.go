package record

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/train/arms"
	"github.com/axiomine/axiomine/train/report"
)

// Write writes the record, its reports, the test runs and the models.
func Write(explorer *arms.Explorer, units []*arms.Unit, r *report.Result) error {
	judge, out := newJudge(explorer), explorer.Division.Chain.Run.Out
	var files []result.File
	keep := func(name string, write func(io.Writer) error) error {
		f, err := out.WriteFile(name, write)
		files = append(files, f)
		return err
	}
	for _, u := range units {
		name := u.Name()
		rows := judge.rankBy(u.Model.Scorer())(u.Draw.Fold.Test)
		if err := keep("runs/"+name+".txt", func(w io.Writer) error { return WriteRanked(w, rows, name) }); err != nil {
			return err
		}
	}
	for name, values := range r.Files() {
		if err := keep(name, values.Write); err != nil {
			return err
		}
	}
	reports, err := report.WriteFiles(out, "result.json", "report.html", r)
	if err != nil {
		return err
	}
	files = append(files, reports...)
	if err := out.Retire(isOfOthers(explorer, units)); err != nil {
		return err
	}
	return out.Finish("train", "train", files)
}

func perQueryName(name string) string { return "per-query/" + name + ".tsv" }

// isOfOthers returns a function that reports whether an earlier experiment left a stage: one with other
// arms, seeds or folds.
func isOfOthers(e *arms.Explorer, units []*arms.Unit) func(stage string) bool {
	ours := map[string]bool{}
	for _, u := range units {
		ours["unit "+u.Name()] = e.Ranker == nil
	}
	foldPrefix := regexp.MustCompile(`^(fold\d+|tuned)\.`)
	for _, p := range e.Division.Candidates {
		ours[p.Chain.Inputs.Prefix()] = true
	}
	for _, f := range e.Division.Folds {
		ours[fmt.Sprintf("fold%d.", f.Number)] = true
	}
	return func(stage string) bool {
		if strings.HasPrefix(stage, "unit ") {
			return !ours[stage]
		}
		if e.Unused(stage) {
			return true
		}
		prefix := foldPrefix.FindString(stage)
		return prefix != "" && !ours[prefix]
	}
}
