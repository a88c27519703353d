package result

import (
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/axiomine/axiomine/internal/errs"
)

// Fold returns what a name has in common with all names that some file systems take for the same one: those of Windows and macOS do not
// distinguish case, nor macOS how a letter with an accent is encoded.
func Fold(name string) string { return strings.ToLower(strings.ToUpper(norm.NFC.String(name))) }

// makeWay sees to it that no other file of the directory has a name that differs from this one in case alone. It refuses two files of one
// run, on every disk alike, and removes a file of an earlier run.
func (s *store) makeWay(name string) error {
	other, exists := s.journal.twins[Fold(name)]
	switch {
	case !exists || other == name:
	case s.used[other]:
		return errs.BadUsage("give one of them another name", "%s cannot stand beside %s: many disks do not distinguish such names",
			s.finalPath(name), s.finalPath(other))
	default:
		if err := s.discard([]string{other}); err != nil {
			return err
		}
		delete(s.journal.owned, other)
		delete(s.journal.placing, other)
	}
	s.journal.twins[Fold(name)], s.used[name] = name, true
	return nil
}
