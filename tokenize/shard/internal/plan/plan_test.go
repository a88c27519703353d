package plan

import (
	"fmt"
	"slices"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"github.com/axiomine/axiomine/internal/intern"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestShardsPartitionRows: every row is in one shard, in order, and all shards but the last have the same number.
func TestShardsPartitionRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 30000).Draw(t, "rows")
		o := Options{ShardRows: rapid.IntRange(0, 5000).Draw(t, "shard rows"), ShardBytes: int64(rapid.IntRange(1, 1<<20).Draw(t, "shard bytes"))}
		size := int64(rapid.IntRange(0, 200).Draw(t, "text"))
		st := &Store{Info: []TextInfo{{bytes: uint32(size)}}}
		rows := make([]Row, n)
		for i := range rows {
			rows[i].Pass = int32(i)
		}
		s := NewView("train", NewItems(rows), o, st.size)
		if o.ShardRows > 0 && s.perShard != o.ShardRows {
			t.Fatalf("%d rows a shard, asked for %d", s.perShard, o.ShardRows)
		}
		// The last shard may be far shorter than the rest, never empty: so no more than minShards shards, or the bytes ask for it.
		if total := 3 * size * int64(n); o.ShardRows == 0 && s.Shards() > minShards && int64(s.Shards()) > (total+o.ShardBytes-1)/o.ShardBytes {
			t.Fatalf("%d shards of %d rows, %d bytes", s.Shards(), n, total)
		}
		at := 0
		for i := range s.Shards() {
			part := s.Shard(i)
			if part.N == 0 || part.N != s.perShard && i < s.Shards()-1 {
				t.Fatalf("shard %d of %d has %d rows, not %d", i, s.Shards(), part.N, s.perShard)
			}
			for r := range part.Each {
				if r.Pass != int32(at) {
					t.Fatalf("row %d is not in its place", at)
				}
				at++
			}
		}
		if at != n {
			t.Fatalf("%d of %d rows", at, n)
		}
	})
}

func TestShardNumbers(t *testing.T) {
	for _, c := range []struct {
		rows, want int
		bytes      uint32 // of each of a row's three texts
	}{{1, 1, 10}, {1000, 1, 10}, {1001, 2, 10}, {7001, 8, 10}, {100000, 8, 10}, {100000, 9, 6039}} { // 9 x 192 MiB = 3 x 100,000 x 6,040
		s := NewView("train", NewItems(make([]Row, c.rows)), Options{ShardBytes: 192 << 20}, (&Store{Info: []TextInfo{{bytes: c.bytes}}}).size)
		must.Equal(t, s.Shards(), c.want, "%d rows: shards", c.rows)
		must.Equal(t, s.FileName("x", 0, "e"), fmt.Sprintf("x/train-00000-of-%05d.e", c.want))
	}
}

// TestHashesAreThoseOfEveryRow: threads take parts of the rows, of which the last is a small one.
func TestHashesAreThoseOfEveryRow(t *testing.T) {
	rows := make([]Row, 9_001)
	for i := range rows {
		rows[i] = Row{rowNumbers: rowNumbers{Query: uint32(i), Pos: uint32(2 * i), Neg: uint32(3 * i)}}
	}
	var hashed atomic.Int64
	hash := Hasher(func(query, doc uint32) intern.Sum {
		hashed.Add(1)
		return intern.Sum{High: uint64(query), Low: uint64(doc)}
	})
	for _, threads := range []int{1, 3} {
		hashed.Store(0)
		list := hash.inputs(NewItems(rows), threads, nil)
		if !slices.IsSortedFunc(list, func(a, b rowInput) int { return a.key.Compare(b.key) }) {
			t.Error("the inputs are not in order")
		}
		for _, in := range list {
			r := rows[in.row]
			if want := (intern.Sum{High: uint64(r.Query), Low: uint64([]uint32{r.Pos, r.Neg}[in.doc])}); in.key != want || in.side != in.doc {
				t.Fatalf("row %d: %x, side %d", in.row, in.key, in.side)
			}
		}
		if n := int(hashed.Load()); n != 2*len(rows) {
			t.Errorf("%d inputs of %d rows were hashed", n, len(rows))
		}
	}
}
