package commands

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// verbs are those with which the sentences of commands begin.
const verbs = " add answer build check compare compute count draw explain explore find list make measure name order print read recompute" +
	" run show test train turn "

// TestSentencesOfCommands: the sentence of each command begins with a verb, so that a newcomer reads what it does.
func TestSentencesOfCommands(t *testing.T) {
	n := 0
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		for _, verb := range cmd.Commands() {
			n++
			first, _, _ := strings.Cut(verb.Short, " ")
			if !strings.Contains(verbs, " "+first+" ") && !verb.Hidden {
				t.Errorf("%s: %q begins with no verb", verb.CommandPath(), verb.Short)
			}
			walk(verb)
		}
	}
	walk(New())
	if n < 30 { // there are more commands
		t.Errorf("only %d commands", n)
	}
}
