package axiomscmd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms"
)

// TestEveryAxiomHasAScript: what an axiom explains, in each of its variants, is read and reviewed in a script of its own.
func TestEveryAxiomHasAScript(t *testing.T) {
	for _, a := range axioms.All() {
		name := filepath.Join("testdata", "scripts", "explain-"+a.String()+".txt")
		text, err := os.ReadFile(name)
		if err != nil {
			t.Error(err)
		}
		readings := []string{a.String()}
		for _, p := range a.Spec().Params {
			for _, choice := range p.Choices {
				if p.Name == "variant" && choice != p.Default {
					readings = append(readings, a.String()+"(variant="+choice+")")
				}
			}
		}
		for _, reading := range readings {
			if !strings.Contains(string(text), "axioms explain '"+reading+"' ") {
				t.Errorf("%s does not explain %s", name, reading)
			}
		}
	}
}
