// Package shard writes the pairs of a data set in the formats that trainers read, and reads such a directory back.
//
// Rows come in the order they shall have in the files, and their number is known, so shard i of a split holds rows
// [i n, (i + 1) n) in every format and shards are built in any order, in parallel, or again after a crash, with the same
// bytes. A format takes its view of a split: all rows, those of one task, or groups of a positive and its negatives in the
// order of their first pairs. On request the candidates of dev or test queries stand beside the rows, in the layout of the
// format, so that what is trained on the rows can score them. Every text is tokenised once, into a store from which rows of ids
// are put together. manifest.json is written last and lists every shard with its checksum.
//
// The way of the rows is one of packages, each of which knows only those before it:
//
//	internal/plan      pairs -> rows, tasks, groups, candidates; every text measured and tokenised
//	internal/encoding  rows -> files: lines, tables of Parquet, TFRecord; and back: counted, checked, shown
//	internal/format    the catalogue: what each format makes of a plan, what a wrong row of it is, how it is used
//	shard              the directory: written, resumed, described, verified, inspected
//
// A new format is a file and a line of the table in internal/format, and a case in contract_cases_test.go.
//
// Rows of the source perturbed are a regulariser of the judged ones (gen.perturb; Rosset et al., SIGIR 2019). Their axiom is
// perturbed:AXIOM, and both documents are copies of one document of judged pairs of the same query, whose id stands before ~+ in theirs:
// ID~+WORD+WORD has the words before ID's text; what lnc1 prefers is the document itself. A row's weight is lambda times the number of
// judged rows that hold the document, so that a trainer that adds weight * loss(positive, negative) over all rows has the regularised
// loss of its judged pairs. Formats with groups give these rows groups of their own; formats without weights say how many they have.
package shard
