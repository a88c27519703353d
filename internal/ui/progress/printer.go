package progress

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Mode is a face of the progress events.
type Mode string

const (
	Auto  Mode = "auto"  // Bar on a terminal, Plain elsewhere
	Bar   Mode = "bar"   // one line, redrawn at most five times a second
	Plain Mode = "plain" // a log line in ten seconds at the latest and one at the end of a stage
	JSON  Mode = "json"  // the same events as JSON lines
	None  Mode = "none"
)

const (
	barEvery  = 200 * time.Millisecond
	lineEvery = 9 * time.Second // so that ten never pass without a line
)

// Level is how much a line matters.
type Level int

const (
	Info Level = iota
	Warning
	Error
)

var levelNames = []string{"info", "warn", "error"}

// ParseLevel reads error, warn or info.
func ParseLevel(text string) (Level, error) {
	if l := slices.Index(levelNames, text); l >= 0 {
		return Level(l), nil
	}
	return Info, errs.BadUsage(errs.Suggestion(text, levelNames...)+"use error, warn or info", "unknown log level %q", text)
}

// Printer shows the steps of a command on a writer, and where it is among them. A nil *Printer shows nothing.
type Printer struct {
	mode  Mode
	json  bool // all lines are JSON
	level Level
	room  func() int // for a line of speech, 0 for any

	mu      sync.Mutex
	screen  screen
	running []*Stage // the last one is shown
	plan    plan
}

// NewPrinter returns a printer on f. Auto becomes Bar where f is a terminal that is not dumb.
func NewPrinter(mode Mode, f *os.File) (*Printer, error) {
	switch mode {
	case Auto:
		mode = Plain
		if _, err := terminal.Size(f); err == nil && os.Getenv("TERM") != "dumb" {
			mode = Bar
		}
	case Bar, Plain, JSON, None:
	default:
		modes := []string{string(Auto), string(Bar), string(Plain), string(JSON), string(None)}
		return nil, errs.BadUsage(errs.Suggestion(string(mode), modes...)+"use auto, bar, plain, json or none",
			"unknown progress mode %q", mode)
	}
	return &Printer{mode: mode, json: mode == JSON, room: func() int { return terminal.Columns(f) }, screen: newScreen(f)}, nil
}

// Steps sets which steps are to come, for "step 3 of 9". Without it every stage is a step of its own.
func (p *Printer) Steps(steps ...Step) {
	if p != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.closeStep()
		p.plan = plan{steps: steps, current: -1}
	}
}

// Reach shows that the first n steps are over.
func (p *Printer) Reach(n int) {
	if p != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.closeStep()
		p.plan.current = n - 1
	}
}

// Finish ends the last step: there is nothing more to come.
func (p *Printer) Finish() {
	if p != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.closeStep()
	}
}

// Stage begins a stage of total units (0 when unknown). One with the name of a step to come begins that step; any other is a part of
// the step that it comes in.
func (p *Printer) Stage(name, unit string, total int) *Stage {
	return p.stage(name, unit, total, false)
}

// Aside begins a Stage that is only seen while it lasts: for what is done at once as a rule, and takes long on large files.
func (p *Printer) Aside(name, unit string, total int) *Stage { return p.stage(name, unit, total, true) }

func (p *Printer) stage(name, unit string, total int, brief bool) *Stage {
	s := &Stage{out: p, brief: brief, quit: make(chan struct{})}
	s.phase.Store(newPhase(name, unit, total))
	if p == nil || p.mode == None {
		s.out = nil
		return s
	}
	every := lineEvery
	if p.mode == Bar {
		every = barEvery
	}
	p.mu.Lock()
	if !brief && p.plan.begins(name) {
		p.closeStep()
		for _, line := range p.plan.skipLines(name) {
			p.printLine(line)
		}
		p.plan.begin(name, unit)
	}
	p.running = append(p.running, s)
	first := max(0, every-time.Since(p.screen.said)) // stages that are done before their time is up do not add up to silence
	p.mu.Unlock()
	go func() {
		tick := time.NewTimer(first)
		defer tick.Stop()
		for {
			select {
			case <-s.quit:
				return
			case now := <-tick.C:
				p.mu.Lock()
				if i := slices.Index(p.running, s); i >= 0 && (i == len(p.running)-1 || p.mode == JSON) { // it may have ended just now
					p.show(s.snapshot(now))
				}
				p.mu.Unlock()
				tick.Reset(every)
			}
		}
	}()
	return s
}

// Say writes one line of speech without tearing a bar.
func (p *Printer) Say(format string, args ...any) { p.log(Info, format, args...) }

// Warn writes one line that a user should not miss.
func (p *Printer) Warn(format string, args ...any) { p.log(Warning, format, args...) }

// LeaveOut leaves out lines below a level; progress itself is of level Info.
func (p *Printer) LeaveOut(below Level) {
	p.level = below
	if below > Info {
		p.mode = None
	}
}

func (p *Printer) log(level Level, format string, args ...any) {
	if p == nil || level < p.level {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	text := fmt.Sprintf(format, args...)
	if p.json {
		line, _ := json.Marshal(map[string]any{"time": time.Now().UTC().Format(time.RFC3339Nano), "level": levelNames[level], "msg": text})
		p.screen.line(terminal.Text(string(line)))
		return
	}
	if level == Warning {
		text = "warning: " + text
	}
	if text = terminal.Text(text); !strings.HasPrefix(text, Next) {
		text = terminal.Wrap(text, p.room(), 2)
	}
	p.screen.line(text)
}

// Next begins a line with a command for the user to copy. It is one line at any width.
const Next = "next: "

func (p *Printer) end(s *Stage) {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.Index(p.running, s)
	if i < 0 {
		return
	}
	p.running = slices.Delete(p.running, i, i+1)
	close(s.quit)
	if !s.brief {
		p.printEnd(s.snapshot(time.Now()))
	}
}

// printEnd counts what a stage, or a phase of it, did in its step; p.mu is held.
func (p *Printer) printEnd(s Snapshot) {
	p.plan.add(s)
	switch {
	case p.mode == JSON:
		p.screen.line(event(s, &p.plan, true))
	case len(p.plan.steps) <= 1:
		p.closeStep()
	}
}

// closeStep writes the line of a step that is done; p.mu is held.
func (p *Printer) closeStep() {
	line := p.plan.endLine()
	p.plan.open = false
	if line != "" {
		p.printLine(line)
	}
}

// printLine prints a line about a step, for a person; p.mu is held.
func (p *Printer) printLine(line string) {
	if p.mode != JSON && p.mode != None {
		p.screen.line(terminal.Line(line))
	}
}

// show shows a stage that is running; p.mu is held.
func (p *Printer) show(s Snapshot) {
	switch p.mode {
	case JSON:
		p.screen.line(event(s, &p.plan, false))
	case Bar:
		p.screen.bar(p.plan.bar(s, p.screen.columns()))
	default:
		p.screen.line(terminal.Line(p.plan.line(s)))
	}
}
