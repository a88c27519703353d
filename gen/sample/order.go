package sample

import (
	"cmp"
	"context"
	"slices"

	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Orders of a data set's rows.
const (
	Mixed      = "mixed"      // all rows shuffled
	Curriculum = "curriculum" // first those of axioms, then the judged ones, each shuffled
)

// SortForFiles sorts rows into file order: by phase under Curriculum, then by a hash of the uid that is independent of the drawing key,
// ties by uid. The first bits of a key choose its bucket, and threads (0: all cores) sort the buckets; progress counts rows.
func SortForFiles(ctx context.Context, t *pairs.Table, seed uint64, rowOrder string, threads int, st *progress.Stage) error {
	const bits, apiece = 8, 1 << 14
	threads = parallel.Threads(threads)
	type place struct {
		key uint64
		row uint32
	}
	keys, hash := make([]uint64, t.Len()), fileOrder(seed)
	err := parallel.Pieces(ctx, threads, len(keys), apiece, func(_, first, end int) error {
		for i := first; i < end; i++ {
			keys[i] = hash(t.UID(i))
		}
		return nil
	})
	if err != nil {
		return err
	}
	bucket := func(i int) int {
		b := int(keys[i] >> (64 - bits))
		if rowOrder == Curriculum && t.Brief(i).Source != pairs.Axiomatic {
			b += 1 << bits
		}
		return b
	}
	var begins [2<<bits + 1]int // of buckets
	for i := range keys {
		begins[bucket(i)+1]++
	}
	for b := range begins[1:] {
		begins[b+1] += begins[b]
	}
	places, next := make([]place, len(keys)), begins
	for i, key := range keys {
		b := bucket(i)
		places[next[b]] = place{key, uint32(i)}
		next[b]++
	}
	order := make([]uint32, len(places))
	err = parallel.Pieces(ctx, threads, len(begins)-1, 1, func(b, _, _ int) error {
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
		return nil
	})
	if err != nil {
		return err
	}
	t.Arrange(order)
	return nil
}
