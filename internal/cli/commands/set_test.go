package commands

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/keystest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/spf13/cobra"
)

// TestSetOfEveryCommand: each command with --set takes its own keys there, and refuses every other key by name.
func TestSetOfEveryCommand(t *testing.T) {
	taken, refused := 0, 0
	for _, cmd := range runnable(New()) {
		own := map[string]bool{}
		for _, k := range keysOf(cmd) {
			own[k.Name] = true
		}
		if has := cmd.Flags().Lookup(configs.SetFlag) != nil; has != (len(own) > 0) {
			t.Errorf("%s takes %d keys, and has --set: %v", cmd.CommandPath(), len(own), has)
			continue
		}
		if len(own) == 0 {
			continue
		}
		for _, k := range configs.Keys() {
			err := cmd.ParseFlags([]string{"--set", k.Name + "=" + keystest.Other(k)})
			if own[k.Name] {
				taken++
				if err != nil || !configs.Lookup(cmd.Flags(), k).Changed {
					t.Errorf("%s --set %s: %v", cmd.CommandPath(), k.Name, err)
				}
				continue
			}
			refused++
			told := cli.BadFlag(cmd, err)
			if f, ok := errors.AsType[*errs.Error](told); !ok || f.Kind != errs.Usage ||
				!strings.Contains(f.Error(), k.Name+") has no effect in "+cmd.CommandPath()) {
				t.Errorf("%s --set %s: %v", cmd.CommandPath(), k.Name, told)
			}
		}
	}
	if taken < 1000 || refused < 500 { // of 20 commands with 190 keys
		t.Errorf("%d keys were taken and %d refused: the test looks in the wrong place", taken, refused)
	}
}

// TestHintsOfArguments: a flag that names a command's argument has the command's form as its hint, in every command with arguments.
func TestHintsOfArguments(t *testing.T) {
	named := 0
	for _, cmd := range runnable(New()) {
		arguments := strings.Fields(strings.ReplaceAll(cmd.Use, "...", ""))[1:]
		for _, k := range configs.Keys() {
			if configs.Lookup(cmd.Flags(), k) != nil || cmd.Flags().Lookup(k.Flag()) != nil {
				continue
			}
			err := cli.BadFlag(cmd, cmd.ParseFlags([]string{"--" + k.Flag(), "x"}))
			isArgument := slices.Contains(arguments, strings.ToUpper(k.Flag()))
			if isArgument {
				named++
			}
			if strings.Contains(err.Error(), "files are given without flags: "+cmd.CommandPath()+" ") != isArgument {
				t.Errorf("%s --%s: %v", cmd.CommandPath(), k.Flag(), err)
			}
		}
	}
	if named < 3 { // --qrels and --run of eval, --run of mix
		t.Errorf("%d flags name arguments: the test looks in the wrong place", named)
	}
}

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

// written are commands that write for programs, and what.
var written = map[string]string{"configs published": "CSV", "configs show": "YAML",
	"completion": "a script", "serve": "JSON lines",
	"tokenize encode": "JSON lines", "train rerank": "a run"}

// TestEveryCommandIsNarrow: the script widths runs every command that writes for people in a terminal of 80 columns.
func TestEveryCommandIsNarrow(t *testing.T) {
	raw := must.Get(os.ReadFile("../../../configs/testdata/scripts/widths.txt"))(t)
	var visit func(*cobra.Command)
	visit = func(cmd *cobra.Command) {
		for _, verb := range cmd.Commands() {
			visit(verb)
		}
		name := strings.TrimPrefix(cmd.CommandPath(), "axiomine ")
		isRun := strings.Contains(string(raw), "narrow axiomine "+name+" ") || strings.Contains(string(raw), "narrow axiomine "+name+"\n")
		if cmd.Runnable() && cmd.HasParent() && isRun == (written[name] != "") {
			t.Errorf("%s: run in the script %t, written for programs: %q", name, isRun, written[name])
		}
	}
	visit(New())
}

// runnable returns the commands that do something.
func runnable(cmd *cobra.Command) (list []*cobra.Command) {
	if cmd.Runnable() {
		list = append(list, cmd)
	}
	for _, child := range cmd.Commands() {
		list = append(list, runnable(child)...)
	}
	return list
}

// What would take the square of a request is refused before a file is read: 201 runs have 20,100 pairs.
func TestBounds(t *testing.T) {
	runs := []string{"--every-pair", "nosuch"}
	for i := range 201 {
		runs = append(runs, fmt.Sprintf("run%d", i))
	}
	for _, c := range []struct {
		cmd  *cobra.Command
		args []string
		want string
	}{
		{newEval(), slices.Clone(runs), "201 runs have 20,100 pairs, more than 20000; hint: compare fewer runs"},
		{newEval(), slices.Delete(runs, 2, 3), "nosuch"},
	} {
		c.cmd.SetArgs(slices.Clone(c.args))
		c.cmd.SetOut(io.Discard)
		c.cmd.SetErr(io.Discard)
		must.Fail(t, c.cmd.Execute(), c.want, "%s", c.cmd.Name())
	}
}
