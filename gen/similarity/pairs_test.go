package similarity

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"pgregory.net/rapid"
)

func pairsOf(text string) (*WordPairs, error) {
	return readPairs(context.Background(), strings.NewReader(text), "pairs.tsv")
}

func TestPairsFaults(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "pairs.tsv: no rows"},
		{"\n\n", "pairs.tsv: no rows"},
		{"a\tb\t1\na b 1\n", "pairs.tsv:2: 1 field, not two words and a number"},
		{"a\tb\t1\tc\n", "pairs.tsv:1: 4 fields"},
		{"a\t\t1\n", "pairs.tsv:1: 3 fields, not two words"},
		{"word1\tword2\tsimilarity\n", `pairs.tsv:1: bad number "similarity"`},
		{"a\tb\tNaN\n", `pairs.tsv:1: bad number "NaN"`},
		{"a\tb\t1e999\n", "pairs.tsv:1: bad number"},
		{"\x1f\x8b\x00\x00", "pairs.tsv: cannot decompress"},
	} {
		_, err := pairsOf(c.text)
		if f := new(errs.Error); !errors.As(err, &f) || f.Kind != errs.Input || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want an input fault with %q", c.text, err, c.want)
		}
	}
	if _, err := ReadPairs(context.Background(), filepath.Join(t.TempDir(), "none")); !errors.As(err, new(*errs.Error)) {
		t.Errorf("missing file: error %v", err)
	}
	path := filepath.Join(t.TempDir(), "one")
	must.Do(t, os.WriteFile(path, []byte("a\tb\t1\n"), 0o666))
	if w, err := ReadPairs(context.Background(), path); err != nil || len(w.rows) != 1 {
		t.Errorf("error %v", err)
	}
}

// The bound table gives what a map from pairs of terms gives.
func TestPairsPlain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := plainWords{"a", "b", "c", "d", "e"}
		var text strings.Builder
		plain := map[[2]string]float64{}
		for range rapid.IntRange(1, 12).Draw(t, "rows") {
			a, b := rapid.SampledFrom(words[1:]).Draw(t, "a"), rapid.SampledFrom(words[:4]).Draw(t, "b")
			sim := float64(rapid.IntRange(-3, 3).Draw(t, "sim"))
			fmt.Fprintf(&text, "%s\t%s\t%v\n", a, b, sim)
			for _, key := range [][2]string{{a, b}, {b, a}} {
				if old, ok := plain[key]; !ok || sim > old {
					plain[key] = sim
				}
			}
		}
		table := must.Get(pairsOf(text.String()))(t)
		bound, _ := table.Bind(words, Forms)
		for i, a := range words {
			for j, b := range words {
				want, ok := plain[[2]string{a, b}]
				if !ok && a == b {
					want = 1
				}
				if got, _ := bound.Sim(uint32(i), uint32(j)); got != want {
					t.Fatalf("Sim(%s, %s) = %v, want %v\n%s", a, b, got, want, text.String())
				}
			}
		}
	})
}

func FuzzPairs(f *testing.F) {
	for _, s := range []string{"a\tb\t1\n", "a\ta\t-1e3\r\n\n", "\ufeffa\tb\t0x1p-2", "\x1f\x8b", "\t\t\n"} {
		f.Add(s)
	}
	budgettest.Fuzz(f, func(t *testing.T, text string) {
		words, err := pairsOf(text)
		if err != nil {
			return
		}
		lexicon := make(plainWords, len(words.ids))
		for word, id := range words.ids {
			lexicon[id] = word
		}
		pairs, report := words.Bind(lexicon, Stems)
		if report.Rows != len(words.rows) || report.Unknown != 0 || report.Pairs < 1 {
			t.Errorf("report %+v", report)
		}
		for _, row := range words.rows {
			if sim, ok := pairs.Sim(uint32(row.b), uint32(row.a)); !ok || sim < row.sim || math.IsNaN(sim) {
				t.Errorf("%+v: %v", row, sim)
			}
		}
	})
}
