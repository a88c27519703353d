package gen_test

import (
	"path/filepath"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
)

// TestInputsKey: a key follows what files hold, not their names, also files that an experiment chooses from; a file that is not there is an
// error.
func TestInputsKey(t *testing.T) {
	key := func(edit func(c *configs.Config)) string {
		text, err := gen.InputsKey(chaintest.Config(t, edit))
		if err != nil {
			return "error"
		}
		return text
	}
	file := func(text string) string {
		return filepath.Join(chaintest.Write(t, map[string]string{"f.txt": text}), "f.txt")
	}
	vectors := func(text string) func(c *configs.Config) {
		return func(c *configs.Config) { c.Gen.Vectors = file(text) }
	}
	run := func(text string) func(c *configs.Config) {
		return func(c *configs.Config) { c.Gen.Axioms = "run(" + file(text) + ")" }
	}
	chosen := func(text string) func(c *configs.Config) {
		return func(c *configs.Config) {
			c.Train.Choose = `{gen.axioms: [tfc1, "length-safe & run(` + file(text) + `)"]}`
		}
	}
	usual := key(nil)
	for name, c := range map[string]struct {
		first, same, other string
	}{
		"a collection": {usual, key(nil), key(func(c *configs.Config) {
			c.Gen.Data = chaintest.Write(t, map[string]string{"collection.tsv": "d1\tapple\n", "queries.train.tsv": "q1\tapple\n"})
		})},
		"vectors": {key(vectors("apple 1 2\n")), key(vectors("apple 1 2\n")), key(vectors("apple 1 3\n"))},
		"a run":   {key(run("q1 Q0 d1 1 2 x\n")), key(run("q1 Q0 d1 1 2 x\n")), key(run("q1 Q0 d2 1 2 x\n"))},
		"choices": {key(chosen("q1 Q0 d1 1 2 x\n")), key(chosen("q1 Q0 d1 1 2 x\n")), key(chosen("q1 Q0 d1 1 3 x\n"))},
	} {
		if c.first == "error" || c.first != c.same || c.first == c.other {
			t.Errorf("%s: keys %s, %s and %s", name, c.first, c.same, c.other)
		}
	}
	for name, edit := range map[string]func(c *configs.Config){
		"data":    func(c *configs.Config) { c.Gen.Data = filepath.Join(c.Gen.Data, "none") },
		"vectors": func(c *configs.Config) { c.Gen.Vectors = filepath.Join(c.Gen.Data, "none") },
		"vocab":   func(c *configs.Config) { c.Tokenize.Vocab = filepath.Join(c.Gen.Data, "none") },
		"a run":   func(c *configs.Config) { c.Gen.Axioms = "run(" + filepath.Join(c.Gen.Data, "none") + ")" },
		"index":   func(c *configs.Config) { c.Gen.Index = filepath.Join(c.Gen.Data, "none") },
		"stemmer": func(c *configs.Config) { c.Gen.Stemmer = "none such" },
	} {
		if got := key(edit); got != "error" {
			t.Errorf("%s that is not there: %s", name, got)
		}
	}
	with := chaintest.All(t, nil)
	index := with.Run.Out.Path("index")
	if got := key(func(c *configs.Config) { c.Gen.Index = index }); got == "error" || got == usual {
		t.Errorf("a finished index does not decide the key: %s", got)
	}
}
