package dataset

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// mixer draws the rows of a mixture: a data set of several tasks, such as ranking pairs and an axiom's pairs with three classes.
type mixer struct {
	chain       *prepare.Preparation
	gen         *configs.Gen
	mixture     *quota.Mixture
	drawer      *Drawer // drawer of the training split
	classDrawer *Drawer // drawer of the training rows of three-class tasks; without gen.class_queries it is drawer
	report      *account.Report
}

// classify returns data, a data set of ranking pairs, as the configured mixture. The training split gets the tasks in exact proportions.
// The other splits get class_test rows of each three-class task after their judged pairs. Further test sets are last.
func classify(ctx context.Context, chain *prepare.Preparation, m *quota.Mixture, drawer *Drawer, data []SplitPairs,
	report *account.Report) ([]SplitPairs, error) {
	g := &chain.Run.Config.Gen
	classDrawer, err := newClassDrawer(g, chain.Splits, drawer, data[0].Split, report)
	if err != nil {
		return nil, err
	}
	x := &mixer{chain, g, m, drawer, classDrawer, report}
	if err := x.mixTraining(ctx, &data[0]); err != nil {
		return nil, err
	}
	if g.ClassTest == 0 || !m.ThreeClass() {
		return data, nil
	}
	var sets []testSet
	if x.hasClassQueries() {
		sets = x.classQuerySets()
	}
	hasTests := false
	for i := range chain.Splits {
		s := &chain.Splits[i]
		name := prepare.RowsName(g, chain.Splits, s.Name)
		number := slices.IndexFunc(data, func(d SplitPairs) bool { return d.Split == name })
		if number == 0 {
			continue
		}
		if m.Ranking() < 0 {
			data[number].Pairs = new(pairs.Table)
		}
		splitDrawer := x.testDrawer(s)
		if splitDrawer == nil {
			continue
		}
		hasTests = true
		set := testSet{SplitPairs{Split: s.Name, Pairs: data[number].Pairs}, splitDrawer, g.ClassSample, g.ClassTest, ""}
		byTask, err := x.testPools(ctx, set)
		if err != nil {
			return nil, err
		}
		if err := x.drawTestRows(ctx, set, byTask); err != nil {
			return nil, err
		}
		if s.Name == configs.TestSplit && !x.hasClassQueries() {
			unique := *splitDrawer
			if unique.Queries = uniqueQueries(s.Queries, drawer.Queries); len(unique.Queries) == 0 {
				report.Warn("every test query shares a word with a training query: the unique test sets are empty")
			}
			sets = testSets(splitDrawer, &unique, g, "")
		}
	}
	if !hasTests && len(sets) == 0 {
		report.Ask(account.Unmet{Key: configs.ClassTestKey, Subject: "queries of dev or test", Wanted: g.ClassTest})
	}
	return x.addTestSets(ctx, data, sets)
}

// hasClassQueries reports whether gen.class_queries selects the queries of three-class tasks.
func (x *mixer) hasClassQueries() bool { return x.classDrawer != x.drawer }

// classQuerySets returns the test sets under gen.class_queries. The first two sets have the queries of the training rows, so their pools
// need other names. The queries of the unique sets share no word with these, so that they test no memorised query.
func (x *mixer) classQuerySets() []testSet {
	g, unique := x.gen, *x.classDrawer
	unique.Queries, unique.Labels, unique.Tests = nil, nil, nil
	candidates := uniqueQueries(x.drawer.Queries, x.classDrawer.Queries)
	for _, place := range firstByHash(candidates, g.UniqueQueries, uint64(g.Seed)) {
		unique.Queries = append(unique.Queries, candidates[place])
	}
	if n := len(unique.Queries); n < g.UniqueQueries {
		x.report.Warn("unique_queries: %d wanted, %s without a word in common with the %d of class_queries", g.UniqueQueries,
			terminal.Plural(n, "training query", "training queries"), len(x.classDrawer.Queries))
		x.report.Ask(account.Unmet{Key: configs.UniqueQueriesKey, Subject: "training queries that share no word", Wanted: g.UniqueQueries, There: n})
	}
	return testSets(x.classDrawer, &unique, g, "test ")
}

// testDrawer returns a drawer of the queries of a split that is not trained on; nil if gen.class_queries selects all of them.
func (x *mixer) testDrawer(s *prepare.Split) *Drawer {
	d := *x.drawer
	d.Queries, d.Judged = s.Queries, 0
	if !x.hasClassQueries() {
		return &d
	}
	if d.Queries = withoutQueries(s.Queries, x.classDrawer.Queries); len(d.Queries) == 0 {
		x.report.Warn("every %s query is one of class_queries: no row of a three-class task is of %s", s.Name, s.Name)
		return nil
	}
	return &d
}

// addTestSets draws the rows of test sets and returns data with these sets. Two successive sets may share their pools.
func (x *mixer) addTestSets(ctx context.Context, data []SplitPairs, sets []testSet) (_ []SplitPairs, err error) {
	var byTask []*sample.ClassPool
	for i, set := range sets {
		if len(set.drawFrom.Queries) == 0 {
			x.report.Ask(account.Unmet{Key: account.TestKey(x.gen, set.SplitPairs.Set), Subject: set.SplitPairs.name(), Wanted: set.k})
			continue
		}
		if i == 0 || !set.sharesPools(sets[i-1]) {
			if byTask, err = x.testPools(ctx, set); err != nil {
				return nil, err
			}
		}
		set.SplitPairs.Pairs = new(pairs.Table)
		if err := x.drawTestRows(ctx, set, byTask); err != nil {
			return nil, err
		}
		data = append(data, set.SplitPairs)
	}
	return data, nil
}

// testSet is a set of rows of three-class tasks for tests.
type testSet struct {
	SplitPairs SplitPairs
	drawFrom   *Drawer // the queries of the set
	method     string  // way of drawing: stratified or random
	k          int     // the number of rows of each task
	poolPrefix string  // beginning of the names of the pools
}

// sharesPools reports whether both sets are drawn from the same pools, which are then mined once.
func (s testSet) sharesPools(other testSet) bool {
	return s.drawFrom == other.drawFrom && s.k == other.k && s.poolPrefix == other.poolPrefix
}

// testSets returns the four test sets of Klose (2021, 4.1): of the queries of drawer, and of the queries of unique, which share no word
// with training queries. Each has a set with classes of equal size and a set of random pairs.
func testSets(drawer, unique *Drawer, g *configs.Gen, poolPrefix string) []testSet {
	k := cmp.Or(g.UniqueTest, g.ClassTest)
	set := func(name string) SplitPairs { return SplitPairs{Split: configs.TestSplit, Set: name} }
	return []testSet{
		{set("stratified"), drawer, sample.Stratified, g.ClassTest, poolPrefix},
		{set("random"), drawer, sample.Random, g.ClassTest, poolPrefix},
		{set("unique-stratified"), unique, sample.Stratified, k, ""},
		{set("unique-random"), unique, sample.Random, k, ""},
	}
}

// mixTraining replaces the rows of the training split by the rows of every task.
func (x *mixer) mixTraining(ctx context.Context, training *SplitPairs) error {
	g, m := x.gen, x.mixture
	total, sizes := g.Rows, slices.Repeat([]int{notCounted}, len(m.Tasks))
	ranking := newRankingRows(x.chain.Run.Config, training.Rows())
	if i := m.Ranking(); i >= 0 {
		sizes[i] = ranking.size()
		if total == 0 {
			total = m.Total(sizes)
		}
	}
	amounts := m.TaskRows(total)
	byTask, err := x.classPools(ctx, x.classDrawer, amounts, "", "training", g.ClassSample)
	if err != nil {
		return err
	}
	result, pairDrawer, err := pairPools(ctx, x.chain, m, x.drawer, amounts)
	if err != nil {
		return err
	}
	rows, err := m.Settle(amounts, sizes, x.setSizes(sizes, byTask, result), g.OnShortage)
	if err != nil {
		return err
	}
	var mixture []pairs.Pair
	m.Weights = make([]float64, len(m.Tasks))
	pool := 0 // the pool of the next task of pairs
	for i, p := range byTask {
		x.reportShare(training.Split, i, amounts[i], sizes[i], rows[i])
		switch {
		case m.Preferences[i] != nil:
			l := &result.Ledger[pool]
			right, all := l.Dropped.Decisions()
			weight, margin := quota.TaskLoss(x.chain.Run.Config, m.Preferences[i], quota.TaskWeight(g, m.Preferences[i], right, all))
			mixture = append(mixture, pairDrawer.recorder().ofTask(m.Tasks[i], result, pool, rows[i], weight, margin)...)
			x.report.AddPairTask(training.Split, m.Tasks[i], m.Preferences[i].String(), l, amounts[i], weight)
			pool++
		case p == nil:
			more, note := ranking.take(rows[i])
			if mixture = append(mixture, more...); note != "" {
				x.report.Warn("%s", note)
			}
		default:
			m.Weights[i] = quota.TaskWeight(g, m.Axioms[i], p.Right, p.Right+p.Wrong)
			mixture = append(mixture, x.classDrawer.recorder().ofClasses(m.Axioms[i], m.Weights[i], p.Take(rows[i], g.ClassSample))...)
			x.report.AddClasses(training.Split, training.Set, m.Axioms[i], p, amounts[i], m.Weights[i])
		}
	}
	training.Pairs = pairs.TableOf(mixture)
	return sample.SortForFiles(ctx, training.Pairs, uint64(g.Seed), g.Order, g.Threads, nil)
}

// setSizes sets the number of available rows of each task, except the ranking task. If cannotRepeat[i], repetition cannot fill task i.
func (x *mixer) setSizes(sizes []int, byTask []*sample.ClassPool, result *sample.Result) (cannotRepeat []bool) {
	cannotRepeat, pool := make([]bool, len(sizes)), 0
	for i, p := range byTask {
		if x.mixture.Preferences[i] != nil {
			sizes[i] = result.Ledger[pool].Size
			pool++
		}
		if cannotRepeat[i] = sizes[i] == 0; p != nil {
			sizes[i] = p.Size(x.gen.ClassSample)
			cannotRepeat[i] = p.Found == [sample.Classes]int{} || x.gen.ClassSample == sample.Stratified && slices.Min(p.Found[:]) == 0
		}
	}
	return cannotRepeat
}

// reportShare adds the numbers of wanted, available (size) and drawn rows of task i to the report, and warns if they differ.
func (x *mixer) reportShare(split string, i, asked, size, drawn int) {
	task := x.mixture.Tasks[i]
	x.report.Rows = append(x.report.Rows, account.Row{What: account.Shares, Split: split, Task: task, Asked: asked, Found: size, Drawn: drawn,
		Short: max(0, asked-drawn)})
	if drawn == asked && asked <= size {
		return
	}
	what := terminal.Group(drawn) + " given"
	if drawn > size {
		what = terminal.Group(size) + " there: they come again"
	}
	x.report.Warn("%s: %s wanted, %s (on_shortage: %s)", task, terminal.Plural(asked, "row", "rows"), what, x.gen.OnShortage)
}

// testPools mines every three-class task over the queries of a test set.
func (x *mixer) testPools(ctx context.Context, set testSet) ([]*sample.ClassPool, error) {
	amounts := slices.Repeat([]int{set.k}, len(x.mixture.Tasks))
	return x.classPools(ctx, set.drawFrom, amounts, set.poolPrefix, set.SplitPairs.name(), sample.Stratified, sample.Random)
}

// drawTestRows adds the rows of every three-class task to the pairs of a test set. If a task has fewer than k rows, all are taken.
func (x *mixer) drawTestRows(ctx context.Context, set testSet, byTask []*sample.ClassPool) error {
	m, g := x.mixture, x.gen
	for i, p := range byTask {
		if p == nil {
			continue
		}
		n := min(set.k, p.Size(set.method))
		if n < set.k {
			x.report.Warn("%s, %s: %s wanted, %s there", m.Tasks[i], set.SplitPairs.name(),
				terminal.Plural(set.k, set.method+" row", set.method+" rows"), terminal.Group(n))
			x.report.Ask(account.Unmet{Key: account.TestKey(g, set.SplitPairs.Set), Subject: m.Tasks[i] + " in " + set.SplitPairs.name(),
				Wanted: set.k, There: n})
		}
		for _, row := range set.drawFrom.recorder().ofClasses(m.Axioms[i], m.Weights[i], p.Take(n, set.method)) {
			set.SplitPairs.Pairs.Append(&row)
		}
		x.report.AddClasses(set.SplitPairs.Split, set.SplitPairs.Set, m.Axioms[i], p, set.k, m.Weights[i])
	}
	return sample.SortForFiles(ctx, set.SplitPairs.Pairs, uint64(g.Seed), g.Order, g.Threads, nil)
}

// classPools mines every three-class task over the drawer's queries and returns a pool for each task, with at most amounts[i] pairs of each
// class of task i. The pools of other tasks are nil. Samples of different prefixes or methods are independent. noun names the queries in
// the progress.
func (x *mixer) classPools(ctx context.Context, d *Drawer, amounts []int, prefix, noun string, methods ...string) ([]*sample.ClassPool, error) {
	byTask := make([]*sample.ClassPool, len(x.mixture.Tasks))
	miner := prepare.NewMiner(x.chain)
	miner.Axioms = nil
	var tasks []int // indexes of the three-class tasks
	for i, a := range x.mixture.Axioms {
		if a != nil {
			miner.Axioms, tasks = append(miner.Axioms, a), append(tasks, i)
		}
	}
	if len(tasks) == 0 {
		return byTask, nil
	}
	parts := make([][]*sample.ClassPart, parallel.Threads(miner.Threads))
	views, names := make([]sample.Query, len(parts)), namesOf(d.Miner.Index, d.Queries)
	for w := range parts {
		for _, i := range tasks {
			pool := prefix + axioms.Pool(x.mixture.Axioms[i])
			parts[w] = append(parts[w], sample.NewClassPart(d.Options.Seed, pool, amounts[i], names, methods...))
		}
	}
	hasLabels := d.HasLabels()
	relevant := func(q *mine.Query, i int) bool { return q.Docs[i].Judged && int(q.Docs[i].Grade) >= d.Options.MinGrade }
	st := x.chain.Run.Progress.Stage("classify", noun+" queries", len(d.Queries))
	defer st.Done()
	err := miner.Verdicts(ctx, d.Queries, st, func(worker int, q *mine.Query, place, a, i int, row []axioms.Verdict) error {
		if a == 0 && i == 0 {
			views[worker] = d.scoredView(q, place, false, nil)
			views[worker].IsTest = d.Tests != nil && d.Tests[place]
		}
		part, view := parts[worker][a], &views[worker]
		for j := i + 1; j < len(row); j++ {
			verdict, d1, d2 := row[j], i, j
			if !verdict.Precondition() {
				part.Void++
				continue
			}
			if a, b := &q.Docs[i], &q.Docs[j]; a.Doc > b.Doc || a.Doc == b.Doc && a.Made > b.Made { // d1 is first in the collection
				verdict, d1, d2 = verdict.Swap(), j, i
			}
			preference := verdict.Preference()
			part.Add(view, int32(d1), int32(d2), preference+1)
			if isRelevant := relevant(q, d1); hasLabels[place] && preference != 0 && isRelevant != relevant(q, d2) {
				part.Judge(isRelevant == (preference > 0))
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for number, i := range tasks {
		for _, p := range parts[1:] {
			parts[0][number].Merge(p[number])
		}
		byTask[i] = parts[0][number].Pool()
	}
	return byTask, nil
}

// uniqueQueries returns the queries that have no word in common with any training query. Words are separated by white space.
func uniqueQueries(queries, training []mine.Query) []mine.Query {
	trainingTokens := map[string]bool{}
	for i := range training {
		for _, token := range strings.Fields(training[i].Text) {
			trainingTokens[token] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(queries), func(q mine.Query) bool {
		return slices.ContainsFunc(strings.Fields(q.Text), func(token string) bool { return trainingTokens[token] })
	})
}

// newClassDrawer returns a drawer of the queries of gen.class_queries; d if the key has its default. Klose (2021, 4.1) has 700 queries of
// all splits. The queries of a split are those with the smallest hashes, so that a larger number includes a smaller one. Only training
// queries have labels.
func newClassDrawer(g *configs.Gen, splits []prepare.Split, d *Drawer, training string, report *account.Report) (*Drawer, error) {
	list, err := quota.ParseClassQueries(g)
	if err != nil || list == nil {
		return d, err
	}
	names := lists.Map(splits, func(s prepare.Split) string { return s.Name })
	if err := quota.CheckClassSplits(&configs.Config{Gen: *g}, names); err != nil {
		return nil, err
	}
	drawer := *d
	drawer.Queries, drawer.Labels, drawer.Tests, drawer.Scores = nil, []bool{}, []bool{}, nil
	isTaken := map[string]bool{}
	for _, want := range list {
		queries := splits[slices.Index(names, want.Split)].Queries
		if len(queries) < want.N {
			report.Warn("class_queries: %s=%d wanted, %d there", want.Split, want.N, len(queries))
			report.Ask(account.Unmet{Key: configs.ClassQueriesKey, Subject: "queries of " + want.Split, Wanted: want.N, There: len(queries)})
		}
		hasLabels := make([]bool, len(queries))
		if want.Split == training {
			hasLabels = d.HasLabels()
		}
		for _, place := range firstByHash(queries, want.N, d.Options.Seed) {
			if q := queries[place]; !isTaken[q.ID] {
				isTaken[q.ID] = true
				drawer.Queries, drawer.Labels = append(drawer.Queries, q), append(drawer.Labels, hasLabels[place])
				drawer.Tests = append(drawer.Tests, want.Split == configs.TestSplit)
			}
		}
	}
	return &drawer, nil
}

// firstByHash returns the indexes of the n queries with the smallest hashes, in rising order.
func firstByHash(queries []mine.Query, n int, seed uint64) []int {
	ids := lists.Map(queries, func(q mine.Query) string { return q.ID })
	places := slices.Clone(sample.JudgedSubset(ids, n, seed))
	slices.Sort(places)
	return places
}

func withoutQueries(queries, used []mine.Query) []mine.Query {
	isUsed := lists.Set(used, func(q mine.Query) string { return q.ID })
	return slices.DeleteFunc(slices.Clone(queries), func(q mine.Query) bool { return isUsed[q.ID] })
}
