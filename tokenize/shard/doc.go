// Package shard writes the pairs of a data set in the formats that trainers read, and reads such a directory back.
//
// The caller passes rows in the order of the files, and their number is known. If a shard has n items, shard i of a split begins at item n
// times i. Shards can be built in any order, in parallel, or again after a crash, with the same bytes. The items of a format are all rows
// of a split, those of one task, or groups of a positive and its negatives in the order of their first pairs. On request the candidates of
// dev or test queries are written beside the rows, in the layout of the format, so that a model trained on the rows can score them. Each
// text is tokenised once, into a store from which rows of ids are built. manifest.json is written last and lists every shard with its
// checksum.
//
// The rows pass these packages, each of which imports only those before it:
//
//	internal/plan      pairs -> rows, tasks, groups, candidates; every text measured and tokenised
//	internal/encoding  rows -> files: lines, tables of Parquet, TFRecord; and back: counted, checked, shown
//	internal/format    the table: a template of the rows of each format, filled from a plan and compared with files
//	shard              the directory: written, resumed, described, verified, inspected
//
// A new format is an entry of the table in internal/format/all.go, and its rows in
// internal/format/testdata/rows.txt. The option Template is a row in the same language.
package shard
