package commands

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/keystest"
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
