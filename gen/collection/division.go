package collection

import (
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Division is one way in which an experiment divides the queries into train, dev and test.
type Division struct {
	Fold   int // 1-based; 0 where there is one division only
	Topics []Topics
}

// The parts that an experiment needs.
const (
	trainSplit  = "train"
	TuningSplit = "dev"
	TestSplit   = "test"
)

// devShare is the part of the training queries that become dev queries where a collection has none: one of five.
const devShare = 5

// Divisions returns the divisions of an experiment, and notes that say what was not asked for.
//
//   - As the collection gives its splits, where it has train, dev and test.
//   - Where only train or dev is missing, it comes out of the other by hash: one query in five is dev. An official test
//     split stays what it is.
//   - Where there is no test split, or folds are asked for, every fold is a division.
//
// Of dev queries it keeps train.dev_queries.
func Divisions(c *configs.Config, splits []Topics) ([]Division, []string, error) {
	list, notes, err := divisions(&c.Gen, splits)
	for i := range list {
		list[i].limitDev(c.Train.DevQueries, c.Gen.MinGrade, uint64(c.Gen.Seed))
	}
	return list, notes, err
}

func divisions(g *configs.Gen, fileSplits []Topics) ([]Division, []string, error) {
	splits, err := SplitsOf(g)
	if err != nil {
		return nil, nil, err
	}
	if g.TrainOn != "" && g.TrainOn != trainSplit {
		return nil, nil, errs.BadUsage(
			"leave it out; --topics train=FILE,dev=FILE,test=FILE names the parts, --splits \"folds 5\" divides all queries",
			"gen.train_on: an experiment learns from train, chooses on dev and reports test; it takes no other split than these to learn from")
	}
	var notes []string
	if splits.Given {
		switch has := splitNames(fileSplits); {
		case slices.Contains(has, trainSplit) && slices.Contains(has, TuningSplit) && slices.Contains(has, TestSplit):
		case slices.Contains(has, TestSplit) && len(has) > 1:
			rest := slices.DeleteFunc(slices.Clone(has), func(split string) bool { return split == TestSplit })
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
		for _, o := range overlaps {
			notes = append(notes, o.Sentence())
		}
		return []Division{{Topics: topics}}, notes, err
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

// SplitNames returns the names of the splits that the queries are divided into.
func (in Inputs) SplitNames() []string { return splitNames(in.Topics) }

func splitNames(splits []Topics) (has []string) {
	for _, t := range splits {
		has = append(has, t.Split)
	}
	return has
}

func missingSplits(has []string) (list []string) {
	for _, need := range []string{trainSplit, TuningSplit, TestSplit} {
		if !slices.Contains(has, need) {
			list = append(list, need)
		}
	}
	return list
}

// devByHash keeps the test split and divides all other queries into train and dev.
func devByHash(splits []Topics, seed uint64) []Topics {
	var test, rest []Topics
	for _, t := range splits {
		if t.Split == TestSplit {
			test = append(test, t)
		} else {
			rest = append(rest, t)
		}
	}
	all := Merge(rest)
	groupOf := groups(all.Queries)
	ids := slices.Compact(slices.Sorted(slices.Values(groupOf)))
	isDev := drawIDs(ids, (len(ids)+devShare-1)/devShare, seed)
	dev := map[string]bool{}
	for i, q := range all.Queries {
		dev[q.ID] = isDev[groupOf[i]]
	}
	out := []Topics{
		all.only(trainSplit, func(q corpus.Query) bool { return !dev[q.ID] }),
		all.only(TuningSplit, func(q corpus.Query) bool { return dev[q.ID] }),
	}
	return append(out, test...)
}

// only returns the part of t whose queries are kept, as a split of its own.
func (t *Topics) only(split string, keep func(corpus.Query) bool) Topics {
	out := Topics{Split: split}
	inPart := map[string]bool{}
	for _, q := range t.Queries {
		if keep(q) {
			inPart[q.ID] = true
			out.Queries = append(out.Queries, q)
		}
	}
	for _, j := range t.Qrels {
		if inPart[j.QueryID] {
			out.Qrels = append(out.Qrels, j)
		}
	}
	for _, r := range t.Run {
		if inPart[r.QueryID] {
			out.Run = append(out.Run, r)
		}
	}
	return out
}

// limitDev keeps n of the dev queries that have a relevant document, by hash and nested, and drops the others; 0 keeps all.
func (d *Division) limitDev(n, minGrade int, seed uint64) {
	for i := range d.Topics {
		t := &d.Topics[i]
		if n == 0 || t.Split != TuningSplit {
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
