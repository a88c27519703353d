// Package ranker trains by a command of the user's: one call for each setting of an arm under a seed on a fold, which learns from
// shards and scores the candidates of dev and test.
//
//	command.go  a command line with placeholders, and the files that it names
//	call.go     one call: its time limit, its end, its last lines;  group_*.go  it ends with all that it started
//	input.go    what it is given: shards, candidates, queries, the collection
//	output.go   the runs that it wrote, checked
//	ranker.go   rankings have the key of what decides them
//	kept.go     they are kept, and found again here or in the folders of parts, also where another call was given the same
package ranker
