package axioms

import (
	"slices"

	"github.com/axiomine/axiomine/axioms/internal/family"
	"github.com/axiomine/axiomine/axioms/internal/rule"
)

// single is an axiom itself, in contrast to an expression over axioms.
type single interface {
	Axiom
	Format(file string, omitted ...string) string
	Path() string
	Variant() string
	HasBound() bool
}

// All returns all axioms that read no file, with their defaults, in the order of listings.
func All() []Axiom { return defaults("") }

// FileAxioms returns the axioms that read a file, with FILE as the file's name.
func FileAxioms() []Axiom { return defaults("FILE") }

// defaults returns axioms with their defaults. If file is "", these are the axioms that read no
// file. If file has a name, these are the axioms that read a file, with this name.
func defaults(file string) (list []Axiom) {
	for _, d := range family.Table.All {
		if d.Spec.Needs.File != (file != "") {
			continue
		}
		a, err := d.Instantiate(file, nil)
		if err != nil {
			panic("axioms: the defaults of " + d.Spec.ID + ": " + err.Error())
		}
		list = append(list, a)
	}
	return list
}

// File is a file that an axiom reads.
type File struct {
	Axiom string // the name of the axiom: run or prefs
	Path  string // the path, as the user wrote it
}

// Name returns the path without folders. Canonical forms contain it, so that names do not change with the folder of a file.
func (f File) Name() string { return rule.FileName(f.Path) }

// Files lists the files that axioms and the parts of expressions read, each once, in their order.
func Files(axioms ...Axiom) (files []File) {
	for _, a := range axioms {
		var list []File
		for _, part := range Parts(a) {
			list = append(list, Files(part)...)
		}
		if s, ok := a.(single); ok && s.Path() != "" {
			list = append(list, File{s.Spec().ID, s.Path()})
		}
		for _, f := range list {
			if !slices.Contains(files, f) {
				files = append(files, f)
			}
		}
	}
	return files
}

// FormatWithPaths returns the canonical form with the whole paths of files, as the user wrote them.
func FormatWithPaths(a Axiom) string {
	switch a := a.(type) {
	case single:
		return a.Format(a.Path())
	case *combination:
		return a.formatWith(FormatWithPaths)
	}
	return a.String()
}

// Pool returns the name of the pool of an axiom's pairs: its canonical form without delta, delta_star, margin and margin_sd. The order in
// which pairs are drawn depends on this name, so that it is the same for all values of these parameters.
func Pool(a Axiom) string {
	switch a := a.(type) {
	case single:
		return a.Format(rule.FileName(a.Path()), "delta", "delta_star", "margin", "margin_sd")
	case *combination:
		return a.formatWith(Pool)
	}
	return a.String()
}

// Variant returns the variant in use, also where it is the default. It returns "" for an axiom
// without variants and for expressions of several axioms.
func Variant(a Axiom) string {
	if s, ok := a.(single); ok {
		return s.Variant()
	}
	return ""
}

// HasBound reports whether a length bound may be set for an axiom, or for a part of an expression.
func HasBound(a Axiom) bool {
	s, ok := a.(single)
	return ok && s.HasBound() || slices.ContainsFunc(Parts(a), func(p Preference) bool { return HasBound(p) })
}

// Parts returns the parts of an expression in the order in which they are written, and nil for an axiom.
func Parts(a Axiom) []Preference {
	if c, ok := a.(*combination); ok {
		return c.parts
	}
	return nil
}
