package axioms_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/internal/testkit/tabletest"
)

// TestContractDocument holds CONTRACT.md to the catalogue: its table has a row for every axiom and reading, and each is defined, in its
// text or, where that does not speak of it, in the catalogue's own words.
func TestContractDocument(t *testing.T) {
	const page = "CONTRACT.md"
	tabletest.CheckDocumented(t, page, "| axiom | kind | order | parameters with defaults | precondition | data |\n"+
		"|---|---|---|---|---|---|\n",
		catalogueTable())
	raw, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	document, _, _ := strings.Cut(string(raw), furtherHead)
	tabletest.CheckDocumented(t, page, furtherHead, furtherAxioms(document))
	for _, s := range axioms.Sets {
		if !strings.Contains(document, "`"+s.Name+"` for `"+s.Axioms+"`") {
			t.Errorf("CONTRACT.md does not say that %s stands for %s", s.Name, s.Axioms)
		}
	}
}

// furtherHead opens the last list of the page.
const furtherHead = "## Further axioms\n\nWhat the text above does not define is what the catalogue says of it:\n\n"

// furtherAxioms lists the axioms that a text does not define, with their entries in the catalogue.
func furtherAxioms(text string) string {
	var list strings.Builder
	for _, a := range slices.Concat(axioms.All(), axioms.FileAxioms()) {
		if s := a.Spec(); !strings.Contains(text, "**"+s.ID+"**") {
			fmt.Fprintf(&list, "- **%s** (%s): `%s`. %s\n", s.ID, s.Title, s.Formula, s.Source)
		}
	}
	if list.Len() == 0 {
		return "- none\n"
	}
	return list.String()
}

// catalogueTable writes a row for every axiom, and for every reading of it that another source has.
func catalogueTable() string {
	var table strings.Builder
	for _, a := range slices.Concat(axioms.All(), axioms.FileAxioms()) {
		readings := []axioms.Axiom{a}
		for _, p := range a.Spec().Params {
			for _, choice := range p.Choices {
				if other, err := axioms.Parse(a.Spec().ID + "/" + choice); p.Name == "variant" && choice != p.Default && err == nil {
					readings = append(readings, other)
				}
			}
		}
		for _, r := range readings {
			fmt.Fprintf(&table, "| %s | %s | %s | %s | %s | %s |\n",
				r, kindOf(r), orderOf(r), defaults(r.Spec()), preconditionOf(r.Spec()), dataOf(r.Spec().Needs))
		}
	}
	return table.String()
}

func kindOf(a axioms.Axiom) string {
	switch a.(type) {
	case axioms.Triple:
		return "triple"
	case axioms.Generative:
		return "generative"
	}
	return "pair"
}

func orderOf(a axioms.Axiom) string {
	if a.Spec().Weak {
		return "weak"
	}
	return "strict"
}

// defaults lists the parameters but for variant and precondition, which have columns of their own.
func defaults(s *axioms.Spec) string {
	var list []string
	for _, p := range s.Params {
		if p.Name != "variant" && p.Name != "precondition" {
			list = append(list, p.Name+"="+p.Default)
		}
	}
	return strings.Join(list, ", ")
}

// preconditionOf reads the kind off the formulas with and without the precondition.
func preconditionOf(s *axioms.Spec) string {
	if s.Unconditional == "" {
		return "-"
	}
	switch strings.TrimSuffix(s.Formula, s.Unconditional) {
	case "", "|d1| ~10% |d2|; ", "| |d1| - |d2| | <= delta_star max(|d1|,|d2|); ":
		return "length"
	}
	return "own"
}

func dataOf(n axioms.Needs) string {
	var list []string
	for _, need := range []struct {
		asked bool
		name  string
	}{
		{n.IDF, "statistics"}, {n.Positions, "positions"}, {n.Scores, "scores"}, {n.Ranks, "ranks"}, {n.Grades, "judgements"},
		{n.Similarity, "similarity"}, {n.Vectors, "vectors"}, {n.Pieces, "word pieces"}, {n.Sentences, "sentences"}, {n.File, "file"},
	} {
		if need.asked {
			list = append(list, need.name)
		}
	}
	if len(list) == 0 {
		return "-"
	}
	return strings.Join(list, ", ")
}
