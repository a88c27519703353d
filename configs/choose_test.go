package configs

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// A choice has one form, whether a file's mapping or a flag's text gives it; it reads back as what it is.
func TestChoose(t *testing.T) {
	file := filepath.Join(t.TempDir(), "c.yaml")
	const text = "train:\n  choose:\n    gen.vectors: [\"\", \"a/b: c\"]\n" +
		"    train.learning_rate: [0.01, 1e-3]\n    axioms: {gen.axioms: [\"tfc1(delta=10), m-and\"]}\n"
	must.Do(t, os.WriteFile(file, []byte(text), 0o666))
	l := must.Get(Load(file, nil))(t)
	want := Choose{BothArms: []Axis{{"gen.vectors", []string{"", "a/b: c"}}, {"train.learning_rate", []string{"0.01", "1e-3"}}},
		Axioms: []Axis{{"gen.axioms", []string{"tfc1(delta=10), m-and"}}}}
	got, err := ParseChoose(l.Train.Choose)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got)\n%s", err, diff)
	}
	if again := canonicalChoose(`{train.learning_rate: ['0.01', 1e-3]}`); again != `{train.learning_rate: ["0.01", "1e-3"]}` {
		t.Errorf("canonical: %s", again)
	}
	if again := canonicalChoose(`{axioms: {gen.axioms: [m-and & tfc1]}}`); again != `{axioms: {gen.axioms: ["m-and & tfc1"]}}` {
		t.Errorf("canonical: %s", again)
	}
	if p := got.portable().BothArms[0].Values[1]; p != "b: c" {
		t.Errorf("portable: %q", p)
	}
}

func FuzzChoose(f *testing.F) {
	f.Add(`{gen.vectors: ["", x], judged: {train.gate_start: [0.3]}}`)
	budgettest.Fuzz(f, func(t *testing.T, text string) {
		c, err := ParseChoose(text)
		if err != nil || text == ChooseDefault || text == ChooseNone {
			return
		}
		again, err := ParseChoose(c.String())
		if diff := cmp.Diff(c, again); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", c, err, diff)
		}
	})
}
