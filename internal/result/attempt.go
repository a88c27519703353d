package result

// attempt is how far a command is with a directory that may hold an earlier result.
type attempt struct {
	mode     Mode
	keepsOld bool // the new result is built beside an old one (overwrite.go)
	clear    bool // what an earlier overwriting left there is to go
	begun    bool // the journal is ours, and what was to go is gone
}

// begin makes the directory ready to be written, once.
func (a *attempt) begin(s *store) error {
	if a.begun {
		return nil
	}
	if a.clear {
		if err := removeUnfinished(s); err != nil {
			return err
		}
	}
	if a.mode == InPlace {
		if err := s.removeListed(); err != nil {
			return err
		}
	}
	if a.keepsOld {
		if err := s.folders.make(s.root, unfinishedFolder); err != nil {
			return err
		}
	}
	if err := s.writeJournal(); err != nil {
		return err
	}
	a.begun = true
	return nil
}

// discards reports whether the stages in the journal are those of a result that goes with the first new file.
func (a *attempt) discards() bool { return a.mode == InPlace && !a.begun }
