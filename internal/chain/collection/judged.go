package collection

import (
	"maps"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/errs"
)

// checkJudged returns an error for judgements that the user gave of a split without queries. Those that were found are listed as unread.
func (c *Collection) checkJudged(given map[string]string) error {
	for _, split := range slices.Sorted(maps.Keys(c.Layout.Qrels)) {
		_, has := c.Layout.Queries[split]
		switch _, isGiven := given[split]; {
		case has || split == corpus.AllSplits && len(c.Layout.Queries) > 0:
		case isGiven && len(c.Layout.Queries) == 0:
			return errs.BadUsage("leave it out, or give the queries with --topics", "--qrels %s: there are no queries that it could judge",
				given[split])
		case isGiven:
			return errs.BadUsage("splits with queries are "+strings.Join(c.Layout.Splits(), ", "), "--qrels %s=%s: the split has no queries", split,
				given[split])
		default:
			if line := split + ": judgements of a split without queries"; !slices.Contains(c.Layout.Unread, line) {
				c.Layout.Unread = append(c.Layout.Unread, line)
			}
		}
	}
	return nil
}
