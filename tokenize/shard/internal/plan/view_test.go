package plan

import (
	"slices"
	"strings"
	"testing"
)

// TestShardsOfCandidates: the text of a candidate is that of its query and its document. By hand: four candidates of 60 and 60 bytes in
// shards of 130 are one a shard, and their lists are as many bytes as their documents.
func TestShardsOfCandidates(t *testing.T) {
	long := func(c string) string { return strings.Repeat(c, 60) }
	in := input(Split{Name: "train", Pairs: pairsOf("q a>b")})
	in.Rankings = []Ranking{{"dev", long("q"), []RankedDoc{{long("a"), true}, {long("b"), false}, {long("c"), false}, {long("d"), false}}}}
	o := usual()
	o.ShardBytes, o.Candidates = 130, CandidatesDev
	p := built(t, in, o, Needs{Rankings: true})
	if got := p.Candidates[0].Shards(); got != 4 {
		t.Errorf("%d shards of candidates, want 4", got)
	}
	in.Rankings = append(in.Rankings, Ranking{"dev", "r", in.Rankings[0].Docs}, Ranking{"dev", "s", in.Rankings[0].Docs})
	o.ShardBytes = 4 * 60
	if got := built(t, in, o, Needs{Rankings: true}).CandidateLists[0].Shards(); got != 3 {
		t.Errorf("%d shards of three lists, want 3", got)
	}
	in.Rankings = in.Rankings[:1]
	o.ShardBytes = 1000
	if got := built(t, in, o, Needs{Rankings: true}).Candidates[0].Shards(); got != 1 {
		t.Errorf("%d shards of candidates, want 1", got)
	}
}

// TestShardsOfJustSoManyBytes: 2,000 rows of three texts of 10 bytes are four shards of 15,000 bytes. A byte less in a shard makes five.
func TestShardsOfJustSoManyBytes(t *testing.T) {
	store := &Store{Info: []TextInfo{{bytes: 10}}}
	for limit, want := range map[int64]int{15_000: 4, 14_999: 5} {
		if v := NewView("train", NewItems(make([]Row, 2000)), Options{ShardBytes: limit}, store.size); v.Shards() != want {
			t.Errorf("%d bytes: %d shards, want %d", limit, v.Shards(), want)
		}
	}
	for limit, want := range map[int64]int{300: 1, 299: 2} { // of ten rows
		if v := NewView("train", NewItems(make([]Row, 10)), Options{ShardBytes: limit}, store.size); v.Shards() != want {
			t.Errorf("%d bytes: %d shards, want %d", limit, v.Shards(), want)
		}
	}
}

// TestRowsOfShards: by hand, 100 rows of 30 bytes. In three shards they are 34, or 32 where a shard has whole batches of eight. Of
// readers each has four shards or more, and all have as many.
func TestRowsOfShards(t *testing.T) {
	store := &Store{Info: []TextInfo{{bytes: 10}}}
	for _, c := range []struct{ batch, readers, want int }{
		{0, 0, 34}, {8, 0, 32}, {64, 0, 64}, {0, 1, 25}, {0, 3, itemsPerShard(100, 12, 3, 1)},
		{2, 2, itemsPerShard(100, 8, 2, 2)}} {
		o := Options{ShardBytes: 1000, SpreadQueries: c.batch, Readers: c.readers}
		v := NewView("train", NewItems(make([]Row, 100)), o, store.size)
		if v.perShard != c.want || c.readers > 0 && (v.Shards() < 4*c.readers || v.Shards()%c.readers > 0) {
			t.Errorf("%+v: %d rows in %d shards", c, v.perShard, v.Shards())
		}
	}
}

// TestCount: items have a row each, or as many as a function says, at any number of threads.
func TestCount(t *testing.T) {
	items := NewItems([]int{3, 0, 4})
	for _, threads := range []int{1, 3} {
		if n := items.Count(nil, threads); n != 3 {
			t.Errorf("%d rows of three items", n)
		}
		if n := items.Count(func(i int) int { return i }, threads); n != 7 {
			t.Errorf("%d rows, want 7", n)
		}
	}
	if n := NewItems([]int(nil)).Count(func(int) int { return 1 }, 2); n != 0 {
		t.Errorf("%d rows of nothing", n)
	}
}

// TestSlice: a stretch of items, whole and brief, and items by their numbers.
func TestSlice(t *testing.T) {
	items := NewItems([]int{10, 11, 12, 13, 14})
	for name, part := range map[string]Items[int]{"stretch": items.slice(1, 4), "picked": items.pick([]uint32{1, 2, 3})} {
		got := slices.Concat(slices.Collect(part.Each), slices.Collect(part.EachBrief))
		if !slices.Equal(got, []int{11, 12, 13, 11, 12, 13}) || part.N != 3 {
			t.Errorf("%s: %d", name, got)
		}
	}
}

// TestItemsPerShard: the number of files is a multiple of the readers, and at least as large as wanted; the counts are by division.
func TestItemsPerShard(t *testing.T) {
	for _, c := range []struct{ n, wanted, readers, batch, size, shards int }{
		{8464, 32, 8, 1, 265, 32}, {8523, 32, 8, 1, 267, 32}, {18614, 32, 8, 1, 582, 32},
		{100, 32, 8, 1, 3, 34},      // 3 items make 34 files, 2 make 50, 1 makes 100: no multiple of 8
		{96, 12, 3, 1, 8, 12},       // even
		{8464, 32, 8, 64, 256, 34},  // batches of 64: 256, 192, 128 make 34, 45, 67 files
		{10240, 32, 8, 64, 320, 32}, // five batches a file
		{5, 32, 8, 1, 1, 5},         // fewer items than files
		{1_000_000, 100, 7, 1, 9615, 105},
	} {
		size := itemsPerShard(c.n, c.wanted, c.readers, c.batch)
		shards := (c.n + size - 1) / size
		if size != c.size || shards != c.shards {
			t.Errorf("%+v: %d items a file, %d files", c, size, shards)
		}
	}
}
