package commands

import (
	"io"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/shellwords"
	"github.com/axiomine/axiomine/internal/testkit/keystest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// TestFewFlags: a person reads at most 60 flags of a command, 12 of them in -h, all counted; no command has a hidden one
// but keys of --set, which take no value of their own.
func TestFewFlags(t *testing.T) {
	const most, mostBrief = 60, 12
	for _, cmd := range runnable(New()) {
		for _, c := range []struct {
			option string
			most   int
		}{{"--help", most}, {"-h", mostBrief}} {
			shown := 0
			for line := range strings.Lines(helpOf(t, cmd, c.option)) {
				if strings.HasPrefix(line, "      --") || strings.HasPrefix(line, "  -") && strings.Contains(line, ", --") {
					shown++
				}
			}
			if shown > c.most || shown == 0 && c.option == "--help" {
				t.Errorf("%s %s shows %d flags", cmd.CommandPath(), c.option, shown)
			}
		}
		n := 0
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if k, isKey := configs.KeyOf(f); !isKey || k.HasFlag {
				n++
			}
		})
		if n > most {
			t.Errorf("%s has %d flags", cmd.CommandPath(), n)
		}
	}
}

// helpOf returns what a command prints with -h or --help.
func helpOf(t *testing.T, cmd *cobra.Command, option string) string {
	t.Helper()
	var out strings.Builder
	root := New()
	root.SetOut(&out)
	root.SetArgs(append(strings.Fields(cmd.CommandPath())[1:], option))
	must.Do(t, root.Execute())
	return out.String()
}

// TestKeysWithoutFlags: each key that a command takes and that has no flag is answered with the words that give it, which the command takes
// as they are pasted.
func TestKeysWithoutFlags(t *testing.T) {
	answered, stride := 0, nightly.Stride(t, "keys without flags", 5)
	for i, cmd := range runnable(New()) {
		path := strings.Fields(cmd.CommandPath())[1:]
		for j, k := range keysOf(cmd) {
			if k.HasFlag || (i+j)%stride != 0 {
				continue
			}
			answered++
			value := keystest.Other(k)
			for _, given := range [][]string{{"--" + k.Flag() + "=" + value}, {"--" + k.Flag(), value}} {
				args := append(path[:len(path):len(path)], given...)
				root := New()
				root.SetErr(io.Discard)
				root.SetArgs(args)
				err := root.Execute()
				if err == nil {
					t.Errorf("%s: no error", args)
					continue
				}
				_, written, _ := strings.Cut(cli.FitHint(cmd, err.Error()), "; hint: write ")
				words, err := shellwords.Split(written)
				if err != nil || len(words) != 2 || words[0] != "--"+configs.SetFlag || cmd.ParseFlags(words) != nil {
					t.Errorf("%s: %q", args, written)
				} else if flag := configs.Lookup(cmd.Flags(), k); flag.Value.String() != value {
					t.Errorf("%s: %q gives %s", args, written, flag.Value)
				}
			}
		}
	}
	if answered < 500/stride {
		t.Errorf("%d keys were tried: the test looks in the wrong place", answered)
	}
}
