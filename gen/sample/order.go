package sample

import (
	"cmp"
	"slices"

	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Orders of a data set's rows.
const (
	Mixed      = "mixed"      // all rows shuffled
	Curriculum = "curriculum" // first those of axioms, then the judged ones, each shuffled
)

// SortForFiles puts rows in file order: by phase under Curriculum, then by a hash of the uid that is independent of the
// drawing key, ties by uid. It sorts bucket by bucket, which the first bits of the keys tell, so that progress can count rows.
func SortForFiles(t *pairs.Table, seed uint64, by string, st *progress.Stage) {
	const bits = 8
	type place struct {
		key        uint64
		row, phase uint32
	}
	hash := FileOrder(seed)
	at := func(i int) (p place, bucket int) {
		p = place{key: hash(t.UID(i)), row: uint32(i)}
		if by == Curriculum && t.Brief(i).Source != pairs.Axiomatic {
			p.phase = 1
		}
		return p, int(p.phase<<bits) + int(p.key>>(64-bits))
	}
	var begins [2<<bits + 1]int // of buckets
	for i := range t.Len() {
		_, bucket := at(i)
		begins[bucket+1]++
	}
	for b := range begins[1:] {
		begins[b+1] += begins[b]
	}
	places, next := make([]place, t.Len()), begins
	for i := range places {
		p, bucket := at(i)
		places[next[bucket]] = p
		next[bucket]++
	}
	order := make([]uint32, len(places))
	for b := range begins[1:] {
		rows := places[begins[b]:begins[b+1]]
		slices.SortFunc(rows, func(a, b place) int {
			if a.key != b.key || a.row == b.row {
				return cmp.Compare(a.key, b.key)
			}
			return cmp.Compare(t.UID(int(a.row)), t.UID(int(b.row)))
		})
		for i := range rows {
			order[begins[b]+i] = rows[i].row
		}
		st.Add(len(rows))
	}
	t.Arrange(order)
}
