package sample

import "github.com/axiomine/axiomine/tokenize/pairs"

// DropCounts has the number of instances that were removed from a pool, by reason: by filters, by the conflict rule, and before these.
type DropCounts struct {
	NonRelevantOverRelevant int `json:"non_relevant_over_relevant"` // the preferred document is not relevant and the other one is
	RelevantOverRelevant    int `json:"relevant_over_relevant"`     // both documents are relevant
	AlreadyJudged           int `json:"already_judged"`             // only the preferred document is relevant: it is a judged pair
	Conflict                int `json:"conflict"`                   // another pool prefers the other document
	LengthUnmatched         int `json:"length_unmatched"`           // the pair has no partner; length-balanced only
	NotViolated             int `json:"not_violated"`               // the run orders the pair as the axiom does; violated_by only
	NotScored               int `json:"not_scored"`                 // the run lacks one of the documents; violated_by only
	OtherSource             int `json:"other_source"`               // the pool is not drawn from this query, or from these candidates
	OtherAxiom              int `json:"other_axiom"`                // the pair is drawn for another axiom; Options.Once only
	Suspects                    // the other document may be relevant, or is too easy a negative
	// Seen has the numbers of instances of two judged documents: those in NonRelevantOverRelevant, and those in AlreadyJudged.
	Seen [2]int `json:"seen,omitzero"`
}

// Decisions returns the number of instances with exactly one relevant document that prefer it, and the number of all: see pairs.Decisions.
func (d DropCounts) Decisions() (right, all int) {
	return pairs.Decisions([2]int{d.NonRelevantOverRelevant, d.AlreadyJudged}, d.Seen)
}

// Sum returns the number of instances dropped for any reason.
func (d DropCounts) Sum() int {
	return d.NonRelevantOverRelevant + d.RelevantOverRelevant + d.AlreadyJudged + d.Conflict + d.LengthUnmatched + d.NotViolated +
		d.NotScored + d.OtherSource + d.OtherAxiom + d.Suspects.Sum()
}

// filter keeps, in place, the instances of two documents that are not relevant and whose other document may be a negative. It counts the
// others in account. A made document has its source's label.
func filter(q *Query, roles []role, list []pairs.Instance, account *DropCounts) []pairs.Instance {
	passing := list[:0]
	for _, in := range list {
		pos, neg := roles[in.Pos] == relevant, roles[in.Neg]
		switch {
		case pos && neg == relevant:
			account.RelevantOverRelevant++
		case neg == relevant:
			account.NonRelevantOverRelevant++
			account.Seen[0] += q.countSeen(in)
		case pos:
			account.AlreadyJudged++
			account.Seen[1] += q.countSeen(in)
		case neg == anything, neg == unjudged:
			passing = append(passing, in)
		default:
			account.Suspects.count(neg, 1)
		}
	}
	return passing
}

// countSeen returns 1 if both documents of an instance are judged, and 0 if not.
func (q *Query) countSeen(in pairs.Instance) int {
	if q.Docs[in.Pos].Judged && q.Docs[in.Neg].Judged {
		return 1
	}
	return 0
}

// filterAndResolve filters each axiom's instances on a query and applies the conflict rule, both in place. dropped returns the counts of
// an axiom. The result is the number of pairs that two axioms order in opposite directions.
func (o *Options) filterAndResolve(q *Query, roles []role, lists [][]pairs.Instance, v *votes, dropped func(axiom int) *DropCounts) int {
	for a := range lists {
		lists[a] = filter(q, roles, lists[a], dropped(a))
	}
	return resolveConflicts(q, lists, o.Conflict, v, dropped)
}

// votes has, for each pair of candidates, the numbers of pools that prefer each of the two. Its memory is reused for the next query.
type votes struct {
	n     int        // the number of candidates
	cells [][2]uint8 // at a*n+b for a < b, the number of pools that prefer a, and of those that prefer b
}

// reset empties the votes for a query of n candidates.
func (v *votes) reset(n int) {
	v.n = n
	if cap(v.cells) < n*n {
		v.cells = make([][2]uint8, n*n)
	}
	v.cells = v.cells[:n*n]
	clear(v.cells)
}

// cell returns the cell of the instance's pair, and the direction (0 or 1) of the instance.
func (v *votes) cell(in pairs.Instance) (*[2]uint8, int) {
	if in.Pos < in.Neg {
		return &v.cells[int(in.Pos)*v.n+int(in.Neg)], 0
	}
	return &v.cells[int(in.Neg)*v.n+int(in.Pos)], 1
}

// resolveConflicts applies the conflict rule to the filtered pools of one query, in place. It returns the number of pairs that two pools
// order in opposite directions. A made document is in one pool, so its pairs cannot conflict.
func resolveConflicts(q *Query, pools [][]pairs.Instance, rule string, v *votes, dropped func(pool int) *DropCounts) (conflicts int) {
	if len(pools) < 2 {
		return 0
	}
	v.reset(len(q.Docs))
	for _, pool := range pools {
		for _, in := range pool {
			if in.Made == 0 {
				cell, way := v.cell(in)
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
		passing := pool[:0]
		for _, in := range pool {
			if in.Made == 0 {
				cell, way := v.cell(in)
				opposing := cell[1-way]
				if opposing > 0 && (rule == Drop || cell[way] <= opposing) {
					dropped(p).Conflict++
					continue
				}
			}
			passing = append(passing, in)
		}
		pools[p] = passing
	}
	return conflicts
}
