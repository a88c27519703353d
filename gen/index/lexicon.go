package index

import (
	"bytes"
	"cmp"
	"errors"
	"slices"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result/filesys"
	"github.com/cespare/xxhash/v2"
)

// writeLexicon writes terms and surface forms to their file. records has one entry per term and one more, with Postings and Spans set.
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
		records[s.termOf[f]][collFreq] += s.counts[f]
		names += uint64(len(s.forms.Item(f)))
	}
	records[s.terms.Len()][formAt] = uint64(len(order))
	forms = append(forms, formRecord{Name: placeOf(names)})
	if !isPlace(names) {
		err = errs.BadInput("", 0, "", "the collection's words have more than %d bytes", int64(beyondPlaces))
		return 0, errors.Join(err, w.abandon())
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
	files[lexiconFile], err = w.finish() // an error of writing too
	return len(order), err
}

// formsByTerm lists the forms that are no stop words by term, falling count, bytes.
func (s *scan) formsByTerm() []uint32 {
	starts := make([]int, s.terms.Len()+1)
	for _, t := range s.termOf {
		if t != dropped {
			starts[t+1]++
		}
	}
	for t := range s.terms.Len() {
		starts[t+1] += starts[t]
	}
	order := make([]uint32, starts[s.terms.Len()])
	next := slices.Clone(starts)
	for f, t := range s.termOf {
		if t != dropped {
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
