// Package configs defines the configuration of a run. Values come from presets, YAML files, the environment and flags; each of these
// overrides the ones before it.
//
// The name of a key is the section and the flag in snake_case: gen.k1, tokenize.max_length, train.seeds. A key is a field of a section's
// struct and, in the same file, a Key that describes the field. Flags, help, completion, checks, the stages' cache keys and axiomine help
// keys are derived from the table of Keys.
package configs

// Config is the effective configuration of a run.
type Config struct {
	Gen      Gen      `key:"gen"`
	Tokenize Tokenize `key:"tokenize"`
	Train    Train    `key:"train"`
}

// Gen configures the chain from a collection to pairs.
type Gen struct {
	DocumentOptions
	QueryOptions
	AnalyserOptions
	CandidateOptions
	MiningOptions
	SamplingOptions
	TaskOptions
	SimilarityOptions
	Seed    int `key:"seed"`
	Threads int `key:"threads"`
}
