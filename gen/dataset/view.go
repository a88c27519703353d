package dataset

import (
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/sample"
)

// viewOf returns a query as sampling sees it, as Drawer.scoredView does, without scores, and without ids unless they are asked for.
func viewOf(x index.Reader, q *mine.Query, place int, hasLabels, ids bool, docs []sample.Candidate) sample.Query {
	v := sample.Query{Index: place, ID: q.ID, Hash: sample.Hash(q.ID), Labelled: hasLabels,
		Stated: q.Stated, Held: q.Held, Graded: q.Graded, GradedHeld: q.GradedHeld, IrrelevantPairs: q.IrrelevantPairs,
		Docs: slices.Grow(docs[:0], len(q.Docs)+len(q.Outside))}
	add := func(list []mine.Candidate, outside bool) {
		for i := range list {
			c := &list[i]
			doc := sample.Candidate{Grade: int(c.Grade), Judged: c.Judged, Outside: outside, Rank: int(c.Rank), RunScore: c.Score, Twin: c.Twin,
				Score: math.NaN()}
			if ids {
				doc.ID, doc.Len = c.ID(x), c.Len(x)
				doc.Hash = sample.Hash(doc.ID)
			}
			v.Docs = append(v.Docs, doc)
		}
	}
	add(q.Docs, false)
	add(q.Outside, true) // no axiomatic pair has one of these, so their scores do not matter
	return v
}
