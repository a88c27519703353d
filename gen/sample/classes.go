package sample

import (
	"slices"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// How the pairs of a three-class task are drawn (Klose 2021, 4.1).
const (
	Stratified = "stratified" // as many of each class
	Random     = "random"     // classes as they come
)

// Classes is the number of classes of such a task: 0, 1, 2 for the preference -1, 0, +1 of d1 over d2.
const Classes = 3

// ClassPart draws one three-class task: of every class the k pairs with the smallest h, as under `uniform`, in the pool named "task " and
// the expression without delta, delta_star and margin; d1 is the first document of the key. So samples are nested in k under both ways of
// drawing, and merge over any partition of the queries.
type ClassPart struct {
	seed    uint64
	names   Names
	classes [Classes]*selection
	found   [Classes]int
	void    int
	right   int // pairs with exactly one relevant document that the axiom puts first
	wrong   int // those of which it puts the other first
}

// NewClassPart returns a part that keeps at most k pairs of each class. key is the expression without delta, delta_star and margin.
func NewClassPart(seed uint64, key string, k int, names Names) *ClassPart {
	p := &ClassPart{seed: seedOf(seed, "task "+key), names: names}
	for c := range p.classes {
		p.classes[c] = newSelection(k, names)
	}
	return p
}

// Add adds the pair of candidates d1 and d2, which must be in the collection's order.
func (p *ClassPart) Add(q *Query, d1, d2 int32, class int) {
	p.found[class]++
	p.classes[class].offer(PoolInstance{Instance: pairs.Instance{Pos: d1, Neg: d2}, Query: int32(q.Index),
		Key: Key{drawKey(p.seed, q.Hash, q.Docs[d1].Hash, q.Docs[d2].Hash)}})
}

// AddVoid counts a pair on which the precondition does not hold.
func (p *ClassPart) AddVoid() { p.void++ }

// Judge counts a pair with exactly one relevant document, by whether the axiom puts that document first.
func (p *ClassPart) Judge(relevantFirst bool) {
	if relevantFirst {
		p.right++
	} else {
		p.wrong++
	}
}

// Merge adds the pairs of another part.
func (p *ClassPart) Merge(o *ClassPart) {
	p.void, p.right, p.wrong = p.void+o.void, p.right+o.right, p.wrong+o.wrong
	for c := range p.classes {
		p.found[c] += o.found[c]
		p.classes[c].merge(o.classes[c])
	}
}

// ClassPool is a finished task: the number of pairs of each class, and the first of them.
type ClassPool struct {
	Found [Classes]int
	Void  int // pairs on which the precondition does not hold
	Right int // pairs with exactly one relevant document that the axiom puts first
	Wrong int // those of which it puts the other first
	first [Classes][]PoolInstance
	names Names
}

// ClassRow is a pair with its class; Pass counts how often it was drawn before.
type ClassRow struct {
	PoolInstance
	Class, Pass int32
}

// Pool returns the finished task of the part.
func (p *ClassPart) Pool() *ClassPool {
	pool := &ClassPool{Found: p.found, Void: p.void, Right: p.right, Wrong: p.wrong, names: p.names}
	for c := range p.classes {
		pool.first[c] = p.classes[c].sortDrawn()
	}
	return pool
}

// Size returns the largest sample without repetition.
func (p *ClassPool) Size(how string) int {
	if how == Random {
		return p.Found[0] + p.Found[1] + p.Found[2]
	}
	size := Classes * slices.Min(p.Found[:])
	for classesFit(size+1, p.Found) {
		size++
	}
	return size
}

func classesFit(k int, sizes [Classes]int) bool {
	for c := range sizes {
		if classShare(k, c) > sizes[c] {
			return false
		}
	}
	return true
}

// classShare returns the number of rows of a class in a stratified sample of k; the lower classes get the remainder.
func classShare(k, class int) int { return (k + Classes - 1 - class) / Classes }

// Take draws k rows; k is at most what the part was made to keep. Beyond the pool's size every pair is repeated, one pass after another.
// A class without pairs has no rows.
func (p *ClassPool) Take(k int, how string) []ClassRow {
	var rows []ClassRow
	if how == Random {
		var all []ClassRow
		for c, list := range p.first {
			for _, d := range list {
				all = append(all, ClassRow{PoolInstance: d, Class: int32(c)})
			}
		}
		slices.SortFunc(all, func(a, b ClassRow) int { return p.names.compare(a.PoolInstance, b.PoolInstance) })
		return passes(rows, all, k)
	}
	for c, list := range p.first {
		ofClass := make([]ClassRow, len(list))
		for i, d := range list {
			ofClass[i] = ClassRow{PoolInstance: d, Class: int32(c)}
		}
		rows = passes(rows, ofClass, classShare(k, c))
	}
	return rows
}

// passes appends k rows of list to rows, starting again at its end.
func passes(rows, list []ClassRow, k int) []ClassRow {
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
