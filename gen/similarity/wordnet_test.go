package similarity

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/golden"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"pgregory.net/rapid"
)

// plainWords is a lexicon whose terms are their own only forms.
type plainWords []string

func (w plainWords) NumTerms() int               { return len(w) }
func (w plainWords) Term(t uint32) string        { return w[t] }
func (w plainWords) Forms(t uint32) []index.Form { return []index.Form{{Surface: w[t], Count: 1}} }

// debianWordNet is where Debian's package wordnet-base puts WordNet 3.0.
const debianWordNet = "/usr/share/wordnet"

func openWordNet(t testing.TB, dir string) *WordNet {
	t.Helper()
	return must.Get(OpenWordNet(dir))(t)
}

func bindWords(t testing.TB, w *WordNet, words []string) *Concepts {
	t.Helper()
	return must.Get(w.Bind(plainWords(words), Forms))(t)
}

// firstName is the first synset of a word as NLTK names it.
func firstName(t testing.TB, w *WordNet, word string) string {
	t.Helper()
	s, ok := w.firstSense(word)
	if !ok {
		return "-"
	}
	name, _, err := w.readSynset(s)
	must.Do(t, err)
	return name
}

// What NLTK 3.10 answers on WordNet 3.0: first synsets and similarities of pairs of words, to 12 digits. Debian's edition has a
// few adjectives' senses in another order, so that the numbers of satellites may differ.
func TestWordNetGolden(t *testing.T) {
	if _, err := os.Stat(debianWordNet); err != nil {
		t.Skip("needs WordNet in " + debianWordNet + ": Debian's package wordnet-base has it")
	}
	wordnet := openWordNet(t, debianWordNet)
	for i, folder := range golden.Folders(t, "similarity") {
		checkWordNet(t, wordnet, string(golden.Contents(t, folder, "wordnet.tsv.gz")), []int{500, 2000}[i])
	}
}

// checkWordNet compares with rows of two words, their first synsets and their similarity.
func checkWordNet(t *testing.T, wordnet *WordNet, text string, pairs int) {
	t.Helper()
	var words, names []string
	var sims []float64
	for line := range strings.Lines(text) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		words, names = append(words, fields[:2]...), append(names, fields[2:4]...)
		sim := must.Get(strconv.ParseFloat(fields[4], 64))(t)
		sims = append(sims, sim)
	}
	if len(sims) != pairs {
		t.Fatalf("%d pairs, want %d", len(sims), pairs)
	}
	concepts := bindWords(t, wordnet, words)
	for i, want := range sims {
		if sim, ok := concepts.Sim(uint32(2*i), uint32(2*i+1)); !ok || math.Abs(sim-want) > 1e-12 {
			t.Errorf("%s, %s (%s, %s): %v, want %v", words[2*i], words[2*i+1], names[2*i], names[2*i+1], sim, want)
		}
	}
	for i, want := range names {
		name := firstName(t, wordnet, words[i])
		if lemma, _, satellite := strings.Cut(want, ".s."); satellite {
			name, _, _ = strings.Cut(name, ".s.")
			want = lemma
		}
		must.Equal(t, name, want, "%s: first synset", words[i])
	}
}

// testdata/dict has what is rare in WordNet: synsets below two others, an instance, a hypernym of one word of a synset, several
// tops, a lemma in two parts of speech, exceptions that lead to nothing, places of adjectives. The answers are NLTK's.
func TestWordNetTiny(t *testing.T) {
	text := must.Get(os.ReadFile("testdata/nltk.tsv"))(t)
	wordnet := openWordNet(t, "testdata/dict")
	var words []string
	var sims [][]string
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if len(fields) == 1 { // a remark
			continue
		}
		words, sims = append(words, fields[0]), append(sims, fields[2:])
		must.Equal(t, firstName(t, wordnet, fields[0]), fields[1], "%s: first synset", fields[0])
	}
	concepts := bindWords(t, wordnet, words)
	for i, row := range sims {
		for j, want := range row {
			sim, ok := concepts.Sim(uint32(i), uint32(j))
			if got := strconv.FormatFloat(sim, 'g', 12, 64); !ok || got != want {
				t.Errorf("%s, %s: %s, want %s", words[i], words[j], got, want)
			}
		}
	}
	if sim, ok := concepts.Sim(0, 1<<20); sim != 0 || !ok {
		t.Errorf("a term that the lexicon lacks: %v, %v; it is to count with 0", sim, ok)
	}
}

// dag is a taxonomy of nouns: its synset i, with the word "wi", is below some of the synsets before it.
type dag [][]int

// text gives the index and the data file.
func (g dag) text() (index, data string) {
	var offsets []int
	for i, parents := range g {
		offsets = append(offsets, len(data))
		data += fmt.Sprintf("%08d 03 n 01 w%d 0 %03d", len(data), i, len(parents))
		for _, p := range parents {
			data += fmt.Sprintf(" @ %08d n 0000", offsets[p])
		}
		data += " | \n"
		index += fmt.Sprintf("w%d n 1 0 1 0 %08d  \n", i, offsets[i])
	}
	return index, data
}

func (g dag) above(n int) (all []int) {
	all = []int{n}
	for _, p := range g[n] {
		for _, a := range g.above(p) {
			if !slices.Contains(all, a) {
				all = append(all, a)
			}
		}
	}
	return all
}

// length of the shortest or longest way from n up to a synset that is the end.
func (g dag) way(n int, end func(int) bool, better func(a, b int) bool) int {
	if end(n) {
		return 0
	}
	best := -1
	for _, p := range g[n] {
		if w := g.way(p, end, better); w >= 0 && (best < 0 || better(w+1, best)) {
			best = w + 1
		}
	}
	return best
}

func shorter(a, b int) bool { return a < b }
func longer(a, b int) bool  { return a > b }

// wuPalmer is the definition, word by word.
func (g dag) wuPalmer(a, b int) float64 {
	top := func(n int) bool { return len(g[n]) == 0 }
	steps := func(from, to int) int {
		least := -1
		for _, x := range g.above(from) {
			if slices.Contains(g.above(to), x) {
				is := func(n int) bool { return n == x }
				if way := g.way(from, is, shorter) + g.way(to, is, shorter); least < 0 || way < least {
					least = way
				}
			}
		}
		return least
	}
	lowest := -1
	for _, x := range g.above(a) {
		if !slices.Contains(g.above(b), x) {
			continue
		}
		deep, deepest := g.way(x, top, shorter), -1
		if lowest >= 0 {
			deepest = g.way(lowest, top, shorter)
		}
		name := func(n int) string { return fmt.Sprintf("w%d.n.01", n) }
		if deep > deepest || deep == deepest && lowest != a && (x == a || name(x) < name(lowest)) {
			lowest = x
		}
	}
	if lowest < 0 {
		return 0
	}
	depth := float64(g.way(lowest, top, longer) + 1)
	return 2 * depth / (2*depth + float64(steps(a, lowest)+steps(b, lowest)))
}

// What is kept for each synset gives what the definition gives.
func TestWordNetPlain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var g dag
		var words []string
		for i := range rapid.IntRange(1, 9).Draw(t, "synsets") {
			var parents []int
			if i > 0 {
				parents = rapid.SliceOfNDistinct(rapid.IntRange(0, i-1), 0, min(i, 3), rapid.ID[int]).Draw(t, "hypernyms")
			}
			g, words = append(g, parents), append(words, fmt.Sprintf("w%d", i))
		}
		wordnet := must.Get(nounsOnly(g.text()))(t)
		concepts := must.Get(wordnet.Bind(plainWords(words), Forms))(t)
		for a := range words {
			for b := range words {
				if got, _ := concepts.Sim(uint32(a), uint32(b)); math.Abs(got-g.wuPalmer(a, b)) > 1e-12 {
					t.Fatalf("%v: %s, %s: %v, want %v", g, words[a], words[b], got, g.wuPalmer(a, b))
				}
			}
		}
	})
}

// nounsOnly is a WordNet without other parts of speech.
func nounsOnly(index, data string) (*WordNet, error) {
	w := &WordNet{parts: parts()}
	err := w.parts[noun].read([3]string{"index.noun", "data.noun", "noun.exc"}, index, data, "")
	return w, err
}

func TestWordNetFaults(t *testing.T) {
	const top = "00000000 03 n 01 top 0 000 | \n"
	const indexTop = "top n 1 0 1 0 00000000\n"
	for _, c := range []struct{ name, index, data, want string }{
		{"index of other files", "top\tn\n", top, "index.noun:1: this is no line of a WordNet index"},
		{"index without offsets", "  licence\ntop n 1 1 @ 1 0\n", top, "index.noun:2: this is no line of a WordNet index"},
		{"index with too few offsets", "top n 2 0 2 0 00000000\n", top, "index.noun:1: "},
		{"index with a bad offset", "top n 1 0 1 0 x\n", top, "index.noun:1: "},
		{"index with a bad count", "top n -1 0 1 0 0\n", top, "index.noun:1: "},
		{"offset behind the end", "top n 1 0 1 0 00000099\n", top, "data.noun: the synset at 00000099: no line begins there"},
		{"offset inside a line", "top n 1 0 1 0 00000003\n", top, "data.noun: the synset at 00000003: no line begins there"},
		{"a line of another offset", indexTop, "00000008 03 n 01 top 0 000 | \n", "no line begins there with its offset"},
		{"words cut", indexTop, "00000000 03 n 02 top 0 000 | \n", "its words or its pointers are cut short"},
		{"pointers cut", indexTop, "00000000 03 n 01 top 0 001 @ 00000000\n", "its words or its pointers are cut short"},
		{"pointer nowhere", indexTop, "00000000 03 n 01 top 0 001 @ x n 0000\n", `its hypernym is at "x"`},
		{"pointer to no part of speech", indexTop, "00000000 03 n 01 top 0 001 @ 00000000 x 0000\n", `of the part of speech "x"`},
		{"circle", indexTop, "00000000 03 n 01 top 0 001 @ 00000000 n 0000\n", "the hypernyms of the synset at 00000000 lead back to it"},
		{"a word that is not in the index", indexTop, "00000000 03 n 01 summit 0 000 |\n", `its first word "summit" does not lead back`},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, err := nounsOnly(c.index, c.data)
			if err == nil {
				_, err = w.Bind(plainWords{"top"}, Forms)
			}
			if f := new(errs.Error); !errors.As(err, &f) || f.Kind != errs.Input || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want an input fault with %q", err, c.want)
			}
		})
	}
	dir := t.TempDir()
	must.Do(t, os.CopyFS(dir, os.DirFS("testdata/dict")))
	must.Do(t, os.WriteFile(filepath.Join(dir, "verb.exc"), []byte("went go\ngone\n"), 0o666))
	if _, err := OpenWordNet(dir); err == nil || !strings.Contains(err.Error(), "verb.exc:2: an exception is") {
		t.Errorf("error %v", err)
	}
	must.Do(t, os.Remove(filepath.Join(dir, "data.noun")))
	if _, err := OpenWordNet(dir); err == nil || !strings.Contains(err.Error(), "data.noun: there is no such file") {
		t.Errorf("error %v", err)
	}
}

func FuzzWordNet(f *testing.F) {
	index, data := dag{nil, {0}, {0, 1}}.text()
	f.Add(index, data, "w0")
	f.Add("top n 1 1 @ 1 0 00000000\n", "00000000 03 n 01 top 0 001 @ 00000000 n 0000\n", "tops")
	f.Add("", "", "x")
	budgettest.Fuzz(f, func(t *testing.T, index, data, word string) {
		w, err := nounsOnly(index, data)
		if err != nil {
			return
		}
		words := plainWords{word}
		for lemma := range w.parts[noun].senses {
			words = append(words, lemma)
		}
		slices.Sort(words)
		c, err := w.Bind(words, Forms)
		if err != nil {
			return
		}
		for a := range uint32(len(words)) {
			for b := range uint32(len(words)) {
				if sim, ok := c.Sim(a, b); !ok || !(sim >= 0 && sim <= 1) {
					t.Errorf("%q, %q: %v, %v", words[a], words[b], sim, ok)
				}
			}
		}
	})
}
