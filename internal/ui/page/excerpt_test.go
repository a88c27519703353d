package page

import (
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestShorten: what is next to a mark stays, and of a text without marks the beginning, more of it.
func TestShorten(t *testing.T) {
	text := strings.Repeat("abc ", 400)
	for _, c := range []struct {
		after, before bool
		head, tail    int
	}{{false, false, mostText / 2, 0}, {true, false, aroundMark, 0}, {false, true, 0, aroundMark}, {true, true, aroundMark, aroundMark}} {
		head, tail, ok := strings.Cut(shorten(text, c.after, c.before), " … ")
		if !ok || len(head) > c.head || len(head) < c.head-4 || len(tail) < c.tail || len(tail) > c.tail+4 {
			t.Errorf("%+v: %d and %d bytes", c, len(head), len(tail))
		}
	}
}

// TestExcerpt: by hand. A text ends behind the part by which it is longer than mostText, and a stretch between marks is shortened before.
func TestExcerpt(t *testing.T) {
	mark := Part{Text: strings.Repeat("m", 400), Evidence: true}
	short := Part{Text: "s", Evidence: true}
	end := Part{Text: " …"}
	for _, c := range []struct {
		name        string
		parts, want []Part
	}{
		{"all of it", []Part{mark, short, mark}, []Part{mark, short, mark}},
		{"the last one is too much", []Part{mark, mark, mark}, []Part{mark, mark, mark, end}},
		{"what comes behind", []Part{mark, mark, mark, short, mark}, []Part{mark, mark, mark, end}},
	} {
		if got := Excerpt(c.parts); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	word := strings.Repeat("a", 99)
	stretch := Part{Text: word + " " + word + " " + word} // 299 bytes, of which some 120 stay next to a mark, cut between words
	got := Excerpt([]Part{stretch, short, stretch, short, stretch})
	for i, want := range []string{" …  " + word + " " + word, "s", word + " …  " + word + " " + word, "s", word + " … "} {
		if got[i].Text != want {
			t.Errorf("part %d is %q, want %q", i, got[i].Text, want)
		}
	}
}

// TestCut: by hand. A text is cut at its last space, but not at its first byte, and never within a rune: the euro sign has three bytes.
func TestCut(t *testing.T) {
	for _, c := range []struct {
		text       string
		most, want int
	}{{"ab cd ef", 7, 5}, {"ab cd ef", 8, 8}, {"ab cd ef", 9, 8}, {"ab cd ef", 2, 2}, {"a bcdef", 4, 1}, {" bcdef", 4, 4}, {"a€€", 3, 1},
		{"a€€", 4, 4}, {"€", 2, 0}, {"€", 1, 0}} {
		must.Equal(t, cut(c.text, c.most), c.want, "%q at %d", c.text, c.most)
	}
}
