// Package bounds says what a reranker could gain from an axiom at most: what a run is worth when its candidates are ordered as
// the axiom prefers, and when they are ordered as it prefers where the judges agree.
package bounds

import (
	"context"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs/parallel"
	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/cespare/xxhash/v2"
)

// run is a run whose candidates are reranked, in its own order, with the judgements by which it is measured.
type run struct {
	Name    string
	Queries []mine.Query // judged ones
	Qrels   []corpus.Qrel
}

// options of the bounds.
type options struct {
	MinGrade int // lowest grade that is relevant
	Seed     int // of kwikSort's pivots
}

// The rankings of an axiom, as they are called everywhere.
const (
	kwikSort    = "kwiksort" // the axiom's preferences by kwikSort
	obeyedOrder = "obeyed"   // the same, every one that contradicts no other obeyed
	oracleOrder = "oracle"   // obeyed, of the preferences those alone that set a relevant candidate above one that is not
)

// kinds are the rankings in the order of tables.
var kinds = []string{kwikSort, obeyedOrder, oracleOrder}

// measured are the measures of every ranking.
var measured = []string{"MAP", "MRR", "P@5", "nDCG@10"}

// subject is an axiom, or a named set as one.
type subject struct {
	Name string
	axioms.Preference
}

// subjectsOf are the axioms of a list that compare two documents, then every named set: the sign of its members' votes. What is
// left out is said in notes.
func subjectsOf(list []axioms.Axiom) (subjects []subject, notes []string, err error) {
	for _, a := range list {
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
		together, err := axioms.Parse(strings.Join(texts, " + "))
		if err != nil {
			return nil, nil, err
		}
		subjects = append(subjects, subject{s.Name, together.(axioms.Preference)})
	}
	return subjects, notes, nil
}

// ofRun computes the bounds of a run. What it gives is the same at any number of threads.
func ofRun(ctx context.Context, m *mine.Miner, run *run, subjects []subject, o options, st *progress.Stage) (*RunResult, error) {
	miner := *m
	miner.Axioms, miner.Only = nil, nil
	for _, s := range subjects {
		miner.Axioms = append(miner.Axioms, s.Preference)
	}
	found := make([][]reranked, len(run.Queries))
	matrices := make([]votes, parallel.Threads(m.Threads))
	err := miner.Run(ctx, run.Queries, st, func(worker int, q *mine.Query, place int, in *mine.Found) error {
		relevant := make([]bool, len(q.Docs))
		for i, d := range q.Docs {
			relevant[i] = d.Judged && int(d.Grade) >= o.MinGrade
		}
		found[place] = make([]reranked, len(subjects))
		for s := range subjects {
			draw := func(kind string) *rand.Rand {
				h := xxhash.New()
				for _, part := range []string{strconv.Itoa(o.Seed), q.ID, subjects[s].Name, kind} {
					h.WriteString(part + "\x00")
				}
				return rand.New(rand.NewPCG(h.Sum64(), 0))
			}
			v, of := &matrices[worker], &found[place][s]
			v.reset(len(q.Docs))
			for _, p := range in.Pairs[s] {
				v.prefer(p.Pos, p.Neg)
			}
			of.note(0, v, v.kwikSort(v.all(), draw(kwikSort)))
			of.note(1, v, v.obey(draw(obeyedOrder)))
			v.reset(len(q.Docs))
			for _, p := range in.Pairs[s] {
				if relevant[p.Pos] && !relevant[p.Neg] {
					v.prefer(p.Pos, p.Neg)
				}
			}
			of.note(2, v, v.obey(draw(oracleOrder)))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return run.result(m, subjects, found, o)
}
