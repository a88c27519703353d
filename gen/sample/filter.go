package sample

import "github.com/axiomine/axiomine/tokenize/pairs"

// Dropped counts what the filters and the conflict rule took out of a pool, in instances; under violated_by also what was
// left out before.
type Dropped struct {
	NonRelevantOverRelevant int `json:"non_relevant_over_relevant"` // the preferred document is not relevant and the other one is
	RelevantOverRelevant    int `json:"relevant_over_relevant"`     // both are relevant
	AlreadyRegular          int `json:"already_regular"`            // relevant over non-relevant: a judged pair already
	Conflict                int `json:"conflict"`                   // another pool prefers them the other way round
	LengthUnmatched         int `json:"length_unmatched"`           // length-balanced only
	NotViolated             int `json:"not_violated"`               // violated_by only: the run orders them well
	NotScored               int `json:"not_scored"`                 // violated_by only: the run lacks one of the documents
	OtherSource             int `json:"other_source"`               // not of the queries or top candidates that the pool is drawn from
	Suspects                    // the other document may be relevant
}

func (d *Dropped) add(o Dropped) {
	d.NonRelevantOverRelevant += o.NonRelevantOverRelevant
	d.RelevantOverRelevant += o.RelevantOverRelevant
	d.AlreadyRegular += o.AlreadyRegular
	d.Conflict += o.Conflict
	d.LengthUnmatched += o.LengthUnmatched
	d.NotViolated += o.NotViolated
	d.NotScored += o.NotScored
	d.Suspects.add(o.Suspects)
	d.OtherSource += o.OtherSource
}

// Sum is the number of instances dropped for any reason.
func (d Dropped) Sum() int {
	return d.NonRelevantOverRelevant + d.RelevantOverRelevant + d.AlreadyRegular + d.Conflict + d.LengthUnmatched + d.NotViolated +
		d.NotScored + d.OtherSource + d.Suspects.Sum()
}

// filter keeps the instances between non-relevant documents of which the other is not suspect, in place. A made document has
// its source's label.
func filter(roles []role, mined []pairs.Instance, dropped *Dropped) []pairs.Instance {
	kept := mined[:0]
	for _, in := range mined {
		pos, neg := roles[in.Pos] == relevant, roles[in.Neg]
		switch {
		case pos && neg == relevant:
			dropped.RelevantOverRelevant++
		case neg == relevant:
			dropped.NonRelevantOverRelevant++
		case pos:
			dropped.AlreadyRegular++
		case neg == anything, neg == unjudged:
			kept = append(kept, in)
		default:
			dropped.Suspects.count(neg, 1)
		}
	}
	return kept
}

// settled filters what each axiom found on a query and applies the conflict rule, in place, and gives the documents' roles.
func (o *Options) settled(q *Query, mined [][]pairs.Instance) []role {
	dropped := make([]Dropped, len(mined))
	roles := o.roles(q, nil)
	for a := range mined {
		mined[a] = filter(roles, mined[a], &dropped[a])
	}
	settle(q, mined, o.Conflict, new(votes), dropped)
	return roles
}

// votes counts, per unordered pair of candidates, how many pools prescribe each direction. It is reused over queries.
type votes struct {
	n     int
	cells [][2]uint8 // [a*n+b] for a < b: pools that put a first, pools that put b first
}

func (v *votes) reset(n int) {
	v.n = n
	if cap(v.cells) < n*n {
		v.cells = make([][2]uint8, n*n)
	}
	v.cells = v.cells[:n*n]
	clear(v.cells)
}

// of gives the cell of the instance's pair and the direction (0 or 1) in which the instance points.
func (v *votes) of(in pairs.Instance) (*[2]uint8, int) {
	if in.Pos < in.Neg {
		return &v.cells[int(in.Pos)*v.n+int(in.Neg)], 0
	}
	return &v.cells[int(in.Neg)*v.n+int(in.Pos)], 1
}

// settle applies the conflict rule to the filtered pools of one query, in place, and returns the number of unordered pairs
// that two pools prescribe in opposite directions. Made documents stand in one pool only and cannot conflict.
func settle(q *Query, pools [][]pairs.Instance, rule string, v *votes, dropped []Dropped) (conflicts int) {
	if len(pools) < 2 {
		return 0
	}
	v.reset(len(q.Docs))
	for _, pool := range pools {
		for _, in := range pool {
			if in.Made == 0 {
				cell, way := v.of(in)
				cell[way]++
				if cell[way] == 1 && cell[1-way] > 0 {
					conflicts++
				}
			}
		}
	}
	if conflicts == 0 || rule == Keep {
		return conflicts
	}
	for p, pool := range pools {
		kept := pool[:0]
		for _, in := range pool {
			if in.Made == 0 {
				cell, way := v.of(in)
				against := cell[1-way]
				if against > 0 && (rule == Drop || cell[way] <= against) {
					dropped[p].Conflict++
					continue
				}
			}
			kept = append(kept, in)
		}
		pools[p] = kept
	}
	return conflicts
}
