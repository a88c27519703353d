package family

import (
	"testing"

	"github.com/axiomine/axiomine/axioms/internal/rule"
)

func TestTableRefusesDuplicates(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("two axioms of one name were taken")
		}
	}()
	newTable(family{"one", []*rule.Definition{tfc1, mand}}, family{"another", []*rule.Definition{tfc1}})
}
