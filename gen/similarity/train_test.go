package similarity

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
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
	for _, a := range []Architecture{SkipGram, CBOW} {
		o := TrainDefaults()
		o.Architecture, o.Dim, o.Sample, o.Epochs = a, 10, 0, 10
		words, report, err := Train(context.Background(), docs, vocab, o, nil)
		if err != nil {
			t.Fatal(err)
		}
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

func TestTrainGivesTheSameBytes(t *testing.T) {
	docs, vocab := topics(40)
	train := func(seed uint64, threads int) []byte {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
		o := TrainDefaults()
		o.Dim, o.Seed = 8, seed
		words, _, err := Train(context.Background(), docs, vocab, o, nil)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := words.Write(&b, Word2Vec); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	first := train(7, 1)
	if !bytes.Equal(first, train(7, 4)) {
		t.Error("same seed, other bytes")
	}
	if bytes.Equal(first, train(8, 1)) {
		t.Error("another seed, same bytes")
	}
}

func TestTrainLeavesRareWordsOut(t *testing.T) {
	vocab := []Count{{"often", 5}, {"rare", 1}, {"more", 6}, {"also", 5}}
	docs := slices.Values([][]uint32{{0, 1, 2, 3}, {0, 2, 3}, {0, 2, 3}, {0, 2, 3}, {0, 2, 3}, {2}, {}})
	o := TrainDefaults()
	o.Dim = 3
	words, report, err := Train(context.Background(), docs, vocab, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := (TrainReport{Words: 3, RareWords: 1, Tokens: 16, RareTokens: 1}); report != want {
		t.Errorf("report %+v, want %+v", report, want)
	}
	if want := []string{"more", "also", "often"}; !slices.Equal(words.words, want) {
		t.Errorf("words %v, want %v: by count, then by word", words.words, want)
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
	err := TrainOptions{Sample: -1}.Validate()
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok || len(joined.Unwrap()) != 8 { // every field but the seed
		t.Errorf("faults: %v", err)
	}
	if err := TrainDefaults().Validate(); err != nil {
		t.Error(err)
	}
}

// One prediction moves the weights along the gradient of the objective (NIPS 2013, eq. 4), here by finite differences
// in float64. Every weight is rounded to float32 once or twice, and the step multiplies by the rate 1e-3.
func TestPredictFollowsTheGradient(t *testing.T) {
	const dim, words, target, rate = 4, 6, 5, 1e-3
	o := TrainDefaults()
	o.Dim, o.Negative = dim, 3
	vocab, order := make([]Count, words), make([]int, words)
	for i := range vocab {
		vocab[i].Count, order[i] = int64(i+1), i
	}
	m := newModel(o, vocab, order, 100)
	for i := range m.outputs {
		m.inputs[i], m.outputs[i] = float32(m.rng.NormFloat64()), float32(m.rng.NormFloat64())
	}
	m.rate = rate
	negatives := map[int32]bool{} // as they will be drawn; each once, so that no update follows another
	h := slices.Clone(m.in(0))
	inputs, outputs := slices.Clone(m.inputs), slices.Clone(m.outputs)
	m.rng = rand.New(rand.NewPCG(5, 6))
	same := rand.New(rand.NewPCG(5, 6))
	for range o.Negative {
		negatives[m.noise.draw(same)] = true
	}
	if len(negatives) != o.Negative || negatives[target] {
		t.Fatalf("seed draws %v: choose one without repeats", negatives)
	}
	objective := func(h, outputs []float64) float64 {
		var sum float64
		for w := range int32(words) {
			x := dot(h, outputs[w*dim:(w+1)*dim])
			switch {
			case w == target:
				sum += math.Log(logistic(x))
			case negatives[w]:
				sum += math.Log(logistic(-x))
			}
		}
		return sum
	}
	m.predict(h, target)
	h64, out64 := widen(h), widen(outputs)
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
		compare("output", out64, i, m.outputs[i]-outputs[i])
	}
	for i := range h64 {
		compare("hidden", h64, i, m.errs[i])
	}
	if !slices.Equal(inputs, m.inputs) {
		t.Error("predict changed the input vectors")
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
	for _, a := range []Architecture{SkipGram, CBOW} {
		b.Run(string(a), func(b *testing.B) {
			o := TrainDefaults()
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
