package house_test

import (
	"slices"
	"strings"
	"testing"
)

// A name in a rule is a folder: it stands for its package and all below it.
var (
	// ground is what all share. It knows neither axioms nor keys nor the chain; pages are of it, so that pages know no axioms.
	ground = []string{"internal/addressspace", "internal/errs", "internal/groups", "internal/intern", "internal/parallel",
		"internal/numeral", "internal/result", "internal/safefile", "internal/shellwords", "internal/splitname", "internal/texthash",
		"internal/ui"}
	// attic is what commands are made of besides the nouns.
	attic = []string{"internal/catalogue", "internal/explain", "internal/manual", "internal/reference"}
	nouns = []string{"axioms", "tokenize", "configs", "gen", "train", "internal/chain", "internal/experiment"}
)

// chain and experiment are the nouns gen and train with what no other module calls.
var (
	chain      = []string{"axioms", "tokenize", "configs", "internal/catalogue", "gen", "internal/chain"}
	experiment = []string{"train", "internal/experiment"}
)

// rules are what the code of a folder may import of ours besides the folder itself. The rule of the longest folder holds. Main imports
// what it likes, and so do tests; only tests import the kit of tests.
var rules = []struct {
	folder  string
	imports []string
}{
	{"axioms", []string{"internal/errs", "internal/numeral"}}, // a library
	{"tokenize", ground},                  // a library
	{"configs", ground},                   // names of formats and axioms are texts to it
	{"gen", slices.Concat(ground, chain)}, // no trainer
	{"internal/chain", slices.Concat(ground, chain)},
	{"train", slices.Concat(ground, chain, experiment)},
	{"internal/experiment", slices.Concat(ground, chain, experiment)},
	{"internal/catalogue", slices.Concat(ground, []string{"axioms"})},
	{"internal/cli", slices.Concat(ground, nouns, attic)}, // and nobody but main imports it
	{"internal/testkit", slices.Concat(ground, nouns, attic)},
}

// allowed returns what a folder's code may import.
func allowed(dir string) []string {
	longest, imports := "", []string(nil)
	for _, r := range rules {
		if within(dir, r.folder) && len(r.folder) > len(longest) {
			longest, imports = r.folder, slices.Concat(r.imports, []string{r.folder})
		}
	}
	switch {
	case longest != "":
		return imports
	case slices.ContainsFunc(attic, func(f string) bool { return within(dir, f) }):
		return slices.Concat(ground, nouns, attic)
	default:
		return ground
	}
}

// within reports whether a folder is another one or lies below it.
func within(dir, folder string) bool { return dir == folder || strings.HasPrefix(dir, folder+"/") }

func TestImportsFollowTheRules(t *testing.T) {
	folders := map[string]bool{}
	for _, f := range tree(t) {
		for _, top := range slices.Concat(ground, attic, nouns) {
			folders[top] = folders[top] || within(f.dir, top)
		}
		if f.test || f.syntax.Name.Name == "main" {
			continue
		}
		mayImport := allowed(f.dir)
		ours, others := f.imported()
		for _, dir := range ours {
			if !slices.ContainsFunc(mayImport, func(folder string) bool { return within(dir, folder) }) {
				t.Errorf("%s: imports %s, against the rules: move the code, take a function value, or argue with a rule", f.path, dir)
			}
		}
		for _, name := range others {
			if strings.HasPrefix(name, "gorgonia.org/") && f.dir != "train/drmm" {
				t.Errorf("%s: imports %s; Gorgonia lives in train/drmm only", f.path, name)
			}
		}
	}
	for folder, exists := range folders {
		if !exists {
			t.Errorf("the rules name %s, where no package is", folder)
		}
	}
}
