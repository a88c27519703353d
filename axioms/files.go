package axioms

import (
	"math"
	"slices"
	"strings"
)

// fileTable lists the axioms that repeat the content of a file of the user's. The file's name is
// their first argument.
var fileTable = newTable(family{"files", []*definition{ofRun, ofPrefs}})

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

var ofRun = &definition{
	spec: Spec{
		ID:      "run",
		Title:   "Higher score in a run of yours",
		Formula: "both stand in FILE; score(d1) > score(d2), by the margins at least",
		Source:  "a ranker's scores as weak labels, Dehghani et al., SIGIR 2017",
		Params: []param{{Name: "margin", Doc: "by how much the preferred score leads", Unit: "the run's scores",
			Default: "0", Max: math.MaxFloat64}, spreadParam},
		Needs: Needs{File: true},
	},
	bind: func(b *binding) Judge {
		run := b.Runs[fileName(b.file)]
		score := mapDocs(func(d *Doc) standing {
			if run != nil {
				if s, ok := run.Score(b.query, d.ID); ok {
					return standing{number: s}
				}
			}
			return standing{number: math.NaN()}
		})
		margin, deviations, lead := b.number("margin"), b.number("margin_sd"), 0.0
		features := func(docs []Doc, old []standing) []standing {
			list := score(docs, old)
			lead = max(margin, deviations*deviation(list))
			return list
		}
		return judge(b, features, func(x, y *standing) Verdict {
			if math.IsNaN(x.number) || math.IsNaN(y.number) {
				return Void
			}
			return preferOne(leads(x.number, y.number, lead), leads(y.number, x.number, lead))
		})
	},
	explain: func(t *trace) {
		docs, margin := featuresOf[standing](t), t.number("margin")
		lead := t.leadCondition(docs)
		for d := range 2 {
			t.require(!math.IsNaN(docs[d].number), "%s stands in %s", t.name(d), fileName(t.file))
		}
		t.prefer(func(d, e int) {
			x, y := docs[d].number, docs[e].number
			lead.add(t, x, y)
			if margin == 0 {
				t.when(greater(x, y), "score: %s > %s", scoreText(x), scoreText(y))
			} else {
				t.when(leads(x, y, margin), "score: %s > %s by at least %s", scoreText(x), scoreText(y), decimal(margin))
			}
		})
	},
}

// scoreText returns the text of a score that may be missing.
func scoreText(x float64) string {
	if math.IsNaN(x) {
		return "none"
	}
	return decimal(x)
}

// leads reports whether score x is above y, by the margin at least.
func leads(x, y, margin float64) bool { return greater(x, y) && atLeast(x-y, margin) }

var ofPrefs = &definition{
	spec: Spec{
		ID:    "prefs",
		Title: "Preferred by a file of yours",
		Formula: "FILE holds a preference between the two; it prefers d1, with the confidence at least. Lines: query TAB preferred TAB other, " +
			"TAB confidence or not; or JSON lines or Parquet with these names",
		Source: "explicit preferences, as of clicks, Joachims, KDD 2002",
		Params: []param{{Name: "confidence", Unit: "the file's",
			Doc: "the least that a preference must have; one without has 1", Default: "0", Max: math.MaxFloat64}},
		Needs: Needs{File: true},
	},
	bind: func(b *binding) Judge {
		confidences, least := b.confidences(), b.number("confidence")
		return judge(b, mapDocs(func(d *Doc) string { return d.ID }), func(x, y *string) Verdict {
			first, okFirst := confidences[[2]string{*x, *y}]
			second, okSecond := confidences[[2]string{*y, *x}]
			if !okFirst && !okSecond {
				return Void
			}
			return preferOne(okFirst && atLeast(first, least), okSecond && atLeast(second, least))
		})
	},
	explain: func(t *trace) {
		ids, confidences, least := featuresOf[string](t), t.confidences(), t.number("confidence")
		first, okFirst := confidences[[2]string{ids[0], ids[1]}]
		second, okSecond := confidences[[2]string{ids[1], ids[0]}]
		t.require(okFirst || okSecond, "%s prefers one of %s and %s", fileName(t.file), t.name(0), t.name(1))
		t.prefer(func(d, e int) {
			confidence, ok := [2]float64{first, second}[d], [2]bool{okFirst, okSecond}[d]
			t.when(ok, "%s prefers %s", fileName(t.file), t.name(d))
			if ok && least > 0 {
				t.when(atLeast(confidence, least), "confidence: %s >= %s", decimal(confidence), decimal(least))
			}
		})
	},
}

// confidences returns the confidence of each preference that the file holds for the query, by the
// preferred document and the other.
func (b *binding) confidences() map[[2]string]float64 {
	confidences := map[[2]string]float64{}
	if file := b.Preferences[fileName(b.file)]; file != nil {
		file.Each(b.query, func(first, second string, confidence float64) { confidences[[2]string{first, second}] = confidence })
	}
	return confidences
}
