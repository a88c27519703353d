package configs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/spf13/pflag"
)

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
