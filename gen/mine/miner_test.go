package mine

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms"
)

// TestCheckLooksAtAll: an axiom whose file is there does not end the check, and a file that was not read is an error.
func TestCheckLooksAtAll(t *testing.T) {
	parsed := func(text string) axioms.Axiom {
		a, err := axioms.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	run := parsed("run(model.txt)")
	name := axioms.Files(run)[0].Name()
	read := &axioms.Collection{Runs: map[string]axioms.RunScores{name: nil}}
	for _, c := range []struct {
		name       string
		list       []axioms.Axiom
		collection *axioms.Collection
		want       string
	}{
		{"read", []axioms.Axiom{run}, read, ""},
		{"not read", []axioms.Axiom{run}, &axioms.Collection{}, "asks the file model.txt, which was not read; hint: name it in gen.axioms"},
		{"a lack behind it", []axioms.Axiom{run, parsed("stmc1")}, read,
			"axiom stmc1 needs word vectors; hint: give word vectors with --vectors"},
	} {
		got := ""
		if err := (&Miner{Axioms: c.list, Collection: c.collection}).Check(); err != nil {
			got = err.Error()
		}
		if !strings.HasSuffix(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
