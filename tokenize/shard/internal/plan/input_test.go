package plan

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// TestListTexts: by hand. Each text of rows and candidates is listed once, in the order in which they are met.
func TestListTexts(t *testing.T) {
	in := input(Split{Name: "train", Pairs: pairsOf("q a>b", "r b>c", "q a>d")})
	in.Rankings = []Ranking{{"dev", "q", []RankedDoc{{"d", false}, {"e", true}}}, {"dev", "s", []RankedDoc{{"e", false}, {"f", true}}}}
	o := usual()
	o.Candidates = CandidatesDev
	p := built(t, in, o, Needs{Rankings: true})
	queries, docs := ListTexts(p.Store, p.All(), p.Candidates)
	names := func(list []Text) (text string) {
		for _, one := range list {
			text += one.ID
			if p.Store.TextSize(one.Number) != 1 {
				t.Errorf("%s has %d bytes", one.ID, p.Store.TextSize(one.Number))
			}
		}
		return text
	}
	if q, d := names(queries), names(docs); q != "qrs" || d != "abcdef" {
		t.Errorf("queries %s, documents %s", q, d)
	}
}

// TestLastPieceOfTwoBytes: ids of two bytes go up to 65,535. The last piece of a vocabulary of one more has the next id.
func TestLastPieceOfTwoBytes(t *testing.T) {
	for _, size := range []int{1 << 16, 1<<16 + 1} {
		lines := []string{"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"}
		for i := len(lines); i < size; i++ {
			lines = append(lines, fmt.Sprint("x", i))
		}
		vocab, err := tokenize.ParseVocab("vocab.txt", []byte(strings.Join(lines, "\n")))
		must.Do(t, err)
		in := input(Split{Name: "train", Pairs: pairsOf(fmt.Sprintf("q x%d>x5", size-1))})
		if in.Tokenizer, err = tokenize.New(vocab, tokenize.Defaults()); err != nil {
			t.Fatal(err)
		}
		s := built(t, in, usual(), Needs{IDs: IDsAlways}).Store
		if got := s.AppendIDs(nil, 1, 9); !slices.Equal(got, []int32{int32(size - 1)}) || (s.small != nil) != (size == 1<<16) {
			t.Errorf("%d pieces: the last is %d; in two bytes: %v", size, got, s.small != nil)
		}
	}
}

// TestManyTexts: by hand. A query and 512 documents are a text more than is read at a time. All but the last one are a; b is 6.
func TestManyTexts(t *testing.T) {
	var lines []string
	for i := range 511 {
		lines = append(lines, fmt.Sprintf("q d%d>d%d", i, i+1))
	}
	in := letters(t, Split{Name: "train", Pairs: pairsOf(lines...)})
	in.Query = func(string) (string, bool) { return "c", true }
	in.Doc = func(id string) (string, string, bool) {
		return "", map[bool]string{true: "b", false: "a a"}[id == "d511"], true
	}
	p := built(t, in, usual(), Needs{IDs: IDsAlways})
	if n := len(p.Store.Info); n != 513 {
		t.Fatalf("%d texts", n)
	}
	for i := range uint32(513) {
		want := map[uint32][]int32{0: {7}, 512: {6}}[i]
		if want == nil {
			want = []int32{5, 5}
		}
		if got := p.Store.AppendIDs(nil, i, 9); !slices.Equal(got, want) {
			t.Fatalf("text %d: %d, want %d", i, got, want)
		}
	}
}

// TestTextsOf: the texts of a row are those of its ids where no document has a number.
func TestTextsOf(t *testing.T) {
	p := built(t, input(Split{Name: "train", Pairs: pairsOf("q A>tab")}), usual(), Needs{})
	if query, pos, neg := p.TextsOf(p.All()[0].Items.Item(0)); query != "q" || pos != "a" || neg != "x\ty" {
		t.Errorf("%q, %q, %q", query, pos, neg)
	}
}

func TestField(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("ab  \t\n\x1c\x00\x7fé\u0301\u3000"))).Draw(t, "text")
		if IsBlank(text) != (Field(text) == "") {
			t.Fatalf("%q: blank is %v", text, IsBlank(text))
		}
		if f := Field(text); strings.ContainsAny(f, Breaks) || f != strings.TrimRightFunc(f,
			pairs.IsSpace) || len([]rune(f)) > len([]rune(text)) {
			t.Fatalf("%q is no field: %q", text, f)
		}
	})
}
