package axioms

import (
	"slices"
	"strings"
)

// fileTable lists the axioms that say what a file of the user's says. Its name is their first argument.
var fileTable = newTable(ofRun, ofPrefs)

// Scored is a run: the scores that some model gave documents for queries.
type Scored interface {
	// Score is a document's score for a query; ok is false where the run has none.
	Score(query, doc string) (score float64, ok bool)
}

// Preferring holds explicit preferences.
type Preferring interface {
	// Each yields every preference of a query, a pair of documents at most once.
	Each(query string, yield func(preferred, other string, confidence float64))
}

// File is a file that an axiom asks.
type File struct {
	Axiom string // run or prefs
	Path  string // as it is written
}

// Name is the path without folders: what stands for it in canonical forms, so that names do not change with the place of a file.
func (f File) Name() string { return fileName(f.Path) }

func fileName(path string) string {
	return strings.TrimSpace(path[strings.LastIndexByte(path, '/')+1:])
}

// OfFiles gives the axioms that ask a file, with FILE in its place.
func OfFiles() []Axiom {
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

// Files lists the files that axioms and the parts of expressions ask, each once, in their order.
func Files(list ...Axiom) (files []File) {
	for _, a := range list {
		var asked []File
		for _, part := range Parts(a) {
			asked = append(asked, Files(part)...)
		}
		if of, ok := a.(*preference); ok && of.file != "" {
			asked = append(asked, File{of.spec.ID, of.file})
		}
		for _, f := range asked {
			if !slices.Contains(files, f) {
				files = append(files, f)
			}
		}
	}
	return files
}

// Written is the canonical form with files as they were written, which can be opened.
func Written(a Axiom) string {
	switch a := a.(type) {
	case *preference:
		return a.written(a.file, false)
	case *combination:
		return a.with(Written)
	}
	return a.String()
}
