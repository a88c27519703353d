package cli

import (
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Completion returns the command completion SHELL: a script that completes commands, flags and their values.
func Completion() *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{Use: "completion bash|zsh|fish|powershell", Short: "print a script for a shell that completes commands and flags",
		Args: Args(1, 1, "one shell"), ValidArgs: shells,
		Example: "  source <(axiomine completion bash)\n  axiomine completion zsh > \"${fpath[1]}/_axiomine\"",
		RunE: func(cmd *cobra.Command, args []string) error {
			root, out := cmd.Root(), cmd.OutOrStdout()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(out, true)
			case "zsh":
				return root.GenZshCompletion(out)
			case "fish":
				return root.GenFishCompletion(out, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(out)
			}
			return errs.BadUsage("did you mean "+errs.Nearest(args[0], shells)+"?", "no completion for %q", args[0])
		}}
}

// Complete registers the shell completion of every flag below root with known values. lists holds values by the name of a key, or of a
// flag without a key.
func Complete(root *cobra.Command, lists map[string][]string) {
	root.Flags().VisitAll(func(flag *pflag.Flag) {
		if flag.Name == configs.SetFlag {
			// The error is impossible, as below.
			_ = root.RegisterFlagCompletionFunc(flag.Name, completeSetting(lists))
			return
		}
		values := valuesOf(flag, lists)
		if len(values) == 0 {
			return
		}
		// The error for an unknown flag or a second completion cannot occur.
		_ = root.RegisterFlagCompletionFunc(flag.Name, func(_ *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
			return completions(values, word)
		})
	})
	for _, verb := range root.Commands() {
		Complete(verb, lists)
	}
}

// valuesOf lists a flag's values, from known and its key's choices, or from its help.
func valuesOf(flag *pflag.Flag, known map[string][]string) []string {
	if flag.Name == "config" {
		return configs.Presets()
	}
	if k, ok := configs.KeyOf(flag); ok {
		return lists.AddNew(k.Values(), known[k.Name]...)
	}
	return slices.Concat(known["--"+flag.Name], listValues(flag.Usage))
}

// enumeration matches the values at the end of the help of a flag without a key.
var enumeration = lazy.Regexp(`(?:^|: )([\w-]+(?: \| [\w-]+)+)$`)

func listValues(usage string) []string {
	match := enumeration().FindStringSubmatch(usage)
	if match == nil {
		return nil
	}
	return strings.Split(match[1], " | ")
}

// completions returns a list's text completed by each possible next value.
func completions(values []string, word string) ([]string, cobra.ShellCompDirective) {
	prefix := word[:strings.LastIndexByte(word, ',')+1]
	var out []string
	for _, v := range values {
		if strings.HasPrefix(v, strings.TrimLeft(word[len(prefix):], " ")) {
			out = append(out, prefix+v)
		}
	}
	return out, cobra.ShellCompDirectiveDefault
}

// completeSetting completes the values of --set: the names of the command's keys with an equals sign, then the values of a key.
func completeSetting(lists map[string][]string) cobra.CompletionFunc {
	return func(cmd *cobra.Command, _ []string, word string) (out []string, _ cobra.ShellCompDirective) {
		key, value, hasValue := strings.Cut(word, "=")
		configs.VisitAll(cmd.Flags(), func(f *pflag.Flag) {
			switch k, ok := configs.KeyOf(f); {
			case !ok:
			case hasValue && k.Word() == key:
				values, _ := completions(valuesOf(f, lists), value)
				for _, v := range values {
					out = append(out, key+"="+v)
				}
			case !hasValue && strings.HasPrefix(k.Word(), key):
				out = append(out, k.Word()+"=")
			}
		})
		if hasValue {
			return out, cobra.ShellCompDirectiveDefault
		}
		return out, cobra.ShellCompDirectiveNoSpace
	}
}

// RefuseRepeats makes two different values for a flag an error, since the first would be lost. It does not change flags that take several
// values. Keys of the configuration have their own check.
func RefuseRepeats(cmd *cobra.Command) {
	cmd.InheritedFlags() // adds the inherited flags to cmd.Flags
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		_, isList := f.Value.(pflag.SliceValue)
		if _, isKey := configs.KeyOf(f); !isKey && !isList && f.Name != configs.SetFlag {
			f.Value = &onceValue{Value: f.Value, name: f.Name}
		}
	})
}

// onceValue is the value of a flag that is set once.
type onceValue struct {
	pflag.Value
	name  string
	texts []string // the texts that the user gave
}

// Set sets the value, and returns an error if it was set to another one before.
func (v *onceValue) Set(text string) error {
	earlier := v.String()
	if err := v.Value.Set(text); err != nil {
		return err
	}
	v.texts = append(v.texts, text)
	if len(v.texts) > 1 && v.String() != earlier {
		return errs.BadUsage("give it once", "--%s was given as %q and as %q", v.name, v.texts[0], text)
	}
	return nil
}
