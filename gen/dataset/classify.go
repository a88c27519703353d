package dataset

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/chain/account"
	"github.com/axiomine/axiomine/internal/chain/collection"
	"github.com/axiomine/axiomine/internal/chain/quota"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// classify replaces a data set of ranking pairs by the configured mixture: the training split in exact proportions, every
// other split with its judged pairs and class_test rows of each three-class task, then the test sets.
func (c *Sampler) classify(ctx context.Context, m *quota.Mixture, drawer *Drawer, data []SplitPairs,
	report *account.Report) ([]SplitPairs, error) {
	g := &c.Config.Gen
	training := &data[0]
	asking, err := c.asking(drawer, training.Split, report)
	if err != nil {
		return nil, err
	}
	if err := c.mixTraining(ctx, m, drawer, asking, training, report); err != nil {
		return nil, err
	}
	var sets []testSet
	if chosen := asking != drawer; chosen && g.ClassTest > 0 && m.ThreeClass() {
		unique := *asking
		unique.Queries, unique.Labels = further(drawer.Queries, asking.Queries, g.UniqueQueries, uint64(g.Seed)), nil
		if n := len(unique.Queries); n < g.UniqueQueries {
			report.Warnings = append(report.Warnings,
				fmt.Sprintf("unique_queries: %d wanted, %d training queries share no word with the %d of class_queries",
					g.UniqueQueries, n, len(asking.Queries)))
			report.Unmet = append(report.Unmet, account.Unmet{Key: configs.UniqueQueriesKey, What: "training queries that share no word",
				Wanted: g.UniqueQueries, There: n})
		}
		sets = testSets(asking, &unique, g, "test ") // of the same queries as the training rows, so drawn apart
	}
	for i := range c.Splits {
		s := &c.Splits[i]
		at := slices.IndexFunc(data, func(d SplitPairs) bool { return d.Split == c.RowsName(s.Name) })
		if at == 0 || g.ClassTest == 0 || !m.ThreeClass() {
			continue
		}
		of := *drawer
		of.Queries, of.Judged = s.Queries, 0
		if asking != drawer {
			if of.Queries = others(s.Queries, asking.Queries); len(of.Queries) == 0 {
				report.Warnings = append(report.Warnings, fmt.Sprintf("every %s query is one of class_queries: no row of a three-class task is of %s",
					s.Name, s.Name))
				if m.Ranking() < 0 {
					data[at].Pairs = new(pairs.Table)
				}
				continue
			}
		}
		rows, err := c.classRows(ctx, m, testSet{SplitPairs: SplitPairs{Split: s.Name}, of: &of, how: g.ClassSample, k: g.ClassTest}, report)
		if err != nil {
			return nil, err
		}
		if m.Ranking() < 0 {
			data[at].Pairs = new(pairs.Table)
		}
		for i := range rows {
			data[at].Pairs.Append(&rows[i])
		}
		if err := sample.SortForFiles(ctx, data[at].Pairs, uint64(g.Seed), g.Order, g.Threads, nil); err != nil {
			return nil, err
		}
		if s.Name != collection.TestSplit || asking != drawer {
			continue
		}
		unique := of
		if unique.Queries = uniqueQueries(s.Queries, drawer.Queries); len(unique.Queries) == 0 {
			report.Warnings = append(report.Warnings, "every test query shares a word with a training query: the unique test sets are empty")
		}
		sets = testSets(&of, &unique, g, "")
	}
	for _, set := range sets {
		if len(set.of.Queries) == 0 {
			continue
		}
		rows, err := c.classRows(ctx, m, set, report)
		if err != nil {
			return nil, err
		}
		set.Pairs = pairs.TableOf(rows)
		if err := sample.SortForFiles(ctx, set.Pairs, uint64(g.Seed), g.Order, g.Threads, nil); err != nil {
			return nil, err
		}
		data = append(data, set.SplitPairs)
	}
	for i, set := range data {
		if set.Set == "" {
			report.Mix(set.Split, task, i == 0, set.Pairs)
		}
	}
	return data, nil
}

// testSet are rows of three-class tasks to test with.
type testSet struct {
	SplitPairs
	of   *Drawer
	how  string // stratified | random
	k    int    // rows of each task
	pool string // begins the names of the pools that are drawn from
}

// testSets are those of Klose (2021, 4.1): of some queries, and of others that share no word with those trained on, with
// equal classes and with classes as they come.
func testSets(of, unique *Drawer, g *configs.Gen, pool string) []testSet {
	k := cmp.Or(g.UniqueTest, g.ClassTest)
	named := func(name string) SplitPairs { return SplitPairs{Split: collection.TestSplit, Set: name} }
	return []testSet{
		{named("stratified"), of, sample.Stratified, g.ClassTest, pool},
		{named("random"), of, sample.Random, g.ClassTest, pool},
		{named("unique-stratified"), unique, sample.Stratified, k, ""},
		{named("unique-random"), unique, sample.Random, k, ""},
	}
}

// mixTraining gives the training split its rows of every task, those of three classes from the queries of asking.
func (c *Sampler) mixTraining(ctx context.Context, m *quota.Mixture, drawer, asking *Drawer, training *SplitPairs,
	report *account.Report) error {
	g := &c.Config.Gen
	sizes := make([]int, len(m.Tasks))
	for i := range sizes {
		sizes[i] = -1
	}
	total := g.Rows
	ranking := newRankingRows(c.Config, training.Rows())
	if at := m.Ranking(); at >= 0 {
		sizes[at] = ranking.size()
		if total == 0 {
			total = m.Total(sizes)
		}
	}
	wanted := m.Wanted(total)
	byTask, err := c.classPools(ctx, m, asking, wanted, "")
	if err != nil {
		return err
	}
	drawn, of, err := c.pairPools(ctx, m, drawer, wanted)
	if err != nil {
		return err
	}
	hollow := make([]bool, len(m.Tasks))
	place := 0
	for i, p := range byTask {
		if m.Preferences[i] != nil {
			sizes[i] = drawn.Ledger[place].Size
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
	rows, err := m.Settle(wanted, sizes, hollow, g.OnShortage)
	if err != nil {
		return err
	}
	var mixed []pairs.Pair
	m.Weights = make([]float64, len(m.Tasks))
	place = 0
	for i, p := range byTask {
		if p != nil {
			m.Weights[i] = quota.TaskWeight(g, m.Axioms[i], p.Right, p.Wrong)
		}
		if rows[i] != wanted[i] || wanted[i] > sizes[i] {
			s := account.Shortage{Task: m.Tasks[i], Wanted: wanted[i], There: sizes[i], Given: rows[i], Policy: g.OnShortage}
			report.Shortages = append(report.Shortages, s)
			report.Warnings = append(report.Warnings, s.String())
		}
		if m.Preferences[i] != nil {
			l := &drawn.Ledger[place]
			weight := quota.TaskWeight(g, m.Preferences[i], l.Dropped.AlreadyRegular, l.Dropped.NonRelevantOverRelevant)
			weight, margin := quota.TaskLoss(c.Config, m.Preferences[i], weight)
			mixed = append(mixed, of.taskRows(m.Tasks[i], drawn, place, rows[i], weight, margin)...)
			report.AddPairTask(m.Tasks[i], *l, wanted[i], rows[i], weight)
			place++
			continue
		}
		if p == nil {
			more, note := ranking.take(rows[i])
			if mixed = append(mixed, more...); note != "" {
				report.Warnings = append(report.Warnings, note)
			}
			continue
		}
		mixed = append(mixed, asking.classRows(m.Axioms[i], m.Weights[i], p.Take(rows[i], g.ClassSample))...)
		report.AddTask(m.Axioms[i], account.Task{Split: training.Split, Set: training.Set, Wanted: wanted[i], Weight: m.Weights[i]}, p, mixed)
	}
	training.Pairs = pairs.TableOf(mixed)
	if err := sample.SortForFiles(ctx, training.Pairs, uint64(g.Seed), g.Order, g.Threads, nil); err != nil {
		return err
	}
	report.Mixture = map[string]int{}
	for i, task := range m.Tasks {
		report.Mixture[task] = rows[i]
	}
	return nil
}

// classRows draws the rows of a test set, of every three-class task; where there are fewer, what there is.
func (c *Sampler) classRows(ctx context.Context, m *quota.Mixture, set testSet, report *account.Report) ([]pairs.Pair, error) {
	wanted := make([]int, len(m.Tasks))
	for i := range wanted {
		wanted[i] = set.k
	}
	byTask, err := c.classPools(ctx, m, set.of, wanted, set.pool)
	if err != nil {
		return nil, err
	}
	var rows []pairs.Pair
	for i, p := range byTask {
		if p == nil {
			continue
		}
		take := min(set.k, p.Size(set.how))
		if take < set.k {
			report.Warnings = append(report.Warnings, fmt.Sprintf("%s, %s: %d %s rows wanted, %d there", m.Tasks[i], set.name(), set.k, set.how,
				take))
			report.Unmet = append(report.Unmet, account.Unmet{Key: account.TestKey(&c.Config.Gen, set.Set), What: m.Tasks[i] + " in " + set.name(),
				Wanted: set.k, There: take})
		}
		rows = append(rows, set.of.classRows(m.Axioms[i], m.Weights[i], p.Take(take, set.how))...)
		report.AddTask(m.Axioms[i], account.Task{Split: set.Split, Set: set.Set, Wanted: set.k, Weight: m.Weights[i]}, p, rows)
	}
	return rows, nil
}

// classPools mines every three-class task over the drawer's queries and keeps at most wanted pairs of each class; nil for
// the ranking task. Pools whose names begin otherwise are drawn from apart.
func (c *Sampler) classPools(ctx context.Context, m *quota.Mixture, d *Drawer, wanted []int, name string) ([]*sample.ClassPool, error) {
	byTask := make([]*sample.ClassPool, len(m.Tasks))
	miner := c.Miner()
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
	views := make([]sample.Query, len(parts))
	for w := range parts {
		for _, i := range tasks {
			parts[w] = append(parts[w], sample.NewClassPart(d.Options.Seed, name+axioms.Pool(m.Axioms[i]), wanted[i], d.names))
		}
	}
	labelled := d.Labelled()
	relevant := func(q *mine.Query, i int) bool { return q.Docs[i].Judged && int(q.Docs[i].Grade) >= d.Options.MinGrade }
	st := c.Progress.Stage("classify", "queries", len(d.Queries))
	defer st.Done()
	err := miner.Verdicts(ctx, d.Queries, st, func(worker int, q *mine.Query, place, a, i int, row []axioms.Verdict) error {
		if a == 0 && i == 0 {
			views[worker] = d.view(q, place, false, nil)
		}
		part, view := parts[worker][a], &views[worker]
		for j := i + 1; j < len(row); j++ {
			verdict, d1, d2 := row[j], i, j
			if !verdict.Precondition() {
				part.AddVoid()
				continue
			}
			if a, b := &q.Docs[i], &q.Docs[j]; a.Doc > b.Doc || a.Doc == b.Doc && a.Made > b.Made { // d1 stands first in the collection
				verdict, d1, d2 = verdict.Swap(), j, i
			}
			preference := verdict.Preference()
			part.Add(view, int32(d1), int32(d2), preference+1)
			if one := relevant(q, d1); labelled[place] && preference != 0 && one != relevant(q, d2) {
				part.Judge(one == (preference > 0))
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for at, i := range tasks {
		for _, p := range parts[1:] {
			parts[0][at].Merge(p[at])
		}
		byTask[i] = parts[0][at].Pool()
	}
	return byTask, nil
}

// classRows turns drawn pairs of a three-class task into records.
func (d *Drawer) classRows(axiom axioms.Axiom, weight float64, drawn []sample.ClassRow) []pairs.Pair {
	rows := make([]pairs.Pair, 0, len(drawn))
	name := axiom.String()
	labelled := d.Labelled()
	for _, r := range drawn {
		row := d.row(r.Drawn, labelled[r.Query])
		row.Variant = axioms.Variant(axiom)
		class := r.Class
		row.Task, row.Axiom, row.Source, row.Class, row.Pass = name, name, pairs.Axiomatic, &class, r.Pass
		row.PosLabel, row.NegLabel, row.Weight = 0, 0, weight
		row.UID = pairs.NewUID(row.Task, row.Axiom, row.QueryID, row.PosID, row.NegID, int(r.Pass))
		rows = append(rows, row)
	}
	return rows
}

// uniqueQueries gives the queries that share no whitespace token with any training query.
func uniqueQueries(queries, training []mine.Query) []mine.Query {
	seen := map[string]bool{}
	for i := range training {
		for _, token := range strings.Fields(training[i].Text) {
			seen[token] = true
		}
	}
	var unique []mine.Query
	for _, q := range queries {
		if !slices.ContainsFunc(strings.Fields(q.Text), func(token string) bool { return seen[token] }) {
			unique = append(unique, q)
		}
	}
	return unique
}
