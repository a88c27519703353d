package export

import (
	"path/filepath"
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// teacherRuns returns the runs of a teacher: those of tokenize.scores, else the collection's files, if each of its documents has a
// teacher's score and a format teaches scores.
func teacherRuns(p *prepare.Preparation, o shard.Options) []string {
	if runs := configs.List(p.Run.Config.Tokenize.Scores); len(runs) > 0 || p.Inputs.Collection == nil || !p.Inputs.Collection.Layout.Taught {
		return runs
	}
	taught := shard.Readers("scores", o)
	if !slices.ContainsFunc(o.Formats, func(format string) bool { return slices.Contains(taught, format) }) {
		return nil
	}
	p.Run.Progress.Say("the scores that are taught are those of the collection's rows; --scores names others")
	return configs.List(p.Inputs.Collection.Layout.Documents)
}

// teacher reads the scores of runs; nil where there are none. Of a document that stands in several of them for a query the first run's
// score counts.
func teacher(c *configs.Config, files []string) (*shard.Teacher, []stage.Input, error) {
	if len(files) == 0 {
		return nil, nil, nil
	}
	if err := safefile.RefuseTwice(files); err != nil {
		return nil, nil, err
	}
	scores := map[string]map[string]float64{}
	t := &shard.Teacher{Score: func(query, doc string) (float64, bool) { score, ok := scores[query][doc]; return score, ok }}
	o := collection.ReadOptions(&c.Gen)
	var inputs []stage.Input
	for _, path := range files {
		rows, err := read.Run(path, "", o, nil)
		if err != nil {
			return nil, nil, err
		}
		in := stage.Input{Role: "scores", Name: filepath.Base(path), Format: o.RunFormat, Count: len(rows)}
		if in.Bytes, in.SHA256, err = stage.Checksum(path); err != nil {
			return nil, nil, errs.CannotOpen(path, err)
		}
		t.SHA256 = append(t.SHA256, in.SHA256)
		inputs = append(inputs, in)
		for _, r := range rows {
			if scores[r.QueryID] == nil {
				scores[r.QueryID] = map[string]float64{}
			}
			if _, ok := scores[r.QueryID][r.DocID]; !ok {
				scores[r.QueryID][r.DocID] = r.Score
			}
		}
	}
	return t, inputs, nil
}
