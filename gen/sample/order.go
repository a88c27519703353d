package sample

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/cespare/xxhash/v2"
)

// Orders of a data set's rows.
const (
	Mixed      = "mixed"      // all rows shuffled
	Curriculum = "curriculum" // axiomatic rows, then judged rows, each shuffled
)

// SortForFiles sorts rows into file order: by phase under Curriculum, then by a hash of the uid that is independent of the drawing key,
// ties by uid. Hashes are computed by threads (0: all cores); progress counts rows.
func SortForFiles(ctx context.Context, t *pairs.Table, seed uint64, rowOrder string, threads int, st *progress.Stage) error {
	type place struct {
		key    uint64
		row    uint32
		isLate bool
	}
	places, hash := make([]place, t.Len()), fileOrder(seed)
	err := parallel.Pieces(ctx, parallel.Threads(threads), len(places), 1<<14, func(_, first, end int) error {
		for i := first; i < end; i++ {
			places[i] = place{hash(t.UID(i)), uint32(i), rowOrder == Curriculum && t.Brief(i).Source != pairs.Axiomatic}
		}
		return nil
	})
	if err != nil {
		return err
	}
	slices.SortFunc(places, func(a, b place) int {
		switch {
		case a.isLate && !b.isLate:
			return 1
		case b.isLate && !a.isLate:
			return -1
		case a.key != b.key || a.row == b.row:
			return cmp.Compare(a.key, b.key)
		}
		return cmp.Compare(t.UID(int(a.row)), t.UID(int(b.row)))
	})
	order := make([]uint32, len(places))
	for i, p := range places {
		order[i] = p.row
	}
	st.Add(len(order))
	t.Arrange(order)
	return nil
}

// Hash returns H of the contract: xxhash64 with seed 0 over the bytes of an id.
func Hash(id string) uint64 { return xxhash.Sum64String(id) }

// mix returns the finaliser of splitmix64 (Steele, Lea and Flood, OOPSLA 2014, figure 16), a bijection on 64 bits.
func mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

// judgedName is the name under which judged pairs are drawn (CONTRACT.md).
const judgedName = "regular"

// seedOf returns S = H(decimal seed, a NUL byte, name).
func seedOf(seed uint64, name string) uint64 {
	return Hash(strconv.FormatUint(seed, 10) + "\x00" + name)
}

// drawKey returns h = mix(mix(mix(S xor H(query)) xor H(preferred)) xor H(other)).
func drawKey(s, query, posHash, negHash uint64) uint64 {
	return mix(mix(mix(s^query)^posHash) ^ negHash)
}

// fileOrder returns a function for a row's place in a data set's files: mix(H(seed, NUL, "order") xor H(uid)), a second hash that is
// independent of the drawing key. Ties are broken by the uid's bytes.
func fileOrder(seed uint64) func(uid string) uint64 {
	s := seedOf(seed, "order")
	return func(uid string) uint64 { return mix(s ^ Hash(uid)) }
}

// JudgedSubset returns the n queries whose labels are used, by index in ids: those with the smallest H(decimal seed, NUL, query id), ties
// by the id's bytes. The subset for n is part of the subset for any larger n.
func JudgedSubset(ids []string, n int, seed uint64) []int {
	order := make([]int, len(ids))
	keys := make([]uint64, len(ids))
	for i, id := range ids {
		order[i], keys[i] = i, seedOf(seed, id)
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(keys[a], keys[b]), strings.Compare(ids[a], ids[b])) })
	return order[:min(n, len(order))]
}

// JudgedTexts returns all queries of n texts, by index in ids. Queries of one text count in JudgedSubset as one, under the first's id.
func JudgedTexts(ids, texts []string, n int, seed uint64) (places []int) {
	var first []string
	members := map[string][]int{} // by text
	for i, text := range texts {
		if members[text] == nil {
			first = append(first, ids[i])
		}
		members[text] = append(members[text], i)
	}
	textOf := make(map[string]string, len(first))
	for text, indexes := range members {
		textOf[ids[indexes[0]]] = text
	}
	for _, i := range JudgedSubset(first, n, seed) {
		places = append(places, members[textOf[first[i]]]...)
	}
	return places
}

// Shuffled returns the rows in the order of the pool `mixture`: by its key, ties by uid.
func Shuffled(rows []pairs.Pair, seed uint64) []pairs.Pair {
	s := seedOf(seed, "mixture")
	order := make([]int, len(rows))
	keys := make([]uint64, len(rows))
	for i := range rows {
		r := &rows[i]
		order[i], keys[i] = i, mix(drawKey(s, Hash(r.QueryID), Hash(r.PosID), Hash(r.NegID))^Hash(r.Axiom))
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(keys[a], keys[b]), strings.Compare(rows[a].UID, rows[b].UID))
	})
	out := make([]pairs.Pair, len(rows))
	for i, row := range order {
		out[i] = rows[row]
	}
	return out
}

// Again returns a row as it is repeated in a pass; pass 0 is the first.
func Again(r pairs.Pair, pass int) pairs.Pair {
	if r.Pass = int32(pass); pass > 0 {
		r.UID = pairs.NewUID(r.Task, r.Axiom, r.QueryID, r.PosID, r.NegID, pass)
	}
	return r
}

// Groups divides rows into groups of n pairs of the same query and positive, and counts the rows that are in no full group. Rows are in
// the order of Shuffled, and groups in the order of their first rows.
func Groups(rows []pairs.Pair, n int, seed uint64) (groups [][]pairs.Pair, loose int) {
	type positive struct{ query, document string }
	open := map[positive][]pairs.Pair{}
	first := map[string]int{} // by uid: place in the order
	for i, r := range Shuffled(rows, seed) {
		first[r.UID] = i
		key := positive{r.QueryID, r.PosID}
		group := append(open[key], r)
		if len(group) == n {
			groups, group = append(groups, group), nil
		}
		open[key] = group
	}
	for _, group := range open {
		loose += len(group)
	}
	slices.SortFunc(groups, func(a, b []pairs.Pair) int { return cmp.Compare(first[a[0].UID], first[b[0].UID]) })
	return groups, loose
}
