package configs_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/testkit/keystest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/spf13/pflag"
)

// fieldNames lists the full names in the tags of a struct, those of its own structs without a name with it.
func fieldNames(of reflect.Type, section string) (names []string) {
	for i := range of.NumField() {
		f := of.Field(i)
		name := f.Tag.Get("key")
		switch {
		case f.Type.Kind() != reflect.Struct:
			names = append(names, section+name)
		case name == "":
			names = append(names, fieldNames(f.Type, section)...)
		default:
			names = append(names, fieldNames(f.Type, name+".")...)
		}
	}
	return names
}

// Every field has one key, every key its field, and no two of them one flag on a command or one variable.
func TestEveryFieldHasOneKey(t *testing.T) {
	var names []string
	flags, variables := map[string]bool{}, map[string]bool{}
	for _, k := range configs.Keys() {
		names = append(names, k.Name)
		if flag := k.Noun() + " --" + k.Flag(); flags[flag] || variables[k.Env()] {
			t.Errorf("%s: its flag or its variable is another key's", k.Name)
		}
		flags[k.Noun()+" --"+k.Flag()], variables[k.Env()] = true, true
	}
	fields := fieldNames(reflect.TypeFor[configs.Config](), "")
	slices.Sort(names)
	slices.Sort(fields)
	if !slices.Equal(names, fields) {
		t.Errorf("keys %q\nfields %q", names, fields)
	}
}

// A key says what it decides and what it is, in one line of one form; its default is one of its values.
func TestKeysAreWhole(t *testing.T) {
	mark := "{choices}"
	line := regexp.MustCompile(`^[^\n]*([^ .,;:\n]|, \.\.)$`)
	for _, k := range configs.Keys() {
		switch {
		case k.Decides < configs.Documents || k.Decides > configs.Nothing:
			t.Errorf("%s: decides %v", k.Name, k.Decides)
		case k.Sooner != nil && k.Sooner.Stage >= k.Decides:
			t.Errorf("%s: %v is not sooner than %v", k.Name, k.Sooner.Stage, k.Decides)
		case !line.MatchString(strings.ReplaceAll(k.Doc, mark, "x")) || strings.Count(k.Doc, mark) != min(1, len(k.Choices)):
			t.Errorf("%s: help %q", k.Name, k.Doc)
		case k.Range != nil && (k.Kind == reflect.String || k.Kind == reflect.Bool || !(k.Range.Low < k.Range.High)):
			t.Errorf("%s: bounds %v of a %v", k.Name, k.Range, k.Kind)
		case len(k.Choices) > 0 && k.Kind != reflect.String, k.Files != nil && k.Kind != reflect.String:
			t.Errorf("%s: choices or files of a %v", k.Name, k.Kind)
		case k.Closed() && k.Default != "" && !slices.Contains(k.Values(), k.Default):
			t.Errorf("%s: the default %q is none of %q", k.Name, k.Default, k.Values())
		}
		if s := k.Sooner; s != nil {
			if _, ok := configs.KeyNamed(s.Key); !ok {
				t.Errorf("%s: there is no key %s", k.Name, s.Key)
			}
		}
		if k.Kind == reflect.Bool && k.Default == "" {
			t.Errorf("%s: no default", k.Name)
		}
	}
}

// Every key takes another value, which a flag, a variable and Set give alike, and decides by it the stage that it says.
func TestEveryKeyTakesAnotherValue(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and its threads are those of other tests")
	}
	standard := must.Get(configs.Load("", nil))(t)
	for _, k := range configs.Keys() {
		other := keystest.Other(k)
		changed := standard.Config
		if err := changed.Set(k.Name, other); err != nil {
			t.Errorf("%s: %v", k.Name, err)
			continue
		}
		if err := changed.Validate(); err != nil || fmt.Sprint(k.Get(&changed)) != other || fmt.Sprint(k.Get(&standard.Config)) == other {
			t.Errorf("%s: %v, %q", k.Name, err, other)
		}
		for stage := configs.Documents; stage <= configs.Nothing; stage++ {
			before, after := standard.Deciding(stage), changed.Deciding(stage)
			if same := reflect.DeepEqual(before[k.Name], after[k.Name]); same != (stage != k.Decides) {
				t.Errorf("%s: of what decides %v the same is %v", k.Name, stage, same)
			}
		}
		flags := pflag.NewFlagSet("", pflag.ContinueOnError)
		configs.AddFlags(flags, k.Noun())
		must.Do(t, flags.Parse(k.Words(other)))
		byFlag, err := configs.Load("", flags)
		if err != nil || fmt.Sprint(k.Get(&byFlag.Config)) != other || byFlag.Origins[k.Name] != configs.Origin("flag "+k.Option()) {
			t.Errorf("%s by flag: %v", k.Name, err)
		}
		t.Setenv(k.Env(), other)
		byVariable, err := configs.Load("", nil)
		if err != nil || !reflect.DeepEqual(byVariable.Config, byFlag.Config) {
			t.Errorf("%s by variable: %v", k.Name, err)
		}
		t.Setenv(k.Env(), "")
		short := "AXIOMINE_" + strings.ToUpper(k.Word())
		t.Setenv(short, other)
		if _, err := configs.Load("", nil); err == nil || !strings.Contains(err.Error(), short+"; hint: did you mean ") ||
			!strings.Contains(err.Error(), k.Env()) {
			t.Errorf("%s sets nothing, and is not refused: %v", short, err)
		}
		t.Setenv(short, "")
	}
}

// Some keys decide an earlier stage under another key's value; what differs from machine to machine decides nothing.
func TestDeciding(t *testing.T) {
	l := must.Get(configs.Load("", nil))(t)
	has := func(key string, stage configs.Stage) bool { _, ok := l.Deciding(stage)[key]; return ok }
	for _, c := range []struct {
		key, value, of  string
		before, instead configs.Stage
	}{
		{"gen.tokenizer", "wordpiece", "tokenize.cased", configs.Vocabulary, configs.Documents},
		{"gen.made", "all", "gen.axioms", configs.Mining, configs.Candidates},
	} {
		if !has(c.of, c.before) || has(c.of, c.instead) {
			t.Errorf("%s does not decide %v alone", c.of, c.before)
		}
		must.Do(t, l.Set(c.key, c.value))
		if has(c.of, c.before) || !has(c.of, c.instead) {
			t.Errorf("with %s: %s, %s does not decide %v alone", c.key, c.value, c.of, c.instead)
		}
	}
	l.Gen.Data, l.Gen.Axioms, l.Train.Choose = "/home/me/wikiqa", "run(/runs/dense.txt)", `{gen.vectors: ["/v/glove.txt"]}`
	all := l.Deciding(configs.Documents, configs.Candidates, configs.Training)
	for key, want := range map[string]any{"gen.data": "wikiqa", "gen.axioms": "run(dense.txt)", "train.choose": `{gen.vectors: ["glove.txt"]}`,
		"train.seeds": 1, "gen.strict": false, "train.learning_rate": 0.01} {
		must.Equal(t, all[key], want, "%s", key)
	}
}

// All wrong values are named at once, with what they may be.
func TestValidate(t *testing.T) {
	l := must.Get(configs.Load("", nil))(t)
	for key, text := range map[string]string{"gen.hits": "0", "gen.threads": "4097", "gen.lambda": "1.5", "gen.made": "some",
		"gen.retrieval": "ql+rm3", "gen.stemmer": "snowball:german", "train.learning_rate": "0",
		"train.gate_start": "-100"} {
		must.Do(t, l.Set(key, text))
	}
	const want = "configuration: gen.lambda must be between 0 and 1; gen.hits must be at least 1; " +
		`gen.made: "some" is none of none, test, all; gen.threads must be between 0 and 1,024; ` +
		"train.learning_rate must be above 0 and at most 10; hint: did you mean none? see axiomine configs show"
	if err := l.Validate(); err == nil || err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
}

// A number is decimal in every key: other languages' forms, and digits of other scripts, are refused. -0 is 0.
func TestNumbersAreDecimal(t *testing.T) {
	l := must.Get(configs.Load("", nil))(t)
	tried := 0
	for _, k := range configs.Keys() {
		value := k.Get(&l.Config)
		if _, whole := value.(int); !whole {
			if _, number := value.(float64); !number {
				continue
			}
			if err := l.Set(k.Name, "-0"); err != nil || math.Signbit(k.Get(&l.Config).(float64)) {
				t.Errorf("%s: -0 is %v, error %v", k.Name, k.Get(&l.Config), err)
			}
		}
		tried++
		for _, text := range []string{"1_000", "0x10", "0x1p4", " 3", "3 ", "٣", "1,5", "NaN", "Inf", "1e999"} {
			if l.Set(k.Name, text) == nil {
				t.Errorf("%s takes %q", k.Name, text)
			}
		}
	}
	if tried < 40 {
		t.Errorf("%d keys of numbers", tried)
	}
}

// What a key counts one by one has a bound, and the message writes it out.
func TestCountedKeysAreBounded(t *testing.T) {
	for key, want := range map[string]string{"tokenize.max_length": "between 8 and 1,048,576",
		"tokenize.max_query_length": "between 4 and 1,048,576", "train.pairs_per_epoch": "between 1 and 10,000,000",
		"train.seeds": "between 1 and 10,000", "train.epochs": "between 1 and 10,000", "gen.dimension": "between 0 and 65,536",
		"train.batch_size": "between 1 and 1,000,000"} {
		l := must.Get(configs.Load("", nil))(t)
		must.Do(t, l.Set(key, "9223372036854775807"))
		if err := l.Validate(); err == nil || !strings.Contains(err.Error(), key+" must be "+want) {
			t.Errorf("%s: error %v, want %s", key, err, want)
		}
	}
}

// Help lists the choices with their notes; values are those that a shell can complete.
func TestChoices(t *testing.T) {
	for name, want := range map[string][2]string{
		"gen.drop_self":   {"drop candidates that are the query: auto (beir: same id and text) | on (same id) | off", "auto on off"},
		"gen.stemmer":     {"none | snowball:LANGUAGE | porter | table:FILE (word TAB stem)", "none porter"},
		"tokenize.compat": {"dl4marco: leave the last position of a tfrecord sequence unused, as that converter does", "dl4marco"},
		"gen.k1":          {"BM25 k1", ""},
	} {
		k, _ := configs.KeyNamed(name)
		must.Equal(t, [2]string{k.Help(), strings.Join(k.Values(), " ")}, want, "%s", name)
	}
}

// TestFormatSynonyms: triplets is the name under which a user of sentence-transformers looks for st-triplet.
func TestFormatSynonyms(t *testing.T) {
	for given, want := range map[string]string{"triplets": "st-triplet", "parquet,triplet": "parquet,st-triplet", "triples": "triples"} {
		flags := pflag.NewFlagSet("", pflag.ContinueOnError)
		configs.AddFlags(flags, "tokenize.output_format")
		must.Do(t, flags.Set("output-format", given))
		loaded, err := configs.Load("", flags)
		if err != nil || loaded.Tokenize.OutputFormat != want {
			t.Errorf("%s is %q, %v", given, loaded.Tokenize.OutputFormat, err)
		}
	}
}

// TestKeysAreGivenOnce: another value of a key after the first is an error, whatever flags give them; the same value again is not.
func TestKeysAreGivenOnce(t *testing.T) {
	for _, k := range configs.Keys() {
		first, second := keystest.Other(k), k.Default
		for _, words := range [][2][]string{
			{k.Words(first), k.Words(second)},
			{{"--" + configs.SetFlag, k.Name + "=" + first}, k.Words(second)},
			{k.Words(first), {"--" + configs.SetFlag, k.Name + "=" + second}},
		} {
			parse := func(words ...[]string) error {
				flags := pflag.NewFlagSet("test", pflag.ContinueOnError)
				configs.AddFlags(flags, k.Name)
				return flags.Parse(slices.Concat(words...))
			}
			must.Fail(t, parse(words[0], words[1]), k.Name+" was given as ", "%q", words)
			if err := parse(words[0], words[0]); err != nil {
				t.Errorf("%q twice: %v", words[0], err)
			}
		}
	}
}

// TestVocabularyFile: a model's folder stands for its tokenizer.json, or its vocab.txt; another path for itself.
func TestVocabularyFile(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"", "vocab.txt", "tokenizer.json"} {
		if name != "" {
			must.Do(t, os.WriteFile(filepath.Join(dir, name), nil, 0o666))
		}
		must.Equal(t, configs.VocabularyFile(dir), filepath.Join(dir, name), "with %s", name)
	}
	if got := configs.VocabularyFile(""); got != "" {
		t.Error(got)
	}
}
