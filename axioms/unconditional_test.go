package axioms

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs/fault"
	"pgregory.net/rapid"
)

// plainStats are those of ten documents: terms that leave the same remainder are equally rare.
type plainStats struct{}

func (plainStats) NumDocs() int               { return 10 }
func (plainStats) TotalTerms() int64          { return 100 }
func (plainStats) AvgLen() float64            { return 10 }
func (plainStats) DocFreq(term uint32) int    { return int(1 + 3*(term%3)) }
func (plainStats) CollFreq(term uint32) int64 { return int64(1 + 3*(term%3)) }

// readings lists an axiom in each of its variants.
func readings(t testing.TB, a Axiom) (texts []string) {
	texts = []string{a.Spec().ID}
	for _, p := range a.Spec().Params {
		if p.Name == "variant" {
			texts = nil
			for _, choice := range p.Choices {
				texts = append(texts, a.Spec().ID+"/"+choice)
			}
		}
	}
	return texts
}

func parsed(t testing.TB, text string) Axiom {
	a, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestWithoutPrecondition: every reading with a Unconditional formula compares every pair, and says what the axiom
// itself says wherever its precondition holds. Rows say what Compare says.
func TestWithoutPrecondition(t *testing.T) {
	tried := 0
	for _, of := range All() {
		for _, text := range readings(t, of) {
			own := parsed(t, text)
			if own.Spec().Unconditional == "" {
				continue
			}
			tried++
			t.Run(text, func(t *testing.T) {
				all := parsed(t, text+"(precondition=none)")
				if all.Spec().Formula != own.Spec().Unconditional {
					t.Errorf("the formula is %s", all.Spec().Formula)
				}
				gained := 0
				rapid.Check(t, func(t *rapid.T) {
					c := anyPlainCase(t)
					for i := range c.docs {
						if rapid.Bool().Draw(t, "long") {
							c.docs[i].Terms = append(c.docs[i].Terms, slices.Repeat([]uint32{plainVocabulary - 1}, 25)...)
						}
						c.docs[i].Score, c.docs[i].Rank = rapid.SampledFrom([]float64{math.NaN(), 1, 1.05, 3}).Draw(t, "score"), rapid.IntRange(0, 3).Draw(t, "rank")
					}
					collection := &Collection{Stats: plainStats{}, Vectors: c.vectors, Similarity: c.vectors}
					before, after := own.(Preference).Bind(c.query, collection), Rows(all.(Preference).Bind(c.query, collection))
					before.Load(c.docs)
					after.Load(c.docs)
					for i := range c.docs {
						row := make([]Verdict, len(c.docs))
						after.Row(i, row)
						for j := range c.docs {
							was, is := before.Compare(i, j), after.Compare(i, j)
							switch {
							case is == Void || was != Void && is != was:
								t.Fatalf("(%v, %v) for %v: %d, with the precondition %d", c.docs[i], c.docs[j], c.query.Terms, is, was)
							case j > i && row[j] != is:
								t.Fatalf("row %d says %d of %d, want %d", i, row[j], j, is)
							case was == Void && is != Neither:
								gained++
							}
						}
					}
				})
				// Of three the precondition is that there is a number to compare, or a bound that is off unless it is set. Two are too
				// rare to be met each time: TestRareWithoutPrecondition.
				nothing, rare := slices.Contains([]string{"tfc1/rennings", "tp", "orig"}, text), slices.Contains([]string{"tfc3", "m-tdc/rennings"}, text)
				if gained > 0 && nothing || gained == 0 && !nothing && !rare {
					t.Errorf("%d pairs are compared for want of a precondition", gained)
				}
			})
		}
	}
	if tried != 25 {
		t.Errorf("%d readings have a precondition", tried)
	}
}

// TestRareWithoutPrecondition: what random documents hardly show. Of plainStats' terms 0 and 3 are equally rare, rarer than 1 and 4.
func TestRareWithoutPrecondition(t *testing.T) {
	for _, c := range []struct {
		axiom             string
		query, first, two []uint32
	}{
		{"tfc3", []uint32{0, 3}, []uint32{0, 3}, append([]uint32{0, 0}, slices.Repeat([]uint32{8}, 25)...)}, // lengths 2 and 27
		{"m-tdc", []uint32{0, 1, 4}, []uint32{0, 0, 1, 4}, []uint32{0, 1, 1, 4, 4}},                         // 0 for 1, and 0 for 4: sums 4 and 5
	} {
		for text, want := range map[string]Verdict{c.axiom: Void, c.axiom + "(precondition=none)": First} {
			judge := parsed(t, text).(Preference).Bind(Query{Terms: c.query}, &Collection{Stats: plainStats{}})
			judge.Load([]Doc{{Terms: c.first}, {Terms: c.two}})
			if got := judge.Compare(0, 1); got != want {
				t.Errorf("%s: %d, want %d", text, got, want)
			}
		}
	}
}

// TestPreconditionErrors: an axiom that always applies has no precondition to leave out, nor is a bound given beside none.
func TestPreconditionErrors(t *testing.T) {
	for text, want := range map[string]string{
		"m-and(precondition=none)":                 "axiom m-and has no precondition",
		"lnc2(precondition=none)":                  "axiom lnc2 has no precondition",
		"stmc1(precondition=none, variant=klose)":  "axiom stmc1 has no precondition",
		"tfc1(delta=3, precondition=none)":         "delta is a precondition",
		"len-and(precondition=none,delta_star=.2)": "delta_star is a precondition",
		"tfc1(precondition=some)":                  `axiom tfc1 has no precondition "some"`,
	} {
		_, err := Parse(text)
		var f *fault.Error
		if !errors.As(err, &f) || f.Kind != fault.Usage || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	// The bound of a list is for axioms that have one.
	list, err := ParseListWithin("tfc3(precondition=none), stmc3/camara(precondition=none, delta=none), m-and", "0.1")
	if err == nil || list != nil {
		t.Errorf("stmc3 in a variant that it lacks: %v", list)
	}
	list, err = ParseListWithin("tfc3(precondition=none), stmc3(precondition=none, delta=none), m-and", "0.1")
	if err != nil || len(list) != 3 {
		t.Fatalf("%v: %v", list, err)
	}
	for i, want := range []string{"tfc3(precondition=none)", "stmc3(precondition=none)", "m-and(delta_star=0.1)"} {
		if list[i].String() != want {
			t.Errorf("%s, want %s", list[i], want)
		}
	}
}
