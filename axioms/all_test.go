package axioms

import (
	"regexp"
	"testing"
)

func TestTableRefusesDuplicates(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("two axioms of one name were taken")
		}
	}()
	newTable(family{"one", []*definition{tfc1, mand}}, family{"another", []*definition{tfc1}})
}

func TestNames(t *testing.T) {
	name := regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)
	for _, a := range All() {
		if id := a.Spec().ID; !name.MatchString(id) || a.String() != id || id == "majority" || id == "normalize" {
			t.Errorf("%q is no good name for the default of %s", id, a)
		}
	}
}
