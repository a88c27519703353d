package embed

import (
	"context"
	"errors"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/similarity"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// topics makes documents of 20 words, each from one of two halves of a vocabulary of 20 words.
func topics(docs int) (iter.Seq[[]uint32], []index.Form) {
	rng := rand.New(rand.NewPCG(1, 2))
	vocab := make([]index.Form, 20)
	for i := range vocab {
		vocab[i].Surface = string(rune('a' + i))
	}
	var all [][]uint32
	for d := range docs {
		doc := make([]uint32, 20)
		for i := range doc {
			doc[i] = uint32(rng.IntN(10) + 10*(d%2))
			vocab[doc[i]].Count++
		}
		all = append(all, doc)
	}
	return slices.Values(all), vocab
}

func TestTrainFindsTopics(t *testing.T) {
	docs, vocab := topics(400)
	o := Defaults()
	o.Dim, o.Sample, o.Epochs = 10, 0, 10
	words, report, err := Train(context.Background(), docs, vocab, o, nil)
	must.Do(t, err)
	if report.Words != 20 || report.Tokens != 8000 || words.Len() != 20 {
		t.Errorf("report %+v", report)
	}
	cos := func(x, y string) float64 {
		v, w := words.Lookup(x), words.Lookup(y)
		return dot(v, w) / math.Sqrt(dot(v, v)*dot(w, w))
	}
	least, most := 1.0, -1.0
	for _, x := range "abcdefghij" {
		for _, y := range "abcdefghij" {
			least = min(least, cos(string(x), string(y)))
			most = max(most, cos(string(x), string(y+10)))
		}
	}
	if least <= most {
		t.Errorf("two words of one topic have cosine %v, two of different topics %v", least, most)
	}
}

// The same seed gives the same bytes at any number of threads.
func TestTrainGivesTheSameBytes(t *testing.T) {
	docs, vocab := topics(40)
	trained := func(seed uint64, threads int) string {
		o := Defaults()
		o.Dim, o.Seed, o.Epochs, o.Threads = 8, seed, 3, threads
		words, _, err := Train(context.Background(), docs, vocab, o, nil)
		must.Do(t, err)
		var b strings.Builder
		must.Do(t, words.Write(&b))
		return b.String()
	}
	want := trained(7, 1)
	for _, threads := range []int{2, 3, 7} {
		if trained(7, threads) != want {
			t.Errorf("with %d threads other bytes", threads)
		}
	}
	if trained(8, 1) == want {
		t.Error("another seed, same bytes")
	}
}

func TestTrainLeavesRareWordsOut(t *testing.T) {
	vocab := []index.Form{{Surface: "often", Count: 5}, {Surface: "rare", Count: 1}, {Surface: "more", Count: 6}, {Surface: "also", Count: 5}}
	docs := slices.Values([][]uint32{{0, 1, 2, 3}, {0, 2, 3}, {0, 2, 3}, {0, 2, 3}, {0, 2, 3}, {2}, {}})
	o := Defaults()
	o.Dim = 3
	words, report, err := Train(context.Background(), docs, vocab, o, nil)
	must.Do(t, err)
	must.Equal(t, report, (Report{Words: 3, RareWords: 1, Tokens: 16}), "report")
	if got, want := list(words), []string{"more", "also", "often"}; !slices.Equal(got, want) {
		t.Errorf("words %v, want %v: by count, then by word", got, want)
	}
	o.MinCount = 7
	if _, _, err := Train(context.Background(), docs, vocab, o, nil); err == nil {
		t.Error("trained without a word")
	}
	o.MinCount = 1
	if _, _, err := Train(context.Background(), slices.Values([][]uint32{{4}}), vocab, o, nil); err == nil {
		t.Error("a word that the vocabulary lacks was taken")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := Train(ctx, docs, vocab, o, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: error %v", err)
	}
}

// someNetwork has random weights.
func someNetwork(words int) *network {
	o := Defaults()
	o.Dim, o.Negative, o.Window, o.Threads = 4, 3, 2, 2
	counts := make([]int64, words)
	for i := range counts {
		counts[i] = int64(i + 1)
	}
	m := newNetwork(o, counts, 100)
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range m.outputs {
		m.inputs[i], m.outputs[i] = float32(rng.NormFloat64()), float32(rng.NormFloat64())
	}
	return m
}

// One prediction moves the weights along the gradient of the objective (NIPS 2013, eq. 4), here by finite differences
// in float64. Every weight is rounded to float32 once or twice, and the step multiplies by the rate 1e-3.
func TestPredictFollowsTheGradient(t *testing.T) {
	const words, rate = 6, 1e-3
	m := someNetwork(words)
	dim := m.o.Dim
	x := m.batch.next(m)
	x.word, x.rate, x.context = 5, rate, []int32{0}
	draws := func() *rand.Rand { return rand.New(rand.NewPCG(5, 6)) }
	negatives := map[int32]bool{} // as they will be drawn; each once, so that no weight moves twice
	same := draws()
	for range m.o.Negative {
		negatives[m.noise.draw(same)] = true
	}
	if len(negatives) != m.o.Negative || negatives[x.word] {
		t.Fatalf("seed draws %v: choose one without repeats", negatives)
	}
	objective := func(h, outputs []float64) float64 {
		var sum float64
		for w := range int32(words) {
			product := dot(h, outputs[int(w)*dim:][:dim])
			switch {
			case w == x.word:
				sum += math.Log(logistic(product))
			case negatives[w]:
				sum += math.Log(logistic(-product))
			}
		}
		return sum
	}
	h64, out64 := widen(m.input(0)), widen(m.outputs)
	m.skipGram(x, draws())
	before := slices.Clone(m.outputs)
	m.stepOutputs(x, func(int32) bool { return true })
	compare := func(name string, at []float64, i int, step float32) {
		const eps = 1e-6
		old := at[i]
		at[i] = old + eps
		up := objective(h64, out64)
		at[i] = old - eps
		down := objective(h64, out64)
		at[i] = old
		if want := rate * (up - down) / (2 * eps); math.Abs(float64(step)-want) > 1e-6 {
			t.Errorf("%s %d: step %v, want %v", name, i, step, want)
		}
	}
	for i := range out64 {
		compare("output", out64, i, m.outputs[i]-before[i])
	}
	for i := range h64 {
		compare("hidden", h64, i, x.inputs[i])
	}
}

// A batch does what its definition says: every step from the weights as they were (the word's own output vector moving along), then all
// added up.
func TestBatchPlain(t *testing.T) {
	m := someNetwork(6)
	in, out := widen(m.inputs), widen(m.outputs)
	newIn, newOut := slices.Clone(in), slices.Clone(out)
	dim := m.o.Dim
	row := func(of []float64, w int32) []float64 { return of[int(w)*dim:][:dim] }
	plus := func(to []float64, scale float64, from []float64) {
		for i := range to {
			to[i] += scale * from[i]
		}
	}
	for i, around := range [][]int32{{1, 2}, {0, 0, 3}, {5}} {
		x := m.batch.next(m)
		x.word, x.rate, x.seed, x.context = int32(i), 0.1, uint64(i), around
		rng := rand.New(rand.NewPCG(m.o.Seed, x.seed))
		own := slices.Clone(row(out, x.word))
		for _, w := range around {
			h, step := row(in, w), make([]float64, dim)
			towards := func(target int32, v []float64, label float64) {
				g := 0.1 * (label - logistic(dot(h, v)))
				plus(step, g, v)
				plus(row(newOut, target), g, h)
			}
			towards(x.word, own, 1)
			gain := 0.1 * (1 - logistic(dot(h, own)))
			for range m.o.Negative {
				if n := m.noise.draw(rng); n != x.word {
					towards(n, row(out, n), 0)
				}
			}
			plus(own, gain, h)
			plus(row(newIn, w), 1, step)
		}
	}
	m.learn()
	for i := range in { // sums of a few float32 of size 1
		if math.Abs(float64(m.inputs[i])-newIn[i]) > 1e-6 || math.Abs(float64(m.outputs[i])-newOut[i]) > 1e-6 {
			t.Errorf("weight %d: %v, %v, want %v, %v", i, m.inputs[i], m.outputs[i], newIn[i], newOut[i])
		}
	}
}

func widen(v []float32) []float64 {
	out := make([]float64, len(v))
	for i, x := range v {
		out[i] = float64(x)
	}
	return out
}

// The columns give back the distribution.
func TestAliasIsTheDistribution(t *testing.T) {
	for _, weights := range [][]float64{{1}, {1, 1}, {1, 2, 3, 4}, {1e-9, 1, 1e9}, {5, 1, 1, 1, 1, 1, 1, 1}} {
		a := newAlias(weights)
		got := make([]float64, len(weights))
		var sum float64
		for i := range weights {
			got[i] += a.stay[i]
			got[a.other[i]] += 1 - a.stay[i]
			sum += weights[i]
		}
		for i, w := range weights {
			if want := w / sum; math.Abs(got[i]/float64(len(weights))-want) > 1e-15 {
				t.Errorf("%v: %d drawn with %v, want %v", weights, i, got[i]/float64(len(weights)), want)
			}
		}
	}
}

func BenchmarkTrain(b *testing.B) {
	docs, vocab := topics(500)
	o := Defaults()
	o.Epochs, o.Sample = 1, 0
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := Train(context.Background(), docs, vocab, o, nil); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*500*20)/b.Elapsed().Seconds(), "tokens/s")
}

// list gives the words of vectors in their order.
func list(words *similarity.Words) (all []string) {
	for i := range words.Len() {
		all = append(all, words.Word(i))
	}
	return all
}

func dot(a, b []float64) (sum float64) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}
