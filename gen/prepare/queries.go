package prepare

import (
	"cmp"

	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// isTrained reports whether the queries of a split are trained on.
func isTrained(trainOn, split string) bool {
	return split == cmp.Or(trainOn, trainSplit) || split == read.AllSplits
}

const overlapKeep = "keep" // of gen.on_overlap

// WithOverlaps returns the run with every query in every split that has it, beside others of its text, for what learns nothing from them.
func (p *Preparation) WithOverlaps() *Preparation {
	run, config := clone(p), *p.Run.Config
	config.Gen.OnOverlap, config.Gen.TrainOn = overlapKeep, ""
	run.Run.Config, run.apart = &config, true
	return run
}

// FoldedTexts returns the texts of all queries without case, by id.
func FoldedTexts(splits []Split) map[string]string {
	texts := map[string]string{}
	for i := range splits {
		for _, q := range splits[i].Queries {
			texts[q.ID] = pairs.FoldCase(q.Text)
		}
	}
	return texts
}
