package ledger

import (
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Texts returns hashes of what trainers see behind ids.
type Texts struct {
	Query func(id string) uint64
	Doc   func(id string) uint64
}

// TextsOf hashes what was indexed of documents, beside given hashes of queries' texts. What has no text is told by its id.
func TextsOf(x *index.Index, queries map[string]uint64) Texts {
	return Texts{
		Query: func(id string) uint64 {
			if hash, known := queries[id]; known {
				return hash
			}
			return sample.Hash(id)
		},
		Doc: func(id string) uint64 {
			if doc, known := x.Doc(id); known && x.Bare() == nil {
				return x.FoldHash(doc)
			}
			return sample.Hash(id)
		},
	}
}

// CountContradictions counts the rows of a task that another row contradicts: both have the same query text and the same two document
// texts, and prefer the other document. A row whose two documents have one text contradicts itself.
func CountContradictions(t *pairs.Table, task string, of Texts) (n int) {
	queries, docs := make([]uint64, t.Queries.Len()), make([]uint64, t.Docs.Len())
	for i := range queries {
		queries[i] = of.Query(t.Queries.At(uint32(i)))
	}
	for i := range docs {
		docs[i] = of.Doc(t.Docs.At(uint32(i)))
	}
	const direction = 1 // the lowest bit of a key says which text is preferred
	keys := make([]uint64, 0, t.Len())
	for i := range t.Len() {
		if row := t.Brief(i); row.Task != task || row.Class != nil {
			continue
		}
		query, pos, neg := t.Numbers(i)
		a, b := docs[pos], docs[neg]
		if a == b {
			n++
			continue
		}
		key := mixed(mixed(queries[query]^min(a, b))^max(a, b)) &^ direction
		if a > b {
			key |= direction
		}
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for i := 0; i < len(keys); {
		first, both := i, false
		for ; i < len(keys) && keys[i]&^direction == keys[first]&^direction; i++ {
			both = both || keys[i] != keys[first]
		}
		if both {
			n += i - first
		}
	}
	return n
}

// mixed is the finaliser of splitmix64 (Steele, Lea and Flood, OOPSLA 2014, figure 16).
func mixed(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Contradict keeps the number of rows of a split that contradict each other, and warns of them.
func (s *Report) Contradict(split string, rows int) {
	if rows == 0 {
		return
	}
	if s.Contradictions == nil {
		s.Contradictions = map[string]int{}
	}
	s.Contradictions[split] = rows
	s.Warnings = append(s.Warnings,
		fmt.Sprintf("%d rows of %s contradict each other: the same texts of query and documents, ordered both ways", rows, split))
}
