package gen

import (
	"errors"
	"os"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen/mine"
)

// Check refuses what a stage would refuse, before any work is done: values outside their choices, and named files that are
// not there.
func Check(c *configs.Config) error {
	g := &c.Gen
	a, err := ParseAxioms(g)
	if err != nil {
		return err
	}
	mixed, err := parseMixture(g)
	if err != nil {
		return err
	}
	if err := checkMade(g, a.All); err != nil {
		return err
	}
	if err := checkNeeds(g, append(mixed.named(), a.All...)); err != nil {
		return err
	}
	if err := checkPerturbed(c); err != nil {
		return err
	}
	shards := shardOptions(c)
	for _, check := range []func() error{
		func() error { _, err := sampleOptions(g); return err },
		func() error {
			if g.Order != Mixed && g.Order != Curriculum {
				return fault.BadUsage("use mixed or curriculum", "gen.order: %q", g.Order)
			}
			return nil
		},
		func() error { return checkWeights(c, a, mixed) },
		func() error { return checkRankingRows(c) },
		func() error { _, _, err := spares(c); return err },
		func() error { _, err := rowsOf(c.Tokenize.RowsOf); return err },
		func() error {
			s, err := ParseSplits(g.Splits)
			if err == nil && (g.Fold < 0 || g.Fold > max(s.Folds-1, 0)) {
				err = fault.BadUsage("folds are counted from 0", "gen.fold: there is no fold %d of %q", g.Fold, g.Splits)
			}
			return err
		},
		func() error { _, err := ParseQuerySample(g.QuerySample); return err },
		func() error { _, err := restricted(g); return err },
		func() error { _, err := Analyser(c); return err },
		func() error { _, err := retrievalModel(g); return err },
		func() error { _, err := dropSelf(g, false); return err },
		func() error {
			if g.Data == "" && strings.Contains(g.Vectors, dataFolder) {
				return nil // nobody knows yet what the folder holds
			}
			_, err := vectorsSource(g)
			return err
		},
		func() error { return checkSimilarity(g) },
		func() error { _, err := embedOptions(c); return err },
		shards.Validate,
		hubOf(c).Validate,
	} {
		if err := check(); err != nil {
			var f *fault.Error
			if errors.As(err, &f) && f.Hint == "" {
				f.Hint = "see axiomine configs show"
			}
			return err
		}
	}
	files, err := OpinionFiles(c)
	if err != nil {
		return err
	}
	for _, f := range files {
		if _, err := os.Stat(f.Path); err != nil {
			return fault.CannotOpen(f.Path, err)
		}
	}
	for _, path := range append(fields(c.Tokenize.Scores), g.Index, g.HardRun, g.ViolatedBy, c.Tokenize.Vocab) {
		if path == "" || path == JudgedArm && (g.ViolatedBy == JudgedArm || g.HardRun == JudgedArm) {
			continue
		}
		if _, err := os.Stat(path); err != nil {
			return fault.CannotOpen(path, err)
		}
	}
	return nil
}

// dropSelf says which candidates are the query itself; auto is what the collection's format suggests.
func dropSelf(g *configs.Gen, auto bool) (mine.Self, error) {
	switch {
	case g.DropSelf == "on":
		return mine.SameID, nil
	case g.DropSelf == "auto" && auto:
		return mine.SameIDText, nil
	case g.DropSelf != "auto" && g.DropSelf != "off":
		return mine.KeepSelf, fault.BadUsage("use auto, on or off", "gen.drop_self: %q", g.DropSelf)
	}
	return mine.KeepSelf, nil
}
