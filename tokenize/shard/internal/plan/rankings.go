package plan

import (
	"fmt"

	"github.com/cespare/xxhash/v2"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Ranking are the candidates of a query to evaluate with, the first on top.
type Ranking struct {
	Split   string // validation (or dev) or test
	QueryID string
	Docs    []Ranked
}

// Ranked is a candidate.
type Ranked struct {
	DocID    string
	Relevant bool
}

// rankings are those of a split.
type rankings struct {
	Split string
	Lists []Ranking
}

// idsOf lists what rankings name.
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

// RankedQuery and rankedDoc give the numbers of the texts that a ranking names.
func (s *Store) RankedQuery(r Ranking) uint32 {
	n, _ := s.ranked.Queries.Find(r.QueryID)
	return s.ranked.queries[n]
}

func (s *Store) RankedDoc(d Ranked) uint32 {
	n, _ := s.ranked.Docs.Find(d.DocID)
	return s.ranked.docs[n]
}

// rank divides the rankings by split, as far as they are asked for.
func (p *Plan) rank() error {
	place := map[string]int{}
	var bySplit [][]Ranking
	var names []string
	for _, r := range p.In.Rankings {
		name, err := Split{Name: r.Split}.FileName()
		if err != nil {
			return err
		}
		if !p.Options.asked(name) {
			continue
		}
		at, ok := place[name]
		if !ok {
			at = len(names)
			place[name] = at
			names, bySplit = append(names, name), append(bySplit, nil)
		}
		bySplit[at] = append(bySplit[at], r)
	}
	for i, name := range names {
		p.Rankings = append(p.Rankings, rankings{name, bySplit[i]})
		if p.Options.Candidates != "" {
			p.takeCandidates(name, bySplit[i])
		}
	}
	return nil
}

// describeRankings is what decides the bytes of formats that evaluate, for the key of their files.
func (p *Plan) describeRankings() string {
	h := xxhash.New()
	for _, v := range p.Rankings {
		for _, r := range v.Lists {
			fmt.Fprintf(h, "%s %q %x", v.Split, r.QueryID, p.Store.Info[p.Store.RankedQuery(r)].hash)
			for _, d := range r.Docs {
				fmt.Fprintf(h, " %q %v %x", d.DocID, d.Relevant, p.Store.Info[p.Store.RankedDoc(d)].hash)
			}
		}
	}
	return fmt.Sprintf(" %016x", h.Sum64())
}
