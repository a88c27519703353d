// Package gen runs the chain from a collection to training pairs and shards: read, analyse, index, retrieve, mine, sample,
// tokenize, shard. Every stage leaves files in the output directory and is not done again when a run is resumed with the
// same inputs and configuration.
package gen
