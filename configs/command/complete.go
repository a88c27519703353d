package command

import (
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Complete lets a shell complete the values of every flag below root that sets a key of the configuration: from lists by
// key and from the key's choices; and -c from the presets.
func Complete(root *cobra.Command, lists map[string][]string) {
	root.Flags().VisitAll(func(flag *pflag.Flag) {
		values := configs.Presets()
		if flag.Name != "config" {
			k, ok := configs.KeyOf(flag)
			if !ok {
				return
			}
			values = slices.Concat(lists[k.Name], k.Values())
		}
		// The error says that the flag is unknown or has a completion; neither can be.
		_ = root.RegisterFlagCompletionFunc(flag.Name, func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
			return completions(values, typed)
		})
	})
	for _, verb := range root.Commands() {
		Complete(verb, lists)
	}
}

// completions offers the values that can stand at the end of a list with commas. Where there are none, files are offered.
func completions(values []string, typed string) ([]string, cobra.ShellCompDirective) {
	if len(values) == 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	before := typed[:strings.LastIndexByte(typed, ',')+1]
	var out []string
	for _, v := range values {
		if strings.HasPrefix(v, strings.TrimLeft(typed[len(before):], " ")) {
			out = append(out, before+v)
		}
	}
	return out, cobra.ShellCompDirectiveDefault
}
