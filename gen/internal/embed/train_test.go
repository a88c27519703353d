package embed

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/gen/similarity"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// topics makes documents of 20 words, each from one of two halves of a vocabulary of 20 words.
func topics(docs int) (iter.Seq[[]uint32], []Count) {
	rng := rand.New(rand.NewPCG(1, 2))
	vocab := make([]Count, 20)
	for i := range vocab {
		vocab[i].Word = string(rune('a' + i))
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
	for _, a := range architectures() {
		o := Defaults()
		o.Architecture, o.Dim, o.Sample, o.Epochs = a, 10, 0, 10
		words, report, err := Train(context.Background(), docs, vocab, o, nil)
		must.Do(t, err)
		if report.Words != 20 || report.Tokens != 8000 || words.Len() != 20 {
			t.Errorf("%s: report %+v", a, report)
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
			t.Errorf("%s: two words of one topic have cosine %v, two of different topics %v", a, least, most)
		}
	}
}

// saved is a trainer's state as bytes.
func saved(t *testing.T, trainer *Trainer) []byte {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, trainer.Save(&b))
	return b.Bytes()
}

func epochs(t *testing.T, trainer *Trainer, n int) {
	t.Helper()
	for range n {
		must.Do(t, trainer.Epoch(context.Background(), nil))
	}
}

// The same seed gives the same bytes at any number of threads, and when training goes on from what was saved.
func TestTrainGivesTheSameBytes(t *testing.T) {
	docs, vocab := topics(40)
	for _, a := range architectures() {
		begin := func(seed uint64, threads int) *Trainer {
			o := Defaults()
			o.Architecture, o.Dim, o.Seed, o.Epochs, o.Threads = a, 8, seed, 3, threads
			return must.Get(NewTrainer(docs, vocab, o))(t)
		}
		first := begin(7, 1)
		epochs(t, first, 3)
		want := saved(t, first)
		for _, threads := range []int{2, 3, 7} {
			other := begin(7, threads)
			epochs(t, other, 3)
			if !bytes.Equal(want, saved(t, other)) {
				t.Errorf("%s: with %d threads other bytes", a, threads)
			}
		}
		another := begin(8, 1)
		epochs(t, another, 3)
		if bytes.Equal(want, saved(t, another)) {
			t.Errorf("%s: another seed, same bytes", a)
		}
		half := begin(7, 2)
		epochs(t, half, 1)
		resumed := begin(7, 1)
		must.Do(t, resumed.Restore(bytes.NewReader(saved(t, half))))
		must.Equal(t, resumed.EpochsDone(), 1, "%s: epochs restored", a)
		epochs(t, resumed, 2)
		if !bytes.Equal(want, saved(t, resumed)) {
			t.Errorf("%s: other bytes after Save and Restore", a)
		}
		if err := resumed.Restore(bytes.NewReader(want[:len(want)-1])); err == nil {
			t.Errorf("%s: restored from less than was saved", a)
		}
	}
}

func TestTrainLeavesRareWordsOut(t *testing.T) {
	vocab := []Count{{"often", 5}, {"rare", 1}, {"more", 6}, {"also", 5}}
	docs := slices.Values([][]uint32{{0, 1, 2, 3}, {0, 2, 3}, {0, 2, 3}, {0, 2, 3}, {0, 2, 3}, {2}, {}})
	o := Defaults()
	o.Dim = 3
	words, report, err := Train(context.Background(), docs, vocab, o, nil)
	must.Do(t, err)
	must.Equal(t, report, (Report{Words: 3, RareWords: 1, Tokens: 16, RareTokens: 1}), "report")
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

func TestTrainOptionsNameEveryFault(t *testing.T) {
	err := Options{}.Validate()
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok || len(joined.Unwrap()) != 3 { // model, dimension and epochs
		t.Errorf("faults: %v", err)
	}
	if err := Defaults().Validate(); err != nil {
		t.Error(err)
	}
}

// someNetwork has random weights.
func someNetwork(a Architecture, words int) *network {
	o := Defaults()
	o.Architecture, o.Dim, o.Negative, o.Window, o.Threads = a, 4, 3, 2, 2
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
	m := someNetwork(CBOW, words)
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
	h64, out64 := widen(m.in(0)), widen(m.outputs)
	m.cbow(x, draws())
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

// A batch does what its definition says: every step from the weights as they were (in skip-gram, the word's own output vector
// moving along), then all added up.
func TestBatchPlain(t *testing.T) {
	for _, a := range []Architecture{SkipGram, CBOW} {
		m := someNetwork(a, 6)
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
			predict := func(h []float64, touched []int32) {
				step := make([]float64, dim)
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
				if a == SkipGram {
					plus(own, gain, h)
				}
				for _, w := range touched {
					plus(row(newIn, w), 1, step)
				}
			}
			if a == SkipGram {
				for _, w := range around {
					predict(row(in, w), []int32{w})
				}
				continue
			}
			mean := make([]float64, dim)
			for _, w := range around {
				plus(mean, 1/float64(len(around)), row(in, w))
			}
			predict(mean, around)
		}
		m.learn()
		for i := range in { // sums of a few float32 of size 1
			if math.Abs(float64(m.inputs[i])-newIn[i]) > 1e-6 || math.Abs(float64(m.outputs[i])-newOut[i]) > 1e-6 {
				t.Errorf("%s: weight %d: %v, %v, want %v, %v", a, i, m.inputs[i], m.outputs[i], newIn[i], newOut[i])
			}
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
	for _, a := range architectures() {
		b.Run(string(a), func(b *testing.B) {
			o := Defaults()
			o.Architecture, o.Epochs, o.Sample = a, 1, 0
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := Train(context.Background(), docs, vocab, o, nil); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N*500*20)/b.Elapsed().Seconds(), "tokens/s")
		})
	}
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

// The options are in the keys of vectors and of checkpoints: another byte would train them anew.
func TestOptionsKeepTheirBytes(t *testing.T) {
	got, err := json.Marshal(Options{Architecture: SkipGram, Dim: 1, Window: 2, Negative: 3, Sample: 0.5, MinCount: 4, Epochs: 5,
		LearningRate: 0.25, Seed: 6, Threads: 7})
	want := `{"Architecture":"skip-gram","Dim":1,"Window":2,"Negative":3,"Sample":0.5,"MinCount":4,"Epochs":5,"LearningRate":0.25,"Seed":6}`
	if string(got) != want || err != nil {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
}
