package similarity

import (
	"math"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/gen/index"
	"pgregory.net/rapid"
)

var _ Lexicon = index.Lexicon(nil)

// forms is a lexicon written by hand.
type forms []struct {
	term  string
	forms []count
}

// count is how often a form was seen.
type count struct {
	form string
	n    int64
}

func (f forms) NumTerms() int        { return len(f) }
func (f forms) Term(t uint32) string { return f[t].term }
func (f forms) Forms(t uint32) (list []index.Form) {
	for _, c := range f[t].forms {
		list = append(list, index.Form{Surface: c.form, Count: c.n})
	}
	return list
}

var lexicon = forms{
	{"run", []count{{"runs", 3}, {"running", 1}, {"ran", 6}}},
	{"cat", []count{{"cats", 2}}},
	{"odd", []count{{"oddly", 5}}},
	{"null", []count{{"nulls", 5}}},
	{"up", []count{{"up", 1}, {"down", 1}}},
}

func someWords() *Words {
	w := NewWords(2)
	for word, v := range map[string][]float64{"run": {1, 0}, "runs": {4, 0}, "running": {0, 8}, "cats": {-3, 4}, "cat": {0, 2},
		"nulls": {0, 0}, "up": {0, 1}, "down": {0, -1}} {
		w.Add(word, v)
	}
	return w
}

func TestBindForms(t *testing.T) {
	table, err := Bind(someWords(), lexicon, Forms)
	if err != nil {
		t.Fatal(err)
	}
	// run: "ran" has no vector, so (3*(4,0) + 1*(0,8)) / 4 = (3, 2). odd has no form with a vector, null a zero vector, and
	// the forms of up cancel out.
	for id, want := range [][]float64{{3, 2}, {-3, 4}, nil, nil, nil} {
		if got := table.Vector(uint32(id)); !slices.Equal(got, want) {
			t.Errorf("%s: vector %v, want %v", lexicon[id].term, got, want)
		}
	}
	// cos((3,2), (-3,4)) = (-9 + 8) / (sqrt(13) * 5)
	if sim, ok := table.Sim(0, 1); !ok || math.Abs(sim+1/(5*math.Sqrt(13))) > 1e-15 {
		t.Errorf("Sim = %v, %v", sim, ok)
	}
	if table.Dim() != 2 || table.Len() != 2 {
		t.Errorf("Dim %d, Len %d", table.Dim(), table.Len())
	}
}

func TestBindStems(t *testing.T) {
	table, err := Bind(someWords(), lexicon, Stems)
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range [][]float64{{1, 0}, {0, 2}, nil, nil, {0, 1}} {
		if got := table.Vector(uint32(id)); !slices.Equal(got, want) {
			t.Errorf("%s: vector %v, want %v", lexicon[id].term, got, want)
		}
	}
	for _, other := range []uint32{2, 3, 5, math.MaxUint32} { // without a vector, or not in the lexicon
		if sim, ok := table.Sim(0, other); ok || sim != 0 {
			t.Errorf("Sim(0, %d) = %v, %v", other, sim, ok)
		}
	}
	if _, err := Bind(someWords(), lexicon, "lemmas"); err == nil {
		t.Error("an unknown mode was taken")
	}
}

// What WordFilter lets through is all that Bind looks at.
func TestWanted(t *testing.T) {
	for _, mode := range Modes() {
		all, wanted := someWords(), NewWords(2)
		keep := WordFilter(lexicon, mode)
		for i := range all.Len() {
			if keep(all.Word(i)) {
				wanted.Add(all.Word(i), all.Vector(i))
			}
		}
		a, _ := Bind(all, lexicon, mode)
		b, _ := Bind(wanted, lexicon, mode)
		if !slices.Equal(a.data, b.data) || !slices.Equal(a.row, b.row) {
			t.Errorf("%s: the tables differ", mode)
		}
		if wanted.Len() == all.Len() {
			t.Errorf("%s: every word was wanted", mode)
		}
	}
}

// The sum in four parts is the plain inner product but for rounding: each of the n additions and multiplications errs by
// at most 2^-53 of the sum of magnitudes.
func TestDotIsTheInnerProduct(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 70).Draw(t, "n")
		values := rapid.SliceOfN(rapid.Float64Range(-10, 10), n, n)
		a, b := values.Draw(t, "a"), values.Draw(t, "b")
		var want, size float64
		for i := range a {
			want += a[i] * b[i]
			size += math.Abs(a[i] * b[i])
		}
		if got := dot(a, b); math.Abs(got-want) > 2*float64(n+1)*size/(1<<53) {
			t.Errorf("dot = %v, plain sum %v", got, want)
		}
		if dot(a, b) != dot(b, a) {
			t.Error("dot(a, b) differs from dot(b, a)")
		}
	})
}

func BenchmarkSim(b *testing.B) {
	const terms = 1000
	table := &Table{dim: 100}
	for i := range terms {
		table.row = append(table.row, int32(i))
		for j := range 100 {
			table.data = append(table.data, float64(i^j))
		}
		table.length = append(table.length, 1)
	}
	var sum float64
	i := uint32(0)
	for b.Loop() {
		s, _ := table.Sim(i%terms, (i*7+3)%terms)
		sum += s
		i++
	}
}
