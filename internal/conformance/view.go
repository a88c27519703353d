package conformance

import (
	"fmt"
	"math"

	"github.com/axiomine/axiomine/axioms"
)

// scenarioDoc is a document of a case.
type scenarioDoc struct {
	ID     string   `json:"id"`
	Tokens []string `json:"tokens"`
	Score  *float64 `json:"score"` // nil means none
	Rank   int      `json:"rank"`  // 0 means not in the run
	Grade  int      `json:"grade"`
}

// scenario is a case's query, documents and collection.
type scenario struct {
	Query []string      `json:"query"`
	Docs  []scenarioDoc `json:"docs"`
	Stats struct {
		N     int              `json:"N"`
		AvgDL float64          `json:"avgdl"`
		Total int64            `json:"total"`
		DF    map[string]int   `json:"df"`
		CF    map[string]int64 `json:"cf"`
	} `json:"stats"`
	Vectors map[string][]float64 `json:"vectors"`
	Sims    []scenarioSim        `json:"sims"`
}

// scenarioSim is the similarity of two terms: [term, term, number].
type scenarioSim struct {
	a, b string
	sim  float64
}

func (s *scenarioSim) UnmarshalJSON(text []byte) error {
	parts := []any{&s.a, &s.b, &s.sim}
	if err := decode(text, &parts); err != nil || len(parts) != 3 {
		return fmt.Errorf("sims: %s is not [term, term, similarity]", clip(text))
	}
	return nil
}

// view is the axioms' view of a case, with the case's own statistics.
type view struct {
	*scenario
	ids     map[string]uint32
	words   []string
	sims    map[[2]uint32]float64
	vectors map[uint32][]float64 // of the terms with a nonzero one
	dim     int
}

func newView(c *scenario) (*view, error) {
	v := &view{scenario: c, ids: map[string]uint32{}, sims: map[[2]uint32]float64{}, vectors: map[uint32][]float64{}}
	for _, s := range c.Sims {
		v.sims[sortedPair(v.id(s.a), v.id(s.b))] = s.sim
	}
	for word, vector := range c.Vectors {
		if v.dim > 0 && len(vector) != v.dim {
			return nil, fmt.Errorf("vectors: they have %d and %d dimensions", min(v.dim, len(vector)), max(v.dim, len(vector)))
		}
		v.dim = len(vector)
		for _, x := range vector {
			if x != 0 {
				v.vectors[v.id(word)] = vector
				break
			}
		}
	}
	return v, nil
}

func sortedPair(a, b uint32) [2]uint32 { return [2]uint32{min(a, b), max(a, b)} }

func (v *view) id(word string) uint32 {
	id, ok := v.ids[word]
	if !ok {
		id = uint32(len(v.words))
		v.ids[word] = id
		v.words = append(v.words, word)
	}
	return id
}

func (v *view) terms(words []string) []uint32 {
	terms := make([]uint32, len(words))
	for i, w := range words {
		terms[i] = v.id(w)
	}
	return terms
}

func (v *view) query() axioms.Query { return axioms.Query{Terms: v.terms(v.Query)} }

// docs returns the documents and their positions by id.
func (v *view) docs() ([]axioms.Doc, map[string]int, error) {
	docs, position := make([]axioms.Doc, len(v.Docs)), map[string]int{}
	for i, d := range v.Docs {
		if _, twice := position[d.ID]; twice {
			return nil, nil, fmt.Errorf("two documents are called %q", d.ID)
		}
		position[d.ID] = i
		docs[i] = axioms.Doc{Terms: v.terms(d.Tokens), Score: math.NaN(), Rank: d.Rank, Grade: d.Grade}
		if d.Score != nil {
			docs[i].Score = *d.Score
		}
	}
	return docs, position, nil
}

func (v *view) collection() *axioms.Collection {
	return &axioms.Collection{Stats: v, Vectors: viewVectors{v}, Similarity: v}
}

func (v *view) NumDocs() int            { return v.Stats.N }
func (v *view) TotalTerms() int64       { return v.Stats.Total }
func (v *view) AvgLen() float64         { return v.Stats.AvgDL }
func (v *view) DocFreq(t uint32) int    { return v.Stats.DF[v.words[t]] }
func (v *view) CollFreq(t uint32) int64 { return v.Stats.CF[v.words[t]] }

// Sim returns the similarity from the table. A missing pair has similarity 0.
func (v *view) Sim(a, b uint32) (float64, bool) { return v.sims[sortedPair(a, b)], true }

// viewVectors holds the case's word vectors.
type viewVectors struct{ *view }

func (v viewVectors) Dim() int                  { return v.dim }
func (v viewVectors) Vector(t uint32) []float64 { return v.vectors[t] }
func (v viewVectors) Sim(a, b uint32) (float64, bool) {
	x, y := v.vectors[a], v.vectors[b]
	if x == nil || y == nil {
		return 0, false
	}
	xy, xx, yy := 0.0, 0.0, 0.0
	for i := range x {
		xy, xx, yy = xy+float64(x[i]*y[i]), xx+float64(x[i]*x[i]), yy+float64(y[i]*y[i])
	}
	return xy / math.Sqrt(xx*yy), true
}
