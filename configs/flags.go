package configs

import (
	"errors"
	"reflect"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/spf13/pflag"
)

// AddFlags declares the flags of the given nouns, or of single keys such as tokenize.vocab, on a command, and --set for all of them.
// The flags of rare keys are hidden: --set alone gives them a value.
func AddFlags(flags *pflag.FlagSet, nouns ...string) {
	flags.SortFlags = false
	flags.Var(setter{flags}, SetFlag, "any key of a configuration file (axiomine help keys), as --set k3=8; again for another key")
	for _, k := range keys() {
		for _, noun := range nouns {
			if k.Noun() != noun && k.Name != noun {
				continue
			}
			flag := flags.VarPF(&flagValue{key: k, text: k.Default}, k.Flag(), k.Shorthand, k.Help())
			if flag.Hidden = k.Rare; k.Rare || k.Kind == reflect.Bool {
				flag.NoOptDefVal = "true" // an error follows for a rare key
			}
		}
	}
}

// KeyOf returns the key that a flag sets; ok is false for a command's own flags.
func KeyOf(flag *pflag.Flag) (k Key, ok bool) {
	value, ok := flag.Value.(*flagValue)
	if !ok {
		return Key{}, false
	}
	return value.key, true
}

// optionOf names the flag of a key as it was given: --k1, or --set k1.
func optionOf(flag *pflag.Flag) string {
	value := flag.Value.(*flagValue)
	if value.bySet {
		return "--" + SetFlag + " " + value.key.Word()
	}
	return "--" + flag.Name
}

// flagValue checks a flag's text against its key's kind when it is set.
type flagValue struct {
	key   Key
	text  string
	given bool // the text was given, and is no default
	bySet bool // --set gave it
}

func (v *flagValue) String() string { return v.text }
func (v *flagValue) Type() string   { return v.key.Kind.String() }

// Set takes the text of a key's own flag.
func (v *flagValue) Set(text string) error {
	if v.key.Rare && !v.bySet {
		return errs.BadUsage("write --"+SetFlag+" "+v.key.Word()+"=VALUE", "--%s is a key of the configuration file now", v.key.Flag())
	}
	return v.take(text, v.bySet)
}

// take takes a text of the key's own flag or of --set. Another value after the first would be lost: each key is given once.
func (v *flagValue) take(text string, bySet bool) error {
	value, err := parse(v.key.Kind, text)
	if err != nil {
		return err
	}
	if earlier, _ := parse(v.key.Kind, v.text); v.given && earlier != value {
		return errs.BadUsage("give it once", "%s was given as %q and as %q", v.key.Name, v.text, text)
	}
	v.text, v.given, v.bySet = text, true, bySet
	return nil
}

// SetFlag is the flag that gives any key of a configuration file a value, as --set k1=1.2.
const SetFlag = "set"

// noEffectError is the error for a key whose value a command does not take.
type noEffectError struct{ key Key }

func (e noEffectError) Error() string { return e.key.Name + " has no effect here" }

// KeyWithoutEffect returns the key that --set named on a command which does not take it; ok is false for another error.
func KeyWithoutEffect(err error) (k Key, ok bool) {
	refused, ok := errors.AsType[noEffectError](err)
	return refused.key, ok
}

// setter is the value of --set: each text that it is given sets the flag of the key that it names.
type setter struct{ flags *pflag.FlagSet }

func (s setter) String() string { return "" }
func (s setter) Type() string   { return "KEY=VALUE" }

// Set sets a key to a value. The key is named with its section or without, and its words are joined as in a file or as in a flag.
func (s setter) Set(text string) error {
	name, value, ok := strings.Cut(text, "=")
	if !ok {
		return errs.BadUsage("write KEY=VALUE, as k1=1.2", "--%s: %q has no equals sign", SetFlag, text)
	}
	flag, k, err := s.find(strings.ReplaceAll(strings.TrimSpace(name), "-", "_"))
	if err != nil {
		return err
	}
	if _, err := parse(k.Kind, value); err != nil {
		return errs.BadUsage("see axiomine configs show", "--%s %s: %v", SetFlag, k.Word(), err)
	}
	if err := flag.Value.(*flagValue).take(value, true); err != nil {
		return err
	}
	return s.flags.Set(flag.Name, value)
}

// find returns the flag of a key that the command takes.
func (s setter) find(name string) (*pflag.Flag, Key, error) {
	var names []string
	var other *Key // a key of that name which the command does not take
	for _, k := range keys() {
		flag := s.flags.Lookup(k.Flag())
		isTaken := false
		if flag != nil {
			key, ok := KeyOf(flag)
			isTaken = ok && key.Name == k.Name
		}
		switch {
		case name != k.Name && name != k.Word():
			if isTaken {
				names = append(names, k.Word(), k.Name)
			}
		case isTaken:
			return flag, k, nil
		default:
			other = &k
		}
	}
	if other != nil {
		return nil, *other, noEffectError{*other}
	}
	return nil, Key{}, errs.BadUsage(errs.Suggestion(name, names...)+"see axiomine configs show", "--%s: unknown key %s", SetFlag, name)
}
