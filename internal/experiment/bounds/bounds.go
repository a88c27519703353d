// Package bounds measures the most that a reranker could gain from an axiom. It measures a run with its candidates in the
// order that the axiom prefers, and in the order that it prefers where the judges agree.
package bounds

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/cespare/xxhash/v2"
)

// run is a run whose candidates are reranked. The candidates are in its order. It is measured by its
// judgements.
type run struct {
	Name    string
	Queries []mine.Query // judged ones
	Qrels   []corpus.Qrel
}

// options are the options of the bounds.
type options struct {
	MinGrade int // smallest relevant grade
	Seed     int // of kwikSort's pivots
}

// The names of an axiom's rankings.
const (
	kwikSort    = "kwiksort" // the axiom's preferences by kwikSort
	obeyedOrder = "obeyed"   // the same preferences by votes.obey: all outside cycles are obeyed
	oracleOrder = "oracle"   // as obeyed, with only those preferences that rank a relevant candidate above one that is not
)

// kinds lists the rankings in the order of tables.
var kinds = []string{kwikSort, obeyedOrder, oracleOrder}

// measureNames lists the measures of every ranking.
var measureNames = []string{"MAP", "MRR", "P@5", "nDCG@10"}

// subject is an axiom, or a named set as one axiom.
type subject struct {
	Name string
	axioms.Preference
}

// subjectsOf returns the axioms of a list that compare two documents, then each named set of which the
// list has all members, as the sign of their votes. notes names the axioms left out.
func subjectsOf(list []axioms.Axiom) (subjects []subject, notes []string, err error) {
	isListed := map[string]bool{}
	for _, a := range list {
		isListed[a.String()] = true
		if p, ok := a.(axioms.Preference); ok {
			subjects = append(subjects, subject{a.String(), p})
		} else {
			notes = append(notes, a.String()+" does not compare two documents of a run, and orders none")
		}
	}
	for _, s := range axioms.Sets {
		members, err := axioms.ParseList(s.Axioms)
		if err != nil {
			return nil, nil, err
		}
		texts := make([]string, len(members))
		for i, m := range members {
			texts[i] = m.String()
		}
		if slices.ContainsFunc(texts, func(text string) bool { return !isListed[text] }) {
			continue
		}
		sum, err := axioms.Parse(strings.Join(texts, " + "))
		if err != nil {
			return nil, nil, err
		}
		subjects = append(subjects, subject{s.Name, sum.(axioms.Preference)})
	}
	return subjects, notes, nil
}

// boundsOf computes the bounds of a run. They are the same at any number of threads.
func boundsOf(ctx context.Context, m *mine.Miner, run *run, subjects []subject, o options, st *progress.Stage) (*RunResult, error) {
	miner := *m
	miner.Axioms, miner.Only = nil, nil
	for _, s := range subjects {
		miner.Axioms = append(miner.Axioms, s.Preference)
	}
	rankings := make([][]queryRankings, len(run.Queries))
	matrices := make([]votes, parallel.Threads(m.Threads))
	err := miner.Run(ctx, run.Queries, st, func(worker int, q *mine.Query, pos int, in *mine.Found) error {
		relevant := make([]bool, len(q.Docs))
		for i, d := range q.Docs {
			relevant[i] = d.Judged && int(d.Grade) >= o.MinGrade
		}
		rankings[pos] = make([]queryRankings, len(subjects))
		for s := range subjects {
			draw := func(kind string) *rand.Rand {
				h := xxhash.New()
				for _, part := range []string{strconv.Itoa(o.Seed), q.ID, subjects[s].Name, kind} {
					h.WriteString(part + "\x00")
				}
				return rand.New(rand.NewPCG(h.Sum64(), 0))
			}
			v, result := &matrices[worker], &rankings[pos][s]
			v.reset(len(q.Docs))
			for _, p := range in.Pairs[s] {
				v.prefer(p.Pos, p.Neg)
			}
			result.note(0, v, v.kwikSort(v.all(), draw(kwikSort)))
			result.note(1, v, v.obey(draw(obeyedOrder)))
			v.reset(len(q.Docs))
			for _, p := range in.Pairs[s] {
				if relevant[p.Pos] && !relevant[p.Neg] {
					v.prefer(p.Pos, p.Neg)
				}
			}
			result.note(2, v, v.obey(draw(oracleOrder)))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return run.result(m, subjects, rankings, o)
}
