// Package ranker trains by a user's command. It makes one call for each setting of an arm under a seed on a fold. A call
// learns from shards and scores the candidates of dev and test.
//
//	command.go  a command line with placeholders, and the files that it names
//	call.go     one call: its end, its last lines;  group_*.go  ends it with all its processes
//	input.go    its inputs: shards, candidates, queries, the collection
//	output.go   checks the runs that it wrote
//	ranker.go   rankings, with a key of everything that decides them
//	cache.go    keeps them, and finds them again here or in the folders of parts, also after an equal call
package ranker
