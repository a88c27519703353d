package quota

import (
	"slices"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/errs"
)

// OfPrefs is the axiom that asks explicit preferences; the other one that asks a file asks a run.
const OfPrefs = "prefs"

// FilesOf returns the files that axioms ask, at the places where they lie. Two of one name would be one in all that is written.
func FilesOf(g *configs.Gen, list []axioms.Axiom) ([]axioms.File, error) {
	files := axioms.Files(list...)
	for i := range files {
		f := &files[i]
		f.Path = strings.TrimSpace(strings.ReplaceAll(f.Path, "{data}", g.Data))
		for _, other := range files[:i] {
			if f.Axiom == other.Axiom && f.Name() == other.Name() && f.Path != other.Path {
				return nil, errs.BadUsage("rename one of them", "%s asks two files that are called %s: %s and %s",
					f.Axiom, f.Name(), other.Path, f.Path)
			}
		}
	}
	return files, nil
}

// Files returns the files that the axioms of a configuration ask, those of its mixture and of what an experiment chooses from too.
func Files(c *configs.Config) ([]axioms.File, error) {
	choose, err := configs.ParseChoose(c.Train.Choose)
	if err != nil {
		return nil, err
	}
	texts := []string{c.Gen.Axioms}
	for _, a := range slices.Concat(choose.BothArms, choose.Judged, choose.Axioms) {
		if a.Key == "gen.axioms" {
			texts = append(texts, a.Values...)
		}
	}
	var list []axioms.Axiom
	for _, text := range texts {
		for _, entry := range topLevel(withParameters(&c.Gen, text)) {
			some, _, err := axioms.ParseListWithin(entry, c.Gen.DeltaStar)
			if err != nil {
				return nil, err
			}
			list = append(list, some...)
		}
	}
	mixture, err := ParseMixture(&c.Gen)
	if err != nil {
		return nil, err
	}
	return FilesOf(&c.Gen, append(list, mixture.NamedAxioms()...))
}
