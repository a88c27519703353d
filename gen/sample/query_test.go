package sample

import (
	"math"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/tokenize/pairs"
	"pgregory.net/rapid"
)

// plainSuspects is the definition: the reason for which doc is no negative of pos in a judged pair; pos -1 stands for an
// axiomatic pair, which knows fewer reasons.
func plainSuspects(o Options, q *Query, pos, doc int) string {
	n := q.Docs[doc]
	if q.Labelled && n.Twin == pairs.SameText {
		return "same text"
	}
	if q.Labelled && n.Twin == pairs.NearDuplicate {
		return "near duplicate"
	}
	if n.Rank >= 1 && n.Rank <= o.SkipTop {
		return "skip top"
	}
	if o.MaxScore != nil && n.Rank > 0 && n.RunScore > *o.MaxScore {
		return "max score"
	}
	if o.WithinTop > 0 && (n.Rank == 0 || n.Rank > o.WithinTop) {
		return "within top"
	}
	if o.MinScore != nil && (n.Rank == 0 || n.RunScore < *o.MinScore) {
		return "min score"
	}
	if pos < 0 {
		return ""
	}
	if o.JudgedOnly && !n.Judged {
		return "not judged"
	}
	p := q.Docs[pos]
	margin := o.AbsoluteMargin != nil || o.RelativeMargin != nil
	if margin && p.Rank == 0 {
		return "score margin"
	}
	if o.AbsoluteMargin != nil && n.RunScore > p.RunScore-*o.AbsoluteMargin {
		return "score margin"
	}
	if o.RelativeMargin != nil && n.RunScore > p.RunScore-*o.RelativeMargin*math.Abs(p.RunScore) {
		return "score margin"
	}
	return ""
}

// TestSuspectsAreNoNegatives compares judged pairs and counts with the definition over all pairs, and looks for suspects
// among axiomatic pairs.
func TestSuspectsAreNoNegatives(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, o := drawWorld(t), options(t)
		o.NegativesPerPositive, o.AssumedPerPositive, o.PositivesPerQuery, o.NegativesPerQuery = 0, 0, 0, 0
		want, found := map[string]int{}, map[pairs.Instance]bool{}
		r := w.run(o, []int{All, All}, one)
		for _, q := range w.queries {
			clear(found)
			for _, d := range r.Judged {
				if int(d.Query) == q.Index {
					found[pairs.Instance{Pos: d.Pos, Neg: d.Neg}] = true
				}
			}
			for pos := range q.Docs {
				for neg := range q.Docs {
					if !q.isRelevant(int32(pos), o.MinGrade) || q.isRelevant(int32(neg), o.MinGrade) &&
						(o.Grades == Binary || q.Docs[pos].Grade <= q.Docs[neg].Grade) {
						continue
					}
					reason := plainSuspects(o, q, pos, neg)
					want[reason]++
					if in := found[pairs.Instance{Pos: int32(pos), Neg: int32(neg)}]; in != (reason == "") {
						t.Fatalf("%s: %d over %d is a pair: %v, although %q", q.ID, pos, neg, in, reason)
					}
				}
			}
		}
		s := r.JudgedLedger.Suspects
		got := map[string]int{"": r.JudgedLedger.Found, "same text": s.SameText, "near duplicate": s.NearDuplicate, "skip top": s.SkipTop,
			"max score": s.MaxScore, "within top": s.WithinTop, "min score": s.MinScore, "not judged": s.NotJudged, "score margin": s.ScoreMargin}
		for reason, n := range got {
			if want[reason] != n {
				t.Fatalf("%d pairs for the reason %q, want %d", n, reason, want[reason])
			}
		}
		for _, pool := range r.Pools {
			for _, d := range pool {
				if reason := plainSuspects(o, w.queries[d.Query], -1, int(d.Neg)); reason != "" {
					t.Fatalf("an axiomatic pair over a suspect: %s", reason)
				}
			}
		}
	})
}

// TestTopNegatives: limits take the negatives that rank highest, and what the run lacks last.
func TestTopNegatives(t *testing.T) {
	q := &Query{Labelled: true, Docs: []Candidate{{ID: "p", Judged: true, Grade: 1, Rank: 2, RunScore: 10}, {ID: "lacked"},
		{ID: "third", Rank: 4, RunScore: 3}, {ID: "first", Rank: 1, RunScore: 12}, {ID: "second", Rank: 3, RunScore: 9}}}
	o := Defaults()
	o.Negatives = Top
	for _, c := range []struct {
		limit  int
		margin *float64
		want   []int32
	}{{1, nil, []int32{3}}, {2, nil, []int32{3, 4}}, {3, nil, []int32{2, 3, 4}}, {1, new(.05), []int32{4}}} {
		o.NegativesPerPositive, o.RelativeMargin = c.limit, c.margin
		var got []int32
		for _, in := range o.sides(q).judgedPairs(42, nil) {
			got = append(got, in.Neg)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("limit %d gives %v, want %v", c.limit, got, c.want)
		}
	}
}
