package errs

import (
	"slices"
	"strings"
)

// Nearest returns the name with the fewest single-letter changes from a misspelt one, and of several such names the first. If these are
// many, it is the shortest name that begins with the given one, if there is any.
func Nearest(name string, names []string) string {
	best, fewest, longer := "", -1, ""
	for _, candidate := range names {
		if n := Changes(name, candidate); fewest < 0 || n < fewest {
			best, fewest = candidate, n
		}
		if begins(candidate, name) && (longer == "" || len(candidate) < len(longer)) {
			longer = candidate
		}
	}
	if fewest > len(best)/2 && longer != "" {
		return longer
	}
	return best
}

// Suggestion returns "did you mean NAME?" as the beginning of a hint, for the most similar of names; "" if none is similar.
func Suggestion(name string, names ...string) string {
	if word, isSwitch := switchWords[strings.ToLower(name)]; isSwitch && slices.Contains(names, word) {
		return "did you mean " + word + "? "
	}
	nearest := Nearest(name, names)
	if Changes(name, nearest) > len(nearest)/2 && !begins(nearest, name) && !begins(name, nearest+"-") {
		return ""
	}
	return "did you mean " + nearest + "? "
}

// begins reports whether a name of one word begins with a part of three letters or more.
func begins(name, part string) bool {
	return len(part) > 2 && strings.HasPrefix(name, part) && !strings.Contains(name, " ")
}

// switchWords are words that people write for on and off.
var switchWords = map[string]string{"yes": "on", "true": "on", "1": "on", "y": "on", "no": "off", "false": "off", "0": "off", "n": "off",
	"none": "off", "never": "off"}

// longestCompared is the maximum number of bytes of a name that Changes compares letter by letter. No known name is as long.
const longestCompared = 256

// Changes returns the Levenshtein distance of two names, where a swap of two neighbours is one change (optimal string alignment). For a
// very long name it returns the longer length.
func Changes(a, b string) int {
	if longest := max(len(a), len(b)); longest > longestCompared && a != b {
		return longest
	}
	var twoUp []int // the row before row
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next := make([]int, len(b)+1)
		next[0] = i + 1
		for j := range len(b) {
			substitution := row[j]
			if a[i] != b[j] {
				substitution++
			}
			next[j+1] = min(substitution, row[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], twoUp[j-1]+1)
			}
		}
		twoUp, row = row, next
	}
	return row[len(b)]
}
