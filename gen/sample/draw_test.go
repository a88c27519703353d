package sample

import (
	"cmp"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"pgregory.net/rapid"
)

// drawable is what a plain order of drawing may ask of a judged pair.
type drawable struct {
	h     uint64
	rank  int     // by h among the pairs of its query
	wrong float64 // by how much the run scores the other document above the preferred one; 0 where it does not
}

// definitions compare two pairs as each order of drawing draws judged ones.
var definitions = map[string]func(a, b drawable) int{
	"balanced":        compareRanks,
	"uniform":         func(a, b drawable) int { return cmp.Compare(a.h, b.h) },
	"length-balanced": compareRanks, // no judged pair is left out for its length
	"hard": func(a, b drawable) int {
		return cmp.Or(cmp.Compare(b.wrong, a.wrong), compareRanks(a, b))
	},
}

func compareRanks(a, b drawable) int {
	return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.h, b.h))
}

// TestDrawOrders: each order of drawing draws as its plain definition does, stands in the contract, and is a value of the key.
func TestDrawOrders(t *testing.T) {
	contract := must.Get(os.ReadFile("CONTRACT.md"))(t)
	key, _ := configs.KeyNamed("gen.sample")
	var choices []string
	for _, c := range key.Choices {
		choices = append(choices, c.Value+strings.TrimSuffix(c.Form, ":RUN"))
	}
	for _, order := range drawOrders {
		t.Run(order.name, func(t *testing.T) {
			if !strings.Contains(strings.Join(strings.Fields(string(contract)), " "), "- **"+order.name+"**: "+order.sentence+" ") {
				t.Errorf("CONTRACT.md does not say: - **%s**: %s", order.name, order.sentence)
			}
			if !slices.Contains(choices, order.name) {
				t.Errorf("the key gen.sample has no value %s: see configs/keys_pairs.go", order.name)
			}
			definition := definitions[order.name]
			if definition == nil {
				t.Fatalf("the plain definition of %s is not yet defined", order.name)
			}
			rapid.Check(t, func(t *rapid.T) { checkDrawOrder(t, order.name, definition) })
		})
	}
	if len(choices) != len(drawOrders) {
		t.Errorf("gen.sample is one of %v, the table has %v", choices, drawOrderNames())
	}
}

func drawOrderNames() (names []string) {
	for _, o := range drawOrders {
		names = append(names, o.name)
	}
	return names
}

// checkDrawOrder draws all judged pairs of random queries.
func checkDrawOrder(t *rapid.T, name string, compare func(a, b drawable) int) {
	w, o := drawWorld(t), options(t)
	o.Draw = name
	rows := w.run(o, []int{0, 0}, one).Judged
	hashes := map[int32][]uint64{}
	list := make([]drawable, len(rows))
	for i, d := range rows {
		q := w.queries[d.Query]
		list[i].h = drawKey(seedOf(o.Seed, judgedName), q.Hash, q.Docs[d.Pos].Hash, q.Docs[d.Neg].Hash)
		if wrong := q.Docs[d.Neg].Score - q.Docs[d.Pos].Score; wrong > 0 {
			list[i].wrong = wrong
		}
		hashes[d.Query] = append(hashes[d.Query], list[i].h)
	}
	for i, d := range rows {
		for _, h := range hashes[d.Query] {
			if h < list[i].h {
				list[i].rank++
			}
		}
	}
	if !slices.IsSortedFunc(list, compare) {
		t.Fatalf("drawn in the order %+v", list)
	}
}

// TestPutEachFirst: by hand. Of two positives and three negatives, three pairs name all documents.
func TestPutEachFirst(t *testing.T) {
	var list []PoolInstance
	for _, pair := range [][2]int32{{0, 2}, {0, 3}, {1, 2}, {0, 4}, {1, 3}, {1, 4}} {
		list = append(list, PoolInstance{Instance: pairs.Instance{Pos: pair[0], Neg: pair[1]}, Key: Key{uint64(len(list)), 7}})
	}
	var got [][2]int32
	for rank, d := range putEachFirst(list) {
		got = append(got, [2]int32{d.Pos, d.Neg})
		if rank >= 3 {
			rank += repeatRank
		}
		must.Equal(t, d.Key, Key{uint64(rank), 7})
	}
	if want := [][2]int32{{0, 2}, {1, 3}, {0, 4}, {0, 3}, {1, 2}, {1, 4}}; !slices.Equal(got, want) {
		t.Errorf("%d, want %d", got, want)
	}
}
