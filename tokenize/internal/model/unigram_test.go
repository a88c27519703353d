package model

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

func unigramOf(t must.T, c UnigramConfig) *Unigram {
	return must.Get(NewUnigram(c))(t)
}

// TestBestPath compares with all ways to cut a word: the greatest sum, counted from the left, where an unknown character is ten worse than
// the worst piece. Of ways of equal worth, such as é éé and
// éé é, that is meant whose last piece begins first, as HF tokenizers decide.
func TestBestPath(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfNDistinct(rapid.StringOfN(rapid.RuneFrom([]rune("abé")), 1, 3, -1), 0, 8, rapid.ID).Draw(t, "pieces")
		pieces := []Piece{{"<unk>", 0}}
		for i, text := range texts {
			pieces = append(pieces, Piece{text, -1 - rapid.Float64Range(0, 5).Draw(t, "score") - math.Pi/float64(i+3)})
		}
		m := unigramOf(t, UnigramConfig{Pieces: pieces})
		word := rapid.StringOfN(rapid.RuneFrom([]rune("abéx")), 1, 9, -1).Draw(t, "word")
		_, want := bestCut(pieces, m.unknown, word)
		if got := m.AppendIDs(nil, word); !slices.Equal(got, want) {
			t.Fatalf("%q by %v: %v, want %v", word, pieces, got, want)
		}
	})
}

// bestCut tries every last piece, longer ones first: a later one has to be better.
func bestCut(pieces []Piece, unknown float64, text string) (score float64, ids []int32) {
	if text == "" {
		return 0, nil
	}
	score = math.Inf(-1)
	try := func(size, id int, worth float64) {
		before, rest := bestCut(pieces, unknown, text[:len(text)-size])
		if before+worth > score {
			score = before + worth
			if ids = append(slices.Clone(rest), int32(id)); id == 0 && len(rest) > 0 && rest[len(rest)-1] == 0 {
				ids = rest // neighbouring unknown characters are one
			}
		}
	}
	_, last := utf8.DecodeLastRuneInString(text)
	known := false
	order := make([]int, len(pieces))
	for id := range order {
		order[id] = id
	}
	slices.SortFunc(order, func(a, b int) int { return len(pieces[b].Text) - len(pieces[a].Text) })
	for _, id := range order {
		p := pieces[id]
		if strings.HasSuffix(text, p.Text) {
			try(len(p.Text), id, p.Score)
			known = known || len(p.Text) == last
		}
	}
	if !known {
		try(last, 0, unknown)
	}
	return score, ids
}

func TestLongPiece(t *testing.T) {
	pieces := []Piece{{Text: "<unk>"}, {Text: strings.Repeat("a", safefile.Piece)}}
	if _, err := NewUnigram(UnigramConfig{Pieces: pieces}); err != nil {
		t.Error(err)
	}
	pieces[1].Text += "a"
	if _, err := NewUnigram(UnigramConfig{Pieces: pieces}); err == nil || err.Error() != "piece 1 has 1,025 bytes, more than 1024" {
		t.Error(err)
	}
}

func TestUnknownText(t *testing.T) {
	pieces := []Piece{{"<unk>", 0}, {"a", -1}, {"<0xC3>", -2}, {"<0xA9>", -3}, {"<0x78>", -4}}
	for _, c := range []struct {
		fallback bool
		text     string
		want     []int32
	}{
		{false, "xéa", []int32{0, 1}}, {true, "xéa", []int32{4, 2, 3, 1}}, {true, "éa中", []int32{2, 3, 1, 0}}, {true, "é中", []int32{0}},
		{false, "<unk>x<unk>", []int32{0}}, {false, "<unk>", []int32{0}},
	} {
		m := unigramOf(t, UnigramConfig{Pieces: pieces, ByteFallback: c.fallback})
		if got := m.AppendIDs(nil, c.text); !slices.Equal(got, c.want) {
			t.Errorf("%q, fallback %v: %v, want %v", c.text, c.fallback, got, c.want)
		}
	}
}

func TestUnknownID(t *testing.T) {
	if _, err := NewUnigram(UnigramConfig{Pieces: []Piece{{"<unk>", 0}}, Unknown: 1}); err == nil {
		t.Error("an unknown id beyond the pieces was taken")
	}
}

// TestParseScore: digits in one integer, then a power of ten. The third number's nearest float64 is another.
func TestParseScore(t *testing.T) {
	for number, want := range map[string]float64{
		"0": 0, "-3.5": -3.5, "-12.345678901234567": -(float64(12345678901234567) / 1e15), "1e3": 1000, "-2.5E-3": -25 / 1e4,
		"123456789012345678901": float64(12345678901234567890) * 10, "0.000": 0, "1e-400": 0, "1e308": 1e308, "0e999": 0,
	} {
		if got, err := ParseScore(number); err != nil || got != want {
			t.Errorf("%s: %v, want %v: %v", number, got, want, err)
		}
	}
	for _, number := range []string{"1e400", "x", "1e", "1x", "1e99999999999"} {
		if got, err := ParseScore(number); err == nil {
			t.Errorf("%s: %v", number, got)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.StringMatching(`-?(0|[1-9][0-9]{0,2})\.[0-9]{1,11}`).Draw(t, "number")
		nearest, got := 0.0, 0.0
		var err error
		if got, err = ParseScore(number); err != nil {
			t.Fatal(err)
		}
		if nearest, err = strconv.ParseFloat(number, 64); err != nil || got != nearest { // of few digits both are the same
			t.Fatalf("%s: %v, want %v: %v", number, got, nearest, err)
		}
	})
}
