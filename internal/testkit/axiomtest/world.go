package axiomtest

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/internal/lists"
	"pgregory.net/rapid"
)

// world is a query with candidates and a small collection's statistics, vectors and similarities,
// all in words.
type world struct {
	id      string // of the query
	query   []string
	docs    []document
	n       int // documents of the collection
	total   int // occurrences of all words
	average float64
	df, cf  map[string]int
	vectors map[string][]float64
	sims    map[[2]string]float64     // of two words in their order
	similar func(a, b string) float64 // in place of sims; nil: sims holds
	planar  bool                      // the configured similarity is that of the vectors, not of the table

	scores  map[string]float64    // of a run, by document
	prefers map[[2]string]float64 // confidence of preferences between documents
}

// document is a candidate.
type document struct {
	id    string
	words []string
	score float64 // NaN without one
	rank  int     // 0 without one
	grade int
}

const (
	vocabulary = 12 // few words, so that ties and agreement are common
	unknown    = 60 // words that the collection lacks, so that a query with them has more than 64
	dimensions = 3
)

// words are the vocabulary of generated texts; queries draw the first ones most of the time. allWords adds the unknown
// ones.
var (
	words    = strings.Split("abcdefghijkl", "")
	allWords = func() []string {
		all := slices.Clone(words)
		for i := range unknown {
			all = append(all, fmt.Sprintf("unknown%d", i))
		}
		return all
	}()
)

// anyWorld draws a world. Beside unrelated documents there are relatives, which differ little from
// another document. Earlier members of a list are drawn more often.
func anyWorld(t *rapid.T) *world { return drawWorld(t, false) }

// longWorld draws a world whose query has more than 64 terms.
func longWorld(t *rapid.T) *world { return drawWorld(t, true) }

func drawWorld(t *rapid.T, long bool) *world {
	candidates := words[:rapid.SampledFrom([]int{3, 2, 4, 5, 1, vocabulary}).Draw(t, "query words")]
	w := &world{
		id:      "q",
		query:   rapid.SliceOfN(rapid.SampledFrom(candidates), rapid.SampledFrom([]int{3, 2, 0}).Draw(t, "at least"), 10).Draw(t, "query"),
		n:       rapid.SampledFrom([]int{20, 40, 7, 2, 0}).Draw(t, "N"),
		average: rapid.SampledFrom([]float64{3.5, 6, 1, 0}).Draw(t, "avgdl"),
		df:      map[string]int{}, cf: map[string]int{}, vectors: map[string][]float64{}, sims: map[[2]string]float64{},
		planar: rapid.Bool().Draw(t, "similarity of vectors"),
	}
	if long {
		w.query = append(w.query, allWords[vocabulary:]...)
	}
	w.drawWords(t)
	word := rapid.SampledFrom(slices.Concat(words, w.query, w.query))
	for range rapid.IntRange(1, 3).Draw(t, "docs") {
		text := rapid.SliceOfN(word, rapid.SampledFrom([]int{3, 8, 0}).Draw(t, "at least"), 14).Draw(t, "doc")
		w.addDoc(t, text)
		for range rapid.IntRange(1, 2).Draw(t, "relatives") {
			kin := rapid.SampledFrom(relatives).Draw(t, "relative")
			for _, other := range kin.derive(t, w.query, text) {
				if rapid.IntRange(0, 7).Draw(t, "padded") == 7 {
					other = append(slices.Clone(other), slices.Repeat(words[vocabulary-1:], rapid.SampledFrom([]int{1, 10, 11}).Draw(t, "by"))...)
				}
				w.addDoc(t, other)
			}
		}
	}
	w.drawFiles(t)
	return w
}

// drawWords draws the collection's numbers for words. They have few values, so that words share an
// idf. Some words of the query are unknown.
func (w *world) drawWords(t *rapid.T) {
	few := rapid.SampledFrom([]int{2, 5, 1, 0, 40})
	if rapid.Bool().Draw(t, "alike") { // as frequent as each other, up to 10% of idf or so
		few = rapid.SampledFrom([]int{5, 6})
	}
	coordinates := rapid.SliceOfN(rapid.SampledFrom([]float64{-1, 0, 0, 1, 0.5}), dimensions, dimensions)
	alike := rapid.SampledFrom([]float64{0, 0.25, 0.5, 0.9})
	for i, a := range words {
		w.df[a] = min(few.Draw(t, "df"), w.n)
		if w.df[a] > 0 {
			w.cf[a] = w.df[a] + rapid.IntRange(0, 3).Draw(t, "more")
		}
		w.total += w.cf[a]
		if v := coordinates.Draw(t, "vector"); slices.ContainsFunc(v, func(x float64) bool { return x != 0 }) {
			w.vectors[a] = v
		}
		for _, b := range words[:i] {
			w.sims[[2]string{b, a}] = alike.Draw(t, "sim")
		}
	}
}

// drawFiles draws a run and a file of preferences over the documents.
func (w *world) drawFiles(t *rapid.T) {
	w.scores, w.prefers = map[string]float64{}, map[[2]string]float64{}
	for i, d := range w.docs {
		if rapid.IntRange(0, 3).Draw(t, "in the run") > 0 {
			w.scores[d.id] = rapid.SampledFrom([]float64{-3, 0, 1, 1.05, 2}).Draw(t, "score in the run")
		}
		for _, e := range w.docs[:i] {
			pair := [2]string{d.id, e.id}
			if rapid.Bool().Draw(t, "the other way") {
				pair = [2]string{e.id, d.id}
			}
			if rapid.Bool().Draw(t, "preferred") {
				w.prefers[pair] = rapid.SampledFrom([]float64{0.2, 0.5, 1}).Draw(t, "confidence")
			}
		}
	}
}

func (w *world) addDoc(t *rapid.T, text []string) {
	w.docs = append(w.docs, document{
		id:    fmt.Sprintf("d%d", len(w.docs)),
		words: text,
		score: rapid.SampledFrom([]float64{math.NaN(), 0, 0.9, 1, 1, 1.05, 1.2, 2, -1}).Draw(t, "score"),
		rank:  rapid.IntRange(0, 3).Draw(t, "rank"),
		grade: rapid.IntRange(-1, 2).Draw(t, "grade"),
	})
}

// relative is a way to make documents from another one.
type relative struct {
	name   string
	derive func(t *rapid.T, query, text []string) [][]string
}

func (r relative) String() string { return r.name }

// relatives are such that documents often meet the preconditions of axioms over two or three
// documents.
var relatives = []relative{
	{"two query words exchanged", func(t *rapid.T, query, text []string) [][]string {
		a, b := twoOf(t, query)
		return [][]string{replaceWords(text, map[string]string{a: b, b: a})}
	}},
	{"one query word for another", func(t *rapid.T, query, text []string) [][]string {
		a, b := twoOf(t, query)
		return [][]string{replaceWords(text, map[string]string{a: b})}
	}},
	{"shuffled", func(t *rapid.T, _, text []string) [][]string {
		return [][]string{rapid.Permutation(text).Draw(t, "order")}
	}},
	{"one word replaced", func(t *rapid.T, _, text []string) [][]string {
		other := slices.Clone(text)
		if len(other) > 0 {
			other[rapid.IntRange(0, len(other)-1).Draw(t, "at")] = rapid.SampledFrom(words).Draw(t, "instead")
		}
		return [][]string{other}
	}},
	{"longer", func(t *rapid.T, _, text []string) [][]string {
		return [][]string{append(slices.Clone(text), rapid.SampledFrom(words).Draw(t, "extra"))}
	}},
	{"repeated", func(t *rapid.T, _, text []string) [][]string {
		return [][]string{slices.Repeat(text, rapid.IntRange(2, 3).Draw(t, "times"))}
	}},
	{"the query put in", func(t *rapid.T, query, text []string) [][]string {
		i := rapid.IntRange(0, len(text)).Draw(t, "at")
		return [][]string{slices.Insert(slices.Clone(text), i, query...)}
	}},
	{"ever more query words", func(t *rapid.T, query, text []string) [][]string {
		a, b := twoOf(t, query)
		more := []string{a, b}[:rapid.IntRange(1, 2).Draw(t, "more")]
		once := slices.Concat(text, more)
		return [][]string{once, slices.Concat(once, more)}
	}},
	{"much of one query word", func(t *rapid.T, query, text []string) [][]string {
		a, _ := twoOf(t, query)
		times := rapid.IntRange(8, 12) // 10% of 10 is 1
		return [][]string{slices.Concat(slices.Repeat([]string{a}, times.Draw(t, "times")), text),
			slices.Concat(slices.Repeat([]string{a}, times.Draw(t, "times")), text)}
	}},
	{"copy", func(_ *rapid.T, _, text []string) [][]string { return [][]string{text} }},
}

// twoOf draws two words of the query, or of the vocabulary where the query has fewer than two.
func twoOf(t *rapid.T, query []string) (a, b string) {
	terms := distinct(query)
	if len(terms) < 2 {
		terms = words
	}
	i, ahead := rapid.IntRange(0, len(terms)-1).Draw(t, "one"), rapid.IntRange(1, len(terms)-1).Draw(t, "other")
	return terms[i], terms[(i+ahead)%len(terms)]
}

func replaceWords(text []string, replacements map[string]string) []string {
	other := slices.Clone(text)
	for i, word := range text {
		if instead, ok := replacements[word]; ok {
			other[i] = instead
		}
	}
	return other
}

// numbering holds the number of each word.
type numbering [vocabulary + unknown]uint32

// numberInOrder numbers the words from 0.
func numberInOrder() (n numbering) {
	for i := range n {
		n[i] = uint32(i)
	}
	return n
}

func numberScattered() numbering {
	n := numberInOrder()
	for i := range n {
		n[i] = n[i]*2654435761 + 4_000_000_000
	}
	return n
}

func (n *numbering) termsOf(text []string) []uint32 {
	return lists.Map(text, func(word string) uint32 { return n[slices.Index(allWords, word)] })
}

func (n *numbering) word(term uint32) string { return allWords[slices.Index(n[:], term)] }

// encodedWorld is a world as axioms see it: words are numbers.
type encodedWorld struct {
	*world
	numbers numbering
	query   axioms.Query
	docs    []axioms.Doc
}

func (w *world) encode(n numbering) *encodedWorld {
	e := &encodedWorld{world: w, numbers: n, query: axioms.Query{ID: w.id, Terms: n.termsOf(w.query)}}
	for _, d := range w.docs {
		e.docs = append(e.docs, axioms.Doc{ID: d.id, Terms: n.termsOf(d.words), Score: d.score, Rank: d.rank, Grade: d.grade})
	}
	return e
}

// collection returns only what the axiom's Needs list, so that an undeclared need meets a nil
// pointer.
func (e *encodedWorld) collection(needs axioms.Needs) *axioms.Collection {
	c := &axioms.Collection{}
	if needs.IDF {
		c.Stats = e
	}
	if needs.Vectors {
		c.Vectors = plane{e}
	}
	if needs.File {
		c.Runs, c.Preferences = map[string]axioms.RunScores{"FILE": e}, map[string]axioms.Preferring{"FILE": e}
	}
	if needs.Similarity {
		c.Similarity = e
		if e.planar {
			c.Vectors, c.Similarity = plane{e}, plane{e}
		}
	}
	return c
}

func (e *encodedWorld) NumDocs() int               { return e.n }
func (e *encodedWorld) TotalTerms() int64          { return int64(e.total) }
func (e *encodedWorld) AvgLen() float64            { return e.average }
func (e *encodedWorld) DocFreq(term uint32) int    { return e.df[e.numbers.word(term)] }
func (e *encodedWorld) CollFreq(term uint32) int64 { return int64(e.cf[e.numbers.word(term)]) }

// Sim returns the similarity in the table, as WordNet's source does.
func (e *encodedWorld) Sim(a, b uint32) (float64, bool) {
	return e.inTable(e.numbers.word(a), e.numbers.word(b)), true
}

// Score returns the score of a run, and Each yields the preferences of a file, for the world's one
// query.
func (e *encodedWorld) Score(query, doc string) (float64, bool) {
	score, ok := e.scores[doc]
	return score, ok && query == e.query.ID
}

func (e *encodedWorld) Each(query string, yield func(first, second string, confidence float64)) {
	for pair, confidence := range e.prefers {
		if query == e.query.ID {
			yield(pair[0], pair[1], confidence)
		}
	}
}

// plane is the world's word vectors.
type plane struct{ *encodedWorld }

func (plane) Dim() int                       { return dimensions }
func (p plane) Vector(term uint32) []float64 { return p.vectors[p.numbers.word(term)] }

// Sim returns the cosine of two words' vectors.
func (p plane) Sim(a, b uint32) (float64, bool) {
	return p.inPlane(p.numbers.word(a), p.numbers.word(b))
}
