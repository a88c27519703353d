package embed

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/ui/progress"
)

// glove is the model of Pennington, Socher and Manning, "GloVe: Global Vectors for Word Representation", EMNLP 2014. Adagrad, as
// in their program, makes
//
//	sum over i, j of f(X_ij) (w_i . v_j + a_i + b_j - ln X_ij)^2,   f(x) = min(1, (x / 100)^0.75)
//
// small; X_ij is how often j stands near i, each time counted as one over the distance. A word's vector is w + v.
//
// The counts are divided into stripes x stripes blocks by the numbers of both words. Blocks of which no two share a stripe of i
// or of j are trained at the same time, as no weight is in two of them (Gemulla et al., "Large-Scale Matrix Factorization with
// Distributed Stochastic Gradient Descent", KDD 2011): the vectors are the same at any number of threads.
type glove struct {
	o       Options
	words   int
	tokens  int
	workers workers
	blocks  [][]near // stripes x stripes; nil until the first epoch
	// words x (dim + 1) each: a word's vector, then its bias; and Adagrad's sums of squares
	w, v, sumW, sumV []float32
}

// near holds how often two words stand near each other.
type near struct {
	i, j   int32
	weight float32 // f(X)
	log    float32 // ln X
}

const (
	stripes     = 16
	fullWeight  = 100 // X from which on f is 1
	slowWeight  = 0.75
	maxGradient = 100 // of one weight, as their program clips it
)

// newGloVe sets up the weights as their program does: uniform in +-0.5/dim, sums of squares 1.
func newGloVe(o Options, counts []int64, tokens int64) *glove {
	g := &glove{o: o, words: len(counts), tokens: int(tokens), workers: workers(parallel.Threads(o.Threads))}
	rng := rand.New(rand.NewPCG(o.Seed, 0))
	for _, part := range []*[]float32{&g.w, &g.v, &g.sumW, &g.sumV} {
		*part = make([]float32, len(counts)*(o.Dim+1))
		for i := range *part {
			if part == &g.w || part == &g.v {
				(*part)[i] = float32((float64(rng.Float64()) - 0.5) / float64(o.Dim))
			} else {
				(*part)[i] = 1
			}
		}
	}
	return g
}

func (g *glove) weights() [][]float32 { return [][]float32{g.w, g.v, g.sumW, g.sumV} }

func (g *glove) vector(row int, out []float64) {
	w, v := g.w[row*(g.o.Dim+1):], g.v[row*(g.o.Dim+1):]
	for i := range out {
		out[i] = float64(w[i]) + float64(v[i])
	}
}

// epoch takes a step for every count; the first one counts. Within a block the counts come in an order drawn once.
func (g *glove) epoch(ctx context.Context, _ int, docs rows, stage *progress.Stage) error {
	if g.blocks == nil {
		stage.Note("counting which words stand near each other")
		var c counter
		for words, err := range docs {
			if err != nil {
				return err
			}
			c.add(words, g.o.Window)
		}
		g.divide(c.counts())
		stage.Note("")
	}
	for shift := range stripes {
		if err := ctx.Err(); err != nil {
			return err
		}
		g.workers.runAll(func(worker, workers int) {
			for i := worker; i < stripes; i += workers {
				b := i*stripes + (i+shift)%stripes
				for _, n := range g.blocks[b] {
					g.step(n)
				}
				stage.Add(g.tokens*(b+1)/len(g.blocks) - g.tokens*b/len(g.blocks)) // its share of them
			}
		})
	}
	return nil
}

// divide makes the blocks.
func (g *glove) divide(counts []cooccurrence) {
	g.blocks = make([][]near, stripes*stripes)
	for _, c := range counts {
		weight := float32(math.Min(1, math.Pow(c.x/fullWeight, slowWeight)))
		log := float32(math.Log(c.x))
		i, j := int32(c.key>>32), int32(c.key&math.MaxUint32)
		for _, n := range []near{{i, j, weight, log}, {j, i, weight, log}} {
			block := &g.blocks[int(n.i)%stripes*stripes+int(n.j)%stripes]
			*block = append(*block, n)
			if i == j {
				break
			}
		}
	}
	for b, block := range g.blocks {
		rng := rand.New(rand.NewPCG(g.o.Seed, uint64(b)+1))
		rng.Shuffle(len(block), func(i, j int) { block[i], block[j] = block[j], block[i] })
	}
}

// step updates the weights by the gradient of one term of the sum.
func (g *glove) step(n near) {
	dim := g.o.Dim
	w, v := g.w[int(n.i)*(dim+1):][:dim+1], g.v[int(n.j)*(dim+1):][:dim+1]
	sumW, sumV := g.sumW[int(n.i)*(dim+1):][:dim+1], g.sumV[int(n.j)*(dim+1):][:dim+1]
	difference := n.weight * (inner(w[:dim], v[:dim]) + w[dim] + v[dim] - n.log)
	rate := float32(g.o.LearningRate)
	for k := range dim {
		dw, dv := rate*clip(difference*v[k]), rate*clip(difference*w[k])
		w[k] -= dw / sqrt(sumW[k])
		v[k] -= dv / sqrt(sumV[k])
		sumW[k] += float32(dw * dw)
		sumV[k] += float32(dv * dv)
	}
	d := rate * clip(difference)
	w[dim] -= d / sqrt(sumW[dim])
	v[dim] -= d / sqrt(sumV[dim])
	sumW[dim] += float32(d * d)
	sumV[dim] += float32(d * d)
}

func sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }

func clip(x float32) float32 { return min(max(x, -maxGradient), maxGradient) }

// counter counts how often words stand near each other: 16 bytes for a pair of words that do, and as much while they are put
// in order.
type counter struct {
	sorted []cooccurrence // each pair once
	recent []cooccurrence
}

// cooccurrence is a pair of words, the smaller number in the upper half of key, and X.
type cooccurrence struct {
	key uint64
	x   float64
}

// recentPairs is how many pairs are gathered before they are put in order.
const recentPairs = 1 << 22

// add counts the pairs of a document up to window words apart.
func (c *counter) add(words []int32, window int) {
	for i, word := range words {
		for j := max(0, i-window); j < i; j++ {
			other := words[j]
			c.recent = append(c.recent, cooccurrence{uint64(min(word, other))<<32 | uint64(max(word, other)), 1 / float64(i-j)})
			if word == other { // it stands near itself, on either side
				c.recent[len(c.recent)-1].x *= 2
			}
		}
		if len(c.recent) >= recentPairs+len(c.sorted)/2 {
			c.merge()
		}
	}
}

// counts returns every pair once, in order.
func (c *counter) counts() []cooccurrence {
	c.merge()
	return c.sorted
}

func (c *counter) merge() {
	slices.SortStableFunc(c.recent, func(a, b cooccurrence) int { return cmp.Compare(a.key, b.key) })
	out := make([]cooccurrence, 0, len(c.sorted)+len(c.recent))
	put := func(p cooccurrence) {
		if n := len(out); n > 0 && out[n-1].key == p.key {
			out[n-1].x += p.x
			return
		}
		out = append(out, p)
	}
	i := 0
	for _, p := range c.recent {
		for ; i < len(c.sorted) && c.sorted[i].key <= p.key; i++ {
			put(c.sorted[i])
		}
		put(p)
	}
	for ; i < len(c.sorted); i++ {
		put(c.sorted[i])
	}
	c.sorted, c.recent = slices.Clip(out), c.recent[:0]
}
