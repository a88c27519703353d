package retrieve

import (
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/axioms/weighting"
)

// Parameters are those of all models; each takes its own.
type Parameters struct {
	K1, B  float64 // of BM25
	Mu     float64 // of QL, in tokens
	Lambda float64 // of QLJM, between 0 and 1
	C      float64 // of PL2
}

// Named is a retrieval model under its name. Adding one is a file with its weights and one entry in Models.
type Named struct {
	Name  string // as a configuration has it
	Title string // as a report has it
	New   func(p Parameters) Model
	Text  func(p Parameters) string // the parameters that it takes, as a report has them; nil where it takes none
}

// Models lists the retrieval models.
var Models = []Named{
	{
		Name: "bm25", Title: "BM25",
		New:  func(p Parameters) Model { return weighting.BM25{K1: p.K1, B: p.B} },
		Text: func(p Parameters) string { return fmt.Sprintf("k1 %g, b %g", p.K1, p.B) },
	},
	{
		Name: "ql", Title: "QL",
		New:  func(p Parameters) Model { return weighting.QL{Mu: p.Mu} },
		Text: func(p Parameters) string { return fmt.Sprintf("mu %g", p.Mu) },
	},
	{
		Name: "qljm", Title: "QL (Jelinek-Mercer)",
		New:  func(p Parameters) Model { return weighting.QLJM{Lambda: p.Lambda} },
		Text: func(p Parameters) string { return fmt.Sprintf("lambda %g", p.Lambda) },
	},
	{
		Name: "pl2", Title: "PL2",
		New:  func(p Parameters) Model { return weighting.PL2{C: p.C} },
		Text: func(p Parameters) string { return fmt.Sprintf("c %g", p.C) },
	},
	{Name: "tfidf", Title: "TF-IDF", New: func(Parameters) Model { return weighting.TFIDF{} }},
}

// Find returns the model of a name.
func Find(name string) (m Named, ok bool) {
	i := slices.IndexFunc(Models, func(m Named) bool { return m.Name == name })
	if i < 0 {
		return Named{}, false
	}
	return Models[i], true
}
