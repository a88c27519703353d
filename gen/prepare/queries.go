package prepare

import (
	"cmp"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// isTrained reports whether the queries of a split are trained on.
func isTrained(trainOn, split string) bool {
	return split == cmp.Or(trainOn, trainSplit) || split == corpus.AllSplits
}

const overlapKeep = "keep" // of gen.on_overlap

// WithOverlaps returns the run with every query in every split that has it, beside others of its text, for what learns nothing from them.
func (p *Preparation) WithOverlaps() *Preparation {
	run, config := clone(p), *p.Run.Config
	config.Gen.OnOverlap, config.Gen.TrainOn = overlapKeep, ""
	run.Run.Config, run.apart = &config, true
	return run
}

// TextHashes returns the hashes of all queries' texts without case, by id.
func TextHashes(splits []Split) map[string]uint64 {
	hashes := map[string]uint64{}
	for i := range splits {
		for j := range splits[i].Queries {
			q := &splits[i].Queries[j]
			hashes[q.ID], _ = pairs.FoldHash(q.Text, nil)
		}
	}
	return hashes
}
