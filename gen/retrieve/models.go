package retrieve

import (
	"slices"

	"github.com/axiomine/axiomine/axioms/weighting"
)

// Parameters holds the parameters of all models. A model uses some of them.
type Parameters struct {
	K1, B  float64 // the parameters of BM25
	Mu     float64 // the smoothing of QL, in tokens
	Lambda float64 // the smoothing of QLJM, between 0 and 1
}

// Parameter is a parameter of a model, such as k1.
type Parameter struct {
	Name  string
	Value float64
}

// ModelEntry is a named retrieval model. A new model needs a file with its weights and an entry in Models.
type ModelEntry struct {
	Name  string // the name in configurations
	Title string // the name in reports
	New   func(p Parameters) Model
	List  func(p Parameters) []Parameter // the model's parameters; nil if it has none
}

// Models lists the retrieval models.
var Models = []ModelEntry{
	{
		Name: "bm25", Title: "BM25",
		New:  func(p Parameters) Model { return weighting.BM25{K1: p.K1, B: p.B} },
		List: func(p Parameters) []Parameter { return []Parameter{{"k1", p.K1}, {"b", p.B}} },
	},
	{
		Name: "ql", Title: "QL",
		New:  func(p Parameters) Model { return weighting.QL{Mu: p.Mu} },
		List: func(p Parameters) []Parameter { return []Parameter{{"mu", p.Mu}} },
	},
	{
		Name: "qljm", Title: "QL (Jelinek-Mercer)",
		New:  func(p Parameters) Model { return weighting.QLJM{Lambda: p.Lambda} },
		List: func(p Parameters) []Parameter { return []Parameter{{"lambda", p.Lambda}} },
	},
	{
		Name: "pl2", Title: "PL2",
		New:  func(Parameters) Model { return weighting.PL2{C: 1} },
		List: func(Parameters) []Parameter { return []Parameter{{"c", 1}} },
	},
	{Name: "tfidf", Title: "TF-IDF", New: func(Parameters) Model { return weighting.TFIDF{} }},
}

// Find returns the model with a name in configurations; ok is false if there is none.
func Find(name string) (m ModelEntry, ok bool) {
	i := slices.IndexFunc(Models, func(m ModelEntry) bool { return m.Name == name })
	if i < 0 {
		return ModelEntry{}, false
	}
	return Models[i], true
}
