package perturb

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"pgregory.net/rapid"
)

func copying(t must.T, x index.Reader, seed uint64, names ...string) *Maker {
	t.Helper()
	p := &Maker{Index: x, Collection: &axioms.Collection{Stats: x}, Seed: seed}
	for _, name := range names {
		a, err := axioms.Parse(name)
		if err == nil {
			err = Check(a)
		}
		must.Do(t, err)
		p.Axioms = append(p.Axioms, a)
	}
	return p
}

// Every set of copies is an instance of its axiom, in their order, when their texts are analysed like any other; their ids are no
// document's and name them; the same seed, query, document and axiom give the same copies whatever else is asked.
func TestCopiesAreInstances(t *testing.T) {
	made := map[string]int{}
	names := []string{"tfc1", "tfc1(delta_star=0)", "tfc1(variant=klose)", "tfc2", "tfc2(delta_star=0)",
		"lnc1", "lnc1(delta=1)", "lnc1(variant=klose)", "m-tdc", "m-tdc(variant=camara)", "m-tdc(variant=klose)"}
	words := strings.Fields("whale Whales blue sea the of fish-tank O'Neill 1999 naïve C++ sings sang")
	analyser := analysis.Options{Tokenizer: "alnum", Stemmer: "snowball:english", Stopwords: "english"}
	var collections []index.Reader
	for n := range 3 {
		rng := rand.New(rand.NewPCG(uint64(n), 0))
		docs := make([]corpus.Doc, 2+10*n)
		for d := range docs {
			docs[d] = corpus.Doc{ID: fmt.Sprint("d~", d), Title: []string{"", "Blue"}[d%2]}
			for range rng.IntN(15) {
				docs[d].Text += " " + words[rng.IntN(len(words))]
			}
		}
		collections = append(collections, indextest.InMemory(t, indextest.Docs(docs...), analyser))
	}
	check := func(r *rapid.T) {
		x := rapid.SampledFrom(collections).Draw(r, "collection")
		query := rapid.SliceOfN(rapid.SampledFrom(words), 1, 4).Draw(r, "query")
		terms := index.AnalyseQuery(x, strings.Join(query, " "))
		seed := rapid.Uint64().Draw(r, "seed")
		by := copying(r, x, seed, names...).Query("q", terms)
		for a, axiom := range by.maker.Axioms {
			for range 2 {
				doc := rapid.Uint32Range(0, uint32(x.NumDocs()-1)).Draw(r, "document")
				copies := by.Copies(a, doc, false)
				if copies == nil {
					continue
				}
				made[axiom.String()]++
				var seen []axioms.Doc
				for _, c := range copies {
					terms := index.AnalyseQuery(x, c.Text(x))
					if !slices.Equal(terms, c.Terms(x)) {
						r.Fatalf("%s: %q is analysed to %v, not %v", axiom, c.Text(x), terms, c.Terms(x))
					}
					seen = append(seen, axioms.Doc{Terms: terms, Length: len(terms)})
					read, ok := Parse(x, c.ID(x))
					if _, there := x.Doc(c.ID(x)); c.Made() && (there || !ok || read.Text(x) != c.Text(x) || !slices.Equal(read.Terms(x), terms)) {
						r.Fatalf("%s: the id %q is read as %+v, %v", axiom, c.ID(x), read, ok)
					}
				}
				if !ordering(axiom, axioms.Query{ID: "q", Terms: terms}, by.maker.Collection)(seen) {
					r.Fatalf("%s does not order %v", axiom, copies)
				}
				again := copying(r, x, seed, axiom.String()).Query("q", terms).Copies(0, doc, false)
				if fmt.Sprint(again) != fmt.Sprint(copies) {
					r.Fatalf("%s: %v, then %v", axiom, copies, again)
				}
			}
		}
	}
	rare := func(name string) bool {
		a, _ := axioms.Parse(name)
		return made[a.String()] < 10
	}
	for round := 0; round < 100 && slices.ContainsFunc(names, rare) && !t.Failed(); round++ { // a round is short with -short
		rapid.Check(t, check)
	}
	for _, name := range names {
		if a, _ := axioms.Parse(name); rare(name) {
			t.Errorf("%s: %d sets of copies", a, made[a.String()])
		}
	}
}

// plain cuts texts into words and changes none.
var plain = analysis.Options{Tokenizer: "alnum", Stemmer: "none", Stopwords: "none"}

// What the copies differ by, where the collection leaves one choice or the seed draws sea. quokka is rarer than whale.
func TestCopiesByHand(t *testing.T) {
	x := indextest.InMemory(t, indextest.Docs(corpus.Doc{ID: "d1", Text: "whale sea"}, corpus.Doc{ID: "d2", Text: "sea"},
		corpus.Doc{ID: "d3", Text: "whale whale quokka"}), plain)
	for _, of := range []struct {
		axiom, query string
		doc          uint32
		want         string
	}{
		{"tfc1", "whale", 1, "d2~+whale d2~+sea"},
		{"lnc1", "whale quokka", 0, "d1 d1~+sea"},
		{"m-tdc", "whale quokka", 1, "d2~+quokka d2~+whale"},
		{"m-tdc", "whale quokka", 0, "d1~+quokka+quokka d1~+quokka+whale"}, // one quokka makes it level with the one whale
		{"m-tdc", "whale", 0, ""},                                          // nothing to exchange
		{"m-tdc", "whale sea", 0, ""},                                      // both in two documents: either order would hold
		{"tfc2", "whale quokka", 0, ""},                                    // asks for two fillers, and there is one
		{"tfc1", "whale sea quokka", 0, ""},                                // no filler
	} {
		by := copying(t, x, 1, of.axiom).Query("q", index.AnalyseQuery(x, of.query))
		var ids []string
		for _, c := range by.Copies(0, of.doc, false) {
			ids = append(ids, c.ID(x))
		}
		if got := strings.Join(ids, " "); got != of.want {
			t.Errorf("%s on %s for %q: %s, want %s", of.axiom, x.DocID(of.doc), of.query, got, of.want)
		}
		if got := by.Copies(0, of.doc, true); got != nil {
			t.Errorf("%v is made of a document that lnc2 made", got)
		}
	}
}

// A document without a query term is given one, since tfc2 is about documents that hold some; its three copies have equal lengths.
func TestCopiesOfThree(t *testing.T) {
	x := indextest.InMemory(t, indextest.Docs(corpus.Doc{ID: "d1", Text: "sea salt"}, corpus.Doc{ID: "d2", Text: "whale"}), plain)
	for doc, want := range []int{1, 1} { // query terms of the first copy
		for i, c := range copying(t, x, 1, "tfc2").Query("q", index.AnalyseQuery(x, "whale")).Copies(0, uint32(doc), false) {
			whale, _ := x.Lexicon().TermID("whale")
			if n := analysis.Count(c.Terms(x), whale); n != want+i || len(c.Terms(x)) != x.Len(uint32(doc))+3-doc {
				t.Errorf("copy %d of %s has %d query terms and %d in all", i, x.DocID(uint32(doc)), n, len(c.Terms(x)))
			}
		}
	}
}

func TestCheck(t *testing.T) {
	for _, name := range []string{"lnc2", "m-and", "-tfc1", "tfc1 & m-and", "tfc1(delta=1) & m-and"} {
		if a, err := axioms.Parse(name); err != nil || Check(a) == nil {
			t.Errorf("%s: %v, and it may be perturbed", name, err)
		}
	}
	for _, id := range Axioms() {
		if perturbations[id] == nil {
			t.Errorf("%s has no perturbation", id)
		}
	}
	if len(Axioms()) != len(perturbations) {
		t.Errorf("%v of %d perturbations", Axioms(), len(perturbations))
	}
}
