package configs_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/testkit/keystest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/spf13/pflag"
)

// TestSetGivesEveryKey: --set gives each key its value, by its name with its section and without, joined as in a file and as in a flag.
func TestSetGivesEveryKey(t *testing.T) {
	for _, k := range configs.Keys() {
		other := keystest.Other(k)
		for _, name := range []string{k.Word(), k.Flag(), k.Name} {
			flags := pflag.NewFlagSet("", pflag.ContinueOnError)
			configs.AddFlags(flags, k.Noun())
			must.Do(t, flags.Parse([]string{"--set", name + "=" + other}))
			l, err := configs.Load("", flags)
			if err != nil || fmt.Sprint(k.Get(&l.Config)) != other || l.Origins[k.Name] != configs.Origin("flag --set "+k.Word()) {
				t.Errorf("--set %s=%s: %v, %v of %s", name, other, err, k.Get(&l.Config), l.Origins[k.Name])
			}
		}
	}
}

// TestSetRefuses: each key is given once, with a value of its kind, and a key without a flag by --set alone.
func TestSetRefuses(t *testing.T) {
	parse := func(noun string, words ...string) error {
		flags := pflag.NewFlagSet("", pflag.ContinueOnError)
		configs.AddFlags(flags, noun)
		return flags.Parse(words)
	}
	for _, k := range configs.Keys() {
		other := keystest.Other(k)
		set, flag, standard := "--set="+k.Word()+"="+other, "--"+k.Flag()+"="+other, "--"+k.Flag()+"="+k.Default
		refused := [][]string{{set, "--set=" + k.Name + "=" + k.Default}, {set, standard}, {standard, set}}
		if !k.HasFlag {
			refused = [][]string{refused[0], {flag}, {"--" + k.Flag()}}
		}
		if k.Kind != reflect.String {
			refused = append(refused, []string{"--set=" + k.Word() + "=x"})
		}
		for _, words := range refused {
			err := parse(k.Noun(), words...)
			if err == nil || !strings.Contains(strings.ReplaceAll(err.Error(), "-", "_"), k.Word()) {
				t.Errorf("%q: %v", words, err)
			}
		}
		if err := parse(k.Noun(), set, set); err != nil {
			t.Errorf("the same value twice: %v", err)
		}
		section := "gen"
		if k.Noun() == section {
			section = "embed"
		}
		err := parse(section, "--set="+k.Name+"="+other)
		if named, ok := configs.KeyWithoutEffect(err); !ok || named.Name != k.Name {
			t.Errorf("%s among the keys of %s: %v", k.Name, section, err)
		}
	}
}
