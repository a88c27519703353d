package gen_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
)

// Work that is kept under its input files, as an experiment of a sweep is, follows what the files of its axioms hold, those that an
// experiment chooses from too.
func TestInputsKeyFollowsOpinions(t *testing.T) {
	loaded, err := configs.Load("", nil)
	if err != nil {
		t.Fatal(err)
	}
	c, dir := &loaded.Config, t.TempDir()
	c.Gen.Data = filepath.Join("..", "configs", "demo")
	run := filepath.Join(dir, "run.txt")
	keys := map[string]bool{}
	for _, of := range []struct{ axioms, choose, text string }{
		{"tfc1", "none", "q Q0 d 1 1 x\n"}, {"run(" + run + ")", "none", "q Q0 d 1 1 x\n"}, {"run(" + run + ")", "none", "q Q0 d 1 2 x\n"},
		{"tfc1", `{gen.axioms: [tfc1, "length-safe & run(` + run + `)"]}`, "q Q0 d 1 3 x\n"},
		{"tfc1", `{gen.axioms: [tfc1, "length-safe & run(` + run + `)"]}`, "q Q0 d 1 4 x\n"},
	} {
		c.Gen.Axioms, c.Train.Choose = of.axioms, of.choose
		if err := os.WriteFile(run, []byte(of.text), 0o666); err != nil {
			t.Fatal(err)
		}
		key, err := gen.InputsKey(c)
		if err != nil {
			t.Fatal(err)
		}
		if keys[key] {
			t.Errorf("%+v has the key of another", of)
		}
		keys[key] = true
	}
}
