package plan

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

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
		s := must.Get(newStore(t.Context(), &from, o, Needs{IDs: IDsAlways, Sentences: true}, nil))(t)
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
			check(r.Pos, DocText(c.Docs[p.PosID][0], c.Docs[p.PosID][1]), 18)
		}
		q := must.Get(newSequences(tok, o, s))(t)
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
				ids[limit-1] = q.SEP
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
			Number: func(id string) (uint64, bool) { n, ok := slices.BinarySearch(ids, id); return uint64(n), ok && n%3 > 0 },
			Text: func(n uint64) (string, string) {
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
			query, pos, neg := p.TextsOf(r)
			wantPos, wantNeg := c.Docs[r.PosID], c.Docs[r.NegID]
			if query != c.Queries[r.QueryID] || pos != DocText(wantPos[0], wantPos[1]) || neg != DocText(wantNeg[0], wantNeg[1]) {
				t.Fatalf("%s: %q, %q, %q", r.UID, query, pos, neg)
			}
		}
	}
}

// TestSentences: the sentences of any text have the ids of the whole together, and there is always one.
func TestSentences(t *testing.T) {
	c := shardtest.NewCollection(t, 0, 0)
	tok := must.Get(tokenize.New(c.Vocab, tokenize.Defaults()))(t)
	parts := append(slices.Clone(shardtest.Words), ".", "? ", "\n", " ", "Red", "\u0085", "\u0301", "[SEP]", "\u3002", "\u2028", "\"")
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(rapid.SampledFrom(parts)).Draw(t, "parts"), rapid.SampledFrom([]string{"", " "}).Draw(t, "between"))
		kept := rapid.IntRange(0, 20).Draw(t, "kept")
		whole := tok.Encode(text)
		kept = min(kept, len(whole))
		s := &SentenceEnds{make([][]uint32, 1), make([]uint32, 1)}
		s.add(0, tok, text, whole, kept)
		ends := s.EndsOf(0)
		if len(ends) == 0 || int(ends[len(ends)-1]) != kept {
			t.Fatalf("%q of the ids %v, %d kept, ends at %v", text, whole, kept, ends)
		}
		for i := 1; i < len(ends); i++ {
			if ends[i] <= ends[i-1] || ends[i-1] == 0 {
				t.Fatalf("%q ends at %v", text, ends)
			}
		}
	})
	s := &SentenceEnds{make([][]uint32, 1), make([]uint32, 2)}
	for i, text := range []string{"Red. Blue boat! The lake", "wind\u0085y"} { // NEL ends a sentence, and goes when the text is normalised
		ids := tok.Encode(text)
		s.add(i, tok, text, ids, len(ids))
	}
	if !slices.Equal(s.EndsOf(0), []uint32{2, 5, 7}) || len(s.EndsOf(1)) != 1 {
		t.Errorf("sentences end at %v and %v", s.EndsOf(0), s.EndsOf(1))
	}
}
