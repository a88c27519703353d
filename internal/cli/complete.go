package cli

import (
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Complete registers the shell completion of every flag below root that has an enumeration. Lists are values by the name of a key,
// or by the name of a flag that sets none.
func Complete(root *cobra.Command, lists map[string][]string) {
	root.Flags().VisitAll(func(flag *pflag.Flag) {
		if flag.Name == configs.SetFlag {
			// As below.
			_ = root.RegisterFlagCompletionFunc(flag.Name, completeSetting(lists))
			return
		}
		values := valuesOf(flag, lists)
		if len(values) == 0 {
			return
		}
		// The error says that the flag is unknown or has a completion; neither can be.
		_ = root.RegisterFlagCompletionFunc(flag.Name, func(_ *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
			return completions(values, word)
		})
	})
	for _, verb := range root.Commands() {
		Complete(verb, lists)
	}
}

// valuesOf lists what a flag can be given: by the lists and its key's choices, or by its help.
func valuesOf(flag *pflag.Flag, lists map[string][]string) []string {
	if flag.Name == "config" {
		return configs.Presets()
	}
	if k, ok := configs.KeyOf(flag); ok {
		values := k.Values()
		for _, v := range lists[k.Name] {
			if !slices.Contains(values, v) {
				values = append(values, v)
			}
		}
		return values
	}
	return slices.Concat(lists["--"+flag.Name], listValues(flag.Usage))
}

// enumeration is the form in which help lists the values of a flag that sets no key.
var enumeration = lazy.Regexp(`(?:^|: )([\w-]+(?: \| [\w-]+)+)$`)

func listValues(usage string) []string {
	match := enumeration().FindStringSubmatch(usage)
	if match == nil {
		return nil
	}
	return strings.Split(match[1], " | ")
}

// completions returns the values that can end a list with commas.
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

// completeSetting completes what --set takes: the names of the command's keys, each with its equals sign, then the values of one.
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

// RefuseRepeats makes a flag of the command that is given twice, with two values, an error: the first value would be lost. Flags that
// take several values stay as they are, and keys of the configuration refuse it themselves.
func RefuseRepeats(cmd *cobra.Command) {
	cmd.InheritedFlags() // adds them to the command's own
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
	texts []string // that were given
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
