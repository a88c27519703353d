package gen_test

import (
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"pgregory.net/rapid"
)

// drawTasks sets a mixture of tasks, and the size of groups; most data sets have no mixture.
func drawTasks(t *rapid.T, c *configs.Config) {
	g := &c.Gen
	text := func(key string, values ...string) string { return rapid.SampledFrom(values).Draw(t, key) }
	c.Tokenize.GroupSize = rapid.SampledFrom([]int{4, 2, 3}).Draw(t, "group_size")
	g.Mixture = text("mixture", "tfc1=5, pairs:m-and=3", "ranking=2, m-and=1, pairs:tfc1=1", "ranking=4, tfc1=1", "pairs:tfc1=3, pairs:lnc1=2",
		"ranking=101, tfc1=7", "", "", "", "", "")
	if g.Mixture == "" {
		return
	}
	if rapid.Bool().Draw(t, "rows") || g.Mixture[0] != 'r' {
		g.Rows = rapid.IntRange(1, 30).Draw(t, "number of rows")
	}
	g.OnShortage, g.ClassSample = text("on_shortage", "repeat", "accept", "skip", "shrink"), text("class_sample", "random", "stratified")
	g.RankingRows = text("ranking_rows", "groups", "pairs", "groups", "pointwise")
	g.ClassTest = rapid.SampledFrom([]int{4, 30, 0}).Draw(t, "class_test")
}

// checkTasks holds the tasks of a mixture to the rows: pools of pairs, and three classes by split and test set.
func checkTasks(t *rapid.T, sets []dataset.SplitPairs, report *account.Report) {
	type key struct{ set, task string }
	rows, again := map[key]int{}, map[key]int{}
	classes := map[key][sample.Classes]int{}
	for _, set := range sets {
		for _, r := range set.Rows() {
			k := key{account.SetName(set.Split, set.Set), r.Task}
			if rows[k]++; r.Pass > 0 {
				again[k]++
			}
			if r.Class != nil {
				n := classes[k]
				n[*r.Class]++
				classes[k] = n
			}
		}
	}
	training := sets[0].Split
	for _, p := range report.Pools() {
		k := key{training, p.Task}
		if p.Task == "pairwise" {
			continue
		}
		if p.Found+p.Again != p.Drawn+leftOut(p) || rows[k] != p.Drawn || again[k] != p.Again || rows[k]-again[k] > p.InPool() {
			t.Errorf("%d rows, %d of them again: %+v", rows[k], again[k], p)
		}
		rows[k] = 0
	}
	for _, task := range report.Of(account.Classes) {
		k := key{account.SetName(task.Split, task.Set), task.Task}
		if n := classes[k]; !slices.Equal(n[:], task.DrawnByClass) || task.Found+task.Again != task.Drawn+leftOut(task) {
			t.Errorf("%s has the classes %v: %+v", k.set, classes[k], task)
		}
		for class, n := range task.DrawnByClass {
			if again[k] == 0 && n > task.FoundByClass[class] {
				t.Errorf("more rows than pairs: %+v", task)
			}
		}
		rows[k] = 0
	}
	for k, n := range rows {
		if k.task != "pairwise" && n != 0 {
			t.Errorf("%s: %d rows of the task %s that is not in the account", k.set, n, k.task)
		}
	}
}

// checkSpares holds the pairs that fill groups to the account: none is a row, and no positive has more of them than are wanted.
func checkSpares(t *rapid.T, c *configs.Config, sets []dataset.SplitPairs, report *account.Report) {
	most := dataset.WantedSpares(c)
	type positive struct{ query, document string }
	for _, set := range sets {
		drawn, short := map[positive]map[string]bool{}, 0
		add := func(r pairs.Pair) bool {
			k := positive{r.QueryID, r.PosID}
			if drawn[k] == nil {
				drawn[k] = map[string]bool{}
			}
			met := drawn[k][r.NegID]
			drawn[k][r.NegID] = true
			return met
		}
		for _, r := range set.Rows() {
			if r.Task == "pairwise" {
				add(r)
			}
		}
		groups, spares := rowOf(report, account.Groups, set), rowOf(report, account.Spares, set)
		if (groups.Split != "") != (set.Set == "" && most > 0) {
			t.Errorf("%d spares a positive are wanted: %+v", most, groups)
		}
		if groups.Split == "" {
			continue
		}
		positives := len(drawn)
		bySide := map[positive]int{}
		for _, r := range set.Spares.All() {
			bySide[positive{r.QueryID, r.PosID}]++
			if add(r) {
				t.Errorf("%s: the spare %+v is a row, or a spare twice", set.Split, r)
			}
		}
		for k, n := range bySide {
			if n > most {
				t.Errorf("%s: %d spares of %+v, %d wanted", set.Split, n, k, most)
			}
		}
		for _, negatives := range drawn {
			if len(negatives) < most {
				short++
			}
		}
		if len(drawn) != positives || groups.Found != positives || spares.Drawn != set.Spares.Len() || groups.Noted["fewer_negatives"] != short ||
			groups.Drawn != positives {
			t.Errorf("%s: %d positives, %d spares, %d positives with too few negatives: %+v", set.Split, positives, set.Spares.Len(), short, groups)
		}
	}
}

// rowOf returns the row of a kind of a split or test set.
func rowOf(report *account.Report, what string, set dataset.SplitPairs) account.Row {
	for _, r := range report.Of(what) {
		if r.Split == set.Split && r.Set == set.Set {
			return r
		}
	}
	return account.Row{}
}

// count notes of which kinds a data set is.
func count(kinds map[string]int, c *configs.Config, report *account.Report) {
	for kind, is := range map[string]bool{"multi-graded": c.Gen.Strategy != sample.Paired && report.Pools()[0].Added > 0,
		"mixture": len(report.Mixture()) > 0, "pair task": slices.ContainsFunc(report.Pools(), func(r account.Row) bool { return r.Task != "pairwise" }),
		"groups": c.Gen.RankingRows == "groups" && report.Mixture()["ranking"] > 0,
		"spares": len(report.Of(account.Groups)) > 0} {
		if is {
			kinds[kind]++
		}
	}
	for _, p := range report.Pools() {
		if p.LeftOut["not_violated"]+p.LeftOut["not_scored"] > 0 {
			kinds["violated_by"]++
			break
		}
	}
	for _, s := range report.Of(account.Shares) {
		if s.Drawn > s.Found {
			kinds["repeated"]++
		}
	}
	for _, task := range report.Of(account.Classes) {
		kinds["three classes"]++
		if task.Set != "" {
			kinds["test set"]++
		}
	}
}
