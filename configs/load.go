package configs

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/go-viper/mapstructure/v2"
	"github.com/spf13/pflag"
	"github.com/spf13/viper"
)

// Origin is the source of an effective value: default, preset, file, environment or flag.
type Origin string

// IsExplicit reports whether the user gave the value: a flag, the environment or a file, not a preset.
func (o Origin) IsExplicit() bool {
	return o != "" && o != "default" && !strings.HasPrefix(string(o), "preset ")
}

// IsFlag reports whether a flag of the command gave the value.
func (o Origin) IsFlag() bool { return strings.HasPrefix(string(o), "flag ") }

// LoadedConfig is an effective configuration with the origin of every key.
type LoadedConfig struct {
	Config
	Origins map[string]Origin
	Takes   map[string]bool // the names of the keys for which the command has flags
	Sweep   Sweep           // the grid of the file's section sweep or of --over; empty without one
	SweepBy Origin          // the origin of Sweep
	// Published are the numbers that sources report of the experiment that the file describes.
	Published []PublishedNumber
	Original  Original // describes the data and the model of the published numbers
}

// Load builds the effective configuration from defaults, preset, file, environment and flags. Each of these overrides the ones before
// it. name is a file if it exists or ends in .yaml or .yml; another name is a preset's. If name is "", there is no file or preset.
func Load(name string, flags *pflag.FlagSet) (*LoadedConfig, error) {
	v := viper.New()
	l := &LoadedConfig{Origins: map[string]Origin{}, Takes: map[string]bool{}}
	for _, k := range keys() {
		def, err := parse(k.Kind, k.Default)
		if err != nil {
			return nil, fmt.Errorf("default of %s: %w", k.Name, err)
		}
		v.SetDefault(k.Name, def)
		l.Origins[k.Name] = "default"
	}
	if err := l.mergeNamed(v, name); err != nil {
		return nil, err
	}
	if err := l.readOver(flags); err != nil {
		return nil, err
	}
	if err := checkEnvironment(flags); err != nil {
		return nil, err
	}
	for _, k := range keys() {
		if err := l.bind(v, k, flags); err != nil {
			return nil, err
		}
	}
	// Viper finds fields by their tag named key, also in embedded structs.
	byKey := func(c *mapstructure.DecoderConfig) { c.TagName, c.Squash = "key", true }
	if err := v.Unmarshal(&l.Config, viper.DecodeHook(parseText), byKey); err != nil {
		return nil, errs.BadUsage("see axiomine configs show for the keys and their kinds", "configuration: %v", err)
	}
	for _, k := range keys() {
		k.set(&l.Config, k.Get(&l.Config))
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

// Presume marks the values of a file as a preset's, because the command chose the file, not the user.
func (l *LoadedConfig) Presume(file string) {
	for key, origin := range l.Origins {
		if origin == Origin("file "+file) {
			l.Origins[key] = Origin("preset " + file)
		}
	}
}

// bind registers with viper a key's environment variable and flag. It records which of them sets the key, and checks the variable's text.
func (l *LoadedConfig) bind(v *viper.Viper, k Key, flags *pflag.FlagSet) error {
	if err := v.BindEnv(k.Name, k.Env()); err != nil {
		return err
	}
	if text := os.Getenv(k.Env()); text != "" {
		l.Origins[k.Name] = Origin("environment " + k.Env())
		if _, err := parse(k.Kind, text); err != nil {
			return errs.BadUsage("see axiomine configs show", "%s: %v", l.Origins[k.Name], err)
		}
	}
	if flags == nil {
		return nil
	}
	flag := Lookup(flags, k)
	if flag == nil {
		return nil
	}
	l.Takes[k.Name] = true
	if flag.Changed {
		l.Origins[k.Name] = Origin("flag " + optionOf(flag))
	}
	return v.BindPFlag(k.Name, flag)
}

// parseText parses the texts of variables and flags with parse. Viper would read 010 as eight.
func parseText(source, target reflect.Kind, data any) (any, error) {
	if text, ok := data.(string); ok && source == reflect.String {
		return parse(target, text)
	}
	return data, nil
}

// checkEnvironment returns an error for an unknown variable that looks like a key's: AXIOMINE_ with a section and an unknown word, or with
// the name of a flag. Flags without a key, such as --config, have no variable.
func checkEnvironment(flags *pflag.FlagSet) error {
	if err := checkVariables(flags); err != nil {
		return err
	}
	var names []string
	prefixes, byFlag := map[string]bool{}, map[string][]string{}
	for _, k := range keys() {
		names = append(names, k.Env())
		short := variable(k.Word())
		byFlag[short] = append(byFlag[short], k.Env())
		prefixes[variable(k.Noun()+".")] = true
	}
	for _, entry := range os.Environ() {
		name, value, _ := strings.Cut(entry, "=")
		if likely := byFlag[name]; value != "" && likely != nil {
			return errs.BadUsage("did you mean "+strings.Join(likely, " or ")+"?", "unknown environment variable %s", name)
		}
		for prefix := range prefixes {
			if value != "" && strings.HasPrefix(name, prefix) && !slices.Contains(names, name) {
				return errs.BadUsage("did you mean "+errs.Nearest(name, names)+"?", "unknown environment variable %s", name)
			}
		}
	}
	return nil
}

// checkVariables returns an error for a variable that has the name of a command's flag without a key.
func checkVariables(flags *pflag.FlagSet) (err error) {
	if flags == nil {
		return nil
	}
	flags.VisitAll(func(flag *pflag.Flag) {
		name := variable(flag.Name)
		if _, ok := KeyOf(flag); !ok && err == nil && os.Getenv(name) != "" {
			err = errs.BadUsage("give --"+flag.Name+" itself, and unset the variable", "environment variable %s sets nothing", name)
		}
	})
	return err
}

// mergeNamed merges into viper the file or the preset called name. "" names neither.
func (l *LoadedConfig) mergeNamed(v *viper.Viper, name string) error {
	if name == "" {
		return nil
	}
	raw, err := safefile.ReadFile(name, safefile.Whole)
	isFile := err == nil || strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml")
	switch {
	case err == nil:
		return l.mergeYAML(v, name, raw, Origin("file "+name))
	case isFile && errors.Is(err, fs.ErrNotExist):
		return errs.BadUsage("check the path given with -c", "no configuration file %s", name)
	case isFile:
		return err
	}
	preset, noPreset := Preset(name)
	if noPreset != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return noPreset
		}
		return err
	}
	return l.mergeYAML(v, "preset "+name, preset, Origin("preset "+name))
}

// Validate returns one error with all values outside their choices and bounds. Stages validate the rest.
func (c *Config) Validate() error {
	var faults []string
	hint := ""
	for _, k := range keys() {
		wrong, advice := k.fault(k.Get(c))
		if wrong != "" {
			faults, hint = append(faults, wrong), cmp.Or(hint, advice)
		}
	}
	if _, err := ParseChoose(c.Train.Choose); err != nil {
		return err
	}
	if _, err := ParseFeedback(c.Gen.Feedback); err != nil {
		return err
	}
	if _, _, err := ParsePatience(c.Train.Patience); err != nil {
		return err
	}
	if len(faults) > 0 {
		return errs.BadUsage(hint+"see axiomine configs show", "configuration: %s", strings.Join(faults, "; "))
	}
	return nil
}
