// Package progress shows the progress of long work. A Stage is an atomic counter. A Printer shows the step of a stage as a redrawn line, as
// log lines, as JSON, or not at all.
package progress

import (
	"sync/atomic"
	"time"
)

// Stage counts the work of one stage. A nil *Stage is valid and counts nothing, so that callers need no check.
// Every method may be called from several goroutines.
type Stage struct {
	phase atomic.Pointer[phase]
	out   *Printer      // nil if the stage is not shown
	brief bool          // whether the stage is shown only while it runs, and belongs to no step (Printer.Aside)
	quit  chan struct{} // closed when the stage ends
}

// phase is a part of a stage in which all units take about the same time.
type phase struct {
	name  string
	unit  string
	total atomic.Int64 // 0 if it is unknown
	done  atomic.Int64
	note  atomic.Pointer[string]
	begin time.Time
}

func newPhase(name, unit string, total int) *phase {
	p := &phase{name: name, unit: unit, begin: time.Now()}
	p.total.Store(int64(total))
	return p
}

// Add counts n more units of work.
func (s *Stage) Add(n int) {
	if s != nil {
		s.phase.Load().done.Add(int64(n))
	}
}

// Total sets the known or estimated number of units of the stage.
func (s *Stage) Total(n int) {
	if s != nil {
		s.phase.Load().total.Store(int64(n))
	}
}

// Note sets a short remark that is shown after the counts, such as the current loss.
func (s *Stage) Note(text string) {
	if s != nil {
		s.phase.Load().note.Store(&text)
	}
}

// Next ends the current phase of the stage and begins another one, with its own name, unit and total.
func (s *Stage) Next(name, unit string, total int) {
	if s == nil {
		return
	}
	last := s.snapshot(time.Now())
	s.phase.Store(newPhase(name, unit, total))
	if s.out != nil && last.Done+last.Total > 0 {
		s.out.mu.Lock()
		defer s.out.mu.Unlock()
		s.out.printEnd(last)
	}
}

// Done ends the stage.
func (s *Stage) Done() {
	if s != nil && s.out != nil {
		s.out.end(s)
	}
}

// Snapshot is the state of a stage at one moment.
type Snapshot struct {
	Name, Unit  string
	Done, Total int64
	Elapsed     time.Duration
	Note        string
}

// ETA estimates the time left. ok is false while the total or the rate is unknown.
func (s Snapshot) ETA() (left time.Duration, ok bool) {
	if s.Total <= 0 || s.Done <= 0 || s.Done > s.Total {
		return 0, false
	}
	return time.Duration(float64(s.Elapsed) * float64(s.Total-s.Done) / float64(s.Done)), true
}

func (s *Stage) snapshot(now time.Time) Snapshot {
	p := s.phase.Load()
	snap := Snapshot{Name: p.name, Unit: p.unit, Done: p.done.Load(), Total: p.total.Load(), Elapsed: now.Sub(p.begin)}
	if snap.Done > snap.Total {
		snap.Total = 0 // the estimate was too low
	}
	if note := p.note.Load(); note != nil {
		snap.Note = *note
	}
	return snap
}
