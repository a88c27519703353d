package cli

import (
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagValues returns the values of a flag: those of a list one by one.
func flagValues(f *pflag.Flag) []string {
	if list, ok := f.Value.(pflag.SliceValue); ok {
		return list.GetSlice()
	}
	return []string{f.Value.String()}
}

// flagWords returns the words of a command line that give a flag these values, behind an equals sign where the flag may stand without one.
// A rare key has no flag of its own: --set gives it.
func flagWords(f *pflag.Flag, values ...string) (words []string) {
	k, ofConfig := configs.KeyOf(f)
	for _, value := range values {
		if ofConfig {
			words = append(words, k.Words(value)...)
		} else if f.NoOptDefVal != "" {
			words = append(words, "--"+f.Name+"="+value)
		} else {
			words = append(words, "--"+f.Name, value)
		}
	}
	return words
}

// GivenFlags returns the words of the flags that were given, without the neutral ones and those named. What --set gave stands as its key.
func GivenFlags(cmd *cobra.Command, except ...string) (words []string) {
	configs.VisitAll(cmd.Flags(), func(f *pflag.Flag) {
		if f.Changed && !neutral[f.Name] && !slices.Contains(except, f.Name) {
			words = append(words, flagWords(f, flagValues(f)...)...)
		}
	})
	return words
}
