package plan

import (
	"context"
	"fmt"
	"path"
	"strings"

	"github.com/axiomine/axiomine/internal/parallel"
)

// View divides the items of a split into shards.
type View[U any] struct {
	Split    string   // the split's name in files
	Items    Items[U] // the items in file order
	perShard int      // the number of items of a shard; the last shard may have fewer
}

// A split has at least minShards shards, so that a loader with several workers can divide it by files. A split of fewer than
// minShards*rowsPerWorker items has a shard for every rowsPerWorker items.
const (
	minShards     = 8
	rowsPerWorker = 1000
	// ShardsPerReader is the minimum number of shards for each of the readers (Options.Readers).
	ShardsPerReader = 4
)

// NewView returns the view of a split's items. size returns the bytes of an item's texts.
func NewView[U any](split string, items Items[U], o Options, size func(U) int64) View[U] {
	v := View[U]{split, items, max(1, o.ShardRows)}
	if n := int64(items.N); o.ShardRows == 0 {
		total := int64(items.Count(func(u U) int { return int(size(u)) }, o.Workers()))
		shards := max((total+o.ShardBytes-1)/o.ShardBytes, min(minShards, (n+rowsPerWorker-1)/rowsPerWorker), 1)
		batch := max(1, o.SpreadQueries) // a batch lies in one shard
		v.perShard = max(batch, int((n+shards-1)/shards)/batch*batch)
		if o.Readers > 0 {
			v.perShard = itemsPerShard(items.N, int(max(shards, int64(ShardsPerReader*o.Readers))), o.Readers, batch)
		}
	}
	return v
}

// Shards returns the number of shards, at least one.
func (v View[U]) Shards() int { return max(1, (v.Items.N+v.perShard-1)/v.perShard) }

// Shard returns the items of shard i.
func (v View[U]) Shard(i int) Items[U] {
	return v.Items.slice(i*v.perShard, min((i+1)*v.perShard, v.Items.N))
}

// ShardMark is a part of the name of every shard.
const ShardMark = "-of-"

// FileName returns the name of shard i below a folder.
func (v View[U]) FileName(folder string, i int, extension string) string {
	return fmt.Sprintf("%s/%s-%05d%s%05d.%s", folder, v.Split, i, ShardMark, v.Shards(), extension)
}

// SplitOf returns the split in a shard's path. For other paths it returns the file's name without extension.
func SplitOf(file string) string {
	name := strings.TrimSuffix(path.Base(file), path.Ext(file))
	if i := strings.LastIndexByte(name[:max(0, strings.LastIndex(name, ShardMark))], '-'); i >= 0 {
		return name[:i]
	}
	return name
}

// ItemsOf returns the number of items over all splits.
func ItemsOf[U any](views []View[U]) (n int) {
	for _, v := range views {
		n += v.Items.N
	}
	return n
}

// Items is a sequence of N items. It makes an item each time it is read, so that ten million rows are not all in memory at once.
type Items[U any] struct {
	N     int
	Item  func(i int) U // returns item i
	brief func(i int) U // returns item i without names and texts, which planning does not need
}

// NewItems returns the items of a slice.
func NewItems[U any](list []U) Items[U] {
	item := func(i int) U { return list[i] }
	return Items[U]{len(list), item, item}
}

// slice returns the items low to high-1.
func (s Items[U]) slice(low, high int) Items[U] {
	return Items[U]{high - low, func(i int) U { return s.Item(low + i) }, func(i int) U { return s.brief(low + i) }}
}

func (s Items[U]) pick(numbers []uint32) Items[U] {
	return Items[U]{len(numbers), func(i int) U { return s.Item(int(numbers[i])) }, func(i int) U { return s.brief(int(numbers[i])) }}
}

// Each yields the items in order.
func (s Items[U]) Each(yield func(U) bool) { s.yieldAll(s.Item, yield) }

// EachBrief yields the items in order, without names and texts.
func (s Items[U]) EachBrief(yield func(U) bool) { s.yieldAll(s.brief, yield) }

func (s Items[U]) yieldAll(item func(i int) U, yield func(U) bool) {
	for i := range s.N {
		if !yield(item(i)) {
			return
		}
	}
}

// eachBlock divides n items into blocks of blockItems items. In parallel, it calls do with the number of each block, which has the items
// first to end-1.
func eachBlock(threads, n int, do func(block, first, end int)) {
	err := parallel.Pieces(context.Background(), threads, n, blockItems, func(block, first, end int) error {
		do(block, first, end)
		return nil
	})
	if err != nil {
		panic(err) // err can only be a panic that package parallel caught
	}
}

// blockItems is the number of items of a block; the last block may have fewer.
const blockItems = 1 << 12

func numBlocks(n int) int { return parallel.NumPieces(n, blockItems) }

// Count returns the sum of rows(item) over all items, and N if rows is nil.
func (s Items[U]) Count(rows func(U) int, threads int) (n int) {
	if rows == nil {
		return s.N
	}
	counts := make([]int, numBlocks(s.N))
	eachBlock(threads, s.N, func(block, first, end int) {
		for i := first; i < end; i++ {
			counts[block] += rows(s.brief(i))
		}
	})
	for _, count := range counts {
		n += count
	}
	return n
}

// itemsPerShard returns the number of items of a shard, a multiple of batch, so that n items have at least the wanted number of shards. If
// at most four times that number is enough, the number of shards is a multiple of readers. With any other number of shards, loaders let
// every rank read all files.
func itemsPerShard(n, wanted, readers, batch int) int {
	most := max(1, n/wanted)
	if (n+wanted-1)/wanted*(wanted-1) < n { // the last shard is not empty
		most = max(1, (n+wanted-1)/wanted)
	}
	most = max(batch, most/batch*batch)
	for size := most; size >= batch; size -= batch {
		shards := (n + size - 1) / size
		if shards > 4*wanted {
			break
		}
		if shards%readers == 0 {
			return size
		}
	}
	return most
}
