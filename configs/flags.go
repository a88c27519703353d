package configs

import (
	"reflect"

	"github.com/spf13/pflag"
)

// AddFlags declares the flags of the given nouns, or of single keys such as tokenize.vocab, on a command.
func AddFlags(flags *pflag.FlagSet, nouns ...string) {
	flags.SortFlags = false
	for _, k := range keys() {
		for _, noun := range nouns {
			if k.Noun() != noun && k.Name != noun {
				continue
			}
			flag := flags.VarPF(&flagValue{key: k, text: k.Default}, k.Flag(), k.Shorthand, k.Help())
			if k.kind == reflect.Bool {
				flag.NoOptDefVal = "true"
			}
		}
	}
}

// KeyOf gives the key that a flag sets; ok is false for a command's own flags.
func KeyOf(flag *pflag.Flag) (k Key, ok bool) {
	value, ok := flag.Value.(*flagValue)
	if !ok {
		return Key{}, false
	}
	return value.key, true
}

// flagValue checks a flag's text against its key's kind when it is set.
type flagValue struct {
	key  Key
	text string
}

func (v *flagValue) String() string { return v.text }
func (v *flagValue) Type() string   { return v.key.kind.String() }
func (v *flagValue) Set(text string) error {
	if _, err := v.key.parse(text); err != nil {
		return err
	}
	v.text = text
	return nil
}
