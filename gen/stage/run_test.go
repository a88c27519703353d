package stage_test

import (
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/stage"
)

// The key of a stage changes with the keys that decide it or a stage before it, and with what its files hold; with nothing else.
func TestKey(t *testing.T) {
	var c configs.Config
	c.Gen.Hits, c.Gen.Axioms = 100, "tfc1"
	key := func(edit func(c *configs.Config, r *stage.Run)) [2]string {
		config := c
		r := stage.NewRun(&config, nil, nil, "test")
		r.Note(stage.Index, "checksum")
		if edit != nil {
			edit(&config, r)
		}
		return [2]string{r.Key(stage.Index), r.Key(stage.Candidates)}
	}
	want := key(nil)
	for _, e := range []struct {
		name              string
		edit              func(c *configs.Config, r *stage.Run)
		index, candidates bool // change
	}{
		{"threads", func(c *configs.Config, _ *stage.Run) { c.Gen.Threads = 7 }, false, false},
		{"axioms", func(c *configs.Config, _ *stage.Run) { c.Gen.Axioms = "lnc1" }, false, false},
		{"hits", func(c *configs.Config, _ *stage.Run) { c.Gen.Hits = 10 }, false, true},
		{"the documents", func(_ *configs.Config, r *stage.Run) { r.Note(stage.Index, "another") }, true, true},
		{"a note of the candidates", func(_ *configs.Config, r *stage.Run) { r.AddNote(stage.Candidates, 1) }, false, true},
		{"a note of another run", func(c *configs.Config, r *stage.Run) { r.WithConfig(c).Note(stage.Index, "another") }, false, false},
		{"a note of a run elsewhere", func(_ *configs.Config, r *stage.Run) {
			r.WithOutput(nil, "x").Note(stage.Index, "another")
		}, false, false},
	} {
		got := key(e.edit)
		if index, candidates := got[0] != want[0], got[1] != want[1]; index != e.index || candidates != e.candidates {
			t.Errorf("%s: the index's key changes: %v, the candidates' %v", e.name, index, candidates)
		}
	}
}

// Runs that share an account count warnings together; one with an output of its own counts for itself.
func TestAccounts(t *testing.T) {
	var c configs.Config
	r := stage.NewRun(&c, nil, nil, "axiomine gen")
	r.WithConfig(&c).Warn("lines", 2)
	r.Warn("lines", 0)
	apart := r.WithOutput(nil, "axiomine gen -o again")
	apart.Warn("lines", 3)
	r.Read(stage.Input{Name: "a"})
	if r.Account.Warnings["lines"] != 2 || apart.Account.Warnings["lines"] != 5 || len(r.Account.Files) != 1 || len(apart.Account.Files) != 0 {
		t.Errorf("%v, %v, %v, %v", r.Account.Warnings, apart.Account.Warnings, r.Account.Files, apart.Account.Files)
	}
	if r.Again() != "axiomine gen" || apart.Again() != "axiomine gen -o again" {
		t.Errorf("%q, %q", r.Again(), apart.Again())
	}
}
