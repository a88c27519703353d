package similarity

// Words holds one vector of Dim values per word, in the order in which the words were added.
type Words struct {
	dim   int
	words []string
	index map[string]int32
	data  []float64 // Len x Dim
}

// NewWords returns an empty set of words with vectors of dim values.
func NewWords(dim int) *Words {
	return &Words{dim: dim, index: map[string]int32{}}
}

// Len returns the number of words.
func (w *Words) Len() int { return len(w.words) }

// Word returns the i-th word.
func (w *Words) Word(i int) string { return w.words[i] }

// Vector returns the vector of the i-th word; not to be changed.
func (w *Words) Vector(i int) []float64 { return w.data[i*w.dim : (i+1)*w.dim : (i+1)*w.dim] }

// Lookup returns a word's vector, nil when it has none; not to be changed.
func (w *Words) Lookup(word string) []float64 {
	i, ok := w.index[word]
	if !ok {
		return nil
	}
	return w.Vector(int(i))
}

// Add appends a word with a copy of its vector, Dim values. A word that is there already keeps its first vector, and the
// answer is false.
func (w *Words) Add(word string, vector []float64) bool {
	if _, ok := w.index[word]; ok {
		return false
	}
	w.index[word] = int32(len(w.words))
	w.words = append(w.words, word)
	w.data = append(w.data, vector[:w.dim]...)
	return true
}
