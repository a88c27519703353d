package sample

import (
	"slices"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// How the pairs of a three-class task are drawn (Klose 2021, 4.1).
const (
	Stratified = "stratified" // each class has the same number of pairs
	Random     = "random"     // the class does not matter
)

// Classes is the number of classes of a three-class task: 0, 1, 2 for the preference -1, 0, +1 of d1 over d2.
const Classes = 3

// ClassPart draws one three-class task: of every class the k pairs with the smallest h, as under uniform. The name of the pool is "task "
// or "task random " and the expression without delta, delta_star and margin; d1 is the first document of the key. So samples are nested in
// k under both ways of drawing, independent of each other, and merge over any partition of the queries.
type ClassPart struct {
	ClassCounts
	names Names
	draws []classDraw
}

// ClassCounts counts the pairs of a task.
type ClassCounts struct {
	Found [Classes]int // number of pairs of each class
	Test  [Classes]int // number of pairs of each class that are of test queries
	Void  int          // number of pairs on which the axiom's precondition does not hold
	Right int          // number of pairs with exactly one relevant document, which the axiom prefers
	Wrong int          // number of pairs with exactly one relevant document, to which the axiom prefers the other one
}

// classDraw keeps the first pairs of each class under a way of drawing.
type classDraw struct {
	how     string // way of drawing: Stratified or Random
	seed    uint64
	classes [Classes]*selection
}

// NewClassPart returns a part that keeps at most k pairs of each class for each way of drawing. key is the expression without delta,
// delta_star and margin.
func NewClassPart(seed uint64, key string, k int, names Names, hows ...string) *ClassPart {
	p := &ClassPart{names: names}
	for _, how := range hows {
		d := classDraw{how: how, seed: seedOf(seed, "task "+key)}
		if how == Random {
			d.seed = seedOf(seed, "task random "+key)
		}
		for c := range d.classes {
			d.classes[c] = newSelection(k, names)
		}
		p.draws = append(p.draws, d)
	}
	return p
}

// Add adds the pair of candidates d1 and d2, which must be in the collection's order.
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

// ClassPool is a finished task: the number of pairs of each class, and the first of them.
type ClassPool struct {
	ClassCounts
	first map[string][Classes][]PoolInstance // the first pairs of each class for Stratified and Random
	names Names
}

// ClassRow is a pair with its class; Pass counts how often it was drawn before.
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
		pool.first[d.how] = first
	}
	return pool
}

// Size returns the largest sample without repetition.
func (p *ClassPool) Size(how string) int {
	if how == Random {
		return p.Found[0] + p.Found[1] + p.Found[2]
	}
	size := Classes * slices.Min(p.Found[:]) // plus one row for each of the first classes that has more
	for c := 0; c < Classes && p.Found[c] > size/Classes; c++ {
		size++
	}
	return size
}

// Take draws k rows in one of the part's ways; k is at most the number that the part keeps. Beyond the pool's size every pair is
// repeated, one pass after another. A class without pairs has no rows.
func (p *ClassPool) Take(k int, how string) []ClassRow {
	var rows []ClassRow
	for c, list := range p.first[how] {
		ofClass := make([]ClassRow, len(list))
		for i, d := range list {
			ofClass[i] = ClassRow{PoolInstance: d, Class: int32(c)}
		}
		if how == Stratified { // the lower classes get the remainder
			ofClass = repeat(ofClass, (k+Classes-1-c)/Classes)
		}
		rows = append(rows, ofClass...)
	}
	if how == Random {
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
