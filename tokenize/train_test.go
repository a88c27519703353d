package tokenize

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/internal/chars"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func train(t testing.TB, size int, o TrainOptions, texts ...string) *Vocab {
	t.Helper()
	return must.Get(Train(context.Background(), slices.Values(texts), size, o, nil))(t)
}

func TestTrainByHand(t *testing.T) {
	// Words: hug 10, pug 5, pun 12, bun 4, hugs 5. Pairs (##u ##g) 20, (h ##u) 15, (p ##u) 17, (##u ##n) 16, (b ##u) 4,
	// (##g ##s) 5. First ##ug (20); then ##un 16 over h ##ug 15; then hug 15; then pun 12 of (p ##un).
	texts := []string{strings.Repeat("hug ", 10), strings.Repeat("Pug, ", 5), strings.Repeat("pun ", 12), strings.Repeat("bun ", 4),
		strings.Repeat("hugs ", 5)}
	letters := []string{"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", ",", "b", "g", "h", "n", "p", "s", "u", "##g", "##n", "##s", "##u"}
	if got, want := train(t, 21, TrainDefaults(), texts...).pieces, append(letters, "##ug", "##un", "hug", "pun"); !cmp.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	// Of the rest pug, hugs (5 each) and bun (4) come; (hug ##s) has the larger left id. With MinCount 5, bun does not come.
	o := TrainDefaults()
	o.MinCount = 5
	if got, want := train(t, 99, o, texts...).pieces[21:], []string{"pug", "hugs"}; !cmp.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	cased := TrainOptions{Options: CasedOptions(), MinCount: 2}
	if got, want := train(t, 99, cased, "Ab Ab É").pieces[5:], []string{"A", "b", "É", "##b", "Ab"}; !cmp.Equal(got, want) {
		t.Errorf("cased: %q, want %q", got, want)
	}
}

func TestTrainFaults(t *testing.T) {
	for _, c := range []struct {
		size  int
		o     TrainOptions
		texts []string
		kind  errs.Kind
	}{
		{6, TrainDefaults(), []string{"ab"}, errs.Usage}, // 5 special tokens, a, b, ##b
		{100, TrainDefaults(), []string{" \t"}, errs.Input},
		{100, TrainDefaults(), nil, errs.Input},
		{100, TrainOptions{Options: Defaults()}, []string{"a"}, errs.Usage},
		{100, TrainOptions{MinCount: 1}, []string{"a"}, errs.Usage},
		{100, TrainOptions{Options: Defaults(), MinCount: 1, Threads: -1}, []string{"a"}, errs.Usage},
	} {
		_, err := Train(context.Background(), slices.Values(c.texts), c.size, c.o, nil)
		if e := new(errs.Error); !errors.As(err, &e) || e.Kind != c.kind {
			t.Errorf("%q in %d: error %v", c.texts, c.size, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Train(ctx, slices.Values([]string{"a"}), 100, TrainDefaults(), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("after cancelling: %v", err)
	}
}

// TestTrainIsTheDefinition compares with the algorithm written down without any bookkeeping, and checks that no training
// text has an unknown word.
func TestTrainIsTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(rapid.StringOfN(rapid.RuneFrom([]rune("aaabbcÄ  .中[\t\x00\u00a0")), 1, 30, -1), 1, 6).Draw(t, "texts")
		o := TrainOptions{Options: rapid.SampledFrom([]Options{Defaults(), CasedOptions()}).Draw(t, "options"),
			MinCount: rapid.IntRange(1, 3).Draw(t, "min"), Threads: rapid.IntRange(0, 4).Draw(t, "threads")}
		texts = slices.Repeat(texts, rapid.SampledFrom([]int{1, 300}).Draw(t, "times")) // more than a thread takes at a time
		size := rapid.IntRange(25, 60).Draw(t, "size")
		v, err := Train(context.Background(), slices.Values(texts), size, o, nil)
		found := 0
		for _, text := range texts {
			chars.Words(o.normalizer().Normalize(text), func(string) { found++ })
		}
		if (err != nil) != (found == 0) { // NUL and white space are no words
			t.Fatalf("%d words: %v", found, err)
		}
		if err != nil {
			return
		}
		if want := trainPlainly(texts, size, o); !cmp.Equal(v.pieces, want) {
			t.Fatalf("%q, want %q", v.pieces, want)
		}
		tok := must.Get(New(v, o.Options))(t)
		unknown, _ := v.ID(UnkToken)
		for _, text := range texts {
			if slices.Contains(tok.Encode(text), unknown) {
				t.Fatalf("%q has an unknown word", text)
			}
		}
	})
}

// trainPlainly counts all pairs anew for every piece.
func trainPlainly(texts []string, size int, o TrainOptions) []string {
	counts := map[string]int64{}
	for _, text := range texts {
		chars.Words(o.normalizer().Normalize(text), func(word string) { counts[word]++ })
	}
	t := newTrainer(counts)
	for len(t.pieces) < size {
		pairs := map[pair]int64{}
		for w, ids := range t.words {
			for i := 1; i < len(ids); i++ {
				pairs[pair{ids[i-1], ids[i]}] += t.counts[w]
			}
		}
		queue := pairQueue{}
		for p, n := range pairs {
			queue = append(queue, pairCount{p, n})
		}
		if len(queue) == 0 {
			break
		}
		best := 0
		for i := range queue {
			if queue.Less(i, best) {
				best = i
			}
		}
		if queue[best].count < int64(o.MinCount) {
			break
		}
		p := queue[best].pair
		joined := t.addPiece(t.pieces[p.left] + strings.TrimPrefix(t.pieces[p.right], continuation))
		for w, ids := range t.words {
			var out []int32
			for _, id := range ids {
				if n := len(out); n > 0 && out[n-1] == p.left && id == p.right {
					out[n-1] = joined
				} else {
					out = append(out, id)
				}
			}
			t.words[w] = out
		}
	}
	return t.pieces
}

// TestTrainedIsUsable trains on a collection, cased and uncased, and encodes all of it.
func TestTrainedIsUsable(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and its threads are those of other tests")
	}
	texts, _ := collectionTexts(t)
	for _, o := range []Options{Defaults(), CasedOptions()} {
		v := train(t, 3000, TrainOptions{Options: o, MinCount: 2}, texts...)
		tok := must.Get(New(v, o))(t)
		if v.Size() != 3000 || !cmp.Equal(v.pieces[:5], specialTokens[:]) {
			t.Errorf("%d pieces, beginning %q", v.Size(), v.pieces[:5])
		}
		unknown := int32(v.ids[UnkToken])
		for _, text := range texts {
			for part := range strings.FieldsSeq(text) {
				if slices.Contains(tok.Encode(part), unknown) && len(part) < o.MaxWordChars {
					t.Fatalf("%q has an unknown word", part)
				}
			}
		}
	}
}

func BenchmarkTrain(b *testing.B) {
	texts, size := collectionTexts(b)
	b.SetBytes(int64(size))
	for b.Loop() {
		train(b, 5000, TrainDefaults(), texts...)
	}
}
