package account

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"pgregory.net/rapid"
)

// TestDrawnStats describes six rows by hand: lengths are the ids' numbers, long is judged 1, short 0, and nobody judged far.
func TestDrawnStats(t *testing.T) {
	const task = "pairwise"
	lengths := map[string]int32{"long": 10, "short": 4, "far": 8}
	grades := map[string]*int32{"long": new(int32(1)), "short": new(int32(0))}
	rows := new(pairs.Table)
	for _, r := range [][4]string{{"q1", "", "long", "short"}, {"q1", "tfc1", "short", "long"}, {"q2", "tfc1", "far", "short"},
		{"q2", "tfc1", "long", "short"}, {"q2", "", "long", "short"}, {"q2", "", "long", "far"}} {
		rows.Append(&pairs.Pair{Task: task, Axiom: r[1], QueryID: r[0], PosID: r[2], NegID: r[3], PosGrade: grades[r[2]], NegGrade: grades[r[3]]})
	}
	byNumber := make([]int32, rows.Docs.Len())
	for i := range byNumber {
		byNumber[i] = lengths[rows.Docs.String(uint32(i))]
	}
	got := DrawnStats("train", rows, byNumber)
	one, half := 1., .5
	want := []pairs.PoolRows{
		{Split: "train", Task: task, NegativeSource: pairs.NegativeJudged, Rows: 2, Share: 2. / 6, Queries: 2, PosLength: 10, NegLength: 4,
			LengthSkew: .6, Graded: 2, Agreement: &one},
		{Split: "train", Task: task, NegativeSource: pairs.NegativeAssumed, Rows: 1, Share: 1. / 6, Queries: 1, PosLength: 10, NegLength: 8,
			LengthSkew: .2},
		// Skews -6/10, 4/8 and 6/10 have the mean 1/6; two rows have both grades, one the right way round.
		{Split: "train", Task: task, Axiom: "tfc1", Rows: 3, Share: .5, Queries: 2, PosLength: 22. / 3, NegLength: 6, LengthSkew: .166666667,
			Graded: 2, Agreement: &half},
	}
	must.Same(t, got, want)
}

// twoHashes is a collection whose texts have one of two hashes.
type twoHashes struct{ index.Reader }

type twoTexts struct{ index.Texts }

func (x twoHashes) Texts() index.Texts        { return twoTexts{x.Reader.Texts()} }
func (t twoTexts) FoldHash(doc uint32) uint32 { return t.Texts.FoldHash(doc) % 2 }

func rowsOf(lines ...string) *pairs.Table {
	var rows []pairs.Pair
	for _, line := range lines {
		f := strings.Fields(line)
		rows = append(rows, pairs.Pair{UID: line, Task: map[string]string{"p": pairs.Pairwise}[f[0]], QueryID: f[1], PosID: f[2], NegID: f[3]})
	}
	return pairs.TableOf(rows)
}

// The count is that of all pairs of rows, one by one.
func TestContradictionsOneByOne(t *testing.T) {
	var docs []corpus.Doc // those of one letter have one text
	for _, letter := range []string{"a", "b", "c"} {
		docs = append(docs, corpus.Doc{ID: letter + "1", Text: letter}, corpus.Doc{ID: letter + "2", Text: letter})
	}
	x, queries := indextest.InMemory(t, indextest.Docs(docs...), analysis.Defaults()), map[string]string{"q1": "q", "q2": "q", "r1": "r", "r2": "r"}
	rapid.Check(t, func(t *rapid.T) {
		ids := func(letters string) *rapid.Generator[string] {
			return rapid.Custom(func(t *rapid.T) string {
				return string(rapid.SampledFrom([]byte(letters)).Draw(t, "text")) + rapid.SampledFrom([]string{"1", "2"}).Draw(t, "copy")
			})
		}
		var lines []string
		for range rapid.IntRange(1, 12).Draw(t, "rows") {
			lines = append(lines, strings.Join([]string{"p", ids("qr").Draw(t, "q"), ids("abc").Draw(t, "pos"), ids("abc").Draw(t, "neg")}, " "))
		}
		want := 0
		for _, line := range lines {
			f := strings.Fields(line)
			against := f[2][0] == f[3][0]
			for _, other := range lines {
				o := strings.Fields(other)
				against = against || f[1][0] == o[1][0] && f[2][0] == o[3][0] && f[3][0] == o[2][0]
			}
			if against {
				want++
			}
		}
		must.Equal(t, countContradictions(rowsOf(lines...), twoHashes{x}, queries), want, "%v", lines)
	})
}

// Texts that differ in case and in compatible forms of Unicode are one text.
func TestContradictionsFoldCase(t *testing.T) {
	x := indextest.InMemory(t, indextest.Docs(corpus.Doc{ID: "a1", Text: "red kite"}, corpus.Doc{ID: "a2", Text: "Red  KITE"},
		corpus.Doc{ID: "b1", Text: "blue hill"}, corpus.Doc{ID: "b2", Text: "ｂｌｕｅ HI\u200bLL"},
		corpus.Doc{ID: "c1", Text: "blue lake"},
		// two texts of one pairs.FoldHash
		corpus.Doc{ID: "e", Text: "whales breathe air through a holales eat krill and little else all summer long in the sea."},
		corpus.Doc{ID: "f", Text: "jflrxzuureathe air through a holcvyu040w krill and little else all summer long in the sea."}), analysis.Defaults())
	texts := map[string]string{"q": "1"}
	for rows, want := range map[string]int{"p q a1 b1; p q b2 a2": 2, "p q a1 a2": 1, "p q a1 b1; p q c1 a2": 0, "p q a1 b1; p r b2 a2": 0,
		"p q e f": 0, "p q a1 e; p q f a2": 0, "p q a1 e; p q e a2": 2} {
		rows := rowsOf(strings.Split(rows, "; ")...)
		must.Equal(t, countContradictions(rows, x, texts), want, "%v", rows.Rows())
	}
}
