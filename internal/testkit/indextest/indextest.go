// Package indextest makes collections and indexes for tests and benchmarks.
package indextest

import (
	"context"
	"iter"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/testkit/inmemory"
)

// Build indexes docs in a folder of the test and opens the index, which is closed with the test.
func Build(t testing.TB, docs iter.Seq2[corpus.Doc, error], a analysis.Options, o index.Options) index.Reader {
	t.Helper()
	an, err := analysis.New(a)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "index")
	if err := index.Build(context.Background(), dir, docs, an, o, nil); err != nil {
		t.Fatal(err)
	}
	x, err := index.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	return x
}

// Open indexes documents in a folder and opens the index, for examples, which have no test.
func Open(folder string, docs ...corpus.Doc) (index.Reader, error) {
	english, err := analysis.New(analysis.Defaults())
	if err != nil {
		return nil, err
	}
	all := func(yield func(corpus.Doc, error) bool) {
		for _, doc := range docs {
			if !yield(doc, nil) {
				return
			}
		}
	}
	if err := index.Build(context.Background(), folder, all, english, index.Defaults(), nil); err != nil {
		return nil, err
	}
	return index.Open(folder)
}

// InMemory indexes docs in memory, which takes no file.
func InMemory(t testing.TB, docs iter.Seq2[corpus.Doc, error], a analysis.Options) index.Reader {
	t.Helper()
	an, err := analysis.New(a)
	if err != nil {
		t.Fatal(err)
	}
	var list []corpus.Doc
	for doc, err := range docs {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, doc)
	}
	x, err := inmemory.New(list, an)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// Docs yields the given documents.
func Docs(docs ...corpus.Doc) iter.Seq2[corpus.Doc, error] {
	return func(yield func(corpus.Doc, error) bool) {
		for _, doc := range docs {
			if !yield(doc, nil) {
				return
			}
		}
	}
}

// Zipf is a synthetic collection with the statistics of short passages. Words follow a Zipf-Mandelbrot law,
// p(rank) ~ 1/(rank + 2.7)^1.05; lengths are lognormal with mean 56 and sigma 0.45, from 8 to 400; half of the words
// beyond the 100 most frequent come from a passage's own topic of 12 words, so that words repeat as they do in text.
type Zipf struct {
	Vocabulary int
	Seed       uint64
	cdf        []float64
	words      []string
}

// NewZipf prepares a vocabulary.
func NewZipf(vocabulary int, seed uint64) *Zipf {
	z := &Zipf{Vocabulary: vocabulary, Seed: seed, cdf: make([]float64, vocabulary), words: make([]string, vocabulary)}
	sum := 0.0
	for r := range z.cdf {
		sum += math.Pow(float64(r)+2.7, -1.05)
		z.cdf[r] = sum
		z.words[r] = strconv.FormatInt(int64(r)*7919%int64(vocabulary), 36) // short, distinct while 7919 does not divide the size
		if r >= 1000 {
			z.words[r] += "ton" // about as long as words are
		}
	}
	for r := range z.cdf {
		z.cdf[r] /= sum
	}
	return z
}

func (z *Zipf) draw(rnd *rand.Rand, least float64) int {
	r, _ := slices.BinarySearch(z.cdf, least+(1-least)*rnd.Float64())
	return min(r, z.Vocabulary-1)
}

const (
	frequent   = 100
	topicWords = 12
)

// doc draws the word ranks of document d.
func (z *Zipf) doc(d int) []int {
	rnd := rand.New(rand.NewPCG(z.Seed, uint64(d)))
	const mean, sigma = 56, 0.45
	n := int(math.Exp(math.Log(mean) - sigma*sigma/2 + sigma*rnd.NormFloat64()))
	ranks := make([]int, min(max(n, 8), 400))
	var topic [topicWords]int
	for i := range topic {
		topic[i] = z.draw(rnd, z.cdf[frequent])
	}
	for i := range ranks {
		ranks[i] = z.draw(rnd, 0)
		if ranks[i] >= frequent && rnd.Float64() < 0.5 {
			u := rnd.Float64()
			ranks[i] = topic[int(u*u*topicWords)]
		}
	}
	return ranks
}

func (z *Zipf) text(ranks []int) string {
	var b strings.Builder
	for i, r := range ranks {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(z.words[r])
	}
	return b.String()
}

// Docs returns the first n documents; their ids are their numbers.
func (z *Zipf) Docs(n int) iter.Seq2[corpus.Doc, error] {
	return func(yield func(corpus.Doc, error) bool) {
		for d := range n {
			if !yield(corpus.Doc{ID: strconv.Itoa(d), Text: z.text(z.doc(d))}, nil) {
				return
			}
		}
	}
}

// Queries returns n queries of 2 to 14 words (1 + Poisson(5)). About two thirds of the words are not frequent and come from one of the
// first docs documents; the others are drawn by the law.
func (z *Zipf) Queries(n, docs int) []string {
	rnd := rand.New(rand.NewPCG(z.Seed, 1<<40))
	queries := make([]string, n)
	for i := range queries {
		content := slices.DeleteFunc(z.doc(rnd.IntN(docs)), func(r int) bool { return r < frequent })
		slices.Sort(content)
		content = slices.Compact(content)
		rnd.Shuffle(len(content), func(i, j int) { content[i], content[j] = content[j], content[i] })
		length := 1
		for p := rnd.Float64(); p > math.Exp(-5) && length < 14; length++ { // 1 + Poisson(5)
			p *= rnd.Float64()
		}
		length = max(length, 2)
		ranks := content[:min(len(content), (2*length+1)/3)]
		for len(ranks) < length {
			ranks = append(ranks, z.draw(rnd, 0))
		}
		rnd.Shuffle(length, func(i, j int) { ranks[i], ranks[j] = ranks[j], ranks[i] })
		queries[i] = z.text(ranks)
	}
	return queries
}
