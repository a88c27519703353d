package plan

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/intern"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/shardtest"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// TestStore compares the ids of the store with those of the tokenizer, for ids of two bytes and of four.
func TestStore(t *testing.T) {
	c := shardtest.NewCollection(t, 100, 1200)
	for _, extra := range []int{0, 70000} {
		var raw strings.Builder
		c.Vocab.Write(&raw)
		lines := strings.Split(raw.String(), "\n")
		pieces := lines[:5:5]
		for i := range extra {
			pieces = append(pieces, fmt.Sprintf("x%d", i))
		}
		v := must.Get(tokenize.ParseVocab("v", []byte(strings.Join(append(pieces, lines[5:]...), "\n"))))(t)
		big := *c
		big.Vocab = v
		o := Options{MaxLength: 20, MaxQueryLength: 6, Threads: 2}
		split := Split{Name: "train", Pairs: pairs.TableOf(c.Pairs(2000, 5))}
		tok := must.Get(tokenize.New(big.Vocab, tokenize.Defaults()))(t)
		from := Input{Splits: []Split{split}, Tokenizer: tok,
			Query: func(id string) (string, bool) { text, ok := c.Queries[id]; return text, ok },
			Doc:   func(id string) (string, string, bool) { d, ok := c.Docs[id]; return d[0], d[1], ok }}
		s := must.Get(newStore(t.Context(), &from, o, Needs{IDs: IDsAlways}, nil))(t)
		if (s.small == nil) != (extra > 0) {
			t.Errorf("%d pieces in two bytes: %v", v.Size(), s.small != nil)
		}
		check := func(number uint32, text string, keep int) {
			want := tok.Encode(text)
			if got := s.Info[number].cut; got != (len(want) > keep) {
				t.Errorf("%q: cut is %v", text, got)
			}
			for _, limit := range []int{0, 1, keep, 1000} {
				if got := s.AppendIDs(nil, number, limit); !slices.Equal(got, want[:min(len(want), keep, limit)]) {
					t.Fatalf("%q: %v, want %v", text, got, want)
				}
			}
		}
		for i, p := range split.Pairs.All() {
			r := s.sources[0].rows().Item(i)
			check(r.Query, c.Queries[p.QueryID], 4)
			check(r.Pos, from.DocText(p.PosID), 18)
		}
		q := must.Get(newSequences(tok, o))(t)
		q.store = s
		for _, limit := range []int{o.MaxLength, o.MaxLength - 1} {
			sameInputs(t, q, limit, s.sources[0].rows())
		}
	}
}

// sameInputs holds the hashes of inputs against their sequences: one is that of another where the other is.
func sameInputs(t *testing.T, q *Sequences, limit int, rows Items[Row]) {
	t.Helper()
	hash, hashes, sequences := q.IDsInput(limit), map[string]intern.Sum{}, map[intern.Sum]string{}
	cut := 0
	for r := range rows.Each {
		for _, doc := range [...]uint32{r.Pos, r.Neg} {
			ids, _ := q.AppendCross(nil, r.Query, doc)
			if len(ids) > limit {
				ids = ids[:limit]
				ids[limit-1] = q.pair.Tail[0]
				cut++
			}
			sequence, h := fmt.Sprint(ids), hash(r.Query, doc)
			if known, ok := hashes[sequence]; ok && known != h {
				t.Fatalf("%v has the hashes %x and %x", ids, known, h)
			}
			if known, ok := sequences[h]; ok && known != sequence {
				t.Fatalf("%s and %s have the hash %x", known, sequence, h)
			}
			hashes[sequence], sequences[h] = h, sequence
		}
	}
	if limit < q.options.MaxLength && cut == 0 {
		t.Error("no sequence was cut")
	}
}

// TestTextsByNumbers holds the texts of rows, of which some documents have numbers, of two splits, against those of their ids.
func TestTextsByNumbers(t *testing.T) {
	c := shardtest.NewCollection(t, 100, 1200)
	ids := slices.Sorted(maps.Keys(c.Docs))
	train, test := pairs.TableOf(c.Pairs(200, 5)), pairs.TableOf(c.Pairs(300, 6))
	from := Input{Splits: []Split{{Name: "train", Pairs: train}, {Name: "test", Pairs: test}},
		Query: func(id string) (string, bool) { text, ok := c.Queries[id]; return text, ok },
		Doc:   func(id string) (string, string, bool) { d, ok := c.Docs[id]; return d[0], d[1], ok },
		Numbered: &NumberedDocs{
			Number: func(id string) (uint32, bool) { n, ok := slices.BinarySearch(ids, id); return uint32(n), ok && n%3 > 0 },
			Text: func(n uint32) (string, string) {
				d := c.Docs[ids[n]]
				return d[0], d[1]
			},
		}}
	s := must.Get(newStore(t.Context(), &from, Options{Threads: 2}, Needs{}, nil))(t)
	if len(s.queries) == 0 || !slices.Contains(s.numbers, 0) || slices.Max(s.numbers) == 0 {
		t.Fatalf("%d queries, numbers %v", len(s.queries), s.numbers)
	}
	p := &Plan{In: &from, Store: s}
	for _, of := range s.sources {
		for r := range of.rows().Each {
			query, pos, neg := textsOf(p, r)
			if query != c.Queries[r.QueryID] || pos != from.DocText(r.PosID) || neg != from.DocText(r.NegID) {
				t.Fatalf("%s: %q, %q, %q", r.UID, query, pos, neg)
			}
		}
	}
}

// textsOf returns the texts of a row.
func textsOf(p *Plan, r Row) (query, pos, neg string) {
	return p.QueryText(Text{r.QueryID, r.Query}), p.DocText(Text{r.PosID, r.Pos}), p.DocText(Text{r.NegID, r.Neg})
}
