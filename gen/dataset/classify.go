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
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// classify turns a data set of ranking pairs into the configured mixture: the training split in exact proportions, every other split with
// its judged pairs and class_test rows of each three-class task, then the test sets.
func classify(ctx context.Context, chain *prepare.Preparation, m *quota.Mixture, drawer *Drawer, data []SplitPairs,
	report *account.Report) ([]SplitPairs, error) {
	g := &chain.Run.Config.Gen
	training := &data[0]
	classDrawer, err := classDrawer(&chain.Run.Config.Gen, chain.Splits, drawer, training.Split, report)
	if err != nil {
		return nil, err
	}
	if err := mixTraining(ctx, chain, m, drawer, classDrawer, training, report); err != nil {
		return nil, err
	}
	if g.ClassTest == 0 || !m.ThreeClass() {
		return data, nil
	}
	draw := func(set testSet, byTask []*sample.ClassPool, table *pairs.Table) error {
		for _, row := range classTestRows(m, set, byTask, g, report) {
			table.Append(&row)
		}
		return sample.SortForFiles(ctx, table, uint64(g.Seed), g.Order, g.Threads, nil)
	}
	var sets []testSet
	hasTests := false
	if classDrawer != drawer {
		unique := *classDrawer
		unique.Queries, unique.Labels, unique.Tests = nil, nil, nil
		unlike := uniqueQueries(drawer.Queries, classDrawer.Queries) // they test what a model has learnt, not memorised
		for _, place := range firstByHash(unlike, g.UniqueQueries, uint64(g.Seed)) {
			unique.Queries = append(unique.Queries, unlike[place])
		}
		if n := len(unique.Queries); n < g.UniqueQueries {
			report.Warn("unique_queries: %d wanted, %s without a word in common with the %d of class_queries", g.UniqueQueries,
				terminal.Plural(n, "training query", "training queries"), len(classDrawer.Queries))
			report.Ask(account.Unmet{Key: configs.UniqueQueriesKey, Subject: "training queries that share no word", Wanted: g.UniqueQueries, There: n})
		}
		sets = testSets(classDrawer, &unique, g, "test ") // from the queries of the training rows, so drawn from pools of their own
	}
	for i := range chain.Splits {
		s := &chain.Splits[i]
		setNumber := slices.IndexFunc(data, func(d SplitPairs) bool {
			return d.Split == prepare.RowsName(&chain.Run.Config.Gen, chain.Splits, s.Name)
		})
		if setNumber == 0 {
			continue
		}
		if m.Ranking() < 0 {
			data[setNumber].Pairs = new(pairs.Table)
		}
		splitDrawer := *drawer
		splitDrawer.Queries, splitDrawer.Judged = s.Queries, 0
		if classDrawer != drawer {
			if splitDrawer.Queries = withoutQueries(s.Queries, classDrawer.Queries); len(splitDrawer.Queries) == 0 {
				report.Warn("every %s query is one of class_queries: no row of a three-class task is of %s", s.Name, s.Name)
				continue
			}
		}
		set := testSet{SplitPairs: SplitPairs{Split: s.Name}, drawFrom: &splitDrawer, how: g.ClassSample, k: g.ClassTest}
		byTask, err := testPools(ctx, chain, m, set)
		if err != nil {
			return nil, err
		}
		hasTests = true
		if err := draw(set, byTask, data[setNumber].Pairs); err != nil {
			return nil, err
		}
		if s.Name != configs.TestSplit || classDrawer != drawer {
			continue
		}
		unique := splitDrawer
		if unique.Queries = uniqueQueries(s.Queries, drawer.Queries); len(unique.Queries) == 0 {
			report.Warn("every test query shares a word with a training query: the unique test sets are empty")
		}
		sets = testSets(&splitDrawer, &unique, g, "")
	}
	if !hasTests && len(sets) == 0 {
		report.Ask(account.Unmet{Key: configs.ClassTestKey, Subject: "queries of dev or test", Wanted: g.ClassTest})
	}
	var byTask []*sample.ClassPool
	for i, set := range sets {
		if len(set.drawFrom.Queries) == 0 {
			report.Ask(account.Unmet{Key: account.TestKey(g, set.SplitPairs.Set), Subject: set.SplitPairs.name(), Wanted: set.k})
			continue
		}
		if i == 0 || !set.sharesPools(sets[i-1]) {
			if byTask, err = testPools(ctx, chain, m, set); err != nil {
				return nil, err
			}
		}
		set.SplitPairs.Pairs = new(pairs.Table)
		if err := draw(set, byTask, set.SplitPairs.Pairs); err != nil {
			return nil, err
		}
		data = append(data, set.SplitPairs)
	}
	return data, nil
}

// testSet is a set of rows of three-class tasks, to test with.
type testSet struct {
	SplitPairs SplitPairs
	drawFrom   *Drawer
	how        string // stratified | random
	k          int    // rows of each task
	pool       string // prefix of the names of the pools that are drawn from
}

// sharesPools reports whether both sets are drawn from the same pools, which then are mined once.
func (s testSet) sharesPools(other testSet) bool {
	return s.drawFrom == other.drawFrom && s.k == other.k && s.pool == other.pool
}

// testSets returns the test sets of Klose (2021, 4.1): of some queries, and of queries that share no word with training queries; each
// with equal classes, and with classes as they occur.
func testSets(drawer, unique *Drawer, g *configs.Gen, pool string) []testSet {
	k := cmp.Or(g.UniqueTest, g.ClassTest)
	set := func(name string) SplitPairs { return SplitPairs{Split: configs.TestSplit, Set: name} }
	return []testSet{
		{set("stratified"), drawer, sample.Stratified, g.ClassTest, pool},
		{set("random"), drawer, sample.Random, g.ClassTest, pool},
		{set("unique-stratified"), unique, sample.Stratified, k, ""},
		{set("unique-random"), unique, sample.Random, k, ""},
	}
}

// mixTraining sets the rows of the training split to those of every task; three-class tasks use the queries of classDrawer.
func mixTraining(ctx context.Context, chain *prepare.Preparation, m *quota.Mixture, drawer, classDrawer *Drawer, training *SplitPairs,
	report *account.Report) error {
	g := &chain.Run.Config.Gen
	sizes := make([]int, len(m.Tasks))
	for i := range sizes {
		sizes[i] = -1
	}
	total := g.Rows
	ranking := newRankingRows(chain.Run.Config, training.Rows())
	if i := m.Ranking(); i >= 0 {
		sizes[i] = ranking.size()
		if total == 0 {
			total = m.Total(sizes)
		}
	}
	amounts := m.TaskRows(total)
	byTask, err := classPools(ctx, chain, m, classDrawer, amounts, "", "training", g.ClassSample)
	if err != nil {
		return err
	}
	result, pairDrawer, err := pairPools(ctx, chain, m, drawer, amounts)
	if err != nil {
		return err
	}
	hollow := make([]bool, len(m.Tasks))
	place := 0
	for i, p := range byTask {
		if m.Preferences[i] != nil {
			sizes[i] = result.Ledger[place].Size
			hollow[i] = sizes[i] == 0
			place++
			continue
		}
		if p == nil {
			hollow[i] = sizes[i] == 0
			continue
		}
		sizes[i] = p.Size(g.ClassSample)
		hollow[i] = p.Found == [sample.Classes]int{} || g.ClassSample == sample.Stratified && slices.Min(p.Found[:]) == 0
	}
	rows, err := m.Settle(amounts, sizes, hollow, g.OnShortage)
	if err != nil {
		return err
	}
	var mixture []pairs.Pair
	m.Weights = make([]float64, len(m.Tasks))
	place = 0
	for i, p := range byTask {
		if p != nil {
			m.Weights[i] = quota.TaskWeight(g, m.Axioms[i], p.Right, p.Right+p.Wrong)
		}
		share := account.Row{What: account.Shares, Split: training.Split, Task: m.Tasks[i], Asked: amounts[i], Found: sizes[i], Drawn: rows[i],
			Short: max(0, amounts[i]-rows[i])}
		report.Rows = append(report.Rows, share)
		if rows[i] != amounts[i] || amounts[i] > sizes[i] {
			what := terminal.Group(rows[i]) + " given"
			if rows[i] > sizes[i] {
				what = terminal.Group(sizes[i]) + " there: they come again"
			}
			report.Warn("%s: %s wanted, %s (on_shortage: %s)", m.Tasks[i], terminal.Plural(amounts[i], "row", "rows"), what, g.OnShortage)
		}
		if m.Preferences[i] != nil {
			l := &result.Ledger[place]
			right, all := l.Dropped.Decisions()
			weight := quota.TaskWeight(g, m.Preferences[i], right, all)
			weight, margin := quota.TaskLoss(chain.Run.Config, m.Preferences[i], weight)
			mixture = append(mixture, pairDrawer.recorder().ofTask(m.Tasks[i], result, place, rows[i], weight, margin)...)
			report.AddPairTask(training.Split, m.Tasks[i], m.Preferences[i].String(), l, amounts[i], weight)
			place++
			continue
		}
		if p == nil {
			more, note := ranking.take(rows[i])
			if mixture = append(mixture, more...); note != "" {
				report.Warn("%s", note)
			}
			continue
		}
		mixture = append(mixture, classDrawer.recorder().ofClasses(m.Axioms[i], m.Weights[i], p.Take(rows[i], g.ClassSample))...)
		report.AddClasses(training.Split, training.Set, m.Axioms[i], p, amounts[i], m.Weights[i])
	}
	training.Pairs = pairs.TableOf(mixture)
	return sample.SortForFiles(ctx, training.Pairs, uint64(g.Seed), g.Order, g.Threads, nil)
}

// testPools mines every three-class task over the queries of a test set.
func testPools(ctx context.Context, chain *prepare.Preparation, m *quota.Mixture, set testSet) ([]*sample.ClassPool, error) {
	amounts := slices.Repeat([]int{set.k}, len(m.Tasks))
	return classPools(ctx, chain, m, set.drawFrom, amounts, set.pool, set.SplitPairs.name(), sample.Stratified, sample.Random)
}

// classTestRows draws the rows of a test set for every three-class task; if there are fewer than asked, all of them.
func classTestRows(m *quota.Mixture, set testSet, byTask []*sample.ClassPool, g *configs.Gen, report *account.Report) []pairs.Pair {
	var rows []pairs.Pair
	for i, p := range byTask {
		if p == nil {
			continue
		}
		take := min(set.k, p.Size(set.how))
		if take < set.k {
			report.Warn("%s, %s: %s wanted, %s there", m.Tasks[i], set.SplitPairs.name(),
				terminal.Plural(set.k, string(set.how)+" row", string(set.how)+" rows"), terminal.Group(take))
			report.Ask(account.Unmet{Key: account.TestKey(g, set.SplitPairs.Set), Subject: m.Tasks[i] + " in " + set.SplitPairs.name(),
				Wanted: set.k, There: take})
		}
		rows = append(rows, set.drawFrom.recorder().ofClasses(m.Axioms[i], m.Weights[i], p.Take(take, set.how))...)
		report.AddClasses(set.SplitPairs.Split, set.SplitPairs.Set, m.Axioms[i], p, set.k, m.Weights[i])
	}
	return rows
}

// classPools mines every three-class task over the drawer's queries and keeps at most amounts[i] pairs of each class of task i. A task of
// another kind has a nil pool. Each prefix name and each way of drawing has a sample of its own. noun names the queries in the progress.
func classPools(ctx context.Context, chain *prepare.Preparation, m *quota.Mixture, d *Drawer, amounts []int, name, noun string,
	hows ...string) ([]*sample.ClassPool, error) {
	byTask := make([]*sample.ClassPool, len(m.Tasks))
	miner := prepare.NewMiner(chain)
	miner.Axioms = nil
	var tasks []int
	for i, a := range m.Axioms {
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
			parts[w] = append(parts[w], sample.NewClassPart(d.Options.Seed, name+axioms.Pool(m.Axioms[i]), amounts[i], names, hows...))
		}
	}
	hasLabels := d.HasLabels()
	relevant := func(q *mine.Query, i int) bool { return q.Docs[i].Judged && int(q.Docs[i].Grade) >= d.Options.MinGrade }
	st := chain.Run.Progress.Stage("classify", noun+" queries", len(d.Queries))
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
	for taskNumber, i := range tasks {
		for _, p := range parts[1:] {
			parts[0][taskNumber].Merge(p[taskNumber])
		}
		byTask[i] = parts[0][taskNumber].Pool()
	}
	return byTask, nil
}

// uniqueQueries returns the queries that share no whitespace token with any training query.
func uniqueQueries(queries, training []mine.Query) []mine.Query {
	trainingTokens := map[string]bool{}
	for i := range training {
		for _, token := range strings.Fields(training[i].Text) {
			trainingTokens[token] = true
		}
	}
	var unique []mine.Query
	for _, q := range queries {
		if !slices.ContainsFunc(strings.Fields(q.Text), func(token string) bool { return trainingTokens[token] }) {
			unique = append(unique, q)
		}
	}
	return unique
}

// classDrawer returns a drawer of the queries for three-class tasks, as Klose (2021, 4.1) takes 700 of all sets. Of each split it takes
// those with the smallest hash, so that a larger number contains a smaller one. Only labels of training queries count.
func classDrawer(g *configs.Gen, splits []prepare.Split, d *Drawer, training string, report *account.Report) (*Drawer, error) {
	list, err := quota.ParseClassQueries(g)
	if err != nil || list == nil {
		return d, err
	}
	var names []string
	for i := range splits {
		names = append(names, splits[i].Name)
	}
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

// firstByHash returns the places, rising, of the n queries with the smallest hash.
func firstByHash(queries []mine.Query, n int, seed uint64) []int {
	ids := make([]string, len(queries))
	for i := range queries {
		ids[i] = queries[i].ID
	}
	places := slices.Clone(sample.JudgedSubset(ids, n, seed))
	slices.Sort(places)
	return places
}

// withoutQueries returns the queries that are not in used.
func withoutQueries(queries, used []mine.Query) (left []mine.Query) {
	isUsed := map[string]bool{}
	for i := range used {
		isUsed[used[i].ID] = true
	}
	for _, q := range queries {
		if !isUsed[q.ID] {
			left = append(left, q)
		}
	}
	return left
}
