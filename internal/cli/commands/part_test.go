package commands

import (
	"os"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestPartsOfPlans: each command with --part or --merge refuses values without a meaning under --dry-run too.
func TestPartsOfPlans(t *testing.T) {
	t.Chdir(t.TempDir())
	must.Do(t, os.WriteFile("sweep.yaml", []byte("sweep:\n  over:\n    gen.seed: [1, 2]\n"), 0o666))
	data := chaintest.Write(t, chaintest.Files)
	checked := 0
	for _, cmd := range runnable(New()) {
		for _, c := range []struct {
			flag  string
			given []string
			want  string
		}{
			{"part", []string{"--part=bogus"}, `"bogus" is no part`}, {"part", []string{"--part=3/2"}, `"3/2" is no part`},
			{"merge", []string{"--merge=nosuch*"}, "there is no nosuch*"},
			{"merge", []string{"--merge=.", "--part=1/2"}, "--part and --merge contradict each other"},
		} {
			has := cmd.Flags().Lookup(c.flag) != nil && (len(c.given) == 1 || cmd.Flags().Lookup("part") != nil)
			if !has {
				continue
			}
			checked++
			args := append(strings.Fields(cmd.CommandPath())[1:], "--data", data, "--dry-run", "-o", "out")
			if cmd.Name() == "sweep" {
				args = append(args, "-c", "sweep.yaml")
			}
			root := New()
			root.SetArgs(append(args, c.given...))
			if err := root.Execute(); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s %s: %v, want %s", cmd.CommandPath(), c.given, err, c.want)
			}
		}
	}
	if checked != 17 { // by hand: --part of mine, retrieve, gen sweep, train and train sweep; --merge of sample and the last three
		t.Errorf("%d values were tried", checked)
	}
}
