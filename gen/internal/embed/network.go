package embed

import (
	"context"
	"iter"
	"math"
	"math/rand/v2"
	"sync"

	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/ui/progress"
)

// network is the two-layer network of word2vec with negative sampling (Mikolov et al., "Distributed Representations of Words and
// Phrases and their Compositionality", NIPS 2013). It has one input and one output vector for each word.
//
// In word2vec.c threads overwrite each other's weights. Here the words of the text are processed in batches of a fixed size. All
// words of a batch use the weights from before the batch, except that a word's own output vector is updated after each context word.
// Then the gradient steps are added to each weight in the order of the text. So the number of threads does not change the vectors.
type network struct {
	o        Options
	tokens   int64     // number of tokens in one epoch
	inputs   []float32 // input vectors, one after the other
	outputs  []float32 // output vectors, one after the other
	keep     []float64 // probability that an occurrence of the word is kept
	noise    alias
	logistic []float32 // result of logisticTable
	workers  workers
	batch    batch
}

// batchSize is the number of words of the text in a batch. The vectors depend on it.
const batchSize = 32

// newNetwork returns a network with random input vectors, uniform in +-1/dim as in gensim (word2vec.c has half of that), and output vectors
// 0.
func newNetwork(o Options, counts []int64, tokens int64) *network {
	m := &network{o: o, tokens: tokens, workers: workers(parallel.Threads(o.Threads)), logistic: logisticTable(),
		inputs:  make([]float32, len(counts)*o.Dim),
		outputs: make([]float32, len(counts)*o.Dim),
		keep:    make([]float64, len(counts)),
	}
	rng := rand.New(rand.NewPCG(o.Seed, 0))
	for i := range m.inputs {
		m.inputs[i] = float32((float64(2*float64(rng.Float64())) - 1) / float64(o.Dim))
	}
	weights := make([]float64, len(counts))
	for r, count := range counts {
		weights[r] = math.Pow(float64(count), 0.75) // the noise distribution, section 2.2
		m.keep[r] = 1
		if o.Sample > 0 {
			share := float64(count) / float64(tokens)
			m.keep[r] = (math.Sqrt(share/o.Sample) + 1) * o.Sample / share // as in word2vec.c
		}
	}
	m.noise = newAlias(weights)
	return m
}

func (m *network) input(word int32) []float32 { return m.inputs[int(word)*m.o.Dim:][:m.o.Dim] }

func (m *network) output(word int32) []float32 { return m.outputs[int(word)*m.o.Dim:][:m.o.Dim] }

// epoch trains on all documents once. The seed and a document's number decide the words that are left out, the reach of each word's
// context, and a seed for its negative samples.
func (m *network) epoch(ctx context.Context, number int, docs iter.Seq2[[]int32, error], stage *progress.Stage) error {
	numRead := m.tokens * int64(number)
	source := rand.NewPCG(0, 0)
	rng := rand.New(source)
	var sample []int32
	doc := uint64(0)
	for words, err := range docs {
		if err != nil {
			return err
		}
		source.Seed(m.o.Seed, uint64(number+1)<<40|doc)
		doc++
		sample = sample[:0]
		for _, w := range words {
			if m.keep[w] >= 1 || rng.Float64() < m.keep[w] {
				sample = append(sample, w)
			}
		}
		numRead += int64(len(words))
		share := float64(numRead) / float64(m.tokens*int64(m.o.Epochs)+1)
		rate := float32(m.o.LearningRate * max(1-share, 1e-4))
		for i, w := range sample {
			reach := 1 + rng.IntN(m.o.Window)
			first, end := max(0, i-reach), min(len(sample), i+reach+1)
			seed := rng.Uint64()
			if end-first < 2 {
				continue
			}
			x := m.batch.next(m)
			x.word, x.rate, x.seed = w, rate, seed
			x.context = append(append(x.context[:0], sample[first:i]...), sample[i+1:end]...)
			if m.batch.used == batchSize {
				m.learn()
			}
		}
		stage.Add(len(words))
	}
	m.learn()
	return nil
}

// batch holds examples. Their memory is reused.
type batch struct {
	used     int
	examples []example
}

// example is a word of the text with its context, and the gradient steps that it computes.
type example struct {
	word    int32
	context []int32
	rate    float32
	seed    uint64

	targets []int32   // for each context word, the word and its negative samples
	gain    []float32 // for each target: rate times (label - prediction)
	hidden  []float32 // the word's output vector, updated after each context word
	inputs  []float32 // steps for the input vectors, one for each context word
}

// next adds an example to the batch and returns it.
func (b *batch) next(m *network) *example {
	if b.used == len(b.examples) {
		b.examples = append(b.examples, example{hidden: make([]float32, m.o.Dim), inputs: make([]float32, 2*m.o.Window*m.o.Dim)})
	}
	b.used++
	return &b.examples[b.used-1]
}

// learn updates the weights by the gradients of the batch.
func (m *network) learn() {
	examples := m.batch.examples[:m.batch.used]
	m.batch.used = 0
	m.workers.runAll(func(worker, workers int) {
		source := rand.NewPCG(0, 0)
		rng := rand.New(source)
		for i := worker; i < len(examples); i += workers {
			x := &examples[i]
			source.Seed(m.o.Seed, x.seed)
			x.targets, x.gain = x.targets[:0], x.gain[:0]
			m.skipGram(x, rng)
		}
	})
	for _, apply := range []func(*example, func(int32) bool){m.stepOutputs, m.stepInputs} {
		m.workers.runAll(func(worker, workers int) {
			isOwn := func(word int32) bool { return int(word)%workers == worker }
			for i := range examples {
				apply(&examples[i], isOwn)
			}
		})
	}
}

// skipGram computes the steps of one example: each context word predicts the word. The word's output vector changes after each context
// word.
func (m *network) skipGram(x *example, rng *rand.Rand) {
	copy(x.hidden, m.output(x.word))
	for i, w := range x.context {
		h := m.input(w)
		gain := m.predict(x, h, x.hidden, x.inputs[i*m.o.Dim:][:m.o.Dim], rng)
		add(gain, h, x.hidden)
	}
}

// predict computes the gradient of log s(output(word).h) + sum over the negative samples n of log s(-output(n).h), where s is the logistic
// function and h the input vector of a context word (NIPS 2013, eq. 4). It sets step to the change of h, appends the targets and their
// gains to x, and returns the word's gain. A negative sample that equals the word is left out.
func (m *network) predict(x *example, h, output, step []float32, rng *rand.Rand) (gain float32) {
	clear(step)
	gain = x.addTarget(m, x.word, output, 1, h, step)
	for range m.o.Negative {
		if n := m.noise.draw(rng); n != x.word {
			x.addTarget(m, n, m.output(n), 0, h, step)
		}
	}
	return gain
}

// addTarget appends a target with its gain, and adds gain * v to step. v is the target's output vector. label is 1 for the word, 0 for
// others.
func (x *example) addTarget(m *network, target int32, v []float32, label float32, h, step []float32) float32 {
	gain := x.rate * (label - m.quickLogistic(inner(h, v)))
	add(gain, v, step)
	x.targets, x.gain = append(x.targets, target), append(x.gain, gain)
	return gain
}

// stepOutputs updates the output vectors of the targets for which isOwn is true. It runs before stepInputs changes the input vectors.
func (m *network) stepOutputs(x *example, isOwn func(word int32) bool) {
	var h []float32
	prediction := 0
	for k, target := range x.targets {
		if target == x.word { // the word is the first target of each context word
			h = m.input(x.context[prediction])
			prediction++
		}
		if isOwn(target) {
			add(x.gain[k], h, m.output(target))
		}
	}
}

func (m *network) stepInputs(x *example, isOwn func(word int32) bool) {
	for i, w := range x.context {
		if isOwn(w) {
			add(1, x.inputs[i*m.o.Dim:][:m.o.Dim], m.input(w))
		}
	}
}

// logistic returns the logistic function of x, which quickLogistic approximates.
func logistic(x float64) float64 { return 1 / (1 + math.Exp2(-x*math.Log2E)) } // the same bits on any amd64, unlike math.Exp

// The bounds of the table of the logistic function: it has values from -logisticReach to logisticReach, at every 1/logisticSteps.
const (
	logisticReach = 8
	logisticSteps = 128
)

func logisticTable() []float32 {
	table := make([]float32, 2*logisticReach*logisticSteps+2)
	for i := range table {
		table[i] = float32(logistic(float64(float64(i)/logisticSteps) - logisticReach))
	}
	return table
}

// quickLogistic interpolates the logistic function in a table, with an error below 1e-6.
func (m *network) quickLogistic(x float32) float32 {
	if x <= -logisticReach || x >= logisticReach {
		return float32(logistic(float64(x)))
	}
	pos := float32((x + logisticReach) * logisticSteps)
	i := int(pos)
	low, high := m.logistic[i], m.logistic[i+1]
	return low + float32((pos-float32(i))*(high-low))
}

// alias draws from a discrete distribution in constant time (Walker, "An Efficient Method for Generating Discrete Random Variables with
// General Distributions", 1977; set up as by Vose, 1991).
type alias struct {
	stay  []float64 // probability that column i returns i
	other []int32   // the other result of column i
}

// newAlias returns the table of a distribution. The weights are positive and need not sum to 1.
func newAlias(weights []float64) alias {
	n := len(weights)
	a := alias{stay: make([]float64, n), other: make([]int32, n)}
	var sum float64
	for _, w := range weights {
		sum += w
	}
	var small, large []int32
	for i, w := range weights {
		a.stay[i] = w / sum * float64(n)
		a.other[i] = int32(i)
		if a.stay[i] < 1 {
			small = append(small, int32(i))
		} else {
			large = append(large, int32(i))
		}
	}
	for len(small) > 0 && len(large) > 0 {
		s, l := small[len(small)-1], large[len(large)-1]
		small = small[:len(small)-1]
		a.other[s] = l
		a.stay[l] -= 1 - a.stay[s]
		if a.stay[l] < 1 {
			large = large[:len(large)-1]
			small = append(small, l)
		}
	}
	for _, rest := range [2][]int32{small, large} { // 1, up to rounding
		for _, i := range rest {
			a.stay[i] = 1
		}
	}
	return a
}

func (a alias) draw(rng *rand.Rand) int32 {
	i := rng.IntN(len(a.stay))
	if rng.Float64() < a.stay[i] {
		return int32(i)
	}
	return a.other[i]
}

// inner returns the inner product of two vectors of the same length. The order of additions is fixed: groups of 32 products, then of 8, are
// added to parallel sums, these sums are added in pairs, and then the remaining products. The conversions to float32 prevent fused
// multiplication and addition.
func inner(a, b []float32) float32 {
	b = b[:len(a)]
	var sums [32]float32
	i := 0
	for ; i+32 <= len(a); i += 32 {
		for j := range sums {
			sums[j] += float32(a[i+j] * b[i+j])
		}
	}
	for ; i+8 <= len(a); i += 8 {
		for j := range 8 {
			sums[j] += float32(a[i+j] * b[i+j])
		}
	}
	for j := range 8 {
		sums[j] = (sums[j] + sums[j+8]) + (sums[j+16] + sums[j+24])
	}
	for j := range 4 {
		sums[j] += sums[j+4]
	}
	sum := (sums[0] + sums[2]) + (sums[1] + sums[3])
	for ; i < len(a); i++ {
		sum += float32(a[i] * b[i])
	}
	return sum
}

// add adds scale * src to dst.
func add(scale float32, src, dst []float32) {
	src = src[:len(dst)]
	for i := range dst {
		dst[i] += float32(scale * src[i])
	}
}

// workers is a number of goroutines that share work.
type workers int

// runAll calls do for every worker in parallel, and returns when all are done.
func (n workers) runAll(do func(worker, workers int)) {
	var others sync.WaitGroup
	for i := 1; i < int(n); i++ {
		others.Go(func() { do(i, int(n)) })
	}
	do(0, int(n))
	others.Wait()
}
