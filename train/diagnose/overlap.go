package diagnose

import (
	"cmp"
	"slices"

	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/train/eval"
)

// divideByOverlap divides the queries, sorted by overlapOf and then by id, into thirds whose sizes differ by
// at most one. uncovered is the number of queries without a relevant document, which are in no third.
func divideByOverlap(x index.Reader, queries []mine.Query, models []Model, minGrade int) (thirds []Tercile, uncovered int) {
	type queryOverlap struct {
		id      string
		overlap float64
	}
	var list []*queryOverlap
	for i := range queries {
		if overlap, ok := overlapOf(x, &queries[i], minGrade); ok {
			list = append(list, &queryOverlap{queries[i].ID, overlap})
		} else {
			uncovered++
		}
	}
	slices.SortFunc(list, func(a, b *queryOverlap) int {
		return cmp.Or(cmp.Compare(a.overlap, b.overlap), cmp.Compare(a.id, b.id))
	})
	ndcg := measureOf("nDCG")
	thirds = []Tercile{}
	for third := range 3 {
		part := list[third*len(list)/3 : (third+1)*len(list)/3]
		if len(part) == 0 {
			continue
		}
		t := Tercile{Queries: len(part), Low: part[0].overlap, High: part[len(part)-1].overlap}
		ids := make([]string, len(part))
		for i := range part {
			ids[i] = part[i].id
		}
		for _, model := range models {
			t.NDCG = append(t.NDCG, eval.Mean(ndcg.PerQuery(model.Judged, ids)))
		}
		thirds = append(thirds, t)
	}
	return thirds, uncovered
}

// overlapOf returns the mean overlap of a query with its relevant documents in the collection. The overlap with a document is the share of
// the query's distinct terms that are in the document. ok is false if the query has no relevant document or no term.
func overlapOf(x index.Reader, q *mine.Query, minGrade int) (overlap float64, ok bool) {
	terms := lists.Set(q.Terms, func(t uint32) uint32 { return t })
	sum, docs := 0.0, 0
	for _, list := range [][]mine.Candidate{q.Docs, q.Outside} {
		for _, d := range list {
			if !d.Judged || int(d.Grade) < minGrade || d.Made > 0 {
				continue
			}
			matches := map[uint32]bool{}
			for _, t := range x.Terms(d.Doc) {
				if terms[t] {
					matches[t] = true
				}
			}
			sum += float64(len(matches)) / float64(max(len(terms), 1))
			docs++
		}
	}
	return sum / float64(max(docs, 1)), docs > 0 && len(terms) > 0
}
