package cli

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestRefuseRepeats: of a flag, each kind, a second value is refused, and the same value again is not. Lists take several.
func TestRefuseRepeats(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"-o", "a", "--output", "a", "--list", "x", "--list", "y", "--all", "--all", "-n", "07", "-n", "7"}, ""},
		{[]string{"-o", "a", "--output", "b"}, `--output was given as "a" and as "b"`},
		{[]string{"--all", "--all=false"}, `--all was given as "true" and as "false"`},
		{[]string{"-n", "3", "-n", "4"}, `--number was given as "3" and as "4"`},
		{[]string{"-q", "--quiet=0"}, `--quiet was given as "true" and as "0"`},
	} {
		root, verb := &cobra.Command{Use: "root"}, &cobra.Command{Use: "verb", RunE: func(*cobra.Command, []string) error { return nil }}
		root.SilenceErrors, root.SilenceUsage = true, true
		root.PersistentFlags().BoolP("quiet", "q", false, "")
		verb.Flags().StringP("output", "o", "", "")
		verb.Flags().StringArray("list", nil, "")
		verb.Flags().Bool("all", false, "")
		verb.Flags().IntP("number", "n", 0, "")
		root.AddCommand(verb)
		RefuseRepeats(verb)
		root.SetArgs(append([]string{"verb"}, c.args...))
		got := ""
		if err := root.Execute(); err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%q: %q, want %q", c.args, got, c.want)
		}
	}
}
