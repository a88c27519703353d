package plan

import (
	"fmt"
	"slices"

	"github.com/cespare/xxhash/v2"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Ranking holds the candidates of a query to evaluate with, the first on top.
type Ranking struct {
	Split   string // validation (or dev) or test
	QueryID string
	Docs    []RankedDoc
}

// RankedDoc is a candidate.
type RankedDoc struct {
	DocID    string
	Relevant bool
}

// rankings holds the rankings of a split.
type rankings struct {
	Split string
	Lists []Ranking
}

// idsOf returns a table with the ids of rankings.
func idsOf(rankings []Ranking) *pairs.Table {
	t := new(pairs.Table)
	for _, r := range rankings {
		t.Queries.Add(r.QueryID)
		for _, d := range r.Docs {
			t.Docs.Add(d.DocID)
		}
	}
	return t
}

// RankedQuery returns the number of a ranking's query in the store.
func (s *Store) RankedQuery(r Ranking) uint32 {
	n, _ := s.rankingIDs.Queries.Find(r.QueryID)
	return s.rankingIDs.queries[n]
}

func (s *Store) RankedDoc(d RankedDoc) uint32 {
	n, _ := s.rankingIDs.Docs.Find(d.DocID)
	return s.rankingIDs.docs[n]
}

// divideRankings divides rankings by split, for the splits that the options want.
func divideRankings(lists []Ranking, o Options) (divided []rankings, err error) {
	splits, err := divideBySplit(lists, func(r Ranking) string { return r.Split })
	for _, s := range splits {
		if o.wantsCandidates(s.name) {
			divided = append(divided, rankings{s.name, s.list})
		}
	}
	return divided, err
}

// splitList holds what belongs to a split, by the split's name in files.
type splitList[T any] struct {
	name string
	list []T
}

// divideBySplit divides a list by split, in the order of the first members.
func divideBySplit[T any](list []T, splitOf func(T) string) (divided []splitList[T], err error) {
	for _, member := range list {
		name, err := Split{Name: splitOf(member)}.FileName()
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(divided, func(s splitList[T]) bool { return s.name == name })
		if i < 0 {
			i = len(divided)
			divided = append(divided, splitList[T]{name: name})
		}
		divided[i].list = append(divided[i].list, member)
	}
	return divided, nil
}

// describeRankings returns a text of everything that decides the bytes of formats that evaluate, for the key of their files.
func describeRankings(store *Store, bySplit []rankings) string {
	h := xxhash.New()
	for _, v := range bySplit {
		for _, r := range v.Lists {
			fmt.Fprintf(h, "%s %q %x", v.Split, r.QueryID, store.Info[store.RankedQuery(r)].hash)
			for _, d := range r.Docs {
				fmt.Fprintf(h, " %q %v %x", d.DocID, d.Relevant, store.Info[store.RankedDoc(d)].hash)
			}
		}
	}
	return fmt.Sprintf(" %016x", h.Sum64())
}
