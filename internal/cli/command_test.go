package cli_test

import (
	"runtime"
	"testing"

	"github.com/axiomine/axiomine/internal/cli"
	"github.com/spf13/cobra"
)

// --threads bounds the whole process, and 0 leaves it the cores that it has.
func TestThreadsAreCores(t *testing.T) {
	before := runtime.GOMAXPROCS(3)
	defer runtime.GOMAXPROCS(before)
	for _, c := range []struct {
		flag string
		want int
	}{{"--threads=0", 3}, {"--threads=2", 2}, {"--threads=1", 1}} {
		var common cli.Common
		cmd := &cobra.Command{}
		common.AddConfig(cmd, "gen")
		if err := cmd.ParseFlags([]string{c.flag}); err != nil {
			t.Fatal(err)
		}
		if _, err := common.Load(cmd, ""); err != nil {
			t.Fatal(err)
		}
		if got := runtime.GOMAXPROCS(0); got != c.want {
			t.Errorf("%s: %d cores, want %d", c.flag, got, c.want)
		}
	}
}
