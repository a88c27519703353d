package record

import (
	"path/filepath"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/train/report"
)

// addPublished adds published numbers of the experiment to its record, and the ways in which ours is a
// reduced form of theirs.
func (e *experiment) addPublished(r *report.Result) {
	list := configs.Holding(e.Explorer.Division.Chain.Run.Published, e.Explorer.Division.Chain.Run.Config)
	for _, p := range list {
		system := p.Subject
		if a, err := axioms.Parse(system); err == nil {
			system = a.String()
		}
		r.Published = append(r.Published, report.PublishedNumber{System: system, Ours: p.Ours, Measure: p.Measure, Value: p.Value,
			HalfWidth: p.HalfWidth,
			Counts:    p.Counts(), Source: p.Source})
	}
	if len(list) > 0 {
		r.Reduced = e.Explorer.Division.Chain.Run.Original.WithRows(list).DescribeReduction(e.describeOurs(r))
	}
}

// describeOurs describes our experiment in the terms of a published one. With folds, the test queries of
// all are added up.
func (e *experiment) describeOurs(r *report.Result) configs.Original {
	chain := e.Explorer.Division.Chain
	o := configs.Original{Collection: filepath.Base(chain.Run.Config.Gen.Data), Documents: chain.Index.NumDocs(), Model: "DRMM"}
	if e.Explorer.Ranker != nil {
		o.Model = "of a command"
	}
	queries := map[string]bool{}
	for _, f := range e.Explorer.Division.Folds {
		for _, split := range [][]mine.Query{f.Train, f.Dev, f.Test} {
			for i := range split {
				queries[split[i].ID] = true
			}
		}
		o.TestQueries += len(e.Explorer.Division.JudgedIDs(f.Test))
	}
	o.Queries = len(queries)
	for _, a := range r.Arms {
		for _, s := range a.Seeds {
			pairs := 0
			for _, n := range s.Pairs {
				pairs += n
			}
			o.Rows = max(o.Rows, pairs)
		}
	}
	return o
}
