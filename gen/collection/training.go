package collection

import (
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/errs"
)

// TrainingSplit returns the split that training rows come from: the one that gen.train_on names, else train, else the queries of a
// collection that names no splits. Test or dev queries alone are an error: nothing is trained on them by accident.
func TrainingSplit(g *configs.Gen, has []string) (string, error) {
	switch split := g.TrainOn; {
	case split != "" && slices.Contains(has, split):
		return split, nil
	case split != "":
		return "", errs.BadUsage(errs.Suggestion(split, has...)+"there are "+strings.Join(has, ", "),
			"gen.train_on: there is no split %s", split)
	case slices.Contains(has, trainSplit):
		return trainSplit, nil
	case len(has) == 1 && has[0] == read.AllSplits:
		return read.AllSplits, nil
	}
	first := slices.MinFunc(has, func(a, b string) int { return -CompareSplits(a, b) })
	hint := fmt.Sprintf(`divide them with --splits "hash 80/10/10"; or train on them on purpose with --set train_on=%s; `+
		`or name training queries `+
		"of your own with --topics train=FILE --qrels train=FILE (axiomine train divides them into folds by itself)", first)
	return "", errs.BadUsage(hint,
		"there is no training split: the collection has queries of %s alone, and rows made of them cannot be tested on them",
		strings.Join(has, ", "))
}

// dropUnusedTrain drops the split train if gen.train_on names another split: the rows of that split are called
// train.
func dropUnusedTrain(g *configs.Gen, topics []Topics) []Topics {
	if g.TrainOn == "" || g.TrainOn == trainSplit || !slices.Contains(splitNames(topics), g.TrainOn) {
		return topics
	}
	return slices.DeleteFunc(slices.Clone(topics), func(t Topics) bool { return t.Split == trainSplit })
}

// CheckTraining refuses inputs that have no training split, before any work is done.
func (in Inputs) CheckTraining(r *stage.Run) error {
	g := &r.Config.Gen
	split, err := TrainingSplit(g, splitNames(in.Topics))
	if err == nil && g.TrainOn != "" && g.TrainOn != trainSplit {
		r.Progress.Say("training rows come from %s, and are called train; queries that were given as train take no part", split)
	}
	if err == nil && split == read.AllSplits {
		r.Progress.Say("training rows come from all queries: the collection names no splits")
	}
	return err
}
