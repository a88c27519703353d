package configs

import (
	"errors"
	"reflect"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/shellwords"
	"github.com/spf13/pflag"
)

// AddFlags declares --set, and a flag for each key of the given sections and for single keys such as tokenize.vocab. The flag of a key
// without HasFlag is hidden: only --set sets it.
func AddFlags(flags *pflag.FlagSet, nouns ...string) {
	flags.SortFlags = false
	flags.Var(setter{flags}, SetFlag, "any key of a configuration file (axiomine help keys), as --set k3=8; again for another key")
	all := keys()
	for i := range all {
		k := &all[i]
		if !slices.Contains(nouns, k.Noun()) && !slices.Contains(nouns, k.Name) {
			continue
		}
		flag := flags.VarPF(&flagValue{key: k, text: k.Default}, k.Flag(), k.Shorthand, k.Help())
		if flag.Hidden = !k.HasFlag; k.Kind == reflect.Bool {
			flag.NoOptDefVal = "true"
		}
	}
}

// VisitAll calls visit for each visible flag of a command, then for each key that only --set can set.
func VisitAll(flags *pflag.FlagSet, visit func(*pflag.Flag)) { visibleFirst(flags.VisitAll, visit) }

// Visit calls visit for those flags and keys of VisitAll that the user set.
func Visit(flags *pflag.FlagSet, visit func(*pflag.Flag)) { visibleFirst(flags.Visit, visit) }

// visibleFirst calls visit for the flags that each yields: first the visible ones, then the hidden ones.
func visibleFirst(each func(func(*pflag.Flag)), visit func(*pflag.Flag)) {
	for _, hidden := range []bool{false, true} {
		each(func(f *pflag.Flag) {
			if f.Hidden == hidden {
				visit(f)
			}
		})
	}
}

// Lookup returns the flag, hidden or not, of a key that a command takes. It returns nil for other keys.
func Lookup(flags *pflag.FlagSet, k Key) *pflag.Flag {
	flag := flags.Lookup(k.Flag())
	if flag == nil {
		return nil
	}
	if key, ok := KeyOf(flag); !ok || key.Name != k.Name { // the command has a flag of its own with this name
		return nil
	}
	return flag
}

// KeyOf returns the key that a flag sets; ok is false for a command's own flags.
func KeyOf(flag *pflag.Flag) (k Key, ok bool) {
	value, ok := flag.Value.(*flagValue)
	if !ok {
		return Key{}, false
	}
	return *value.key, true
}

// optionOf returns the option by which the user set a key: --k1, or --set k1.
func optionOf(flag *pflag.Flag) string {
	value := flag.Value.(*flagValue)
	if value.bySet {
		return "--" + SetFlag + " " + value.key.Word()
	}
	return "--" + flag.Name
}

// flagValue is the value of a key's flag. It checks a text against the key's kind when it is set.
type flagValue struct {
	key     *Key
	text    string
	isGiven bool // whether the user set the text, by the flag or by --set
	bySet   bool // whether the user set the text by --set
}

func (v *flagValue) String() string { return v.text }
func (v *flagValue) Type() string   { return v.key.Kind.String() }

// Set sets the key to the text of its own flag.
func (v *flagValue) Set(text string) error {
	if !v.key.HasFlag && !v.bySet {
		return v.key.NoFlag(text)
	}
	return v.setText(text, v.bySet)
}

// NoFlag returns the error for the use of a key's flag where the key can only be set by --set.
func (k Key) NoFlag(value string) error {
	return errs.BadUsage("write --"+SetFlag+" "+shellwords.QuoteForSystem(k.Word()+"="+value), "--%s is no flag: %s is a key", k.Flag(), k.Name)
}

// setText sets the key to a text from its flag or from --set. A second value is an error.
func (v *flagValue) setText(text string, bySet bool) error {
	value, err := parse(v.key.Kind, text)
	if err != nil {
		return err
	}
	if earlier, _ := parse(v.key.Kind, v.text); v.isGiven && earlier != value {
		return errs.BadUsage("give it once", "%s was given as %q and as %q", v.key.Name, v.text, text)
	}
	v.text, v.isGiven, v.bySet = text, true, bySet
	return nil
}

// SetFlag is the name of the flag that sets any key, as in --set k1=1.2.
const SetFlag = "set"

// noEffectError is the error for a key whose value a command does not take.
type noEffectError struct{ key Key }

func (e noEffectError) Error() string { return e.key.Name + " has no effect here" }

// KeyWithoutEffect returns the key of an error of --set about a key that the command does not take. ok is false for another error.
func KeyWithoutEffect(err error) (k Key, ok bool) {
	refused, ok := errors.AsType[noEffectError](err)
	return refused.key, ok
}

// setter is the pflag.Value of --set. Each text KEY=VALUE sets one key.
type setter struct{ flags *pflag.FlagSet }

func (s setter) String() string { return "" }
func (s setter) Type() string   { return "KEY=VALUE" }

// Set sets a key to a value. The section in the key's name may be left out, and - may replace _.
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
	if err := flag.Value.(*flagValue).setText(value, true); err != nil {
		return err
	}
	return s.flags.Set(flag.Name, value)
}

// find returns the flag of a key that the command takes.
func (s setter) find(name string) (*pflag.Flag, Key, error) {
	var names []string
	var other *Key // a key of that name that the command does not take; nil: none
	for _, k := range keys() {
		flag := Lookup(s.flags, k)
		switch {
		case name != k.Name && name != k.Word():
			if flag != nil {
				names = append(names, k.Word(), k.Name)
			}
		case flag != nil:
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
