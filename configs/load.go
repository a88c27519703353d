package configs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs/fault"
	"github.com/spf13/pflag"
	"github.com/spf13/viper"
)

// Origin says where an effective value came from.
type Origin string

// Own says whether the user gave the value: a flag, the environment or a file, not a preset.
func (o Origin) Own() bool {
	return o != "" && o != "default" && !strings.HasPrefix(string(o), "preset ")
}

// Loaded is an effective configuration with the origin of every key.
type Loaded struct {
	Config
	Origins map[string]Origin
	Sweep   Sweep  // of the file's section sweep; empty without one
	SweepBy Origin // whose section that is
	// Published is what sources report of the experiment that the file describes.
	Published []Published
	Original  Original // what these were found with
}

// AddFlags declares the flags of the given nouns, or of single keys such as tokenize.vocab, on a command.
func AddFlags(flags *pflag.FlagSet, nouns ...string) {
	flags.SortFlags = false
	for _, f := range Fields() {
		for _, noun := range nouns {
			if f.Noun == noun || f.Key == noun {
				short := ""
				if f.Name == "threads" {
					short = "j"
				}
				flag := flags.VarPF(&flagValue{field: f, text: f.Default}, f.Flag(), short, f.Doc)
				if f.Kind == reflect.Bool {
					flag.NoOptDefVal = "true"
				}
			}
		}
	}
}

// flagValue checks a flag's text against its field's kind when it is set.
type flagValue struct {
	field Field
	text  string
}

func (v *flagValue) String() string { return v.text }
func (v *flagValue) Type() string   { return v.field.Kind.String() }
func (v *flagValue) Set(text string) error {
	if _, err := v.field.value(text); err != nil {
		return err
	}
	v.text = text
	return nil
}

// Load builds the effective configuration: defaults, then the preset, then the file named, then the environment, then the
// flags that were given. name is a file if it exists or ends in .yaml or .yml, else a preset; empty for neither.
func Load(name string, flags *pflag.FlagSet) (*Loaded, error) {
	v := viper.New()
	l := &Loaded{Origins: map[string]Origin{}}
	fields := Fields()
	for _, f := range fields {
		def, err := f.value(f.Default)
		if err != nil {
			return nil, fmt.Errorf("default of %s: %w", f.Key, err)
		}
		v.SetDefault(f.Key, def)
		l.Origins[f.Key] = "default"
	}
	if err := l.mergeNamed(v, name); err != nil {
		return nil, err
	}
	if err := knownEnvironment(fields); err != nil {
		return nil, err
	}
	for _, f := range fields {
		if err := l.bind(v, f, flags); err != nil {
			return nil, err
		}
	}
	if err := v.Unmarshal(&l.Config, viper.DecodeHook(strictly)); err != nil {
		return nil, fault.BadUsage("see axiomine configs show for the keys and their kinds", "configuration: %v", err)
	}
	if err := l.applyLanguage(); err != nil {
		return l, err
	}
	if err := l.Validate(); err != nil {
		return l, err
	}
	l.Train.Choose = canonicalChoose(l.Train.Choose)
	return l, nil
}

// bind gives a key's environment variable and flag to viper, notes which of them holds, and checks its text.
func (l *Loaded) bind(v *viper.Viper, f Field, flags *pflag.FlagSet) error {
	if err := v.BindEnv(f.Key, f.Env()); err != nil {
		return err
	}
	if text := os.Getenv(f.Env()); text != "" {
		l.Origins[f.Key] = Origin("environment " + f.Env())
		if _, err := f.value(text); err != nil {
			return fault.BadUsage("see axiomine configs show", "%s: %v", l.Origins[f.Key], err)
		}
	}
	if flags == nil {
		return nil
	}
	flag := flags.Lookup(f.Flag())
	if flag == nil {
		return nil
	}
	if of, ok := FieldOf(flag); !ok || of.Key != f.Key { // a command's own flag of that name
		return nil
	}
	if flag.Changed {
		l.Origins[f.Key] = Origin("flag --" + f.Flag())
	}
	return v.BindPFlag(f.Key, flag)
}

// strictly reads the texts of variables and flags as Field.value does, where viper would take 010 for eight.
func strictly(from, to reflect.Kind, data any) (any, error) {
	if text, ok := data.(string); ok && from == reflect.String {
		return Field{Kind: to}.value(text)
	}
	return data, nil
}

// knownEnvironment refuses variables that are named like a key and are none: AXIOMINE_, a noun, and more.
func knownEnvironment(fields []Field) error {
	var names []string
	prefixes := map[string]bool{}
	for _, f := range fields {
		names = append(names, f.Env())
		prefixes[Field{Key: f.Noun + "."}.Env()] = true
	}
	for _, variable := range os.Environ() {
		name, value, _ := strings.Cut(variable, "=")
		for prefix := range prefixes {
			if value != "" && strings.HasPrefix(name, prefix) && !slices.Contains(names, name) {
				return fault.BadUsage("did you mean "+fault.Nearest(name, names)+"?", "unknown environment variable %s", name)
			}
		}
	}
	return nil
}

func (l *Loaded) mergeNamed(v *viper.Viper, name string) error {
	if name == "" {
		return nil
	}
	raw, err := os.ReadFile(name)
	isFile := err == nil || strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml")
	switch {
	case err == nil:
		return l.mergeYAML(v, name, raw, Origin("file "+name))
	case isFile && errors.Is(err, fs.ErrNotExist):
		return fault.BadUsage("check the path given with -c", "no configuration file %s", name)
	case isFile:
		return err
	}
	preset, err := Preset(name)
	if err != nil {
		return err
	}
	return l.mergeYAML(v, "preset "+name, preset, Origin("preset "+name))
}

// maxThreads is more than machines have; each thread takes memory of its own.
const maxThreads = 4096

// Validate names all values outside their choices at once. What only a stage can judge, the stage validates.
func (c *Config) Validate() error {
	var faults []string
	for _, check := range []struct {
		key    string
		broken bool
		want   string
	}{
		{"gen.hits", c.Gen.Hits < 1, "at least 1"},
		{"gen.max_line", c.Gen.MaxLine < 1, "at least 1"},
		{"gen.threads", c.Gen.Threads < 0 || c.Gen.Threads > maxThreads, "0 for all cores, or a number up to 4096"},
		{"gen.seed", c.Gen.Seed < 0, "0 or more"},
		{"gen.limit", c.Gen.Limit < 0, "0 for all, or a number"},
		{"gen.judged_queries", c.Gen.JudgedQueries < 0, "0 for all, or a number"},
		{"gen.pool_top", c.Gen.PoolTop < 0, "0 for all, or a number"},
		{"gen.dimension", c.Gen.Dimension < 0, "0 or more"},
		{"gen.k1", c.Gen.K1 < 0, "0 or more"},
		{"gen.b", c.Gen.B < 0, "0 or more"},
		{"gen.mu", c.Gen.Mu < 0, "0 or more"},
		{"gen.candidates_mu", c.Gen.CandidatesMu < 0, "0 or more"},
		{"tokenize.vocab_size", c.Tokenize.VocabSize < 100, "at least 100"},
		{"tokenize.max_length", c.Tokenize.MaxLength < 8, "at least 8"},
		{"tokenize.max_query_length", c.Tokenize.MaxQueryLength < 4, "at least 4"},
		{"tokenize.shard_size", c.Tokenize.ShardSize < 0, "0 or more"},
		{"train.dev_queries", c.Train.DevQueries < 0, "0 for all, or a number"},
		{"train.tune_retrieval", c.Train.TuneRetrieval != "auto" && c.Train.TuneRetrieval != "off", "auto or off"},
		{"train.features", c.Train.Features != "none" && c.Train.Features != "extra", "none or extra"},
		{"train.cosine_scale", c.Train.CosineScale < 0, "0 or more"},
		{"train.restart", c.Train.Restart < 0, "0 or more"},
		{"train.seeds", c.Train.Seeds < 1, "at least 1"},
		{"train.epochs", c.Train.Epochs < 1, "at least 1"},
		{"train.patience", c.Train.Patience < 0, "0 or more"},
		{"train.min_delta", c.Train.MinDelta < 0, "0 or more"},
		{"train.pairs_per_epoch", c.Train.PairsPerEpoch < 1, "at least 1"},
		{"train.max_repeats", c.Train.MaxRepeats < 1, "at least 1"},
		{"train.checkpoint_every", c.Train.Checkpoint < 0, "0 or a number of seconds"},
		{"train.batch_size", c.Train.BatchSize < 1, "at least 1"},
		{"train.learning_rate", c.Train.LearningRate <= 0, "above 0"},
	} {
		if check.broken {
			faults = append(faults, check.key+" must be "+check.want)
		}
	}
	if _, err := ParseChoose(c.Train.Choose); err != nil {
		return err
	}
	if len(faults) > 0 {
		return fault.BadUsage("see axiomine configs show", "configuration: %s", strings.Join(faults, "; "))
	}
	return nil
}
