package sample

import (
	"slices"

	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// The methods of drawing the pairs of a three-class task (Klose 2021, 4.1).
const (
	Stratified = "stratified" // each class has the same number of pairs
	Random     = "random"     // the class does not matter
)

// Classes is the number of classes of a three-class task: 0, 1, 2 for the preference -1, 0, +1 of d1 over d2.
const Classes = 3

// ClassPart draws one three-class task: the k pairs of every class with the smallest h, as under uniform. The name of the pool is "task "
// or "task random " and the expression without delta, delta_star and margin; d1 is the first document of the key. So the samples of both
// methods are independent and nested in k, and parts of any partition of the queries can be merged.
type ClassPart struct {
	ClassCounts
	names Names
	draws []classDraw
}

// ClassCounts has the numbers of pairs of a task.
type ClassCounts struct {
	Found [Classes]int // number of pairs of each class
	Test  [Classes]int // number of pairs of each class that are of test queries
	Void  int          // number of pairs on which the axiom's precondition does not hold
	Right int          // number of pairs with exactly one relevant document, which the axiom prefers
	Wrong int          // number of pairs with exactly one relevant document, of which the axiom prefers the other one
}

// classDraw keeps the first pairs of each class under a method of drawing.
type classDraw struct {
	method  string // Stratified or Random
	seed    uint64
	classes [Classes]*selection
}

// NewClassPart returns a part that keeps at most k pairs of each class for each method. key is the pool's Key.
func NewClassPart(seed uint64, key string, k int, names Names, methods ...string) *ClassPart {
	p := &ClassPart{names: names}
	for _, method := range methods {
		d := classDraw{method: method, seed: seedOf(seed, "task "+key)}
		if method == Random {
			d.seed = seedOf(seed, "task random "+key)
		}
		for c := range d.classes {
			d.classes[c] = newSelection(k, names)
		}
		p.draws = append(p.draws, d)
	}
	return p
}

// Add adds the pair of candidates d1 and d2, which must be in the collection's order. class is 0, 1 or 2.
func (p *ClassPart) Add(q *Query, d1, d2 int32, class int) {
	if p.Found[class]++; q.IsTest {
		p.Test[class]++
	}
	for i := range p.draws {
		d := &p.draws[i]
		d.classes[class].offer(PoolInstance{Instance: pairs.Instance{Pos: d1, Neg: d2}, Query: int32(q.Index),
			Key: Key{drawKey(d.seed, q.Hash, q.Docs[d1].Hash, q.Docs[d2].Hash)}})
	}
}

// Judge counts a pair with exactly one relevant document, by whether the axiom puts that document first.
func (p *ClassPart) Judge(relevantFirst bool) {
	if relevantFirst {
		p.Right++
	} else {
		p.Wrong++
	}
}

// Merge adds the pairs of another part.
func (p *ClassPart) Merge(o *ClassPart) {
	pairs.AddCounts(&p.ClassCounts, o.ClassCounts)
	for i := range p.draws {
		for c := range p.draws[i].classes {
			p.draws[i].classes[c].merge(o.draws[i].classes[c])
		}
	}
}

// ClassPool is a finished task: the number of pairs of each class, and its first pairs.
type ClassPool struct {
	ClassCounts
	first map[string][Classes][]PoolInstance // the first pairs of each class for Stratified and Random
	names Names
}

// ClassRow is a drawn pair with its class. Pass is the number of its earlier rows.
type ClassRow struct {
	PoolInstance
	Class, Pass int32
}

// Pool returns the finished task of the part.
func (p *ClassPart) Pool() *ClassPool {
	pool := &ClassPool{p.ClassCounts, map[string][Classes][]PoolInstance{}, p.names}
	for _, d := range p.draws {
		var first [Classes][]PoolInstance
		for c := range first {
			first[c] = d.classes[c].sortDrawn()
		}
		pool.first[d.method] = first
	}
	return pool
}

// Size returns the number of rows of the largest sample without repetition.
func (p *ClassPool) Size(method string) int {
	if method == Random {
		return p.Found[0] + p.Found[1] + p.Found[2]
	}
	size := Classes * slices.Min(p.Found[:]) // plus one row for each of the first classes that has more
	for c := 0; c < Classes && p.Found[c] > size/Classes; c++ {
		size++
	}
	return size
}

// Take returns k rows under one of the part's methods; k is at most the number that the part keeps. If there are fewer pairs, it repeats
// them, one pass after another. A class without pairs has no rows.
func (p *ClassPool) Take(k int, method string) []ClassRow {
	var rows []ClassRow
	for c, list := range p.first[method] {
		ofClass := lists.Map(list, func(d PoolInstance) ClassRow { return ClassRow{PoolInstance: d, Class: int32(c)} })
		if method == Stratified { // the lower classes get the remainder
			ofClass = repeat(ofClass, (k+Classes-1-c)/Classes)
		}
		rows = append(rows, ofClass...)
	}
	if method == Random {
		slices.SortFunc(rows, func(a, b ClassRow) int { return p.names.compare(a.PoolInstance, b.PoolInstance) })
		rows = repeat(rows, k)
	}
	return rows
}

// repeat returns k rows of list. After the last row of list it begins again with the first.
func repeat(list []ClassRow, k int) (rows []ClassRow) {
	for i := range k {
		if len(list) == 0 {
			break
		}
		row := list[i%len(list)]
		row.Pass = int32(i / len(list))
		rows = append(rows, row)
	}
	return rows
}
