package prepare

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestReadOpinions: the files that axioms ask are read once each, and axioms find their scores and preferences in the collection.
func TestReadOpinions(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		must.Do(t, os.WriteFile(path, []byte(text), 0o666))
		return path
	}
	run := file("model.txt", "q1 Q0 d1 1 2.5 x\nq1 Q0 d2 2 1.5 x\n")
	prefs := file("people.tsv", "q1\td2\td1\t0.5\nq1\td2\td1\t0.9\n")
	var list []axioms.Axiom
	for _, text := range []string{"run(" + run + ")", "prefs(" + prefs + ")", "tfc1"} {
		a := must.Get(axioms.Parse(text))(t)
		list = append(list, a)
	}
	warnings := map[string]int{}
	opinions := must.Get(ReadOpinions(&configs.Gen{}, list, nil, read.Defaults(), nil, func(reason string, n int) {
		if n > 0 {
			warnings[reason] = n
		}
	}))(t)
	var collection axioms.Collection
	opinions.AddTo(&collection)
	if names := slices.Sorted(maps.Keys(collection.Runs)); len(names) != 1 || names[0] != filepath.Base(run) {
		t.Errorf("runs %q, want %s", names, run)
	}
	var preferred []string
	for _, p := range collection.Preferences {
		p.Each("q1", func(pos, neg string, confidence float64) {
			preferred = append(preferred, fmt.Sprint(pos, ">", neg, " ", confidence))
		})
		p.Each("q2", func(string, string, float64) { t.Error("q2 has a preference") })
	}
	if len(preferred) != 1 || preferred[0] != "d2>d1 0.9" {
		t.Errorf("%q, want the surer of two", preferred)
	}
	if want := map[string]int{"preferences of people.tsv repeat another one (the surer counts)": 1}; !maps.Equal(warnings, want) {
		t.Errorf("warnings %v, want %v", warnings, want)
	}
	if opinions, err := ReadOpinions(&configs.Gen{}, list[2:], nil, read.Defaults(), nil, silent); opinions != nil || err != nil {
		t.Errorf("%v, %v: want none, where no axiom asks a file", opinions, err)
	}
	(*Opinions)(nil).AddTo(&axioms.Collection{})
}
