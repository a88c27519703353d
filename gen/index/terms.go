package index

import (
	"bytes"
	"cmp"
	"errors"
	"math/bits"
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result/filesys"
	"github.com/cespare/xxhash/v2"
)

// Form is a surface form of a term with the number of its occurrences in the collection.
type Form struct {
	Surface string
	Count   int64
}

// lexicon is the lexicon of an index, in a mapped file.
type lexicon struct {
	file         *mapping
	terms        recordTable[termRecord]
	forms        recordTable[formRecord]
	slots        []uint32
	names        []byte
	slotsChecked atomic.Bool

	slotsAt, namesAt uint64 // the places of slots and names in the file
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
	l.terms = recordTable[termRecord]{file, 0, array[termRecord](cut(terms))}
	l.forms = recordTable[formRecord]{file, uint64(terms), array[formRecord](cut(forms))}
	l.slots = array[uint32](cut(slots))
	l.names = rest
	l.slotsAt, l.namesAt = uint64(terms+forms), uint64(terms+forms+slots)
	return nil
}

func (l *lexicon) NumTerms() int { return len(l.terms.list) - 1 }

func (l *lexicon) Term(t uint32) string {
	record, next := l.terms.records(uint64(t))
	return l.name(record[nameAt], next[nameAt])
}

func (l *lexicon) name(first, next place) string {
	begin, end := first.number(), next.number()
	name := part(l.file, l.names, begin, end)
	l.file.touch(l.namesAt+begin, l.namesAt+end)
	return str(name)
}

func (l *lexicon) TermID(term string) (t uint32, ok bool) {
	if !l.slotsChecked.Load() {
		l.file.touch(l.slotsAt, l.namesAt)
		l.slotsChecked.Store(true)
	}
	return lookUp(l.file, l.slots, l.NumTerms(), term, l.Term)
}

func (l *lexicon) Forms(t uint32) []Form {
	if int(t) >= l.NumTerms() {
		return nil
	}
	record, next := l.terms.records(uint64(t))
	list := make([]Form, 0, 4)
	begin, end := record[formAt].number(), next[formAt].number()
	part(l.file, l.forms.list[:len(l.forms.list)-1], begin, end)
	for i := begin; i < end; i++ {
		form, next := l.forms.records(i)
		list = append(list, Form{l.name(form.Name, next.Name), int64(form.Count.number())})
	}
	return list
}

// lookUp finds a name in a hash table of n numbers. It panics if the table is damaged, for example if it has no free slot.
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

// writeLexicon writes terms and surface forms to their file, and returns the number of forms. It completes the records of the terms.
func writeLexicon(folder filesys.FS, files *[numFiles]fileRecord, s *scan, records []places) (numForms int, err error) {
	w, err := newSink(folder, lexiconFile)
	if err != nil {
		return 0, err
	}
	order := s.formsByTerm()
	slots := make([]uint32, tableSize(s.terms.Len()))
	names := uint64(0)
	for t := range s.terms.Len() {
		name := s.terms.Item(uint32(t))
		records[t][nameAt] = names
		names += uint64(len(name))
		slot, _, _ := findSlot(slots, xxhash.Sum64(name), func(uint32) bool { return false })
		slots[slot] = uint32(t) + 1
	}
	records[s.terms.Len()][nameAt] = names
	forms := make([]formRecord, 0, len(order)+1)
	next := 0
	for i, f := range order {
		for ; next <= int(s.termOf[f]); next++ {
			records[next][formAt] = uint64(i)
		}
		forms = append(forms, formRecord{placeOf(names), placeOf(s.counts[f])})
		names += uint64(len(s.forms.Item(f)))
	}
	records[s.terms.Len()][formAt] = uint64(len(order))
	forms = append(forms, formRecord{Name: placeOf(names)})
	if !isPlace(names) {
		_, err = w.finish()
		return 0, errors.Join(errs.BadInput("", 0, "", "the collection's words have more than %d bytes", int64(placeLimit)), err)
	}
	for _, r := range records {
		w.Write(raw([]termRecord{r.record()}))
	}
	for _, part := range [][]byte{raw(forms), raw(slots), s.terms.Bytes} {
		w.Write(part)
	}
	for _, f := range order {
		w.Write(s.forms.Item(f))
	}
	files[lexiconFile], err = w.finish() // finish also returns errors of writing
	return len(order), err
}

// formsByTerm returns the forms that are no stop words, sorted by term, falling count and bytes.
func (s *scan) formsByTerm() []uint32 {
	starts := make([]int, s.terms.Len()+1)
	for _, t := range s.termOf {
		if t != stopWord {
			starts[t+1]++
		}
	}
	for t := range s.terms.Len() {
		starts[t+1] += starts[t]
	}
	order := make([]uint32, starts[s.terms.Len()])
	next := slices.Clone(starts)
	for f, t := range s.termOf {
		if t != stopWord {
			order[next[t]] = uint32(f)
			next[t]++
		}
	}
	for t := range s.terms.Len() {
		slices.SortFunc(order[starts[t]:starts[t+1]], func(a, b uint32) int {
			return cmp.Or(cmp.Compare(s.counts[b], s.counts[a]), bytes.Compare(s.forms.Item(a), s.forms.Item(b)))
		})
	}
	return order
}

// tableSize returns the size of a hash table from n strings to their numbers, which is three quarters full.
func tableSize(n int) int { return n + n/3 + 1 }

// findSlot searches a hash table, from the hash's slot on, for a number that isMatch accepts. It returns its slot and the number. If there
// is none, ok is false and slot is the first free slot. A slot holds number + 1, or 0 if it is free.
func findSlot(slots []uint32, hash uint64, isMatch func(number uint32) bool) (slot int, number uint32, ok bool) {
	first, _ := bits.Mul64(hash, uint64(len(slots)))
	for i := int(first); ; i = (i + 1) % len(slots) {
		if slots[i] == 0 {
			return i, 0, false
		}
		if number = slots[i] - 1; isMatch(number) {
			return i, number, true
		}
	}
}
