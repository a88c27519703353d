package pairs

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// optional draws a pointer or nil.
func optional[T any](g *rapid.Generator[T]) *rapid.Generator[*T] { return rapid.Ptr(g, true) }

// drawPair draws any pair, with few ids so that they repeat.
var drawPair = rapid.Custom(func(t *rapid.T) Pair {
	name := rapid.SampledFrom([]string{"", "a", "b", "tfc1(delta=10)"})
	id := rapid.SampledFrom([]string{"", "q", "051", "51", "d 1~2"})
	small := rapid.Int32Range(-2, 2)
	return Pair{UID: rapid.SampledFrom([]string{"", "0", "00000000000000ff", "00000000000000FF", NewUID("t", "a", "q", "p", "n", 0)}).Draw(t,
		"uid"),
		Task: name.Draw(t, "task"), Axiom: name.Draw(t, "axiom"), Variant: name.Draw(t, "variant"), Source: Source(name.Draw(t, "source")),
		QueryID: id.Draw(t, "query"), PosID: id.Draw(t, "pos"), NegID: id.Draw(t, "neg"), PosLabel: small.Draw(t, "label"),
		NegLabel: small.Draw(t, "label"),
		Class:    optional(small).Draw(t, "class"), Weight: rapid.Float64().Draw(t, "weight"), Pass: small.Draw(t, "pass"),
		PosGrade: optional(small).Draw(t, "grade"), NegGrade: optional(small).Draw(t, "grade"), PosRank: optional(small).Draw(t, "rank"),
		NegRank:  optional(small).Draw(t, "rank"),
		PosScore: optional(rapid.Float64()).Draw(t, "score"), NegScore: optional(rapid.Float64()).Draw(t, "score")}
})

func TestTableGivesBackWhatWasAppended(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.SliceOf(drawPair).Draw(t, "rows")
		table := TableOf(rows)
		if table.Len() != len(rows) {
			t.Fatalf("%d rows, want %d", table.Len(), len(rows))
		}
		for i, got := range table.All() {
			if diff := cmp.Diff(rows[i], got); diff != "" {
				t.Fatalf("row %d (-appended +given):\n%s", i, diff)
			}
			query, pos, neg := table.Numbers(i)
			if table.Queries.String(query) != rows[i].QueryID || table.Docs.String(pos) != rows[i].PosID || table.Docs.String(neg) != rows[i].NegID {
				t.Fatalf("row %d: numbers %d, %d, %d", i, query, pos, neg)
			}
		}
	})
}

// TestArrange holds the permutation in place against one into a new slice.
func TestArrange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var rows []Pair
		for i := range rapid.SampledFrom([]int{0, 1, 2, 7, chunkRows + 3}).Draw(t, "rows") {
			rows = append(rows, Pair{UID: fmt.Sprint(i), PosID: fmt.Sprint("d", i), Weight: float64(i)})
		}
		order := make([]uint32, len(rows))
		for i := range order {
			order[i] = uint32(i)
		}
		rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)).Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		want := make([]Pair, len(rows))
		for i, from := range order {
			want[i] = rows[from]
		}
		table := TableOf(rows)
		table.Arrange(order)
		for i, got := range table.Rows() {
			if !reflect.DeepEqual(got, want[i]) || table.UID(i) != want[i].UID {
				t.Fatalf("row %d: %v, want %v", i, got, want[i])
			}
		}
	})
}

func TestReadTable(t *testing.T) {
	var rows []Pair
	for i := range rowGroup + chunkRows/2 { // more than one row group, the last chunk not full
		rows = append(rows, Pair{UID: NewUID("t", "", "q", fmt.Sprint(i), "n", 0), QueryID: "q", PosID: fmt.Sprint(i), NegID: "n",
			NegRank: new(int32(i)), Source: Judged})
	}
	path := filepath.Join(t.TempDir(), "p.parquet")
	f := must.Get(os.Create(path))(t)
	must.Do(t, Write(t.Context(), f, TableOf(rows), 2, nil))
	f.Close()
	table, err := Read(t.Context(), path, nil)
	if err != nil || table.Len() != len(rows) {
		t.Fatalf("%d rows, %v", table.Len(), err)
	}
	for i, got := range table.All() {
		if !cmp.Equal(got, rows[i]) {
			t.Fatalf("row %d: %s", i, cmp.Diff(rows[i], got))
		}
	}
	if _, err := Read(t.Context(), filepath.Join(t.TempDir(), "none"), nil); err == nil {
		t.Error("no file was read")
	}
}

// TestStrings holds numbers against a map, over many blocks and growths.
func TestStrings(t *testing.T) {
	var s Strings
	want := map[string]uint32{}
	for i := range 100_000 {
		text := fmt.Sprint("id ", i*i%70_001)
		if i%9999 == 0 {
			text = fmt.Sprintf("%0*d", 1<<16+i, i) // a long one
		}
		if _, ok := want[text]; !ok {
			if n, ok := s.Find(text); ok {
				t.Fatalf("%.20q is number %d before it was added", text, n)
			}
			want[text] = uint32(len(want))
		}
		if got := s.Add(text); got != want[text] {
			t.Fatalf("%.20q is number %d, want %d", text, got, want[text])
		}
	}
	must.Equal(t, s.Len(), len(want), "strings")
	for text, number := range want {
		if got, ok := s.Find(text); !ok || got != number || s.String(number) != text {
			t.Fatalf("%.20q: found as %d, %v; want %d", text, got, ok, number)
		}
	}
}

// TestAddCounts: whole numbers are added wherever they stand; a name and a pointer stay.
func TestAddCounts(t *testing.T) {
	type inner struct{ A, B int }
	type counts struct {
		Name  string
		N     int64
		Pairs [2][2]int
		Steps []int
		Rate  *int
		In    inner
	}
	sum := counts{Name: "x", N: 1, Pairs: [2][2]int{{1, 2}, {3, 4}}, Steps: []int{5, 6}, In: inner{7, 8}}
	AddCounts(&sum, counts{Name: "y", N: 10, Pairs: [2][2]int{{10, 20}, {30, 40}}, Steps: []int{50, 60}, Rate: new(1), In: inner{70, 80}})
	if sum.Name != "x" || sum.N != 11 || sum.Pairs != [2][2]int{{11, 22}, {33, 44}} || sum.Steps[1] != 66 || sum.Rate != nil ||
		sum.In != (inner{77, 88}) {
		t.Errorf("%+v", sum)
	}
}
