package drmm

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/similarity"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// words is a vocabulary: ids in the order of first use. It is a similarity.Lexicon and an weighting.Stats.
type words struct {
	ids   map[string]uint32
	names []string
}

func (w *words) id(name string) uint32 {
	id, ok := w.ids[name]
	if !ok {
		if w.ids == nil {
			w.ids = map[string]uint32{}
		}
		id = uint32(len(w.names))
		w.ids[name] = id
		w.names = append(w.names, name)
	}
	return id
}

func (w *words) all(names []string) []uint32 {
	ids := make([]uint32, 0, len(names))
	for _, n := range names {
		ids = append(ids, w.id(n))
	}
	return ids
}

func (w *words) NumTerms() int               { return len(w.names) }
func (w *words) Term(t uint32) string        { return w.names[t] }
func (w *words) Forms(t uint32) []index.Form { return []index.Form{{Surface: w.names[t], Count: 1}} }

func (w *words) NumDocs() int            { return 1000 }
func (w *words) TotalTerms() int64       { return 0 }
func (w *words) AvgLen() float64         { return 0 }
func (w *words) DocFreq(t uint32) int    { return int(t) }
func (w *words) CollFreq(t uint32) int64 { return 0 }

func (w *words) bind(t testing.TB, vectors *similarity.Words) axioms.Vectors {
	return similarity.Bind(vectors, w, similarity.Stems)
}

// featurized returns one document's histograms as the featurizer makes them.
func featurized(mode Mode, query, doc []uint32, vectors axioms.Vectors) [][Bins]float64 {
	f := NewFeaturizer(of(mode), &words{}, vectors)
	f.BeginQuery(query)
	return f.Store().Input(f.AddDoc(doc)).Histograms()
}

// of are the options of a mode.
func of(mode Mode) Options {
	o := Defaults()
	o.Mode, o.CosineScale = mode, 1
	return o
}

// What NumPy computes from the definition; 1e-12 is a few roundings of numbers up to 10.
func TestHistogramsAsInNumPy(t *testing.T) {
	var cases []struct {
		Query, Doc  []string
		Vectors     map[string][]float64
		CH, NH, LCH [][Bins]float64
	}
	decode(t, "histograms.json", &cases)
	for k, c := range cases {
		var w words
		query, doc := w.all(c.Query), w.all(c.Doc)
		dim := 0
		for _, v := range c.Vectors {
			dim = len(v)
		}
		file := similarity.NewWords(max(dim, 1))
		for name, v := range c.Vectors {
			file.Add(name, v)
		}
		vectors := w.bind(t, file)
		for mode, want := range map[Mode][][Bins]float64{CH: c.CH, NH: c.NH, LCH: c.LCH} {
			for name, got := range map[string][][Bins]float64{"definition": histogram(of(mode), query, doc, vectors),
				"featurizer": featurized(mode, query, doc, vectors)} {
				if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-12), cmpopts.EquateEmpty()); diff != "" {
					t.Errorf("case %d, %s, %s (-want +got)\n%s", k, mode, name, diff)
				}
			}
		}
	}
	must.Equal(t, len(cases), 40, "cases")
}

// The featurizer agrees with the definition, also on cosines at a bin's edge, for many documents of many queries.
func TestFeaturizerAgreesWithDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		dim := rapid.IntRange(1, 9).Draw(t, "dim")
		edges := rapid.Bool().Draw(t, "edges")
		file := similarity.NewWords(dim)
		var w words
		for i := range 30 {
			v := make([]float64, dim)
			for k := range v {
				v[k] = rng.NormFloat64()
			}
			if edges && dim > 1 { // cosines with (1, 0, ...) at bins' edges, but for rounding
				clear(v)
				v[0] = float64(2*i)/simBins - 1
				v[1] = math.Sqrt(max(0, 1-v[0]*v[0]))
				if i == 29 {
					v[0], v[1] = 1, 0
				}
			}
			name := fmt.Sprint(i)
			w.id(name)
			if rng.IntN(6) > 0 {
				file.Add(name, v)
			}
		}
		table := similarity.Bind(file, &w, similarity.Stems)
		tokens := func(n int) []uint32 {
			list := make([]uint32, rng.IntN(n))
			for i := range list {
				list[i] = uint32(rng.IntN(31)) // 30 is no term of the lexicon
			}
			return list
		}
		mode := rapid.SampledFrom([]Mode{CH, NH, LCH}).Draw(t, "mode")
		o := of(mode)
		o.CosineScale = rapid.SampledFrom([]float64{0, 0.1, 1}).Draw(t, "cosine scale")
		f := NewFeaturizer(o, &w, table)
		var want [][][Bins]float64
		for range 5 {
			query := tokens(6)
			if edges {
				query = append(query, 29)
			}
			f.BeginQuery(query)
			for range 4 {
				doc := tokens(700) // some counts are beyond the table of values
				if input := f.AddDoc(doc); int(input) != len(want) {
					t.Fatalf("input %d, want %d", input, len(want))
				}
				want = append(want, histogram(o, query, doc, table))
			}
		}
		for i := range want {
			if got := f.Store().Input(int32(i)).Histograms(); !slices.Equal(got, want[i]) {
				t.Fatalf("input %d: %s", i, cmp.Diff(want[i], got))
			}
		}
	})
}

// histogram returns the matching histogram of a query and a document, both as tokens: Bins values for each query token.
// It is the definition; Featurizer computes the same values faster. An occurrence of the same term counts in the last
// bin, any other in bin
//
//	min(28, floor((cos + 1) / 2 * 29))
//
// It is not counted where one of the two terms has no vector. The value is the count (CH), the count divided by the row's
// sum (NH) or ln(1 + count) (LCH). Values of the cosine bins are multiplied by CosineScale. Without vectors (nil) only exact
// matches count.
func histogram(o Options, query, doc []uint32, vectors axioms.Vectors) [][Bins]float64 {
	vectors = nonNil(vectors)
	rows := make([][Bins]float64, len(query))
	for i, q := range query {
		row := &rows[i]
		for _, d := range doc {
			if d == q {
				row[exactBin]++
			} else if sim, ok := vectors.Sim(q, d); ok {
				row[bin(sim)]++
			}
		}
		var total float64
		for _, count := range row {
			total += count
		}
		for b, count := range row {
			if count > 0 {
				row[b] = o.Mode.value(count, total)
			}
			if b != exactBin {
				row[b] *= o.CosineScale
			}
		}
	}
	return rows
}
