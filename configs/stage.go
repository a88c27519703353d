package configs

import (
	"fmt"
	"slices"
)

// Stage is a step from a collection to a trained model, in the order in which they build on each other.
type Stage int

// Stages, with what they leave or hand on.
const (
	Documents  Stage = iota + 1 // the index
	Topics                      // queries with judgements and given runs, divided into splits
	Candidates                  // of every query, with their labels
	Similarity                  // of terms: word vectors, or another source
	Vocabulary                  // of word pieces
	Mining                      // the preferences of every axiom
	Pairs                       // a data set
	Shards                      // files for trainers
	Training                    // of models, and what is measured of them
	Nothing                     // speed only
)

// stages are their names, and what a key of each decides, in a sentence.
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

// sooner is a value of another key, alone or in a list with commas, under which a key decides an earlier stage.
type sooner struct {
	Stage      Stage
	Key, Value string
}

var (
	byWordPiece = &sooner{Documents, "gen.tokenizer", "wordpiece"} // terms are pieces of the vocabulary
	byMaking    = &sooner{Candidates, "gen.made", "all"}           // what lnc2 makes is a candidate
)

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

// KeysDeciding lists the keys of some nouns that can decide one of some stages, under whatever configuration, by full name; without a
// stage, all keys of the nouns.
func KeysDeciding(nouns []string, stages ...Stage) (names []string) {
	for _, k := range keys() {
		if slices.Contains(nouns, k.Noun()) && (len(stages) == 0 || slices.ContainsFunc(stages, k.CanDecide)) {
			names = append(names, k.Name)
		}
	}
	return names
}

// CanDecide reports whether the key decides a stage, under whatever configuration.
func (k Key) CanDecide(s Stage) bool { return k.Decides == s || k.Sooner != nil && k.Sooner.Stage == s }

// KeysNeeding lists the keys that name a need, by full name.
func KeysNeeding(need string) (names []string) {
	for _, k := range keys() {
		if slices.Contains(List(k.Needs), need) {
			names = append(names, k.Name)
		}
	}
	return names
}

// Deciding returns the values of the keys that decide one of some stages, by full name such as gen.k1, without what differs from
// machine to machine: numbers and truth values as they are, texts as Portable has them.
//
// The rule: a key decides the earliest stage whose result it can change, be that a file or what is handed on to later stages. So the
// result of a stage is the same as long as the values that decide it or a stage before it are, and what these read is. That the
// configuration does not say, and a stage adds it to its key: what is in the files that are named; whether a format of
// tokenize.output_format wants groups, for which spares are mined among very many pairs; which measure of train.measures parameters are
// tuned by.
func (c *Config) Deciding(stages ...Stage) map[string]any {
	out := map[string]any{}
	for _, k := range keys() {
		if slices.Contains(stages, k.DecidesUnder(c)) {
			out[k.Name] = portable(k.Files, k.Get(c))
		}
	}
	return out
}
