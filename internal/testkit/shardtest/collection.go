// Package shardtest makes a small collection, and pairs over it, for tests of shards.
package shardtest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Collection is a small collection made from words, with pairs over it.
type Collection struct {
	Queries map[string]string
	Docs    map[string][2]string // title, text
	Vocab   *tokenize.Vocab
}

// Words are the words of NewCollection's vocabulary; the last two need "##" pieces.
var Words = strings.Fields("red blue kite boat flies floats above lake hill wind calm water kites windy")

// NewCollection makes queries q0.. and documents d0.. from random words. A third of the documents
// has a title. Some texts have capitals, accents, tabs and line breaks.
func NewCollection(t testing.TB, queries, docs int) *Collection {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	text := func(n int) string {
		out := make([]string, n)
		for i := range out {
			out[i] = Words[r.IntN(len(Words))]
			switch r.IntN(40) {
			case 0:
				out[i] = strings.ToUpper(out[i])
			case 1:
				out[i] += ",\n"
			case 2:
				out[i] += "\tÄ"
			}
		}
		return strings.Join(out, " ")
	}
	c := &Collection{Queries: map[string]string{}, Docs: map[string][2]string{}}
	for i := range queries {
		c.Queries[fmt.Sprintf("q%d", i)] = text(2 + r.IntN(3))
	}
	for i := range docs {
		d := [2]string{"", fmt.Sprint("a", i%10, " ") + text(5+r.IntN(30))}
		if i%3 == 0 {
			d[0] = text(2)
		}
		c.Docs[fmt.Sprintf("d%d", i)] = d
	}
	raw := "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n,\na\n##s\n##y\n" + strings.Join(Words[:len(Words)-2], "\n")
	for i := range 10 {
		raw += fmt.Sprintf("\n##%d", i)
	}
	v, err := tokenize.ParseVocab("vocab.txt", []byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	c.Vocab = v
	return c
}

// Pairs makes n pairs over the collection in a random order, some judged and some by an axiom.
func (c *Collection) Pairs(n int, seed uint64) []pairs.Pair {
	r := rand.New(rand.NewPCG(seed, 0))
	out := make([]pairs.Pair, n)
	for i := range out {
		p := pairs.Pair{Task: "pairwise", QueryID: fmt.Sprintf("q%d", r.IntN(len(c.Queries))), Weight: 1, Margin: 1, PosLabel: 2,
			Source: pairs.Judged,
			PosID:  fmt.Sprintf("d%d", r.IntN(len(c.Docs)/2)), NegID: fmt.Sprintf("d%d", len(c.Docs)/2+r.IntN(len(c.Docs)/2))}
		if i%3 > 0 {
			p.Task, p.Axiom, p.Variant, p.Source, p.PosLabel = "ranking", "tfc1", "rennings", pairs.Axiomatic, 1
			p.PosRank, p.NegRank, p.PosScore, p.NegScore = new(int32(i)), new(int32(0)), new(1.5), new(0.0)
		} else {
			p.PosGrade, p.NegGrade = new(int32(1)), new(int32(0))
		}
		p.UID = pairs.NewUID(p.Task, p.Axiom, p.QueryID, p.PosID, p.NegID, i)
		out[i] = p
	}
	return out
}

// ClassRows makes n rows of three-class tasks over the collection.
func (c *Collection) ClassRows(n int, seed uint64) []pairs.Pair {
	out := c.Pairs(n, seed)
	for i := range out {
		p := &out[i]
		p.Axiom, p.Variant, p.Source, p.PosLabel, p.PosGrade, p.NegGrade = "reg", "klose", pairs.Axiomatic, 0, nil, nil
		p.Task, p.Class = [...]string{"reg", "anti_reg"}[i%2], new(int32(i%3))
		p.UID = pairs.NewUID(p.Task, p.Axiom, p.QueryID, p.PosID, p.NegID, i)
	}
	return out
}
