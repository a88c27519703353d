package house_test

import (
	"slices"
	"strings"
	"testing"
)

// A name in a rule is a folder: it stands for its package and all below it.
var (
	// ground is what all share. It knows neither axioms nor keys nor the chain; pages are of it, so that pages know no axioms.
	ground = []string{"internal/addressspace", "internal/markup", "internal/build", "internal/errs", "internal/intern", "internal/parallel",
		"internal/lazy", "internal/lists", "internal/numeral", "internal/result", "internal/safefile", "internal/shellwords",
		"internal/ui"}
	// library and nouns are the folders that people know, from what all others may import to what imports all others.
	library = []string{"axioms", "tokenize", "configs"}
	nouns   = slices.Concat(library, []string{"gen", "train"})
)

// rules are what the code of a folder may import of ours besides the folder itself. The rule of the longest folder holds. Main imports
// what it likes, and so do tests; only tests import the kit of tests.
var rules = []struct {
	folder  string
	imports []string
}{
	{"axioms", []string{"internal/errs", "internal/numeral"}},       // a library
	{"axioms/catalogue", slices.Concat(ground, []string{"axioms"})}, // its pages
	{"tokenize", ground},                                       // a library
	{"configs", ground},                                        // names of formats and axioms are texts to it
	{"gen", slices.Concat(ground, library)},                    // no trainer
	{"train", slices.Concat(ground, library, []string{"gen"})}, // and nobody below imports it
	{"internal/cli", slices.Concat(ground, nouns)},             // and nobody but main imports it
	{"internal/testkit", slices.Concat(ground, nouns, []string{"internal/cli"})},
}

// allowed returns what a folder's code may import.
func allowed(dir string) []string {
	longest, imports := "", []string(nil)
	for _, r := range rules {
		if within(dir, r.folder) && len(r.folder) > len(longest) {
			longest, imports = r.folder, slices.Concat(r.imports, []string{r.folder})
		}
	}
	if longest != "" {
		return imports
	}
	return ground
}

// within reports whether a folder is another one or lies below it.
func within(dir, folder string) bool { return dir == folder || strings.HasPrefix(dir, folder+"/") }

func TestImportsFollowTheRules(t *testing.T) {
	folders := map[string]bool{}
	for _, f := range tree(t) {
		for _, top := range slices.Concat(ground, nouns) {
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
