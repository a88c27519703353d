package account

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Texts returns for an id what trainers see behind it: its text without case (pairs.FoldCase), of a document the hash of it, or the id if it
// has no text.
type Texts struct {
	Query func(id string) string
	Doc   func(id string) uint64
}

// TextsOf hashes the texts of documents, beside given texts of queries without case. A document that the index lacks is told by its id.
func TextsOf(x index.Reader, queries map[string]string) Texts {
	return Texts{
		Query: func(id string) string { return cmp.Or(queries[id], "\x00"+id) }, // no text without case holds NUL
		Doc: func(id string) uint64 {
			if doc, ok := x.Doc(id); ok {
				return x.Texts().FoldHash(doc)
			}
			return sample.Hash(id)
		},
	}
}

// ContradictionText returns a sentence on how many rows of a split contradict each other; "" for none.
func ContradictionText(t *pairs.Table, split string, texts Texts) string {
	n := countContradictions(t, texts)
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%s of %s in contradiction: the same texts of query and documents, ordered both ways", terminal.Plural(n, "row", "rows"), split)
}

// countContradictions counts the rows of the pairwise task that another row contradicts: both have the same query text and the same two document
// texts, and prefer the other document. A row whose two documents have one text contradicts itself.
func countContradictions(t *pairs.Table, texts Texts) int {
	queries := make([]uint64, t.Queries.Len())
	numbers := map[string]uint64{}
	for i := range queries {
		text := texts.Query(t.Queries.String(uint32(i)))
		if _, has := numbers[text]; !has {
			numbers[text] = uint64(len(numbers))
		}
		queries[i] = numbers[text]
	}
	var rows []int
	for i := range t.Len() {
		if row := t.Brief(i); row.Task == pairs.Pairwise && row.Class == nil {
			rows = append(rows, i)
		}
	}
	hashes := map[uint32]uint64{}
	return len(contradicting(t, rows, queries, func(doc uint32) uint64 {
		hash, ok := hashes[doc]
		if !ok {
			hash = texts.Doc(t.Docs.String(doc))
			hashes[doc] = hash
		}
		return hash
	}))
}

// contradicting returns the rows that another of the rows contradicts, or that contradict themselves, where documents of one hash are one.
func contradicting(t *pairs.Table, rows []int, queries []uint64, hash func(doc uint32) uint64) (list []int) {
	const direction = 1 // the lowest bit of a key says which document is preferred
	type keyed struct {
		key uint64
		row int
	}
	var keys []keyed
	for _, row := range rows {
		query, pos, neg := t.Numbers(row)
		a, b := hash(pos), hash(neg)
		if a == b {
			list = append(list, row)
			continue
		}
		key := mix64(mix64(queries[query]^min(a, b))^max(a, b)) &^ direction
		if a > b {
			key |= direction
		}
		keys = append(keys, keyed{key, row})
	}
	slices.SortFunc(keys, func(a, b keyed) int { return cmp.Compare(a.key, b.key) })
	for i := 0; i < len(keys); {
		first, opposite := i, false
		for ; i < len(keys) && keys[i].key&^direction == keys[first].key&^direction; i++ {
			opposite = opposite || keys[i].key != keys[first].key
		}
		if opposite {
			for _, k := range keys[first:i] {
				list = append(list, k.row)
			}
		}
	}
	return list
}

// mix64 applies the finaliser of splitmix64 (Steele, Lea and Flood, OOPSLA 2014, figure 16).
func mix64(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
