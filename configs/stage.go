package configs

import (
	"fmt"
	"slices"
)

// Stage is a step from a collection to a trained model. A stage uses the results of the stages before it.
type Stage int

// Stages, with their results.
const (
	Documents  Stage = iota + 1 // the index
	Topics                      // queries with judgements and given runs, divided into splits
	Candidates                  // the candidates of every query, with their labels
	Similarity                  // the similarities of terms: word vectors, or another source
	Vocabulary                  // a vocabulary of word pieces
	Mining                      // the preferences of every axiom
	Pairs                       // a data set
	Shards                      // files for trainers
	Training                    // trained models, and their measures
	Nothing                     // no result; the key only changes the speed
)

// stages holds each stage's name, and a sentence on what its keys decide.
var stages = [...]struct{ name, result string }{
	Documents:  {"documents", "which documents are read and how"},
	Topics:     {"topics", "which queries and judgements are read and how"},
	Candidates: {"candidates", "which candidates queries get"},
	Similarity: {"similarity", "how similar terms are"},
	Vocabulary: {"vocabulary", "how texts are cut into word pieces"},
	Mining:     {"mining", "which preferences axioms state"},
	Pairs:      {"pairs", "which pairs are drawn"},
	Shards:     {"shards", "how shards are written"},
	Training:   {"training", "how rankers are trained"},
	Nothing:    {"nothing", "how fast a command is"},
}

func (s Stage) String() string { return stages[s].name }

// Result describes what a key of the stage decides.
func (s Stage) Result() string { return stages[s].result }

// sooner is a condition under which a key decides an earlier stage: another key has this value, alone or in a list with commas.
type sooner struct {
	Stage      Stage
	Key, Value string
}

var (
	byWordPiece = &sooner{Documents, "gen.tokenizer", "wordpiece"} // terms are pieces of the vocabulary
	byMaking    = &sooner{Candidates, "gen.made", "all"}           // documents made by lnc2 are candidates
)

// holds reports whether a configuration meets the condition.
func (s *sooner) holds(c *Config) bool {
	k := keysByName()[s.Key]
	return slices.Contains(List(fmt.Sprint(k.Get(c))), s.Value)
}

// DecidesUnder returns the earliest stage whose result the key can change under a configuration.
func (k Key) DecidesUnder(c *Config) Stage {
	if k.Sooner != nil && k.Sooner.holds(c) {
		return k.Sooner.Stage
	}
	return k.Decides
}

// KeysDeciding lists the full names of the keys of some sections that can decide one of the stages, under any configuration. Without
// stages it lists all keys of the sections.
func KeysDeciding(nouns []string, stages ...Stage) (names []string) {
	for _, k := range keys() {
		if slices.Contains(nouns, k.Noun()) && (len(stages) == 0 || slices.ContainsFunc(stages, k.CanDecide)) {
			names = append(names, k.Name)
		}
	}
	return names
}

// CanDecide reports whether there is a configuration under which the key decides a stage.
func (k Key) CanDecide(s Stage) bool { return k.Decides == s || k.Sooner != nil && k.Sooner.Stage == s }

// KeysNeeding lists the full names of the keys with a need (Key.Needs).
func KeysNeeding(need string) (names []string) {
	for _, k := range keys() {
		if slices.Contains(List(k.Needs), need) {
			names = append(names, k.Name)
		}
	}
	return names
}

// Deciding returns the values of the keys that decide one of the stages, by full name such as gen.k1, with paths cut to file names. A key
// decides the earliest stage whose result it can change. So a stage has the same result if the values for it and for earlier stages are
// equal, and the input files too. A stage adds other inputs to its cache key: the contents of files, whether a format of
// tokenize.output_format needs groups, and the measure that tuning uses.
func (c *Config) Deciding(stages ...Stage) map[string]any {
	out := map[string]any{}
	for _, k := range keys() {
		if slices.Contains(stages, k.DecidesUnder(c)) {
			out[k.Name] = portable(k.Files, k.Get(c))
		}
	}
	return out
}
