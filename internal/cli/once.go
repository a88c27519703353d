package cli

import (
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// RefuseRepeats makes a flag of root and of the commands below it that is given twice, with two values, an error: the first value would be
// lost. Flags that take several values stay as they are, and keys of the configuration refuse it themselves.
func RefuseRepeats(root *cobra.Command) {
	refuse := func(f *pflag.Flag) {
		_, isList := f.Value.(pflag.SliceValue)
		if _, isKey := configs.KeyOf(f); !isKey && !isList && f.Name != configs.SetFlag {
			f.Value = &onceValue{Value: f.Value, name: f.Name}
		}
	}
	root.PersistentFlags().VisitAll(refuse)
	root.LocalNonPersistentFlags().VisitAll(refuse)
	for _, verb := range root.Commands() {
		RefuseRepeats(verb)
	}
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
