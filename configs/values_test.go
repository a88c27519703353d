package configs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"
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
	must.Contain(t, Portable(chooseKey, got.String()), `"b: c"`)
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

// TestParseFeedback: parts that are left out have their defaults; what is no part, out of bounds or there twice is refused by name.
func TestParseFeedback(t *testing.T) {
	for text, want := range map[string]string{
		"":                                       "docs=10,terms=10,mu=0,weight=0.5",
		"weight=.6":                              "docs=10,terms=10,mu=0,weight=0.6",
		" mu = 3e3, docs=5 ,terms=500,weight=1 ": "docs=5,terms=500,mu=3000,weight=1",
	} {
		f, err := ParseFeedback(text)
		if again, _ := ParseFeedback(f.String()); err != nil || f.String() != want || again != f || canonicalFeedback(text) != want {
			t.Errorf("%q: %s, %v, want %s", text, f, err, want)
		}
	}
	for _, text := range []string{"docs=0", "docs=1.5", "docs=1e99",
		"terms=-1", "terms=", "mu=-1", "mu=Inf", "mu=nan", "weight=1.1", "weight=x", "hits=5",
		"10", "docs=1,docs=2"} {
		if _, err := ParseFeedback(text); err == nil || !strings.Contains(err.Error(), "gen.feedback: ") || canonicalFeedback(text) != text {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestParsePatience: a number of epochs, alone or with the difference that counts as better, which 0 epochs do not wait for.
func TestParsePatience(t *testing.T) {
	for text, want := range map[string][2]float64{"4": {4, 0}, "0": {}, " 5 by .01": {5, .01}, "1 by 0": {1, 0}} {
		if epochs, difference, err := ParsePatience(text); err != nil || [2]float64{float64(epochs), difference} != want {
			t.Errorf("%q: %d by %v, %v", text, epochs, difference, err)
		}
	}
	for _, text := range []string{"", "-1", "4.5", "4 by", "4 by x", "4 by -1", "4 by Inf", "4 by nan", "0 by 0.1", "by 1"} {
		if _, _, err := ParsePatience(text); err == nil || !strings.Contains(err.Error(), "train.patience: ") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A language sets the keys of the analyser, against what stands lower than itself and for what stands beside or above it.
func TestLanguage(t *testing.T) {
	file := filepath.Join(t.TempDir(), "c.yaml")
	must.Do(t, os.WriteFile(file, []byte("gen:\n  language: fr\n  stemmer: none\n"), 0o666))
	for _, c := range []struct {
		name, flags, env, want string
	}{
		{"", "", "", "unicode snowball:english english"},
		{"", "--language de", "", "unicode snowball:german german"},
		{"", "--language zh", "", "unicode none none"},
		{"", "--language ta", "", "unicode snowball:tamil none"},
		{"", "--language cs", "", "unicode none czech"},
		{"", "--language de --set stemmer=porter", "", "unicode porter german"},
		{"", "--language de --set tokenizer=unicode --set stopwords=none", "", "unicode snowball:german none"},
		{"wikiqa", "", "", "alnum snowball:english english"},
		{"wikiqa", "--language de", "", "unicode snowball:german german"},
		{file, "", "", "unicode none french"},
		{file, "--language de", "", "unicode snowball:german german"},
		{file, "--set stopwords=lucene", "ru", "unicode snowball:russian lucene"},
	} {
		flags := pflag.NewFlagSet("", pflag.ContinueOnError)
		AddFlags(flags, "gen")
		must.Do(t, flags.Parse(strings.Fields(c.flags)))
		t.Setenv("AXIOMINE_GEN_LANGUAGE", c.env)
		l := must.Get(Load(c.name, flags))(t)
		if got := strings.Join([]string{l.Gen.Tokenizer, l.Gen.Stemmer, l.Gen.Stopwords}, " "); got != c.want {
			t.Errorf("%q %q %q: %s, want %s", filepath.Base(c.name), c.flags, c.env, got, c.want)
		}
	}
	t.Setenv("AXIOMINE_GEN_LANGUAGE", "tlh")
	if _, err := Load("", nil); err == nil || !strings.Contains(err.Error(), `gen.language: "tlh" is none of ar, `) {
		t.Errorf("error %v", err)
	}
	t.Setenv("AXIOMINE_GEN_LANGUAGE", "German")
	if _, err := Load("", nil); err == nil || !strings.Contains(err.Error(), "did you mean de? ") {
		t.Errorf("error %v", err)
	}
}
