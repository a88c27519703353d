package pairs

import (
	"unsafe"

	"github.com/axiomine/axiomine/internal/intern"
)

// Strings numbers distinct strings from 0 on, in the order in which they are added. The garbage collector has no pointers to follow in it.
// Ten million ids take some 350 MB in addition to their own bytes.
type Strings struct{ set intern.Set }

// Len returns the number of strings.
func (s *Strings) Len() int { return s.set.Len() }

// String returns a string by its number.
func (s *Strings) String(number uint32) string {
	item := s.set.Item(number)
	return unsafe.String(unsafe.SliceData(item), len(item)) // a set never changes the bytes of an item
}

// Find returns a string's number. ok is false for a string that was not added.
func (s *Strings) Find(text string) (number uint32, ok bool) {
	b := unsafe.Slice(unsafe.StringData(text), len(text))
	return s.set.Find(b, intern.Hash(b))
}

// Add returns a string's number, a new number for a new string.
func (s *Strings) Add(text string) uint32 {
	b := unsafe.Slice(unsafe.StringData(text), len(text))
	return s.set.Add(b, intern.Hash(b))
}
