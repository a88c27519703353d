// Package sample turns mined preferences and judgements into the pairs of a data set: filters, conflicts, labels, pools,
// drawing and budget, in this order (CONTRACT.md, after Rennings 2019, 4.4).
//
// A pair's place in its pool is a hash over the collection's own ids, so that a sample is uniform, needs memory for the
// wanted pairs only, does not depend on threads or order, is nested in its size and merges over any partition of the
// queries. A query is never split.
package sample
