package sample

import (
	"math"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

func (k Key) compareOr(o Key, id, otherID string) int {
	if c := k.compare(o); c != 0 {
		return c
	}
	return strings.Compare(id, otherID)
}

// hashedInstance is an instance with its h, before the query's pool is ranked.
type hashedInstance struct {
	pairs.Instance
	h uint64
}

// rankPool returns the instances of one query's pool with their keys under the order of drawing. Under balanced the first most by key are
// enough, smallest first. scratch and out are reused.
func rankPool(q *Query, s uint64, draw string, pool []pairs.Instance, most int, scratch []hashedInstance,
	out []Drawn) ([]hashedInstance, []Drawn) {
	scratch, out = scratch[:0], out[:0]
	compare := func(a, b hashedInstance) int {
		switch {
		case a.h < b.h:
			return -1
		case a.h > b.h:
			return 1
		}
		return compareIDs(q, a.Instance, q, b.Instance)
	}
	few := draw == Balanced && most <= fewRanks
	for _, in := range pool {
		next := hashedInstance{in, drawKey(s, q.Hash, preferredHash(q, in), q.Docs[in.Neg].Hash)}
		if !few {
			scratch = append(scratch, next)
			continue
		}
		if len(scratch) == most {
			if most == 0 || compare(scratch[most-1], next) < 0 {
				continue
			}
			scratch = scratch[:most-1]
		}
		i := len(scratch)
		for i > 0 && compare(next, scratch[i-1]) < 0 {
			i--
		}
		scratch = slices.Insert(scratch, i, next)
	}
	if draw != Uniform && !few {
		slices.SortFunc(scratch, compare)
	}
	for rank, p := range scratch {
		d := Drawn{Instance: p.Instance, Query: int32(q.Index)}
		switch draw {
		case Uniform:
			d.Key = Key{p.h}
		case Hard:
			d.Key = Key{violation(q, p.Instance), uint64(rank), p.h}
		default:
			d.Key = Key{uint64(rank), p.h}
		}
		out = append(out, d)
	}
	return scratch, out
}

// fewRanks is the largest number of ranks for which keeping the first ones in order is faster than sorting all.
const fewRanks = 32

// violation maps S(other) - S(preferred) > 0 to a number that falls as the violation rises, and every other pair to the largest number.
// Positive doubles order like their bits.
func violation(q *Query, in pairs.Instance) uint64 {
	wrong := q.Docs[in.Neg].Score - q.Docs[in.Pos].Score
	if in.Made != 0 || !(wrong > 0) { // a NaN is no violation
		return math.MaxUint64
	}
	return math.MaxUint64 - 1 - math.Float64bits(wrong)
}

// violations counts the pairs that hard drew because the run orders them wrongly.
func violations(list []Drawn) (n int) {
	for i := range list {
		if list[i].Key[0] != math.MaxUint64 {
			n++
		}
	}
	return n
}

// preferredHash returns H of the preferred document's id, which for a made document is "ID~k".
func preferredHash(q *Query, in pairs.Instance) uint64 {
	if in.Made == 0 {
		return q.Docs[in.Pos].Hash
	}
	return Hash(preferredID(q, in))
}

func compareIDs(q *Query, a pairs.Instance, r *Query, b pairs.Instance) int {
	if c := strings.Compare(q.ID, r.ID); c != 0 {
		return c
	}
	if c := strings.Compare(preferredID(q, a), preferredID(r, b)); c != 0 {
		return c
	}
	return strings.Compare(q.Docs[a.Neg].ID, r.Docs[b.Neg].ID)
}
