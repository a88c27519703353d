package page

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/shellwords"
)

// Next is what a reader can do next, and the command for it, which runs as it stands where the page's own command ran; empty for none.
type Next struct{ Why, Command string }

// outputAgain is the output folder of a page's command; after it come the arguments.
const outputAgain = " -o again"

var seedsFlag = regexp.MustCompile(` --seeds \d+`)

// MoreSeeds returns a page's command with twice its seeds, and at least five. A configuration file that the command writes comes along.
func MoreSeeds(command string, seeds int) Next {
	start := strings.LastIndexByte(command, '\n') + 1
	line := seedsFlag.ReplaceAllString(command[start:], "")
	first, rest, ok := strings.Cut(line, outputAgain)
	if !ok {
		return Next{}
	}
	return Next{Why: "the same with more seeds",
		Command: fmt.Sprintf("%s%s --seeds %d%s%s", command[:start], first, max(5, 2*seeds), outputAgain, rest)}
}

// Onward returns another command over the first n arguments of a page's command, begun by verb; none where there are fewer.
func Onward(command string, n int, why, verb string) Next {
	words, err := shellwords.Split(command[strings.LastIndexByte(command, '\n')+1:])
	i := slices.Index(words, "again")
	if err != nil || i < 1 || words[i-1] != "-o" || len(words) <= i+n {
		return Next{}
	}
	return Next{Why: why, Command: verb + " " + shellwords.Join(words[i+1:i+1+n])}
}
