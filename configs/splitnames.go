package configs

import (
	"cmp"
	"slices"
	"strings"
)

// SplitNames are the names of splits that are recognised anywhere in a file name.
var SplitNames = []string{"train", "dev", "dev.small", "test", "eval", "eval.small"}

// The splits that an experiment needs: it trains on the first, chooses on the second and measures on the third.
const (
	TrainSplit = "train"
	DevSplit   = "dev"
	TestSplit  = "test"
)

// SplitWords are other words for splits.
var SplitWords = map[string]string{"validation": "dev", "valid": "dev", "val": "dev", "development": "dev", "training": "train",
	"testing": "test"}

// SplitWord returns the split that a name is another word for, in any case; other names are returned unchanged.
func SplitWord(name string) string {
	word := strings.ToLower(name)
	if slices.Contains(SplitNames, word) {
		return word
	}
	return cmp.Or(SplitWords[word], name)
}

// CompareSplits orders split names: train, dev, test, then others by name.
func CompareSplits(a, b string) int { return cmp.Compare(splitRank(a), splitRank(b)) }

func splitRank(split string) string {
	if rank := slices.Index([]string{"train", "dev", "test"}, split); rank >= 0 {
		return string(rune('0' + rank))
	}
	return "9" + split
}
