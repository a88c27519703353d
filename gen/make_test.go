package gen_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
)

// TestMakeIntoAFilledFolder: a folder that holds anything is left as it is.
func TestMakeIntoAFilledFolder(t *testing.T) {
	folder := chaintest.Write(t, map[string]string{"mine.txt": "text"})
	if set, err := gen.Make(t.Context(), chaintest.Config(t, nil), folder); err == nil || set != nil {
		t.Errorf("%+v, %v", set, err)
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) != 1 {
		t.Errorf("%v, %v", files, err)
	}
}

// TestStartRefuses: what a later stage would refuse, or could not open, is refused at the start.
func TestStartRefuses(t *testing.T) {
	folder := chaintest.Write(t, map[string]string{"vocab.txt": "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na", "bad.txt": "a\na"})
	at := func(name string) string { return filepath.Join(folder, name) }
	for name, c := range map[string]struct {
		edit func(c *configs.Config)
		want string // of the error, "" for none
	}{
		"as it is":      {func(*configs.Config) {}, ""},
		"a vocabulary":  {func(c *configs.Config) { c.Tokenize.Vocab = at("vocab.txt") }, ""},
		"no vocabulary": {func(c *configs.Config) { c.Tokenize.Vocab = at("bad.txt") }, "bad.txt"},
		"a folder":      {func(c *configs.Config) { c.Tokenize.Scores = folder }, "it is a folder"},
		"no file":       {func(c *configs.Config) { c.Tokenize.Scores = at("none") }, "none"},
		"a run":         {func(c *configs.Config) { c.Gen.Axioms = "run(" + at("none") + ")" }, "none"},
		"an axiom":      {func(c *configs.Config) { c.Gen.Axioms = "none" }, "none"},
		"vectors":       {func(c *configs.Config) { c.Gen.Axioms = "stmc1" }, "--vectors"},
		"an order":      {func(c *configs.Config) { c.Gen.Order = "none" }, "gen.order"},
		"a fold":        {func(c *configs.Config) { c.Gen.Fold = 3 }, "there is no fold 3"},
		"a fourth fold": {func(c *configs.Config) { c.Gen.Fold, c.Gen.Splits = 3, "folds 3" }, "there is no fold 3"},
		"a third fold":  {func(c *configs.Config) { c.Gen.Fold, c.Gen.Splits = 2, "folds 3" }, ""},
		"WordNet":       {func(c *configs.Config) { c.Gen.Axioms, c.Gen.Similarity = "reg", prepare.FromWordNet+":"+at("none") }, "WordNet"},
	} {
		_, err := gen.Start(chaintest.Config(t, c.edit), chaintest.Claim(t), nil, "test")
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}
