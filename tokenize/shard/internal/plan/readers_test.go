package plan

import "testing"

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
