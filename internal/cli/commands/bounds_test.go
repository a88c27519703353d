package commands

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// What would take the square of a request is refused before a file is read: 201 runs have 20,100 pairs, 3,000 words and as many 9,000,000.
func TestBounds(t *testing.T) {
	words := strings.Repeat("word ", 3000)
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
		{newHistogram(), []string{"-q", words, "-d", words, "--vectors", "nosuch"}, "9,000,000 pairs of a word of the query"},
		{newHistogram(), []string{"-q", "word", "-d", words, "--vectors", "nosuch"}, "nosuch"},
	} {
		c.cmd.SetArgs(slices.Clone(c.args))
		c.cmd.SetOut(io.Discard)
		c.cmd.SetErr(io.Discard)
		if err := c.cmd.Execute(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %.200v, want %q", c.cmd.Name(), err, c.want)
		}
	}
}
