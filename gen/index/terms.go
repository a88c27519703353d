package index

import (
	"sync/atomic"
	"unsafe"

	"github.com/cespare/xxhash/v2"
)

// Form is a surface form of a term and how often it occurs in the collection.
type Form struct {
	Surface string
	Count   int64
}

// lexicon is that of an index, in one of its files.
type lexicon struct {
	file      *mapping
	terms     []termRecord // one more than there are terms
	forms     []formRecord // one more than there are forms
	slots     []uint32
	names     []byte
	slotsSeen atomic.Bool

	formsAt, slotsAt, namesAt uint64 // in the file
}

// readLexicon finds the arrays of a lexicon in its file.
func readLexicon(l *lexicon, file *mapping, numTerms, numForms int) error {
	terms := (numTerms + 1) * int(unsafe.Sizeof(termRecord{}))
	forms := (numForms + 1) * int(unsafe.Sizeof(formRecord{}))
	slots := tableSize(numTerms) * 4
	if len(file.m) < terms+forms+slots {
		return corrupt(file.path, "it is too short for its counts")
	}
	rest := []byte(file.m)
	cut := func(n int) (part []byte) { part, rest = rest[:n:n], rest[n:]; return part }
	l.file = file
	l.terms = array[termRecord](cut(terms))
	l.forms = array[formRecord](cut(forms))
	l.slots = array[uint32](cut(slots))
	l.names = rest
	l.formsAt, l.slotsAt, l.namesAt = uint64(terms), uint64(terms+forms), uint64(terms+forms+slots)
	return nil
}

// records returns the checked records of a term and of the next one.
func (l *lexicon) records(t uint32) (record, next *termRecord) {
	const size = uint64(unsafe.Sizeof(termRecord{}))
	l.file.touch(uint64(t)*size, (uint64(t)+2)*size)
	return &l.terms[t], &l.terms[t+1]
}

func (l *lexicon) NumTerms() int { return len(l.terms) - 1 }

func (l *lexicon) Term(t uint32) string {
	record, next := l.records(t)
	return l.name(record[nameAt], next[nameAt])
}

// name returns a string of the lexicon.
func (l *lexicon) name(first, next place) string {
	begin, end := first.number(), next.number()
	name := part(l.file, l.names, begin, end)
	l.file.touch(l.namesAt+begin, l.namesAt+end)
	return str(name)
}

func (l *lexicon) TermID(term string) (t uint32, ok bool) {
	if !l.slotsSeen.Load() {
		l.file.touch(l.slotsAt, l.namesAt)
		l.slotsSeen.Store(true)
	}
	return lookUp(l.file, l.slots, l.NumTerms(), term, l.Term)
}

func (l *lexicon) Forms(t uint32) []Form {
	if int(t) >= l.NumTerms() {
		return nil
	}
	record, next := l.records(t)
	list := make([]Form, 0, 4)
	begin, end := record[formAt].number(), next[formAt].number()
	part(l.file, l.forms[:len(l.forms)-1], begin, end)
	for i := begin; i < end; i++ {
		const size = uint64(unsafe.Sizeof(formRecord{}))
		l.file.touch(l.formsAt+i*size, l.formsAt+(i+2)*size)
		list = append(list, Form{l.name(l.forms[i].Name, l.forms[i+1].Name), int64(l.forms[i].Count.number())})
	}
	return list
}

// lookUp finds a name in a hash table of n numbers. A table that was made without a free slot ends the walk too.
func lookUp(f *mapping, slots []uint32, n int, name string, nameOf func(uint32) string) (number uint32, ok bool) {
	left := len(slots)
	_, number, ok = findSlot(slots, xxhash.Sum64String(name), func(number uint32) bool {
		if left--; left < 0 || int(number) >= n {
			panic(corrupt(f.path, "its hash table leads nowhere"))
		}
		return nameOf(number) == name
	})
	return number, ok
}
