package collection

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
)

// Topics holds one split's queries and judgements, and its run if candidates come from a run.
type Topics struct {
	Split   string
	Queries []corpus.Query
	Qrels   []corpus.Qrel
	Run     []corpus.RunRow // nil if candidates are retrieved
}

// ReadTopics reads the queries, judgements and runs of all splits, in the order train, dev, test, then others by name.
func (c *Collection) ReadTopics(ctx context.Context, rep *read.Report) ([]Topics, error) {
	layout, err := divideQueries(ctx, c.Layout, c.Options, rep)
	if err != nil {
		return nil, err
	}
	if err := checkNames("the collection", layout.Splits()); err != nil {
		return nil, err
	}
	for _, split := range slices.Sorted(maps.Keys(c.Layout.Runs)) {
		if split != read.AllSplits && !slices.Contains(layout.Splits(), split) {
			return nil, errs.BadInput(c.Layout.Runs[split], 0, "splits are "+strings.Join(layout.Splits(), ", "),
				"a run is given for %q, which is no split", split)
		}
	}
	if len(c.Layout.Queries) == 0 {
		return nil, errs.BadUsage("give them with --topics", "no queries are named or found")
	}
	var all []Topics
	unjudgedIn := map[string]map[string]int{} // by file and query: the number of splits that do not judge it
	for _, split := range layout.Splits() {
		t := Topics{Split: split}
		file, counting := layout.Queries[split], rep
		if unjudgedIn[file] == nil {
			unjudgedIn[file] = map[string]int{}
		} else if layout.SharesQueries(split) {
			counting = new(read.Report) // its records were counted
		}
		var unjudged []corpus.Query
		if t.Queries, t.Qrels, unjudged, err = layout.SplitOf(ctx, split, c.Options, counting, rep); err != nil {
			return nil, err
		}
		for _, q := range unjudged {
			unjudgedIn[file][q.ID]++
		}
		if c.OwnCandidates {
			t.Run, err = c.Layout.Candidates(ctx, split, c.Options)
			if err != nil {
				return nil, err
			}
			has := lists.Set(t.Queries, queryID)
			t.keep(func(query string) bool { return has[query] })
		} else if path := fileFor(c.Layout.Runs, split); path != "" {
			if t.Run, err = read.Run(path, c.Layout.Format, c.Options, rep); err != nil {
				return nil, err
			}
		}
		if len(t.Queries) == 0 {
			return nil, errs.BadInput(layout.Queries[split], 0, "check the file and --format", "no query of the split %s was read", split)
		}
		all = append(all, t)
	}
	if c.Layout.Format == read.Table {
		doubtLabels(all, c.Layout.Documents, rep)
	}
	remarkUnjudged(layout, unjudgedIn, rep)
	assignToSplits(all)
	return all, nil
}

// remarkUnjudged counts in rep, for each file of the queries of several splits, those that no split judges.
func remarkUnjudged(l read.Layout, unjudgedIn map[string]map[string]int, rep *read.Report) {
	reason := "queries that no split judges, left out"
	if cmp.Or(l.TopicsFormat, l.Format) != read.BEIR {
		reason += ": --topics train=FILE takes all as one split"
	}
	for _, file := range slices.Sorted(maps.Keys(unjudgedIn)) {
		isShared := func(split string) bool { return l.Queries[split] == file }
		splits, count := len(lists.Filter(l.Splits(), isShared)), 0
		for _, n := range unjudgedIn[file] {
			if n == splits {
				count++
			}
		}
		rep.Remark(reason, count, file, 0)
	}
}

// doubtLabels adds a remark to rep if the grades of a file of rows look like classes, not like grades.
func doubtLabels(all []Topics, file string, rep *read.Report) {
	labels := corpus.LabelCounts{}
	for _, t := range all {
		for _, j := range t.Qrels {
			labels.Add(float64(j.Grade))
		}
	}
	if reason := labels.Classes(); reason != "" {
		rep.Remark(reason, labels.Rows(), file, 0)
	}
}

// assignToSplits removes from each split the judgements and run rows of other splits' queries: one file may serve all splits. Rows of
// queries that no split has stay in the first split, so that they are counted once.
func assignToSplits(all []Topics) {
	inAnySplit := map[string]bool{}
	inSplit := make([]map[string]bool, len(all))
	for i := range all {
		inSplit[i] = map[string]bool{}
		for _, q := range all[i].Queries {
			inAnySplit[q.ID], inSplit[i][q.ID] = true, true
		}
	}
	for i := range all {
		all[i].keep(func(query string) bool { return inSplit[i][query] || i == 0 && !inAnySplit[query] })
	}
}

// keep drops, in place, the judgements and run rows of queries for which has is false.
func (t *Topics) keep(has func(query string) bool) {
	t.Qrels = slices.DeleteFunc(t.Qrels, func(j corpus.Qrel) bool { return !has(j.QueryID) })
	t.Run = slices.DeleteFunc(t.Run, func(r corpus.RunRow) bool { return !has(r.QueryID) })
}

// limit keeps the first n queries with their judgements and run rows.
func (t *Topics) limit(n int) {
	t.leaveOut(lists.Set(t.Queries[min(n, len(t.Queries)):], queryID))
}

// leaveOut drops the queries with ids in cut, and their judgements and run rows. It changes no slice that other values share.
func (t *Topics) leaveOut(cut map[string]bool) {
	t.Queries = slices.DeleteFunc(slices.Clone(t.Queries), func(q corpus.Query) bool { return cut[q.ID] })
	t.Qrels, t.Run = slices.Clone(t.Qrels), slices.Clone(t.Run)
	t.keep(func(query string) bool { return !cut[query] })
}

// checkJudged returns an error if files, the judgements that the user named, has a split without queries. It lists judgements of such a
// split in a folder as unread, unless they divide one file of queries.
func checkJudged(l *read.Layout, files map[string]string) error {
	for _, split := range slices.Sorted(maps.Keys(l.Qrels)) {
		_, has := l.Queries[split]
		switch _, isGiven := files[split]; {
		case has || split == read.AllSplits && len(l.Queries) > 0:
		case isGiven && len(l.Queries) == 0:
			return errs.BadUsage("leave it out, or give the queries with --topics", "--qrels %s: there are no queries that it could judge",
				files[split])
		case isGiven:
			return errs.BadUsage("splits with queries are "+strings.Join(l.Splits(), ", "), "--qrels %s=%s: the split has no queries", split,
				files[split])
		case dividesQueries(*l): // divideQueries checks them
		default:
			l.Unread.Leave(split, read.UnaskedJudgements)
		}
	}
	return nil
}

// dividesQueries reports whether the layout has one file of queries that judgements by split divide.
func dividesQueries(l read.Layout) bool {
	return l.Queries[read.AllSplits] != "" && len(l.Queries) == 1 && len(l.Qrels) > 0 && l.Qrels[read.AllSplits] == ""
}

// divideQueries returns a layout in which each split whose judgements name queries of the only file of queries has this file. rep counts
// judgements of splits that name no query. If no query is judged, the file stays one split.
func divideQueries(ctx context.Context, l read.Layout, o read.Options, rep *read.Report) (read.Layout, error) {
	file := l.Queries[read.AllSplits]
	if !dividesQueries(l) {
		return l, nil
	}
	if file == "-" {
		shared := l.SharingQueries()
		if len(shared.Queries) > 1 {
			return l, errs.BadUsage("write them to a file, or name one split: --topics train=-",
				"--topics -: judgements of several splits would each read the queries, and standard input is read once")
		}
		return shared, nil
	}
	o.RequirePositive = 0
	shared := l.SharingQueries()
	for _, split := range shared.Splits() {
		list, qrels, err := shared.Split(ctx, split, o, new(read.Report))
		if err != nil {
			return l, err
		}
		if len(list) == 0 {
			delete(shared.Queries, split)
			rep.Remark(fmt.Sprintf("judgements of the split %s, which name no query of %s", split, file), len(qrels), l.Qrels[split], 0)
		}
	}
	if len(shared.Queries) == 0 {
		return l, nil
	}
	return shared, nil
}
