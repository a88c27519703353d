package shard

// sizeCategories are the Hub's, each with the smallest number of rows above it.
var sizeCategories = []struct {
	name  string
	limit int
}{{"n<1K", 1e3}, {"1K<n<10K", 1e4}, {"10K<n<100K", 1e5}, {"100K<n<1M", 1e6}, {"1M<n<10M", 1e7}, {"10M<n<100M", 1e8},
	{"100M<n<1B", 1e9}, {"1B<n<10B", 1e10}, {"10B<n<100B", 1e11}, {"100B<n<1T", 1e12}}

func sizeCategory(rows int) string {
	for _, c := range sizeCategories {
		if rows < c.limit {
			return c.name
		}
	}
	return "n>1T"
}
