package model

import (
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"pgregory.net/rapid"
)

// bpeOf has the letters a to d as bytes and one piece for each merge.
func bpeOf(t must.T, merges [][2]string, c BPEConfig) *BPE {
	c.Vocab = map[string]int32{"a": 0, "b": 1, "c": 2, "d": 3, "?": 4, "Ġ": 5}
	for _, m := range merges {
		if _, ok := c.Vocab[m[0]+m[1]]; !ok {
			c.Vocab[m[0]+m[1]] = int32(len(c.Vocab))
		}
	}
	c.Merges = merges
	return must.Get(NewBPE(c))(t)
}

// TestMerges compares with the definition: of all neighbouring pairs that have a merge, the earliest merge first, the leftmost of equal
// ones. It holds where each piece comes of one merge; what HF tokenizers does where it comes of several, its answers show.
func TestMerges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pieces := []string{"a", "b", "c", "d"}
		var merges [][2]string
		for range rapid.IntRange(0, 12).Draw(t, "merges") {
			m := [2]string{rapid.SampledFrom(pieces).Draw(t, "left"), rapid.SampledFrom(pieces).Draw(t, "right")}
			if !slices.Contains(pieces, m[0]+m[1]) {
				merges, pieces = append(merges, m), append(pieces, m[0]+m[1])
			}
		}
		m := bpeOf(t, merges, BPEConfig{})
		word := rapid.StringOfN(rapid.RuneFrom([]rune("abcd")), 1, 40, -1).Draw(t, "word")
		var want []int32
		for _, piece := range merged(word, merges) {
			want = append(want, m.Vocab[piece])
		}
		for range 2 { // the second time from memory
			if got := m.AppendIDs(nil, word); !slices.Equal(got, want) {
				t.Fatalf("%q by %q: %v, want %v", word, merges, got, want)
			}
		}
	})
}

func merged(word string, merges [][2]string) []string {
	parts := strings.Split(word, "")
	for {
		best, at := len(merges), 0
		for i := range parts[1:] {
			if rank := slices.Index(merges, [2]string{parts[i], parts[i+1]}); rank >= 0 && rank < best {
				best, at = rank, i
			}
		}
		if best == len(merges) {
			return parts
		}
		parts = slices.Concat(parts[:at], []string{parts[at] + parts[at+1]}, parts[at+2:])
	}
}

// TestUnknownBytes compares ids with those of HF tokenizers 0.23.3 for a vocabulary without x and y.
func TestUnknownBytes(t *testing.T) {
	for _, c := range []struct {
		config BPEConfig
		want   []int32
	}{
		{BPEConfig{}, []int32{0, 1}},
		{BPEConfig{Unknown: "?"}, []int32{4, 0, 4, 4, 1, 4}},
		{BPEConfig{Unknown: "?", FuseUnknown: true}, []int32{4, 0, 4, 1, 4}},
	} {
		if got := bpeOf(t, nil, c.config).AppendIDs(nil, "xaxybx"); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %v, want %v", c.config, got, c.want)
		}
	}
}

func TestWhatIsNoBPE(t *testing.T) {
	for _, c := range []struct {
		config BPEConfig
		says   string
	}{
		{BPEConfig{Vocab: map[string]int32{"a": 0}, Merges: [][2]string{{"a", "b"}}}, `no "b"`},
		{BPEConfig{Vocab: map[string]int32{"a": 0}, Merges: [][2]string{{"a", "a"}}}, `no "aa"`},
		{BPEConfig{Vocab: map[string]int32{"a": 0}, Unknown: "?"}, `unk_token "?"`},
	} {
		if _, err := NewBPE(c.config); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v", c.config, err)
		}
	}
}

// TestCutter: cut before marks where no merge crosses, a text has the ids that it has as a whole.
func TestCutter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pieces := []string{"a", "b", Mark}
		var merges [][2]string
		for range rapid.IntRange(0, 10).Draw(t, "merges") {
			m := [2]string{rapid.SampledFrom(pieces).Draw(t, "left"), rapid.SampledFrom(pieces).Draw(t, "right")}
			merges, pieces = append(merges, m), append(pieces, m[0]+m[1])
		}
		vocab := map[string]int32{"?": 0}
		for _, piece := range pieces {
			if _, ok := vocab[piece]; !ok {
				vocab[piece] = int32(len(vocab))
			}
		}
		m, err := NewBPE(BPEConfig{Vocab: vocab, Merges: merges, Characters: true, Unknown: "?", FuseUnknown: rapid.Bool().Draw(t, "fuse")})
		must.Do(t, err)
		text := rapid.StringOfN(rapid.RuneFrom([]rune("abx"+Mark)), 1, 30, -1).Draw(t, "text")
		want := m.appendMerged(nil, text)
		if got := m.AppendIDs(nil, text); !slices.Equal(got, want) {
			t.Fatalf("%q by %q: %v, want %v", text, merges, got, want)
		}
	})
}
