package mine

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/axiomine/axiomine/axioms"
)

// TestCountDifferent: pairs of different grades, by hand and by looking at each pair.
func TestCountDifferent(t *testing.T) {
	for _, c := range []struct {
		byGrade map[int]int
		want    int
	}{{nil, 0}, {map[int]int{1: 5}, 0}, {map[int]int{1: 2, 2: 3}, 6}, {map[int]int{1: 1, 2: 1, 3: 1}, 3}, {map[int]int{0: 4, 2: 2, 7: 1},
		14}} {
		if got := countDifferent(c.byGrade); got != c.want {
			t.Errorf("%v: %d, want %d", c.byGrade, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		grades := rapid.SliceOfN(rapid.IntRange(0, 3), 0, 12).Draw(t, "grades")
		byGrade, want := map[int]int{}, 0
		for i, grade := range grades {
			byGrade[grade]++
			for _, other := range grades[:i] {
				if other != grade {
					want++
				}
			}
		}
		if got := countDifferent(byGrade); got != want {
			t.Fatalf("%v: %d, want %d", grades, got, want)
		}
	})
}

// TestNearAtTheThreshold: by hand. The other document has the four runs of the words 1 to 6. One of four words has the first two of
// them, so that their resemblance is 2/4; one of three words has one run, and 1/4.
func TestNearAtTheThreshold(t *testing.T) {
	other := appendRuns(nil, []uint32{1, 2, 3, 4, 5, 6})
	four, three := []uint32{1, 2, 3, 4}, []uint32{2, 3, 4}
	for _, c := range []struct {
		name      string
		terms     []uint32
		threshold float64
		grade     int32
		want      bool
	}{
		{"just alike", four, .5, 1, true}, {"not quite", four, .5000001, 1, false}, {"of the same grade", four, .5, 2, false},
		{"of a higher grade", four, .5, 3, false}, {"one run of four", three, .25, 1, true}, {"one run, not quite", three, .26, 1, false},
		{"the same", []uint32{1, 2, 3, 4, 5, 6}, 1, 1, true}, {"other words", []uint32{7, 8, 9, 10}, .01, 1, false}, {"none", nil, .01, 1, false},
	} {
		w := &twins{threshold: c.threshold, grades: []int32{2}, relevant: [][]uint64{other}}
		if got := w.isNear(c.terms, c.grade); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	w := &twins{threshold: .5, grades: []int32{3, 3, 2}, relevant: [][]uint64{nil, appendRuns(nil, []uint32{9, 9, 9}), other}}
	if !w.isNear(four, 1) { // the first two are no reason to stop
		t.Error("a document after others is not seen")
	}
	short := &twins{threshold: 1, grades: []int32{2}, relevant: [][]uint64{appendRuns(nil, []uint32{1, 2})}} // of two words: one run
	if !short.isNear([]uint32{1, 2}, 1) || short.isNear([]uint32{2, 1}, 1) || short.isNear([]uint32{1}, 1) {
		t.Error("documents of two words are alike where they are the same, and only there")
	}
}

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
