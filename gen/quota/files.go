package quota

import (
	"slices"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/errs"
)

// OfPrefs is the axiom that reads a file of preferences. The only other axiom with a file, run, reads a run.
const OfPrefs = "prefs"

// FilesOf returns the files that axioms read, with their paths. Two files with the same name are an error, since outputs show only names.
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

// Files returns the files that the axioms of a configuration read, including the axioms of its mixture and of an experiment's choices.
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
			parsed, _, err := axioms.ParseListWithin(entry, c.Gen.DeltaStar)
			if err != nil {
				return nil, err
			}
			list = append(list, parsed...)
		}
	}
	mixture, err := ParseMixture(&c.Gen)
	if err != nil {
		return nil, err
	}
	return FilesOf(&c.Gen, append(list, mixture.NamedAxioms()...))
}
