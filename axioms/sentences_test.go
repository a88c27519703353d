package axioms

import (
	"math"
	"testing"
)

// A sentence ends behind its mark before a space and no small letter, and at the end of a line.
func TestEachSentence(t *testing.T) {
	raw := "Title here\nIt costs 3.50 e.g. today. Dr. Who? yes! \"No.\" 終わり。次 end"
	var got []string
	for begin, end := range EachSentence(raw) {
		got = append(got, raw[begin:end])
	}
	want := []string{"Title here\n", "It costs 3.50 e.g. today.", " Dr.", " Who? yes!", " \"No.", "\" 終わり。", "次 end"}
	if len(got) != len(want) {
		t.Fatalf("%q", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%q, want %q", got[i], want[i])
		}
	}
	for range EachSentence(raw) { // a caller may have enough
		break
	}
}

// Counts by hand.
func TestReadSentences(t *testing.T) {
	for _, c := range []struct {
		text string
		want Sentences
	}{
		{"", Sentences{}},
		{" -- ... !", Sentences{}},
		{"Don't «stop» – ever.", Sentences{Count: 1, Words: 3}},
		{"Aa bbbb. *** Cccc [12] dd!", Sentences{Count: 2, Words: 5, Cited: 1, Spread: (3 - 8.0/3) / 2}},
		{"[1] [x]\nnone", Sentences{Count: 2, Words: 3, Cited: 1, Spread: 1.5}},
		{"See it.[3] It ends here", Sentences{Count: 1, Words: 5, Cited: 1}}, // no space behind the full stop
		{"über\xffall 5", Sentences{Count: 1, Words: 2}},
	} {
		got := ReadSentences(c.text)
		if math.Abs(got.Spread-c.want.Spread) > 1e-12 {
			t.Errorf("%q: spread %v, want %v", c.text, got.Spread, c.want.Spread)
		}
		if got.Spread = c.want.Spread; got != c.want {
			t.Errorf("%q: %+v, want %+v", c.text, got, c.want)
		}
	}
}
