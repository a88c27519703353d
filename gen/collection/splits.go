package collection

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/numeral"
	"github.com/axiomine/axiomine/internal/result"
)

// Splits is a way to divide queries: the splits of the files, shares by hash, folds, or the files' splits with a test split that is cut
// from one of them. Exactly one of Given, Hash, Folds and TestSource is set.
type Splits struct {
	Given      bool   // true for the splits of the files
	Hash       [3]int // the shares of train, dev and test in percent
	Folds      int    // number of folds
	TestSource string // the split that test is cut from; the other splits stay as they are given
	Percent    int    // the percentage of the queries of TestSource that becomes test
}

// maxFolds is the maximum number of folds.
const maxFolds = 256

// ParseSplits reads "given", "hash 70/15/15", "folds 5" or "test from dev 30".
func ParseSplits(text string) (Splits, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		words = []string{text}
	}
	last := words[len(words)-1]
	switch form := strings.Join(words[:len(words)-1], " "); form {
	case "":
		if last == "given" {
			return Splits{Given: true}, nil
		}
	case "hash":
		if n, ok := parseInts(last, 3); ok && min(n[0], n[1], n[2]) >= 0 && max(n[0], n[1], n[2]) <= 100 && n[0]+n[1]+n[2] == 100 {
			return Splits{Hash: [3]int(n)}, nil
		}
	case "folds":
		if n, ok := parseInts(last, 1); ok && n[0] >= 3 && n[0] <= maxFolds {
			return Splits{Folds: n[0]}, nil
		}
	case "test from " + configs.TrainSplit, "test from " + configs.DevSplit:
		if n, ok := parseInts(last, 1); ok && n[0] > 0 && n[0] < 100 {
			return Splits{TestSource: words[2], Percent: n[0]}, nil
		}
	}
	word, rest, _ := strings.Cut(text, " ")
	suggestion := errs.Suggestion(word, "given", "hash", "folds", "test")
	if rest != "" {
		suggestion = ""
	}
	forms := fmt.Sprintf("use given, hash 70/15/15 (percent of train, dev, test), folds 5 (3 to %d) or test from dev 30 "+
		"(percent of dev or train)", maxFolds)
	return Splits{}, errs.BadUsage(suggestion+forms, "unknown splits %q", text)
}

// parseInts parses whole numbers with slashes between them; ok is true if there are n.
func parseInts(text string, n int) (list []int, ok bool) {
	for part := range strings.SplitSeq(text, "/") {
		x, err := strconv.Atoi(part)
		if err != nil {
			return nil, false
		}
		list = append(list, x)
	}
	return list, len(list) == n
}

// Divide merges the splits of the files and divides their queries anew. With folds, part fold is test, part fold+1 (modulo the number of
// folds) is dev, and the other parts are train. The rank of a query's group (rankByHash) decides its part, so that the sizes of folds
// differ by at most one group.
func (s Splits) Divide(fileSplits []Topics, fold int, seed uint64) []Topics {
	if s.Given {
		return fileSplits
	}
	if s.TestSource != "" {
		return s.cutTest(fileSplits, seed)
	}
	all := Merge(fileSplits)
	rank, n := rankByHash(all.Queries, seed)
	var out []Topics
	for part, name := range []string{configs.TrainSplit, configs.DevSplit, configs.TestSplit} {
		out = append(out, all.only(name, func(q corpus.Query) bool { return s.partOf(rank[q.ID], n, fold) == part }))
	}
	return slices.DeleteFunc(out, func(t Topics) bool { return len(t.Queries) == 0 })
}

// cutTest moves Percent of the queries of TestSource to a test split, by the rank of their hash. Queries without splits count as
// TestSource. It drops the files' own test split, since its judgements are not public (Rennings 2019, 3.4.2; Câmara and Hauff 2020, 4.1).
func (s Splits) cutTest(fileSplits []Topics, seed uint64) (out []Topics) {
	for _, t := range fileSplits {
		switch t.Split {
		case configs.TestSplit:
		case s.TestSource, read.AllSplits:
			parts := Splits{Hash: [3]int{100 - s.Percent, 0, s.Percent}}.Divide([]Topics{t}, 0, seed)
			for i := range parts {
				if parts[i].Split != configs.TestSplit {
					parts[i].Split = s.TestSource
				}
			}
			out = append(out, parts...)
		default:
			out = append(out, t)
		}
	}
	return out
}

// partOf returns the part of a group by its rank among n: 0 for train, 1 for dev, 2 for test.
func (s Splits) partOf(rank, n, fold int) int {
	if s.Folds > 0 {
		switch (rank - fold%s.Folds + s.Folds) % s.Folds {
		case 0:
			return 2
		case 1:
			return 1
		}
		return 0
	}
	switch percent := rank * 100; {
	case percent < s.Hash[0]*n:
		return 0
	case percent < (s.Hash[0]+s.Hash[1])*n:
		return 1
	}
	return 2
}

// Merge returns all splits as one. A row that several splits have, as with one file of judgements for all, occurs once.
func Merge(splits []Topics) Topics {
	all := Topics{Split: read.AllSplits}
	queries, qrels, rows := map[string]bool{}, map[corpus.Qrel]bool{}, map[[2]string]bool{}
	for _, t := range splits {
		all.Queries = appendNew(all.Queries, t.Queries, queries, func(q corpus.Query) string { return q.ID })
		all.Qrels = appendNew(all.Qrels, t.Qrels, qrels, func(j corpus.Qrel) corpus.Qrel { return j })
		all.Run = appendNew(all.Run, t.Run, rows, func(r corpus.RunRow) [2]string { return [2]string{r.QueryID, r.DocID} })
	}
	return all
}

// QuerySample maps a split to the share of its queries that is used. The share of read.AllSplits is for splits that are not named. A split
// without a share is used whole.
type QuerySample map[string]float64

// ParseQuerySample reads "0.1", "train=0.1" or "train=0.1,test=0.5"; the empty text sets no share.
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

// keepShare reduces a split to its share of the queries, at least one. The queries with the smallest hashes stay, so that the queries of a
// share are among those of every larger share.
func (q QuerySample) keepShare(t *Topics, seed uint64) {
	share, ok := q[t.Split]
	if !ok {
		share, ok = q[read.AllSplits]
	}
	if !ok || share == 1 {
		return
	}
	ids := lists.Map(t.Queries, func(query corpus.Query) string { return query.ID })
	cut := map[string]bool{}
	isDrawn := drawIDs(ids, max(1, int(math.Round(share*float64(len(ids))))), seed)
	for _, id := range ids {
		cut[id] = !isDrawn[id]
	}
	t.leaveOut(cut)
}

// drawIDs returns the n ids of smallest hash.
func drawIDs(ids []string, n int, seed uint64) map[string]bool {
	return lists.Set(sample.JudgedSubset(ids, n, seed), func(i int) string { return ids[i] })
}

// checkSplits returns an error if a share names a split that is not among has.
func (q QuerySample) checkSplits(has []string) error {
	for _, split := range slices.Sorted(maps.Keys(q)) {
		if split != read.AllSplits && !slices.Contains(has, split) {
			return errs.BadUsage(errs.Suggestion(split, has...)+"there are "+strings.Join(has, ", "), "gen.query_sample: there is no split %s",
				split)
		}
	}
	return nil
}

// Divide returns the splits that a configuration asks for, and the overlaps that it found. It divides the queries, treats overlaps as
// gen.on_overlap says, then samples and limits each split.
func Divide(g *configs.Gen, fileSplits []Topics, splits Splits, fold int) ([]Topics, []Overlap, error) {
	shares, err := ParseQuerySample(g.QuerySample)
	if err != nil {
		return nil, nil, err
	}
	has := SplitNames(fileSplits)
	if splits.TestSource != "" && !slices.Contains(has, splits.TestSource) && !slices.Contains(has, read.AllSplits) {
		return nil, nil, errs.BadUsage("there are "+strings.Join(has, ", "),
			"gen.splits: there is no split %s to cut test from", splits.TestSource)
	}
	topics, overlaps, err := dropOverlaps(g, dropUnusedTrain(g, splits.Divide(fileSplits, fold, uint64(g.Seed))))
	if err == nil {
		err = shares.checkSplits(SplitNames(topics))
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

const splitsDir = "splits"

// WriteSplits writes the ids of every split's queries, one a line, so that other tools can use the same splits: splits/SPLIT.txt, or
// splits/foldN.SPLIT.txt for a fold. Queries without a term are included.
func (in Inputs) WriteSplits(out *result.Dir) error {
	batch := out.Batch()
	for _, t := range in.Topics {
		batch.Write(splitsDir+"/"+in.Prefix()+t.Split+".txt", func(w io.Writer) error {
			b := bufio.NewWriter(w)
			for _, q := range t.Queries {
				b.WriteString(q.ID)
				b.WriteByte('\n')
			}
			return b.Flush()
		})
	}
	return batch.Finish(in.JournalName(splitsDir), splitsDir)
}
