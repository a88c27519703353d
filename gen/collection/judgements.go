package collection

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/errs"
)

// checkJudged returns an error if files, the judgements that the user gave, has a split without queries. Judgements found in a folder are
// listed as unread instead, unless they divide one file of queries.
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

// divideQueries returns a layout in which the one file of queries serves each split whose judgements name some of them. rep counts
// queries that no split judges, and judgements of splits that name no query. If no query is judged, the file stays one split.
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
	queries, err := read.Queries(ctx, file, cmp.Or(l.TopicsFormat, l.Format), o, nil)
	if err != nil {
		return l, err
	}
	shared, has := l.SharingQueries(), map[string]bool{}
	for _, split := range shared.Splits() {
		list, qrels, err := shared.Split(ctx, split, o, new(read.Report))
		if err != nil {
			return l, err
		}
		if len(list) == 0 {
			delete(shared.Queries, split)
			rep.Remark(fmt.Sprintf("judgements of the split %s, which name no query of %s", split, file), len(qrels), l.Qrels[split], 0)
		}
		for _, q := range list {
			has[q.ID] = true
		}
	}
	if len(has) == 0 {
		return l, nil
	}
	reason := "queries that no split judges, left out"
	if cmp.Or(l.TopicsFormat, l.Format) != read.BEIR {
		reason += ": --topics train=FILE takes all as one split"
	}
	rep.Remark(reason, len(queries)-len(has), file, 0)
	return shared, nil
}
