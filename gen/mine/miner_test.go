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

// TestPlaceOfCandidate: a query with more candidates than may be is refused with the place of the first one too many, where that is known.
func TestPlaceOfCandidate(t *testing.T) {
	x, queries := threeDocs(t)
	q := queries[0]
	q.Split = "train"
	for most, want := range map[int]string{len(q.Docs) - 1: "run.txt:7: ", len(q.Docs): "", 0: ""} {
		m := &Miner{Index: x, Most: most, Locate: func(split, query, doc string) (string, int) {
			if split != "train" || query != q.ID || doc != q.Docs[most].ID(x) {
				t.Errorf("the place of %s of %s in %s is asked for", doc, query, split)
			}
			return "run.txt", 7
		}}
		err := m.checkCandidates(&q)
		if (err != nil) != (want != "") || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("at most %d: %v", most, err)
		}
		if m.Locate = nil; want != "" && (m.checkCandidates(&q) == nil || strings.Contains(m.checkCandidates(&q).Error(), "run.txt")) {
			t.Errorf("without a place: %v", m.checkCandidates(&q))
		}
	}
}
