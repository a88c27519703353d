package axioms_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms"
)

// TestContractDocument: CONTRACT.md defines every axiom and says what every named set stands for.
func TestContractDocument(t *testing.T) {
	raw, err := os.ReadFile("CONTRACT.md")
	if err != nil {
		t.Fatal(err)
	}
	document := string(raw)
	for _, a := range slices.Concat(axioms.All(), axioms.FileAxioms()) {
		if s := a.Spec(); !strings.Contains(document, "**"+s.ID+"**") {
			t.Errorf("CONTRACT.md does not define **%s** (%s): `%s`. %s", s.ID, s.Title, s.Formula, s.Source)
		}
	}
	for _, s := range axioms.Sets {
		if !strings.Contains(document, "`"+s.Name+"` for `"+s.Axioms+"`") {
			t.Errorf("CONTRACT.md does not say that %s stands for %s", s.Name, s.Axioms)
		}
	}
}
