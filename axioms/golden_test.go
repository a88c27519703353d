package axioms

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms/internal/feature"
	"github.com/axiomine/axiomine/axioms/internal/rule"
	"github.com/axiomine/axiomine/axioms/weighting"
	"github.com/axiomine/axiomine/internal/testkit/golden"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// goldenLines calls use for each line of a golden file, decoded: answers of an independent reading of the contract, as the README in
// testdata/golden describes them.
func goldenLines[T any](t *testing.T, name string, use func(c T)) {
	t.Helper()
	contents, _ := golden.Read(t, "axioms/"+name)
	n := 0
	for line := range bytes.Lines(contents) {
		var c T
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatalf("%s:%d: %v", name, n+1, err)
		}
		use(c)
		n++
	}
	if n == 0 {
		t.Fatalf("%s is empty", name)
	}
}

type goldenDoc struct {
	ID     string             `json:"id"`
	Tokens []string           `json:"tokens"`
	Score  *float64           `json:"score"`
	Rank   int                `json:"rank"`
	RS     map[string]float64 `json:"rs"`
}

type goldenCase struct {
	ID    string      `json:"id"`
	Note  string      `json:"note"`
	Query []string    `json:"query"`
	Docs  []goldenDoc `json:"docs"`
	Stats struct {
		N     int            `json:"N"`
		AvgDL float64        `json:"avgdl"`
		Total int64          `json:"total"`
		DF    map[string]int `json:"df"`
		CF    map[string]int `json:"cf"`
	} `json:"stats"`
	Vectors map[string][]float64 `json:"vectors"`
	Sims    [][3]any             `json:"sims"`
	Pairs   []struct {
		D1     string          `json:"d1"`
		D2     string          `json:"d2"`
		Expect map[string]*int `json:"expect"`
	} `json:"pairs"`
}

// goldenView is the view of a case: its own words as ids, its statistics as they stand.
type goldenView struct {
	*goldenCase
	ids   map[string]uint32
	words []string
	sims  map[[2]uint32]float64
}

func newGoldenView(c *goldenCase) *goldenView {
	v := &goldenView{goldenCase: c, ids: map[string]uint32{}, sims: map[[2]uint32]float64{}}
	for _, s := range c.Sims {
		v.sims[pairOf(v.id(s[0].(string)), v.id(s[1].(string)))] = s[2].(float64)
	}
	return v
}

// pairOf returns two terms in rising order.
func pairOf(a, b uint32) [2]uint32 { return [2]uint32{min(a, b), max(a, b)} }

func (v *goldenView) id(word string) uint32 {
	id, ok := v.ids[word]
	if !ok {
		id = uint32(len(v.words))
		v.ids[word] = id
		v.words = append(v.words, word)
	}
	return id
}

func (v *goldenView) terms(words []string) []uint32 {
	terms := make([]uint32, len(words))
	for i, w := range words {
		terms[i] = v.id(w)
	}
	return terms
}

func (v *goldenView) docs() []Doc {
	docs := make([]Doc, len(v.Docs))
	for i, d := range v.Docs {
		docs[i] = Doc{Terms: v.terms(d.Tokens), Score: math.NaN(), Rank: d.Rank}
		if d.Score != nil {
			docs[i].Score = *d.Score
		}
	}
	return docs
}

func (v *goldenView) NumDocs() int            { return v.Stats.N }
func (v *goldenView) TotalTerms() int64       { return v.Stats.Total }
func (v *goldenView) AvgLen() float64         { return v.Stats.AvgDL }
func (v *goldenView) DocFreq(t uint32) int    { return v.Stats.DF[v.words[t]] }
func (v *goldenView) CollFreq(t uint32) int64 { return int64(v.Stats.CF[v.words[t]]) }

// Sim is the table; a pair that is absent has similarity 0.
func (v *goldenView) Sim(a, b uint32) (float64, bool) { return v.sims[pairOf(a, b)], true }

// source returns the table for an axiom. For reg and anti-reg it knows every term of the query: a term is similar to itself, which the table does
// not list.
func (v *goldenView) source(key string) Similarity {
	if strings.HasPrefix(strings.TrimPrefix(key, "anti-"), "reg") {
		return knowsAll{v}
	}
	return v
}

type knowsAll struct{ *goldenView }

func (v knowsAll) Sim(a, b uint32) (float64, bool) {
	if a == b {
		return 1, true
	}
	return v.goldenView.Sim(a, b)
}

type goldenVectors struct{ *goldenView }

func (v goldenVectors) Dim() int {
	for _, vector := range v.Vectors {
		return len(vector)
	}
	return 0
}

func (v goldenVectors) Vector(t uint32) []float64 {
	vector := v.Vectors[v.words[t]]
	for _, x := range vector {
		if x != 0 {
			return vector
		}
	}
	return nil
}

func (v goldenVectors) Sim(a, b uint32) (float64, bool) {
	x, y := v.Vector(a), v.Vector(b)
	if x == nil || y == nil {
		return 0, false
	}
	return feature.Cosine(x, y), true
}

func TestGoldenPairs(t *testing.T) {
	for _, name := range []string{"hand", "random", "wikiqa", "cranfield"} {
		t.Run(name, func(t *testing.T) {
			seen, answers := map[string]bool{}, 0
			goldenLines(t, "pairs-"+name+".jsonl", func(c goldenCase) {
				v := newGoldenView(&c)
				q, docs := Query{Terms: v.terms(c.Query)}, v.docs()
				place := map[string]int{}
				for i, d := range c.Docs {
					place[d.ID] = i
				}
				judges := map[string]Judge{}
				for _, p := range c.Pairs {
					for key, want := range p.Expect {
						judge := judges[key]
						if judge == nil {
							a := must.Get(Parse(key))(t)
							judge = a.(Preference).Bind(q, &Collection{Stats: v, Vectors: goldenVectors{v}, Similarity: v.source(key)})
							judge.Load(docs)
							judges[key] = judge
							seen[key] = true
						}
						expected := Void
						if want != nil {
							expected = Verdict(*want)
						}
						i, j := place[p.D1], place[p.D2]
						must.Equal(t, judge.Compare(i, j), expected, "%s (%s) %s on (%s, %s)", c.ID, c.Note, key, p.D1, p.D2)
						must.Equal(t, judge.Compare(j, i), expected.Swap(), "%s (%s) %s on (%s, %s)", c.ID, c.Note, key, p.D2, p.D1)
						answers++
					}
				}
			})
			// 59 keys: the golden folder's own count of axioms, variants and parameters.
			must.Equal(t, len(seen), 59, "keys")
			t.Logf("%d answers", answers)
		})
	}
}

func TestGoldenBounds(t *testing.T) {
	goldenLines(t, "bounds.jsonl", func(c struct {
		ID      string `json:"id"`
		Lengths []int  `json:"lengths"`
		Params  struct {
			Delta     *int     `json:"delta"`
			DeltaStar *float64 `json:"delta_star"`
		} `json:"params"`
		Holds bool `json:"holds"`
	}) {
		b := rule.Unbounded
		if c.Params.Delta != nil {
			b.Delta = *c.Params.Delta
		}
		if c.Params.DeltaStar != nil {
			b.DeltaStar = *c.Params.DeltaStar
		}
		if got := b.Holds(c.Lengths...); got != c.Holds {
			t.Errorf("%s: %+v.Holds(%v) = %t", c.ID, b, c.Lengths, got)
		}
	})
}

func TestGoldenTriples(t *testing.T) {
	goldenLines(t, "triples.jsonl", func(c struct {
		goldenCase
		Expect map[string][][3]string `json:"expect"`
	}) {
		v := newGoldenView(&c.goldenCase)
		for key, want := range c.Expect {
			a := must.Get(Parse(key))(t)
			judge := a.(Triple).BindTriple(Query{Terms: v.terms(c.Query)}, &Collection{Stats: v})
			judge.Load(v.docs())
			wanted := map[[3]string]bool{}
			for _, w := range want {
				wanted[w] = true
			}
			judge.Each(func(i, j, k int) bool {
				instance := [3]string{c.Docs[i].ID, c.Docs[j].ID, c.Docs[k].ID}
				if !wanted[instance] {
					t.Errorf("%s %s: %v is no instance, or yielded twice", c.ID, key, instance)
				}
				delete(wanted, instance)
				return true
			})
			for w := range wanted {
				t.Errorf("%s %s: %v is missing", c.ID, key, w)
			}
		}
	})
}

func TestGoldenCombinations(t *testing.T) {
	operators := map[string]operator{"sum": sum, "and": agree, "or": fallback, "majority": majority, "neg": reverse}
	goldenLines(t, "combine.jsonl", func(c struct {
		ID     string   `json:"id"`
		Op     string   `json:"op"`
		Parts  [][2]any `json:"parts"`
		Share  float64  `json:"share"`
		Expect [2]any   `json:"expect"`
	}) {
		verdict := func(p [2]any) Verdict {
			if p[0] == false {
				return Void
			}
			return Verdict(p[1].(float64))
		}
		var votes []Verdict
		for _, p := range c.Parts {
			votes = append(votes, verdict(p))
		}
		e := &combination{op: operators[c.Op], share: c.Share}
		if got := e.join(votes); got != verdict(c.Expect) {
			t.Errorf("%s: %s of %v = %d, want %v", c.ID, c.Op, votes, got, c.Expect)
		}
	})
}

func TestGoldenMade(t *testing.T) {
	goldenLines(t, "made.jsonl", func(c struct {
		goldenCase
		Tokens  []string `json:"tokens"`
		Variant string   `json:"variant"`
		Params  struct {
			Words  json.Number `json:"max_words"`
			Pieces int         `json:"pieces"`
		} `json:"params"`
		K []int `json:"k"`
	}) {
		text := "lnc2/" + c.Variant
		if c.Params.Words != "" {
			text += "?max_words=" + string(c.Params.Words)
		}
		a := must.Get(Parse(text))(t)
		v := newGoldenView(&c.goldenCase)
		got := a.(Generative).Repeats(Query{Terms: v.terms(c.Query)}, Doc{Terms: v.terms(c.Tokens)}, c.Params.Pieces)
		if !slices.Equal(got, c.K) {
			t.Errorf("%s: %s repeats %v, want %v", c.ID, a, got, c.K)
		}
	})
}

func TestGoldenFulfilment(t *testing.T) {
	goldenLines(t, "fulfil.jsonl", func(c struct {
		ID        string    `json:"id"`
		Kind      string    `json:"kind"`
		Scores    []float64 `json:"scores"`
		Strict    bool      `json:"strict"`
		Weak      bool      `json:"weak"`
		Fulfilled bool      `json:"fulfilled"`
	}) {
		if c.Kind == "tfc2" {
			if got := FulfilledTriple(c.Scores[0], c.Scores[1], c.Scores[2]); got != c.Fulfilled {
				t.Errorf("%s: %v gives %t", c.ID, c.Scores, got)
			}
			return
		}
		strict, weak := Fulfilled(false, c.Scores[0], c.Scores[1]), Fulfilled(true, c.Scores[0], c.Scores[1])
		if strict != c.Strict || weak != c.Weak {
			t.Errorf("%s: %v gives strict %t, weak %t", c.ID, c.Scores, strict, weak)
		}
	})
}

// TestGoldenScores finds errors in the scores themselves; they are given to 12 digits.
func TestGoldenScores(t *testing.T) {
	for _, name := range []string{"hand", "random", "wikiqa", "cranfield"} {
		t.Run(name, func(t *testing.T) { checkScores(t, "pairs-"+name+".jsonl") })
	}
}

func checkScores(t *testing.T, file string) {
	models := map[string]weighting.Model{"rs-tf": weighting.TF{}, "rs-tf-idf": weighting.TFIDF{}, "rs-bm25": weighting.BM25{K1: 0.9, B: 0.4},
		"rs-ql": weighting.QL{Mu: 1000}, "rs-pl2": weighting.PL2{C: 1}}
	goldenLines(t, file, func(c goldenCase) {
		v := newGoldenView(&c)
		q, docs := Query{Terms: v.terms(c.Query)}, v.docs()
		for axiom, model := range models {
			for i, d := range docs {
				score := 0.0
				for _, t := range q.Terms {
					tf := 0
					for _, u := range d.Terms {
						if u == t {
							tf++
						}
					}
					if w, ok := model.Term(v, t); ok {
						score += w.Weight(tf, len(d.Terms))
					}
				}
				if want := c.Docs[i].RS[axiom]; math.Abs(score-want) > 1e-9*math.Abs(want) && math.Abs(score-want) > 1e-12 {
					t.Errorf("%s: %s(%s) = %.12g, want %.12g", c.ID, axiom, c.Docs[i].ID, score, want)
				}
			}
		}
	})
}
