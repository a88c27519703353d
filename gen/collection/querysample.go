package collection

import (
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/numeral"
)

// QuerySample is the share of queries that is used, by split; read.AllSplits stands for those not named. A split that
// neither names is used whole.
type QuerySample map[string]float64

// ParseQuerySample reads "0.1", "train=0.1" or "train=0.1,test=0.5"; the empty text samples nothing.
func ParseQuerySample(text string) (QuerySample, error) {
	shares := QuerySample{}
	for _, part := range configs.List(text) {
		split, number, hasName := strings.Cut(part, "=")
		if !hasName {
			split, number = read.AllSplits, part
		}
		share, err := numeral.Parse(strings.TrimSpace(number))
		split = strings.TrimSpace(split)
		if _, twice := shares[split]; err != nil || !(share > 0 && share <= 1) || split == "" || twice {
			return nil, errs.BadUsage("use a share above 0 and at most 1, such as 0.1, or train=0.1,test=0.5",
				"gen.query_sample: %q is no share", text)
		}
		shares[split] = share
	}
	return shares, nil
}

// keepShare keeps a split's share of its queries, at least one: those of smallest hash, so that the queries of a share are among
// those of every larger one.
func (q QuerySample) keepShare(t *Topics, seed uint64) {
	share, ok := q[t.Split]
	if !ok {
		share, ok = q[read.AllSplits]
	}
	if !ok || share == 1 {
		return
	}
	ids := make([]string, len(t.Queries))
	for i, query := range t.Queries {
		ids[i] = query.ID
	}
	in := drawIDs(ids, max(1, int(math.Round(share*float64(len(ids))))), seed)
	out := map[string]bool{}
	for _, id := range ids {
		out[id] = !in[id]
	}
	t.Queries = slices.DeleteFunc(slices.Clone(t.Queries), func(q corpus.Query) bool { return out[q.ID] })
	t.leaveOut(out)
}

// drawIDs returns the n ids of smallest hash.
func drawIDs(ids []string, n int, seed uint64) map[string]bool {
	subset := map[string]bool{}
	for _, i := range sample.JudgedSubset(ids, n, seed) {
		subset[ids[i]] = true
	}
	return subset
}

// checkSplits refuses a share of a split that is not there.
func (q QuerySample) checkSplits(has []string) error {
	for _, split := range slices.Sorted(maps.Keys(q)) {
		if split != read.AllSplits && !slices.Contains(has, split) {
			return errs.BadUsage(errs.Suggestion(split, has...)+"there are "+strings.Join(has, ", "), "gen.query_sample: there is no split %s",
				split)
		}
	}
	return nil
}

// Divide returns the splits that a configuration asks for: divided, without overlaps as gen.on_overlap says, sampled, limited. It counts
// the overlaps.
func Divide(g *configs.Gen, fileSplits []Topics, splits Splits, fold int) ([]Topics, []Overlap, error) {
	shares, err := ParseQuerySample(g.QuerySample)
	if err != nil {
		return nil, nil, err
	}
	has := splitNames(fileSplits)
	if splits.TestSource != "" && !slices.Contains(has, splits.TestSource) && !slices.Contains(has, read.AllSplits) {
		return nil, nil, errs.BadUsage("there are "+strings.Join(has, ", "),
			"gen.splits: there is no split %s to cut test from", splits.TestSource)
	}
	topics, overlaps, err := dropOverlaps(g, dropUnusedTrain(g, splits.Divide(fileSplits, fold, uint64(g.Seed))))
	if err == nil {
		err = shares.checkSplits(splitNames(topics))
	}
	if err != nil {
		return nil, nil, err
	}
	for i := range topics {
		shares.keepShare(&topics[i], uint64(g.Seed))
		if g.Limit > 0 {
			topics[i].limit(g.Limit)
		}
	}
	return topics, overlaps, nil
}
