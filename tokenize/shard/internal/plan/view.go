package plan

import (
	"fmt"
	"path"
	"strings"
)

// View holds the items of the shards of one split in a folder: rows, groups of them, or texts, in file order.
type View[U any] struct {
	Split    string
	Items    Items[U]
	perShard int // the last may have fewer
}

// minShards lets a loader with several workers divide a split by files. Small splits have a shard per thousand items.
const (
	minShards     = 8
	rowsPerWorker = 1000
	// ShardsPerReader is the least number of shards for each reader: a rank's worker that reads files of its own.
	ShardsPerReader = 4
)

// NewView decides how many items a shard has; size returns the bytes of an item's texts.
func NewView[U any](split string, items Items[U], o Options, size func(U) int64) View[U] {
	v := View[U]{split, items, max(1, o.ShardRows)}
	if n := int64(items.N); o.ShardRows == 0 {
		sizes := make([]int64, parts(items.N))
		eachPart(o.Workers(), items.N, func(part, first, end int) {
			for i := first; i < end; i++ {
				sizes[part] += size(items.brief(i))
			}
		})
		total := int64(0)
		for _, size := range sizes {
			total += size
		}
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

// ShardMark is part of the name of every shard.
const ShardMark = "-of-"

// FileName returns the name of shard i below a folder.
func (v View[U]) FileName(folder string, i int, extension string) string {
	return fmt.Sprintf("%s/%s-%05d%s%05d.%s", folder, v.Split, i, ShardMark, v.Shards(), extension)
}

// SplitOf returns the split in a shard's path; of another path the name of the file.
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
