package trainset

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// docs returns documents of given texts, the first one graded 1 and the others 0.
func docs(texts ...string) (list []corpus.TrainingDoc) {
	for i, text := range texts {
		grade := 0.0
		if i == 0 {
			grade = 1
		}
		list = append(list, corpus.TrainingDoc{Text: text, Grade: grade})
	}
	return list
}

// setOf returns the set of some rows.
func setOf(rows ...*corpus.TrainingRow) *Set {
	s := New()
	for _, r := range rows {
		s.Add(r)
	}
	return s
}

// TestAdd compares the numbers of a small set with those by hand: a text has one number, and ids have numbers of their own by their kind.
func TestAdd(t *testing.T) {
	s := New()
	looked, counted := map[uint32]string{}, 0
	s.Look = func(number uint32, text string) { looked[number] = text }
	s.Count = func(words []uint32) { counted += len(words) }
	s.Add(&corpus.TrainingRow{File: "a", Split: "train", Row: 3, Line: 4, End: 6, Query: "One", Docs: docs("x y", "z")})
	s.Add(&corpus.TrainingRow{File: "a", Split: "train", Row: 4, Query: "one ", Docs: docs("X  Y", "z")})
	s.Add(&corpus.TrainingRow{File: "b", Split: "test", QueryID: "7", Labelled: true, List: "l", Docs: []corpus.TrainingDoc{
		{ID: "7", Grade: math.NaN()}, {ID: "7", Text: "z", Grade: 2}, {}}})
	s.Add(&corpus.TrainingRow{File: "a", Split: "test", QueryID: "7", Docs: docs("One")})
	wantRows := []Row{
		{Query: 1, First: 0, End: 2, Number: 3, Line: 4, Last: 6},
		{Query: 4, First: 2, End: 4, Number: 4},
		{Query: 6, First: 4, End: 7, File: 1, Split: 1, List: 7, Labelled: true},
		{Query: 6, First: 7, End: 8, Split: 1}}
	must.Same(t, s.Rows, wantRows)
	var texts []uint32
	for _, item := range s.Items {
		texts = append(texts, item.Text)
	}
	if want := []uint32{2, 3, 5, 3, 8, 3, 0, 1}; !slices.Equal(texts, want) { // an empty document without an id is text 0
		t.Errorf("items %v, want %v", texts, want)
	}
	if !slices.Equal(s.Files, []string{"a", "b"}) || !slices.Equal(s.Splits, []string{"train", "test"}) {
		t.Errorf("files %v, splits %v", s.Files, s.Splits)
	}
	if s.IDs != 2 || !s.Texts[6].IsID || !s.Texts[8].IsID || !s.Texts[6].Query || s.Texts[8].Query {
		t.Errorf("%d ids: %+v", s.IDs, s.Texts)
	}
	if want := map[uint32]string{1: "One", 2: "x y", 3: "z", 4: "one ", 5: "X  Y", 6: "7", 8: "7"}; !maps.Equal(looked, want) { // no list
		t.Errorf("texts to look up: %v, want %v", looked, want)
	}
	if counted != 2+1+2 { // x y, z and X Y; One is no new text
		t.Errorf("%d words are counted", counted)
	}
	for text, want := range map[uint32]uint32{0: 0, 1: 1, 4: 1, 2: 2, 5: 2, 3: 3, 6: 6, 8: 8} {
		must.Equal(t, s.FirstEqual(text), want, "text %d is the same as", text)
	}
	if s.RowQuery(0) != 1 || s.RowQuery(1) != 1 || s.RowQuery(2) != 6 {
		t.Error("queries of rows")
	}
	for text, want := range map[string]bool{"One": true, "one": false, "z": true, "": true, "y": false} {
		if s.Has(text) != want {
			t.Errorf("%q is there: %t", text, !want)
		}
	}
	before := slices.Clone(s.Items)
	s.Complete()
	if diff := cmp.Diff(wantRows, s.Rows); diff != "" || len(s.Items) != len(before) || s.FirstEqual(5) != 2 {
		t.Errorf("after Complete (-want +got):\n%s", diff)
	}
}

// TestHasMisread: a collection's text is that of a row whose letters are misread.
func TestHasMisread(t *testing.T) {
	s := setOf(&corpus.TrainingRow{Query: "q", Docs: docs("cafÃ©")})
	if !s.Has("café") || !s.Has("cafÃ©") || s.Has("cafe") {
		t.Error("the misread text is not found as it is read")
	}
}

// TestSuspects counts by hand: texts alone, and a positive once in rows of a query that follow each other.
func TestSuspects(t *testing.T) {
	row := func(query string, list []corpus.TrainingDoc) *corpus.TrainingRow {
		return &corpus.TrainingRow{Query: query, Docs: list}
	}
	id, ungraded := corpus.TrainingDoc{ID: "1"}, corpus.TrainingDoc{Text: "u", Grade: math.NaN()}
	s := setOf(row("q", docs("p", "n", "m")), row("Q", docs("p", "n")), row("q", docs("o", "n")), row("q", docs("p", "")), row("r", docs("p")),
		row("r", []corpus.TrainingDoc{id, ungraded}))
	if negatives, positives := s.Suspects(); negatives != 4 || positives != 4 {
		t.Errorf("%d negatives and %d positives, want 4 and 4", negatives, positives)
	}
}

// TestEdges: one edge for two documents of different grades, by query, then by the documents, then by row.
func TestEdges(t *testing.T) {
	graded := func(list string, grades ...float64) (docs []corpus.TrainingDoc) {
		for i, g := range grades {
			docs = append(docs, corpus.TrainingDoc{Text: list[i : i+1], Grade: g})
		}
		return docs
	}
	s := setOf(
		&corpus.TrainingRow{Query: "q", Docs: graded("abc", 2, 1, 1)},          // texts 2, 3, 4
		&corpus.TrainingRow{Query: "r", Docs: graded("ab", 1, 0)},              // query 5
		&corpus.TrainingRow{Query: "Q", Docs: graded("Cb", 0, 1)},              // query 1
		&corpus.TrainingRow{Query: "q", Docs: graded("aAb", 1, 0, math.NaN())}, // one text, and no grade
		&corpus.TrainingRow{Query: "q", Docs: graded("b", 1)})
	want := []Edge{{1, 2, 3, 0}, {1, 2, 4, 0}, {1, 3, 4, 2}, {5, 2, 3, 1}}
	p := NewPreferences(s)
	must.Same(t, p.Edges, want)
	var queries [][]Edge
	for edges := range p.EdgesByQuery() {
		queries = append(queries, edges)
	}
	must.Same(t, queries, [][]Edge{want[:3], want[3:]})
}

// TestConflictsByDefinition: a row is in conflict if another row, or itself, puts two documents of its query the other way round, or gives
// its only document another whole label. It names a row that it is in conflict with.
func TestConflictsByDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := New()
		rows := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) *corpus.TrainingRow {
			r := &corpus.TrainingRow{Query: rapid.SampledFrom([]string{"q", "r", "Q"}).Draw(t, "query"), Labelled: rapid.Bool().Draw(t, "labelled"),
				List: rapid.SampledFrom([]string{"", "", "l"}).Draw(t, "list")}
			for range rapid.IntRange(0, 3).Draw(t, "documents") {
				r.Docs = append(r.Docs, corpus.TrainingDoc{Text: rapid.SampledFrom([]string{"a", "A", "b", "c", ""}).Draw(t, "text"),
					Grade: rapid.SampledFrom([]float64{0, 1, 1, 2, .5, math.NaN()}).Draw(t, "grade")})
			}
			return r
		}), 0, 8).Draw(t, "rows")
		for _, r := range rows {
			s.Add(r)
		}
		inConflict := func(a, b *corpus.TrainingRow) bool {
			if !strings.EqualFold(a.Query, b.Query) {
				return false
			}
			for i, x := range a.Docs {
				for _, y := range a.Docs[i+1:] {
					for j, v := range b.Docs {
						for _, w := range b.Docs[j+1:] {
							same, turned := strings.EqualFold(x.Text, v.Text) && strings.EqualFold(y.Text, w.Text),
								strings.EqualFold(x.Text, w.Text) && strings.EqualFold(y.Text, v.Text)
							first, second := x.Grade-y.Grade, v.Grade-w.Grade
							if x.Text == "" || y.Text == "" || strings.EqualFold(x.Text, y.Text) {
								continue
							}
							if same && float64(first*second) < 0 || turned && float64(first*second) > 0 {
								return true
							}
						}
					}
				}
			}
			if !a.Labelled || !b.Labelled || len(a.Docs) != 1 || len(b.Docs) != 1 || a.List != b.List {
				return false
			}
			x, y := a.Docs[0], b.Docs[0]
			whole := x.Grade == math.Trunc(x.Grade) && y.Grade == math.Trunc(y.Grade)
			return x.Text != "" && strings.EqualFold(x.Text, y.Text) && whole && x.Grade != y.Grade
		}
		var want, got []uint32
		for i, a := range rows {
			if slices.ContainsFunc(rows, func(b *corpus.TrainingRow) bool { return inConflict(a, b) }) {
				want = append(want, uint32(i))
			}
		}
		for _, c := range NewPreferences(s).Conflicts {
			got = append(got, c.Row)
			if !inConflict(rows[c.Row], rows[c.Other]) {
				t.Fatalf("row %d is not in conflict with row %d", c.Row, c.Other)
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("rows %v are in conflict, want %v", got, want)
		}
	})
}

// TestNearShares: texts by hand, whose share is that of the words of both.
func TestNearShares(t *testing.T) {
	const positive = "one two three four five"
	for negative, want := range map[string]*Near{
		"five four three two one":                      {Shared: 1},
		"one two three four":                           {Shared: .8},
		"one two three":                                nil,
		"One, two, THREE four five six":                {Shared: 5. / 6},
		"one two three four five six seven":            {Shared: 5. / 7, Holds: true},
		"one two three four five six":                  {Holds: true, Shared: 5. / 6},
		"ONE two three four five":                      nil, // the same text: left to positive-is-negative
		"a b c d e f g h i one two three four five k":  {Shared: 5. / 15, Holds: true},
		"a b c d e f g h i One two three four five k":  nil,
		"one two three four five five five five":       {Shared: 1, Holds: true},
		"six seven eight nine ten":                     nil,
		"":                                             nil,
		"one two three four five one two three four 5": {Shared: 5. / 6, Holds: true},
	} {
		s := setOf(&corpus.TrainingRow{Query: "q", Docs: docs(positive, negative)})
		switch {
		case (len(s.Near) == 1) != (want != nil):
			t.Errorf("%q: %+v, want %+v", negative, s.Near, want)
		case want != nil && s.Near[0] != Near{Document: 1, Shared: float32(want.Shared), Holds: want.Holds}:
			t.Errorf("%q: %+v, want %+v", negative, s.Near[0], *want)
		}
	}
	short := setOf(&corpus.TrainingRow{Query: "q", Docs: docs("one two three four", "one two three four five")})
	must.Equal(t, len(short.Near), 0, "a positive of four words: %+v", short.Near)
	several := setOf(&corpus.TrainingRow{}, &corpus.TrainingRow{Query: "q", Docs: append(docs(positive, "one two three four"),
		docs("six", "five one two three four seven", positive+" six")[1:]...)})
	if want := (Near{Row: 1, Document: 2, Shared: 5. / 6, Holds: true}); len(several.Near) != 1 || several.Near[0] != want {
		t.Errorf("several negatives: %+v, want the most of all: %+v", several.Near, want)
	}
}

// TestSignatures: texts that share 80 % of their words have like signatures, but for one in a thousand, and one in two hundred has no band in common.
// No signatures of other words are alike.
func TestSignatures(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const draws = 4000
	missed, apart, alike := 0, 0, 0
	for range draws {
		words := make([]uint32, 10*(1+random.IntN(20)))
		for i := range words {
			words[i] = random.Uint32()
		}
		n := len(words)
		one := signatureOf(words)
		if n := random.IntN(n); signatureOf(append(slices.Clone(words[n:]), words[:n]...)) != one {
			t.Fatal("another order has another sketch")
		}
		other := slices.Clone(words) // of n words each they share 8/9: 8/10 of the words of both
		for i := range n / 9 {
			other[i] = random.Uint32()
		}
		signature := signatureOf(other)
		if one.equalLanes(&signature) < nearLanes {
			missed++
		}
		hasBand := false
		for i := range bands {
			hasBand = hasBand || one.band(i) == signature.band(i)
		}
		if !hasBand {
			apart++
		}
		for i := range other {
			other[i] = random.Uint32()
		}
		if signature = signatureOf(other); one.equalLanes(&signature) >= likeLanes {
			alike++
		}
	}
	if missed > 3*draws/1000 || apart > draws/200 || alike > 0 {
		t.Errorf("of %d texts %d are missed, %d have no band in common, and %d others are alike", draws, missed, apart, alike)
	}
	t.Logf("of %d texts %d are missed, %d have no band in common", draws, missed, apart)
}

// TestSample: all rows of a query or none, in their order, up to 50 a query; of a set that has no more rows than the bound, all.
func TestSample(t *testing.T) {
	fill := func(queries, rows int) *Sample {
		s := new(Sample)
		for i := range queries * rows {
			query := uint32(i % queries)
			s.add(uint32(i), query, &corpus.TrainingRow{Query: fmt.Sprint(query), Docs: docs("d")})
		}
		return s
	}
	for _, c := range []struct{ queries, rows, want int }{{1, 49, 49}, {1, 80, 50}, {3, 60, 150}, {SampleRows, 1, SampleRows},
		{400, 50, SampleRows}} {
		if got := fill(c.queries, c.rows); len(got.Rows) != c.want {
			t.Errorf("%d queries of %d rows: %d rows, want %d", c.queries, c.rows, len(got.Rows), c.want)
		}
	}
	s := fill(SampleRows/2, 5)
	counts := map[uint32]int{}
	for i, row := range s.Rows {
		counts[row.QueryNumber]++
		if i > 0 && row.Row <= s.Rows[i-1].Row {
			t.Fatalf("row %d stands behind row %d", row.Row, s.Rows[i-1].Row)
		}
	}
	for query, n := range counts {
		if n != 5 {
			t.Errorf("%d of the 5 rows of query %d", n, query)
		}
	}
	if n := len(s.Rows); n > SampleRows || n < SampleRows/4 { // halves of halves, by a hash
		t.Errorf("%d rows", n)
	}
	row := corpus.TrainingRow{Query: "q", Docs: docs("d")}
	one := new(Sample)
	one.add(0, 0, &row)
	row.Docs[0].Text = "changed"
	must.Equal(t, one.Rows[0].Docs[0].Text, "d", "the sample keeps the caller's documents")
}

// TestPairLabels: labels of rows of one document, unless all are the same. Queries of both labels, or of more than two rows, have many.
func TestPairLabels(t *testing.T) {
	for name, c := range map[string]struct {
		query func(i int) int
		label func(i int) float64
		want  string // rows, low and high ones, and whether queries have few rows
	}{
		"pairs":       {func(i int) int { return i }, func(i int) float64 { return float64(i % 2) }, "20 10 10 true"},
		"scores":      {func(i int) int { return i }, func(i int) float64 { return float64(i%5) / 4 }, "20 8 8 true"}, // 0, .25; .75, 1
		"both labels": {func(i int) int { return i / 2 }, func(i int) float64 { return float64(i % 2) }, "20 10 10 false"},
		"many rows":   {func(i int) int { return i / 4 }, func(i int) float64 { return float64(i / 4 % 2) }, "20 12 8 false"},
		"one label":   {func(i int) int { return i }, func(int) float64 { return 1 }, ""},
	} {
		s := New()
		for i := range 20 {
			s.Add(&corpus.TrainingRow{Query: fmt.Sprint("query ", c.query(i)), Labelled: true,
				Docs: []corpus.TrainingDoc{{Text: fmt.Sprint("text ", i), Grade: c.label(i)}}})
		}
		got := ""
		if l := s.PairLabels(); l != nil {
			got = fmt.Sprint(l.Rows, l.Low, l.High, l.FewRows)
		}
		must.Equal(t, got, c.want, "%s", name)
	}
}

// TestPreferencesByDefinition: the preferences are those of all pairs of graded documents of a row, by their definition.
func TestPreferencesByDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := New()
		var want []Edge
		grades := rapid.SampledFrom([]float64{-1, 0, 0.5, 1, 2})
		for row := range rapid.IntRange(0, 6).Draw(t, "rows") {
			r := &corpus.TrainingRow{Query: fmt.Sprint("query ", row%2), Labelled: true}
			for range rapid.IntRange(0, 9).Draw(t, "documents") {
				text := rapid.SampledFrom([]string{"a", "b", "c", "d", "A", ""}).Draw(t, "text")
				r.Docs = append(r.Docs, corpus.TrainingDoc{Text: text, Grade: grades.Draw(t, "grade")})
			}
			s.Add(r)
			for _, high := range s.RowItems(uint32(row)) {
				for _, low := range s.RowItems(uint32(row)) {
					a, b := s.FirstEqual(high.Text), s.FirstEqual(low.Text)
					if high.Grade > low.Grade && a != b && a != 0 && b != 0 {
						want = append(want, Edge{s.RowQuery(uint32(row)), a, b, uint32(row)})
					}
				}
			}
		}
		count := func(edges []Edge) map[Edge]int {
			counts := map[Edge]int{}
			for _, e := range edges {
				counts[e]++
			}
			return counts
		}
		p := NewPreferences(s)
		if diff := cmp.Diff(count(want), count(p.Edges)); diff != "" || p.Crowded != 0 {
			t.Errorf("%d left out: %s", p.Crowded, diff)
		}
	})
}
