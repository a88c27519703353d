package check

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/audit/internal/shortcut"
	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// documentsInput returns a set of one row a document.
func documentsInput(documents []trainset.Text) *Input {
	set := &trainset.Set{Texts: append([]trainset.Text{{Query: true}}, documents...), Files: []string{"a.jsonl"}}
	for i := range documents {
		set.Items = append(set.Items, trainset.Item{Text: uint32(i + 1), Grade: 1})
		set.Rows = append(set.Rows, trainset.Row{First: uint32(i), End: uint32(i + 1), Number: uint32(i)})
	}
	return &Input{Set: set}
}

// TestBoilerplateBounds: a beginning is a template where at least 20 documents and 2 % of them have it. Of 1,049 documents 2 % are 20.98.
func TestBoilerplateBounds(t *testing.T) {
	for _, c := range []struct{ alike, documents, want int }{
		{19, 30, 0}, {20, 30, 20}, {20, 1000, 20}, {20, 1001, 0}, {20, 1049, 0}, {21, 1049, 21}, {23, 1150, 23}, {22, 1150, 0},
	} {
		texts := make([]trainset.Text, c.documents)
		for i := range texts {
			texts[i] = trainset.Text{Letters: 50, Begin: uint32(i + 10), Begins: trainset.BeginWords}
			if i < c.alike {
				texts[i].Begin = 5
			}
		}
		in := documentsInput(append(texts, trainset.Text{}, trainset.Text{IsID: true})) // the last two have no text, and count nowhere
		f := boilerplate.Summarise(in)
		if len(f.Flags) != c.want {
			t.Errorf("%d of %d documents: %d rows are flagged, want %d", c.alike, c.documents, len(f.Flags), c.want)
		}
		if c.want > 0 {
			want := fmt.Sprintf("%d different documents begin with the same 5 words as the positive.", c.alike)
			must.Equal(t, boilerplate.Reason(in, f.Flags[0]), want)
		}
	}
}

// TestCutBounds: documents are cut where at least 10 and 1 % of them have one length of 40 letters or more, and no final mark.
func TestCutBounds(t *testing.T) {
	for _, c := range []struct {
		longest                 uint32
		cut, documents, flagged int
	}{
		{40, 9, 50, 0}, {40, 10, 50, 10}, {39, 10, 50, 0}, {60, 10, 1000, 10}, {60, 10, 1001, 0}, {60, 11, 1001, 11},
	} {
		texts := make([]trainset.Text, c.documents)
		for i := range texts {
			if texts[i].Letters = c.longest; i >= c.cut {
				texts[i].Letters = 1 + uint32(i)%(c.longest-1)
			} else {
				texts[i].Open = true
			}
		}
		in := documentsInput(append(texts, trainset.Text{Query: true, Letters: 99})) // a long query is no document
		f := cutText.Summarise(in)
		if len(f.Flags) != c.flagged {
			t.Errorf("%d of %d documents with %d letters: %d rows are flagged, want %d", c.cut, c.documents, c.longest, len(f.Flags), c.flagged)
		}
		if c.flagged > 0 {
			want := fmt.Sprintf("A document has %d characters and no final mark, where the set's documents are cut.", c.longest)
			must.Equal(t, cutText.Reason(in, f.Flags[0]), want)
		}
	}
}

// TestCutLengths: several lengths may be cut, and white space may be lost there. One length of a template is no cut unless it is round, nor is a
// length that is no more frequent than those nearby.
func TestCutLengths(t *testing.T) {
	for name, c := range map[string]struct {
		lengths        map[uint32]int // documents of each length, which have no final mark
		begin          uint32         // of all of them; 0 for different ones
		flagged, whole int
	}{
		"two":           {map[uint32]int{512: 20, 2000: 20, 511: 5, 1990: 1}, 0, 45, 0},
		"template":      {map[uint32]int{72: 40}, 7, 0, 0},
		"round":         {map[uint32]int{2000: 40}, 7, 40, 0},
		"with marks":    {map[uint32]int{}, 0, 0, 40},
		"of all":        {map[uint32]int{50: 12, 51: 13, 52: 12, 53: 13, 54: 12, 55: 11, 56: 12, 57: 12, 58: 12, 59: 12, 60: 11}, 0, 0, 0},
		"few words":     {map[uint32]int{60: 20, 61: 70, 62: 120, 63: 70, 64: 20}, 0, 0, 0}, // as long as ten words of a set are
		"no space lost": {map[uint32]int{300: 30, 299: 1}, 0, 30, 0},
	} {
		var texts []trainset.Text
		for length, n := range c.lengths {
			for range n {
				texts = append(texts, trainset.Text{Letters: length, Open: true, Begin: c.begin})
			}
		}
		for range c.whole {
			texts = append(texts, trainset.Text{Letters: 2000})
		}
		if f := cutText.Summarise(documentsInput(texts)); len(f.Flags) != c.flagged {
			t.Errorf("%s: %d rows are flagged, want %d", name, len(f.Flags), c.flagged)
		}
	}
}

// TestEffectiveQueries: of equal shares the effective number is the number of queries. Of .5, .25, .25 the entropy is 1.5 ln 2, so that it
// is 2 to the 1.5.
func TestEffectiveQueries(t *testing.T) {
	for _, c := range []struct {
		rows []int
		want float64
	}{{[]int{7}, 1}, {[]int{3, 3, 3, 3}, 4}, {[]int{2, 1, 1}, math.Pow(2, 1.5)}} {
		in := &Input{Set: &trainset.Set{}, Queries: c.rows}
		for _, n := range c.rows {
			in.Set.Rows = append(in.Set.Rows, make([]trainset.Row, n)...)
		}
		if got := in.EffectiveQueries(); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v: %v, want %v", c.rows, got, c.want)
		}
	}
}

// TestSkew: 19 queries with a row and one with 81 have the entropy -.81 ln .81 - .19 ln .01 = 1.04567, and e to that is 2.85. With one
// query fewer they are too few, and equal shares are not uneven.
func TestSkew(t *testing.T) {
	rows := func(counts ...int) *Input {
		var text strings.Builder
		for query, n := range counts {
			for i := range n {
				fmt.Fprintf(&text, "{\"query\": \"q%d\", \"positive\": \"p%d\", \"negative\": \"n%d\"}\n", query, i, i)
			}
		}
		return inputOf(t, text.String(), "")
	}
	uneven := append(slices.Repeat([]int{1}, 19), 81)
	in := rows(uneven...)
	f := querySkew.Summarise(in)
	if want := "1 of 20 queries with 81.0 % of the rows: as uneven as 3 queries"; f.Title != want || f.Count != 81 || f.Share != .81 {
		t.Errorf("%+v, want %s", f, want)
	}
	if got := in.Queries; got[0] != 81 || got[1] != 1 || len(got) != 20 {
		t.Errorf("rows by query: %v", got)
	}
	for _, counts := range [][]int{uneven[1:], slices.Repeat([]int{3}, 40)} {
		if f := querySkew.Summarise(rows(counts...)); f.Title != "" {
			t.Errorf("%v: %s", counts, f.Title)
		}
	}
}

// TestShortcutBounds: a scorer is a shortcut if the lower end of its interval is above the bound that About names.
func TestShortcutBounds(t *testing.T) {
	set := &trainset.Set{Rows: make([]trainset.Row, 10)}
	bounds := map[string]float64{"length": .65, "marks": .65, "position": .75, "document": .7, "overlap": .9, "bm25": .9, "together": .9}
	for name, bound := range bounds {
		c := Lookup("shortcut-" + name)
		for _, low := range []float64{bound, math.Nextafter(bound, 1)} {
			in := &Input{Set: set, Shortcuts: &shortcut.Result{Reached: []shortcut.Reach{{Name: name, Share: .92, Low: low}}}}
			f := c.Summarise(in)
			must.Equal(t, f.Title != "", (low > bound), "%s at %v: found", c.Code, low)
			if f.Title != "" && (!strings.HasPrefix(f.Title, "92.0 % of the pairs are ordered right by a scorer that sees only ") ||
				f.Count != 9 || f.Share != .92) {
				t.Errorf("%s: %+v", c.Code, f)
			}
		}
		if f := c.Summarise(&Input{Set: set}); f.Title != "" {
			t.Errorf("%s: what was not measured is found: %+v", c.Code, f)
		}
		if want := fmt.Sprintf("more than %.0f %% of the pairs", 100*bound); !strings.Contains(c.About, want) {
			t.Errorf("%s: %s", c.Code, c.About)
		}
	}
	for easy, want := range map[float64]string{.5: "", .6: "60.0 % of the pairs have a negative without any word of the query"} {
		f := tooEasy.Summarise(&Input{Set: set, Shortcuts: &shortcut.Result{Easy: easy}})
		if f.Title != want || want != "" && f.Count != 6 {
			t.Errorf("easy %v: %+v", easy, f)
		}
	}
	if f := tooEasy.Summarise(&Input{Set: set}); f.Title != "" {
		t.Errorf("what was not measured is found: %+v", f)
	}
}

// TestCountPieces: 126 pieces fit into 128 beside [CLS] and [SEP], and 127 do not; texts are the same up to a size if all pieces that fit
// are. A piece is a letter here.
func TestCountPieces(t *testing.T) {
	text := strings.Repeat
	sample := &trainset.Sample{}
	for _, docs := range [][]string{
		{text("a", 126), "b"},                           // fits everywhere
		{text("a", 127), "b"},                           // longer than 128 alone
		{text("a", 254), text("a", 253)},                // the same up to 128
		{text("a", 255) + "x", text("a", 255) + "y"},    // the same up to 256; 256 pieces
		{text("a", 255) + "xx", text("a", 255) + "xxy"}, // likewise
		{"a", "a"}, // one text twice is no cut
		{text("a", 511), text("a", 511) + "b", "c"}, // three documents are no pair
		{},
	} {
		row := trainset.SampleRow{}
		for _, doc := range docs {
			row.Docs = append(row.Docs, corpus.TrainingDoc{Text: doc})
		}
		sample.Rows = append(sample.Rows, row)
	}
	pieces := func(text string) (list []int32, err error) {
		for _, r := range text {
			list = append(list, r)
		}
		return list, nil
	}
	got, err := CountPieces(sample, pieces)
	if err != nil || got.Rows != 8 {
		t.Fatalf("%+v, %v", got, err)
	}
	if want := []float64{5. / 8, 3. / 8, 1. / 8}; !slices.Equal(got.Longer, want) {
		t.Errorf("longer: %v, want %v", got.Longer, want)
	}
	if want := []float64{3. / 8, 2. / 8, 0}; !slices.Equal(got.Equal, want) {
		t.Errorf("equal: %v, want %v", got.Equal, want)
	}
	bad := errors.New("no piece")
	if _, err := CountPieces(sample, func(string) ([]int32, error) { return nil, bad }); !errors.Is(err, bad) {
		t.Errorf("error %v", err)
	}
	if got, err := CountPieces(&trainset.Sample{}, pieces); err != nil || got.Rows != 0 || got.Longer[0] != 0 {
		t.Errorf("of no rows: %+v, %v", got, err)
	}
}

// TestCutPieces: more than a tenth of the rows are cut at 256 pieces, or more than a hundredth are the same up to there.
func TestCutPieces(t *testing.T) {
	for _, c := range []struct {
		longer, equal float64
		title         string
		count         int
	}{
		{.1, .01, "", 0},
		{.2, .01, "20.0 % of the rows have a document that is cut at 256 pieces", 10},
		{.1, .04, "4.0 % of the rows have documents that are the same up to 256 pieces", 2},
		{.2, .04, "4.0 % of the rows have documents that are the same up to 256 pieces", 2},
	} {
		in := &Input{Set: &trainset.Set{Rows: make([]trainset.Row, 50)},
			Pieces: &Pieces{Longer: []float64{1, c.longer, 0}, Equal: []float64{1, c.equal, 0}}}
		if f := cutPieces.Summarise(in); f.Title != c.title || f.Count != c.count {
			t.Errorf("%v longer, %v equal: %+v", c.longer, c.equal, f)
		}
	}
	if f := cutPieces.Summarise(&Input{Set: &trainset.Set{}}); f.Title != "" {
		t.Errorf("what was not counted is found: %+v", f)
	}
}
