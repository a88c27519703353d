// Package configs describes a whole run in one typed, strict configuration: presets, YAML files, environment and flags,
// in rising precedence.
//
// Keys are flag names in snake_case, nested by the noun of the command line that owns them: gen.k1, tokenize.max_length, train.seeds. A
// key is a field of a section's struct and, below it in the same file, a Key that describes it. Flags, help, completion, checks, the
// stages' cache keys and axiomine help keys are derived from that table.
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
