package collection

import (
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Division is one way in which an experiment divides the queries into train, dev and test.
type Division struct {
	Fold   int // number of the fold, from 1; 0 if there is one division only
	Topics []Topics
}

// devShare is the divisor for dev queries: if a collection has none, one in five training queries becomes a dev query.
const devShare = 5

// Divisions returns the divisions of an experiment, and notes on divisions that the configuration does not ask for.
//
//   - If the collection has train, dev and test, its splits are the only division.
//   - If only train or dev is missing, the queries outside test are divided by hash: one in five is dev, the others are train.
//   - If there is no test split, or the configuration asks for folds, every fold is a division.
//
// It keeps at most train.dev_queries dev queries.
func Divisions(c *configs.Config, splits []Topics) ([]Division, []string, error) {
	list, notes, err := divisions(&c.Gen, splits)
	for i := range list {
		list[i].limitDev(c.Train.DevQueries, c.Gen.MinGrade, uint64(c.Gen.Seed))
	}
	return list, notes, err
}

// divisions returns the result of Divisions before dev queries are limited.
func divisions(g *configs.Gen, fileSplits []Topics) ([]Division, []string, error) {
	splits, err := ParseSplits(g.Splits)
	if err != nil {
		return nil, nil, err
	}
	if g.TrainOn != "" && g.TrainOn != configs.TrainSplit {
		return nil, nil, errs.BadUsage(
			"leave it out; --topics train=FILE,dev=FILE,test=FILE names the parts, --splits \"folds 5\" divides all queries",
			"gen.train_on: an experiment learns from train, chooses on dev and reports test; it takes no other split than these to learn from")
	}
	var notes []string
	if splits.Given {
		switch has := SplitNames(fileSplits); {
		case slices.Contains(has, configs.TrainSplit) && slices.Contains(has, configs.DevSplit) && slices.Contains(has, configs.TestSplit):
		case slices.Contains(has, configs.TestSplit) && len(has) > 1:
			rest := slices.DeleteFunc(slices.Clone(has), func(split string) bool { return split == configs.TestSplit })
			const note = "the collection has no %s split: one in %d of the queries of %s is dev, by hash, the others are train; test stays as it is"
			notes = append(notes, fmt.Sprintf(note, strings.Join(missingSplits(has), " and no "), devShare, terminal.JoinAnd(rest)))
			fileSplits = devByHash(fileSplits, uint64(g.Seed))
		default:
			splits = Splits{Folds: 5}
			notes = append(notes, fmt.Sprintf("the collection has no %s split: five folds over all its queries, each of which is tested once",
				strings.Join(missingSplits(has), ", no ")))
		}
	}
	if splits.Folds == 0 {
		topics, overlaps, err := Divide(g, fileSplits, splits, 0)
		return []Division{{Topics: topics}}, append(notes, lists.Map(overlaps, Overlap.Sentence)...), err
	}
	all, _, err := Divide(g, []Topics{Merge(fileSplits)}, Splits{Given: true}, 0)
	if err != nil {
		return nil, nil, err
	}
	var list []Division
	for n := range splits.Folds {
		list = append(list, Division{n + 1, splits.Divide(all, n, uint64(g.Seed))})
	}
	return list, notes, nil
}

// SplitNames returns the names of splits.
func SplitNames(splits []Topics) []string {
	return lists.Map(splits, func(t Topics) string { return t.Split })
}

func missingSplits(has []string) []string {
	needed := []string{configs.TrainSplit, configs.DevSplit, configs.TestSplit}
	return lists.Filter(needed, func(split string) bool { return !slices.Contains(has, split) })
}

// devByHash keeps the test split and divides all other queries into train and dev.
func devByHash(splits []Topics, seed uint64) []Topics {
	isTest := func(t Topics) bool { return t.Split == configs.TestSplit }
	all := Merge(slices.DeleteFunc(slices.Clone(splits), isTest))
	rank, n := rankByHash(all.Queries, seed)
	isDev := func(q corpus.Query) bool { return rank[q.ID] < (n+devShare-1)/devShare }
	out := []Topics{
		all.only(configs.TrainSplit, func(q corpus.Query) bool { return !isDev(q) }),
		all.only(configs.DevSplit, isDev),
	}
	return append(out, lists.Filter(splits, isTest)...)
}

// only returns the queries for which keep is true, with their judgements and run rows, as a split of a new name.
func (t *Topics) only(split string, keep func(corpus.Query) bool) Topics {
	out := Topics{Split: split, Queries: lists.Filter(t.Queries, keep)}
	inPart := lists.Set(out.Queries, queryID)
	out.Qrels = lists.Filter(t.Qrels, func(j corpus.Qrel) bool { return inPart[j.QueryID] })
	out.Run = lists.Filter(t.Run, func(r corpus.RunRow) bool { return inPart[r.QueryID] })
	return out
}

// limitDev keeps n dev queries, those of smallest hash among the queries with a relevant document; n 0 keeps all dev queries.
func (d *Division) limitDev(n, minGrade int, seed uint64) {
	for i := range d.Topics {
		t := &d.Topics[i]
		if n == 0 || t.Split != configs.DevSplit {
			continue
		}
		relevant := map[string]bool{}
		for _, j := range t.Qrels {
			relevant[j.QueryID] = relevant[j.QueryID] || j.Grade >= minGrade
		}
		var ids []string
		for _, q := range t.Queries {
			if relevant[q.ID] {
				ids = append(ids, q.ID)
			}
		}
		sampledIDs := drawIDs(ids, n, seed)
		*t = t.only(t.Split, func(q corpus.Query) bool { return sampledIDs[q.ID] })
	}
}

// TrainingSplit returns the split that training rows come from: the split that gen.train_on names; without the key train; or
// read.AllSplits if the collection names no splits. Only test or dev queries are an error, so that nobody trains on them by accident.
func TrainingSplit(g *configs.Gen, has []string) (string, error) {
	switch split := g.TrainOn; {
	case split != "" && slices.Contains(has, split):
		return split, nil
	case split != "":
		return "", errs.BadUsage(errs.Suggestion(split, has...)+"there are "+strings.Join(has, ", "),
			"gen.train_on: there is no split %s", split)
	case slices.Contains(has, configs.TrainSplit):
		return configs.TrainSplit, nil
	case len(has) == 1 && has[0] == read.AllSplits:
		return read.AllSplits, nil
	}
	first := slices.MinFunc(has, func(a, b string) int { return -configs.CompareSplits(a, b) })
	hint := fmt.Sprintf(`divide them with --splits "hash 80/10/10"; or train on them on purpose with --set train_on=%s; `+
		`or name training queries `+
		"of your own with --topics train=FILE --qrels train=FILE (axiomine train divides them into folds by itself)", first)
	return "", errs.BadUsage(hint,
		"there is no training split: the collection has queries of %s alone, and rows made of them cannot be tested on them",
		strings.Join(has, ", "))
}

// dropUnusedTrain drops the split train if gen.train_on names another split, since the rows of that split are called train.
func dropUnusedTrain(g *configs.Gen, topics []Topics) []Topics {
	if g.TrainOn == "" || g.TrainOn == configs.TrainSplit || !slices.Contains(SplitNames(topics), g.TrainOn) {
		return topics
	}
	return slices.DeleteFunc(slices.Clone(topics), func(t Topics) bool { return t.Split == configs.TrainSplit })
}

// IsJudged reports whether some query has a judgement.
func (in Inputs) IsJudged() bool {
	return slices.ContainsFunc(in.Topics, func(t Topics) bool { return len(t.Qrels) > 0 })
}

// CheckTraining returns an error, before any work is done, if the inputs have no training split, or if nothing is judged although the rows
// have scores that could judge.
func (in Inputs) CheckTraining(r *stage.Run) error {
	g := &r.Config.Gen
	split, err := TrainingSplit(g, SplitNames(in.Topics))
	if err == nil && g.TrainOn != "" && g.TrainOn != configs.TrainSplit {
		r.Progress.Say("training rows come from %s, and are called train; queries that were given as train take no part", split)
	}
	if err == nil && split == read.AllSplits {
		r.Progress.Say("training rows come from all queries: the collection names no splits")
	}
	if l := &in.Collection.Layout; err == nil && l.Judging != "" && !l.Taught && !in.Collection.OwnCandidates && g.Judged != "0" && !in.IsJudged() {
		return errs.BadInput(l.Documents, 0, "paste "+l.Judging+"; or --run given takes the order of the scores, and --judged 0 neither",
			"no row is judged: its scores are no labels")
	}
	return err
}
