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
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func pairsOf(text string) (*WordPairs, error) {
	return readPairs(context.Background(), strings.NewReader(text), "pairs.tsv")
}

func TestPairs(t *testing.T) {
	// By hand, over the lexicon of bind_test.go: run (runs, running, ran), cat (cats), odd (oddly), null (nulls), up (up, down).
	const text = "\ufeffcats\truns\t0.5\r\n" +
		"running\tcats\t0.75\n" + // the same pair of terms: the higher one counts
		"\n" +
		"cats\tcats\t0.9\n" +
		"up\tdown\t-1\n" + // one term
		"cats\tdogs\t1\n" + // not in the collection
		"oddly\tup\t-0.25\n" +
		"cat\trun\t0.1" // in the mode stems only
	words, err := pairsOf(text)
	if err != nil {
		t.Fatal(err)
	}
	const run, cat, odd, null, up, unseen = 0, 1, 2, 3, 4, 5
	for mode, c := range map[Mode]struct {
		report PairsReport
		sims   map[[2]uint32]float64
	}{
		Forms: {PairsReport{Rows: 7, Pairs: 3, Unknown: 2, OneTerm: 1, Repeated: 1},
			map[[2]uint32]float64{{run, cat}: 0.75, {cat, cat}: 0.9, {odd, up}: -0.25, {run, up}: 0, {null, null}: 1, {up, up}: 1,
				{unseen, unseen}: 1, {cat, unseen}: 0}},
		Stems: {PairsReport{Rows: 7, Pairs: 1, Unknown: 6},
			map[[2]uint32]float64{{run, cat}: 0.1, {cat, cat}: 1, {odd, up}: 0}},
	} {
		pairs, report := words.Bind(lexicon, mode)
		if diff := cmp.Diff(c.report, report); diff != "" {
			t.Errorf("%s: report (-want +got)\n%s", mode, diff)
		}
		for p, want := range c.sims {
			for _, order := range [][2]uint32{p, {p[1], p[0]}} {
				if sim, ok := pairs.Sim(order[0], order[1]); !ok || sim != want {
					t.Errorf("%s: Sim%v = %v, %v; want %v", mode, order, sim, ok, want)
				}
			}
		}
	}
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
	if err := os.WriteFile(path, []byte("a\tb\t1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
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
		table, err := pairsOf(text.String())
		if err != nil {
			t.Fatal(err)
		}
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
