package configs

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/numeral"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Key describes one key of the configuration.
type Key struct {
	Name      string              // the name with its section: gen.k1
	Default   string              // the default as text
	Shorthand string              // the one-letter flag; "" without one
	Choices   []choice            // the possible values; empty: any value of the field's kind
	HasFlag   bool                // whether the key has a visible flag; without one only --set sets it on the command line
	Open      bool                // whether values outside Choices are allowed, which a stage checks
	Range     *numberRange        // the bounds of a number; nil: none
	Decides   Stage               // the earliest stage whose result it can change
	Sooner    *sooner             // an earlier stage whose result it can change if another key has a certain value; nil: none
	OneForm   func(string) string // returns the canonical form of a text; nil: different texts are different values
	Needs     string              // conditions of internal/cli/commands/effect.go; the value has an effect only if all of them hold
	Files     naming              // finds the paths of input files in a value; nil: values have no paths
	Doc       string              // one line of help, in which {choices} is replaced by the choices
	Brief     string              // replaces the beginning of Doc under -h; "": Doc is short enough

	// Kind is the kind of the values: String, Int, Float64 or Bool. Heading is the key's heading in help. Both are derived from the table.
	Kind    reflect.Kind
	Heading string

	index []int // the index path of the field in Config
}

// choice is a value of a key, or a form of several values.
type choice struct {
	Value string // the value; "" for a form
	Form  string // a pattern of values, such as snowball:LANGUAGE; "" for a value
	Note  string // is shown in brackets after the value
	Needs string // as Key.Needs, for this choice alone
}

func oneOf(values ...string) (list []choice) {
	return lists.Map(values, func(v string) choice { return choice{Value: v} })
}

func (c choice) String() string {
	if c.Note == "" {
		return c.Value + c.Form
	}
	return c.Value + c.Form + " (" + c.Note + ")"
}

// choicesMark is replaced by the choices in a key's Doc.
const choicesMark = "{choices}"

// Noun returns the section of the key: gen.
func (k Key) Noun() string { noun, _, _ := strings.Cut(k.Name, "."); return noun }

// Word returns the key's name in its section: k1.
func (k Key) Word() string { _, word, _ := strings.Cut(k.Name, "."); return word }

// Flag returns the key's word in kebab-case: its flag without dashes, if it has one.
func (k Key) Flag() string { return strings.ReplaceAll(k.Word(), "_", "-") }

// Option returns how the key is written on the command line: --hits, or --set k3 for a key without a flag.
func (k Key) Option() string {
	if k.HasFlag {
		return "--" + k.Flag()
	}
	return "--" + SetFlag + " " + k.Word()
}

// Words returns the words of a command line that set the key to a value.
func (k Key) Words(value string) []string {
	switch {
	case !k.HasFlag:
		return []string{"--" + SetFlag, k.Word() + "=" + value}
	case k.Kind == reflect.Bool:
		return []string{"--" + k.Flag() + "=" + value}
	}
	return []string{"--" + k.Flag(), value}
}

// Env returns the environment variable that sets the key.
func (k Key) Env() string { return variable(k.Name) }

// variable returns the environment variable of a key, a section or a flag.
func variable(name string) string {
	return "AXIOMINE_" + strings.ToUpper(strings.NewReplacer(".", "_", "-", "_").Replace(name))
}

// Help returns the key's line in help.
func (k Key) Help() string {
	return strings.ReplaceAll(k.Doc, choicesMark, strings.Join(lists.Map(k.Choices, choice.String), " | "))
}

// Placeholder returns the name of the key's value in help: N, X, PATH or VALUE; empty for a switch.
func (k Key) Placeholder() string {
	switch k.Kind {
	case reflect.Bool:
		return ""
	case reflect.Int:
		return "N"
	case reflect.Float64:
		return "X"
	}
	if _, path := k.Files.(wholePath); path && len(k.Choices) == 0 {
		return "PATH"
	}
	return "VALUE"
}

// Values returns the values among the key's choices.
func (k Key) Values() (values []string) {
	for _, c := range k.Choices {
		if c.Form == "" {
			values = append(values, c.Value)
		}
	}
	return values
}

// Closed reports whether the key takes only its Values and its default.
func (k Key) Closed() bool {
	return len(k.Choices) > 0 && !k.Open && !slices.ContainsFunc(k.Choices, func(c choice) bool { return c.Form != "" })
}

// takes reports whether a text may be a value: it is one of the Values, or begins with the word and colon of a form. If a form has no
// such beginning, every text may be a value.
func (k Key) takes(text string) bool {
	if len(k.Choices) == 0 || k.Open {
		return true
	}
	return slices.ContainsFunc(k.Choices, func(c choice) bool {
		word, _, hasWord := strings.Cut(c.Form, ":")
		switch {
		case c.Form == "":
			return c.Value == text
		case !hasWord, strings.Contains(word, "{"):
			return true
		}
		return strings.HasPrefix(text, word+":")
	})
}

func (k Key) forms() (list []string) {
	return lists.Map(k.Choices, func(c choice) string { return c.Value + c.Form })
}

// Get returns the key's value in c.
func (k Key) Get(c *Config) any { return reflect.ValueOf(c).Elem().FieldByIndex(k.index).Interface() }

// set sets the key in c to a value of its kind, in canonical form.
func (k Key) set(c *Config, value any) {
	if text, isText := value.(string); isText && k.OneForm != nil {
		value = k.OneForm(text)
	}
	reflect.ValueOf(c).Elem().FieldByIndex(k.index).Set(reflect.ValueOf(value))
}

// Set sets a key to a value, as text. gen.language also sets the keys of the analyser.
func (c *Config) Set(key, text string) error {
	if key == languageKey && text != "" {
		language, err := languageOf(text)
		if err != nil {
			return err
		}
		for _, p := range language.analyser() {
			if err := c.Set(p.Key, p.Value); err != nil {
				return err
			}
		}
	}
	k, ok := keysByName()[key]
	if !ok {
		return errs.BadUsage("see axiomine configs show", "unknown key %s", key)
	}
	value, err := parse(k.Kind, text)
	if err != nil {
		return errs.BadUsage("see axiomine configs show", "%s: %v", key, err)
	}
	k.set(c, value)
	return nil
}

// parse parses text as a value of a kind. The error names the expected form.
func parse(kind reflect.Kind, text string) (value any, err error) {
	form := ""
	switch kind {
	case reflect.Int:
		form = "a whole number"
		value, err = strconv.Atoi(text)
	case reflect.Float64:
		form = "a number"
		var x float64
		if x, err = numeral.Parse(text); math.IsNaN(x) || math.IsInf(x, 0) {
			err = strconv.ErrRange
		}
		value = x + 0 // -0 becomes 0
	case reflect.Bool:
		form = "true or false"
		value, err = strconv.ParseBool(text)
	default:
		return text, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%q is not %s", text, form)
	}
	return value, nil
}

// fault returns the reason why a value of the key is invalid, and a suggestion. Both are "" for a valid value.
func (k Key) fault(value any) (wrong, hint string) {
	number := 0.
	switch x := value.(type) {
	case string:
		if x != k.Default && !k.takes(x) {
			return fmt.Sprintf("%s: %q is none of %s", k.Name, x, strings.Join(k.forms(), ", ")), errs.Suggestion(x, k.Values()...)
		}
		return "", ""
	case int:
		number = float64(x)
	case float64:
		number = x
	}
	if k.Range == nil || k.Range.Holds(number) {
		return "", ""
	}
	return k.Name + " must be " + k.Range.String(), ""
}

// Standard returns the key's default as a value of its kind.
func (k Key) Standard() any {
	value, err := parse(k.Kind, k.Default)
	if err != nil {
		panic(err) // Load refuses it
	}
	return value
}

// List returns the entries of a list separated by commas, without spaces around them and without empty entries.
func List(text string) []string {
	var out []string
	for _, entry := range strings.Split(text, ",") {
		if entry = strings.TrimSpace(entry); entry != "" {
			out = append(out, entry)
		}
	}
	return out
}

// numberRange holds the bounds of a number. High is included, and so is Low unless ExcludesLow. An infinite bound is no bound.
type numberRange struct {
	Low, High   float64
	ExcludesLow bool
}

func atLeast(low float64) *numberRange           { return &numberRange{Low: low, High: math.Inf(1)} }
func closedRange(low, high float64) *numberRange { return &numberRange{Low: low, High: high} }

// Holds reports whether a number is in the range.
func (r *numberRange) Holds(x float64) bool {
	return x >= r.Low && x <= r.High && (!r.ExcludesLow || x > r.Low)
}

func (r *numberRange) String() string {
	low, high := terminal.GroupFloat(r.Low), terminal.GroupFloat(r.High)
	switch hasHigh := !math.IsInf(r.High, 1); {
	case r.ExcludesLow && hasHigh:
		return "above " + low + " and at most " + high
	case r.ExcludesLow:
		return "above " + low
	case hasHigh:
		return "between " + low + " and " + high
	case r.Low == 0:
		return "0 or more"
	}
	return "at least " + low
}
