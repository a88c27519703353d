// Package shard writes the pairs of a data set in the formats that trainers read, and reads such a directory back.
//
// Rows come in the order they shall have in the files, and their number is known, so shard i of a split holds rows
// [i n, (i + 1) n) in every format and shards are built in any order, in parallel, or again after a crash, with the same
// bytes. A format takes its view of a split: all rows, those of one task, or groups of a positive and its negatives in the
// order of their first pairs. On request the candidates of dev or test queries stand beside the rows, in the layout of the
// format (candidates.go says which have one), so that what is trained on the rows can score them. Every text is tokenised once,
// into a store from which rows of ids are put together. A format is one file and one line of the table in formats.go;
// manifest.json is written last and lists every shard with its checksum.
package shard
