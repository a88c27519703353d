package plan

// itemsPerShard returns how many of n items make a shard that loaders of several readers share evenly, a multiple of batch, so that there are at least as many shards as are wanted.
// Their number is a multiple of the readers where some size makes it so with at most four times as many shards: with another
// number, loaders let every rank read all files.
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
