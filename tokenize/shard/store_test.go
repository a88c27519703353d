package shard

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// TestStore compares what the store gives with what the tokenizer gives, for ids of two bytes and of four.
func TestStore(t *testing.T) {
	c := newCollection(t, 100, 1200)
	for _, extra := range []int{0, 70000} {
		var raw strings.Builder
		c.vocab.Write(&raw)
		lines := strings.Split(raw.String(), "\n")
		pieces := lines[:5:5]
		for i := range extra {
			pieces = append(pieces, fmt.Sprintf("x%d", i))
		}
		v, err := tokenize.ParseVocab("v", []byte(strings.Join(append(pieces, lines[5:]...), "\n")))
		if err != nil {
			t.Fatal(err)
		}
		big := *c
		big.vocab = v
		o := planOptions{MaxLength: 20, MaxQueryLength: 6, Threads: 2}
		split := Split{Name: "train", Pairs: pairs.TableOf(c.pairs(2000, 5))}
		tok, err := tokenize.New(big.vocab, tokenize.Defaults())
		if err != nil {
			t.Fatal(err)
		}
		from := planInput{Splits: []Split{split}, Tokenizer: tok,
			Query: func(id string) (string, bool) { text, ok := c.queries[id]; return text, ok },
			Doc:   func(id string) (string, string, bool) { d, ok := c.docs[id]; return d[0], d[1], ok }}
		s, err := newStore(t.Context(), &from, o, needs{ids: true, sentences: true}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if (s.small == nil) != (extra > 0) {
			t.Errorf("%d pieces in two bytes: %v", v.Size(), s.small != nil)
		}
		check := func(number uint32, text string, keep int) {
			want := tok.Encode(text)
			if got := s.info[number].cut; got != (len(want) > keep) {
				t.Errorf("%q: cut is %v", text, got)
			}
			for _, limit := range []int{0, 1, keep, 1000} {
				if got := s.appendIDs(nil, number, limit); !slices.Equal(got, want[:min(len(want), keep, limit)]) {
					t.Fatalf("%q: %v, want %v", text, got, want)
				}
			}
		}
		for i, p := range split.Pairs.All() {
			r := s.sources[0].rows().at(i)
			check(r.query, c.queries[p.QueryID], 4)
			check(r.pos, from.docText(p.PosID), 18)
		}
	}
}
