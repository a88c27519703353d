package axioms

import (
	"slices"
	"strings"
)

// fileTable lists the axioms that repeat the content of a file of the user's. The file's name is
// their first argument.
var fileTable = newTable(ofRun, ofPrefs)

// RunScores is a run: the scores that some model gave documents for queries.
type RunScores interface {
	// Score returns a document's score for a query; ok is false where the run has none.
	Score(query, doc string) (score float64, ok bool)
}

// Preferring holds explicit preferences.
type Preferring interface {
	// Each yields every preference of a query, a pair of documents at most once.
	Each(query string, yield func(first, second string, confidence float64))
}

// File is a file that an axiom reads.
type File struct {
	Axiom string // run or prefs
	Path  string // as the user wrote it
}

// Name returns the path without folders. Canonical forms contain it, so that names do not change
// with the folder of a file.
func (f File) Name() string { return fileName(f.Path) }

func fileName(path string) string {
	return strings.TrimSpace(path[strings.LastIndexByte(path, '/')+1:])
}

// FileAxioms returns the axioms that read a file, with FILE as its name.
func FileAxioms() []Axiom {
	var list []Axiom
	for _, d := range fileTable.all {
		a, err := Parse(d.spec.ID + "(FILE)")
		if err != nil {
			panic("axioms: the defaults of " + d.spec.ID + ": " + err.Error())
		}
		list = append(list, a)
	}
	return list
}

// Files lists the files that axioms and the parts of expressions read, each once, in their order.
func Files(axioms ...Axiom) (files []File) {
	for _, a := range axioms {
		var list []File
		for _, part := range Parts(a) {
			list = append(list, Files(part)...)
		}
		if file, ok := a.(*preference); ok && file.file != "" {
			list = append(list, File{file.spec.ID, file.file})
		}
		for _, f := range list {
			if !slices.Contains(files, f) {
				files = append(files, f)
			}
		}
	}
	return files
}

// FormatWithPaths returns the canonical form with the paths of files as the user wrote them, which can be
// opened.
func FormatWithPaths(a Axiom) string {
	switch a := a.(type) {
	case *preference:
		return a.format(a.file, false)
	case *combination:
		return a.formatWith(FormatWithPaths)
	}
	return a.String()
}
