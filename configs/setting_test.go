package configs

import (
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// of returns settings of KEY=VALUE.
func of(values ...string) (s Settings) {
	for _, v := range values {
		key, value, _ := strings.Cut(v, "=")
		s = append(s, Setting{Key: key, Value: value})
	}
	return s
}

// TestSetting: the values of a setting by key, some of them, and as text.
func TestSetting(t *testing.T) {
	s := of("gen.axioms=tfc1", "train.learning_rate=0.1", "gen.ratio=")
	for key, want := range map[string]string{"gen.axioms": "tfc1", "gen.ratio": "", "gen.pairs": "otherwise"} {
		if got := s.Value(key, "otherwise"); got != want {
			t.Errorf("%s: %q, want %q", key, got, want)
		}
	}
	if got, want := s.String(), "axioms tfc1, learning rate 0.1, ratio none"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := s.Only([]string{"train.learning_rate", "train.epochs"}).String(); got != "learning rate 0.1" || len(s) != 3 {
		t.Errorf("of some keys: %s of %s", got, s)
	}
	if got := s.Only(nil).String(); got != "as configured" {
		t.Errorf("of no keys: %s", got)
	}
	if a, b := of("gen.delta_star="), of("gen.delta_star=none"); a.String() != "delta star each axiom's own" ||
		b.String() != "delta star none" || a.ID() == b.ID() {
		t.Errorf("%s and %s are one", a.ID(), b.ID())
	}
}

// TestOver: a configuration has the values of a setting, and the one before keeps its own.
func TestOver(t *testing.T) {
	loaded, err := Load("", nil)
	if err != nil {
		t.Fatal(err)
	}
	c := &loaded.Config
	got, err := of("gen.axioms=tfc1", "train.learning_rate=0.5").Apply(c)
	if err != nil || got.Gen.Axioms != "tfc1" || got.Train.LearningRate != .5 || c.Train.LearningRate == .5 {
		t.Errorf("%v, %v", got, err)
	}
	if same, err := Settings(nil).Apply(c); err != nil || !cmp.Equal(same, c) {
		t.Errorf("no values change it: %v", err)
	}
	for value, want := range map[string]string{"gen.no_key=1": "gen.no_key", "train.epochs=many": `"many"`, "train.epochs=-1": "epochs"} {
		if _, err := of(value).Apply(c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", value, err, want)
		}
	}
}

// TestPortable: folders differ from machine to machine, and other values do not.
func TestPortable(t *testing.T) {
	s := of("gen.vectors=/home/me/vectors.txt", "train.epochs=3")
	if diff := cmp.Diff(of("gen.vectors=vectors.txt", "train.epochs=3"), s.Portable()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := s.Map(); !maps.Equal(got, map[string]string{"gen.vectors": "vectors.txt", "train.epochs": "3"}) {
		t.Errorf("%v", got)
	}
	if got := Settings(nil).Portable(); got == nil || len(got) != 0 {
		t.Errorf("JSON of no values is no list: %v", got)
	}
}
