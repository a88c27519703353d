package page

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/shellwords"
	"github.com/axiomine/axiomine/internal/ui/table"
)

// Fewest is the minimum number of instances for a page without a warning.
const Fewest = 30

// Significant is the p value after Holm below which a difference is called significant.
const Significant = 0.05

// Finding is what a test shows: a claim and the numbers behind it.
type Finding struct{ Claim, Evidence string }

// String returns the finding as a sentence.
func (f Finding) String() string {
	if f.Evidence == "" {
		return f.Claim + "."
	}
	return f.Claim + ": " + f.Evidence + "."
}

// FindingsOf parses sentences that Finding.String returned.
func FindingsOf(sentences []string) (list []Finding) {
	for _, s := range sentences {
		claim, evidence, _ := strings.Cut(strings.TrimSuffix(s, "."), ": ")
		list = append(list, Finding{claim, evidence})
	}
	return list
}

// Score prints a measure as trec_eval does.
func Score(v float64) string { return fmt.Sprintf("%.4f", v) }

// Short prints a measure with three decimals, for running text and figures.
func Short(v float64) string { return fmt.Sprintf("%.3f", v) }

// SpanText prints the smallest and the largest value of a measure, such as over seeds. It returns None for fewer than two values.
func SpanText(values []float64) string {
	if len(values) < 2 {
		return table.None
	}
	return Short(slices.Min(values)) + "–" + Short(slices.Max(values))
}

// PValue prints p with more digits if p is smaller.
func PValue(p float64) string {
	switch {
	case p < 1e-99:
		return "<1e-99"
	case p < 0.001:
		return strings.Replace(fmt.Sprintf("%.0e", p), "e-0", "e-", 1)
	}
	return fmt.Sprintf("%.3f", p)
}

// Capital returns a text with its first letter in upper case, unless its first word is a name such as m-and or nDCG@10.
func Capital(s string) string {
	if word, _, _ := strings.Cut(s, " "); word == "" || strings.ContainsAny(word, "-(_0123456789") {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// Close adds the page's warnings to the results of a report, and the command that makes the page again.
func (p *Page) Close(r *table.Results) *table.Results {
	for _, w := range p.Warnings {
		r.Say("warning: %s", w)
	}
	if lines := strings.Split(p.Command, "\n"); len(lines) == 1 {
		r.Say("command   %s", p.Command)
	} else { // a sweep's file and command
		r.Say("command")
		for _, line := range lines {
			r.Say("%s", line)
		}
	}
	if p.Seeds != "" {
		r.Say("seeds     %s", p.Seeds)
	}
	return r.Say("versions  %s", versionsText(p.Versions))
}

// versionsText returns "axiomine 0.1.0, go 1.26".
func versionsText(versions map[string]string) string {
	list := lists.Map(slices.Sorted(maps.Keys(versions)), func(name string) string { return name + " " + versions[name] })
	return strings.Join(list, ", ")
}

// Next is a suggestion for the reader, and its command, which runs in the folder of the page's own command. Both are empty for none.
type Next struct{ Why, Command string }

// outputAgain is the output flag in a page's command. The arguments follow it.
const outputAgain = " -o again"

var seedsFlag = lazy.Regexp(` --seeds \d+`)

// MoreSeeds returns a page's command with twice the seeds, at least five. A configuration file that the command writes is kept.
func MoreSeeds(command string, seeds int) Next {
	start := strings.LastIndexByte(command, '\n') + 1
	line := seedsFlag().ReplaceAllString(command[start:], "")
	first, rest, ok := strings.Cut(line, outputAgain)
	if !ok {
		return Next{}
	}
	return Next{Why: "the same with more seeds",
		Command: fmt.Sprintf("%s%s --seeds %d%s%s", command[:start], first, max(5, 2*seeds), outputAgain, rest)}
}

// Onward returns the suggestion of the command verb with the first n arguments of a page's command, or an empty Next if there are fewer.
func Onward(command string, n int, why, verb string) Next {
	words, err := shellwords.Split(command[strings.LastIndexByte(command, '\n')+1:])
	i := slices.Index(words, "again")
	if err != nil || i < 1 || words[i-1] != "-o" || len(words) <= i+n {
		return Next{}
	}
	return Next{Why: why, Command: verb + " " + shellwords.Join(words[i+1:i+1+n])}
}
