package similarity

import (
	"math"
	"math/rand/v2"

	blas "gonum.org/v1/gonum/blas/gonum"
)

// model is the two-layer network under training: one input and one output vector a word.
type model struct {
	o       TrainOptions
	rng     *rand.Rand
	rate    float32
	inputs  []float32 // words x dim
	outputs []float32 // words x dim
	keep    []float64 // probability that an occurrence of the word is kept
	noise   alias
	hidden  []float32 // mean of the context's input vectors
	errs    []float32 // gradient on the hidden layer
}

func (m *model) in(word int32) []float32  { return m.inputs[int(word)*m.o.Dim:][:m.o.Dim] }
func (m *model) out(word int32) []float32 { return m.outputs[int(word)*m.o.Dim:][:m.o.Dim] }

// document takes one gradient step for each prediction of a document.
func (m *model) document(words []int32) {
	for i, word := range words {
		reach := 1 + m.rng.IntN(m.o.Window)
		from, to := max(0, i-reach), min(len(words), i+reach+1)
		if m.o.Architecture == SkipGram {
			for j := from; j < to; j++ {
				if j != i {
					m.skipGram(word, words[j])
				}
			}
			continue
		}
		if to-from > 1 {
			m.cbow(words[from:i], words[i+1:to], word)
		}
	}
}

// skipGram: the word predicts another.
func (m *model) skipGram(word, other int32) {
	v := m.in(word)
	m.predict(v, other)
	add(1, m.errs, v)
}

// cbow: the mean of the words before and after predicts the word. As in word2vec.c each of them takes the whole
// error, not its share.
func (m *model) cbow(before, after []int32, word int32) {
	clear(m.hidden)
	share := 1 / float32(len(before)+len(after))
	for _, side := range [2][]int32{before, after} {
		for _, w := range side {
			add(share, m.in(w), m.hidden)
		}
	}
	m.predict(m.hidden, word)
	for _, side := range [2][]int32{before, after} {
		for _, w := range side {
			add(1, m.errs, m.in(w))
		}
	}
}

// predict takes one step up log s(out(target).h) + sum over the negative samples n of log s(-out(n).h), s the logistic
// function (Mikolov et al., NIPS 2013, eq. 4): the output vectors are changed, the step for h is left in m.errs. A
// negative sample that happens to be the target is left out.
func (m *model) predict(h []float32, target int32) {
	clear(m.errs)
	m.towards(h, target, 1)
	for range m.o.Negative {
		if n := m.noise.draw(m.rng); n != target {
			m.towards(h, n, 0)
		}
	}
}

func (m *model) towards(h []float32, word int32, label float64) {
	v := m.out(word)
	g := m.rate * float32(label-logistic(float64(inner(h, v))))
	add(g, v, m.errs)
	add(g, h, v)
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

func inner(a, b []float32) float32 { return blas.Implementation{}.Sdot(len(a), a, 1, b, 1) }

// add does to += scale * from.
func add(scale float32, from, to []float32) {
	blas.Implementation{}.Saxpy(len(to), scale, from, 1, to, 1)
}
