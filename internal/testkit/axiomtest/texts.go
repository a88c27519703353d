package axiomtest

import "github.com/axiomine/axiomine/axioms"

// Texts is a query with candidates of a real collection, in words.
type Texts struct {
	ID         string // of the query
	Query      []string
	Docs       [][]string
	Scores     []float64 // of the documents
	NumDocs    int       // of the collection
	Total      int       // occurrences of all its words
	DocFreq    func(word string) int
	CollFreq   func(word string) int
	Similarity func(a, b string) float64                 // of a table
	Vector     func(word string) (v []float64, has bool) // nil: there are no vectors
}

// Define returns the verdict of an axiom's plain definition on two of the documents.
func (x *Texts) Define(a axioms.Preference) (verdict func(i, j int) axioms.Verdict, err error) {
	define, err := pairDefinitionOf(a)
	if err != nil {
		return nil, err
	}
	w := &world{id: x.ID, query: x.Query, n: x.NumDocs, total: x.Total, average: float64(x.Total) / float64(x.NumDocs),
		df: map[string]int{}, cf: map[string]int{}, vectors: map[string][]float64{}, similar: x.Similarity}
	for _, word := range x.Query {
		w.df[word], w.cf[word] = x.DocFreq(word), x.CollFreq(word)
		x.addVector(w, word)
	}
	for i, text := range x.Docs {
		w.docs = append(w.docs, document{words: text, score: x.Scores[i], rank: i + 1})
		for _, word := range text {
			x.addVector(w, word)
		}
	}
	return func(i, j int) axioms.Verdict { return define(w, w.docs[i], w.docs[j]) }, nil
}

func (x *Texts) addVector(w *world, word string) {
	if x.Vector == nil || w.vectors[word] != nil {
		return
	}
	if v, has := x.Vector(word); has {
		w.vectors[word] = v
	}
}
