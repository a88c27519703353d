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

// Mode is a form in which progress is shown.
type Mode string

const (
	Auto  Mode = "auto"  // Bar on a terminal, Plain elsewhere
	Bar   Mode = "bar"   // one line, redrawn at most five times a second
	Plain Mode = "plain" // a log line at least every ten seconds, and one at the end of a stage
	JSON  Mode = "json"  // the same events as JSON lines
	None  Mode = "none"
)

const (
	barEvery  = 200 * time.Millisecond
	lineEvery = 9 * time.Second // there is a line at least every ten seconds
)

// Level is the importance of a line.
type Level int

const (
	Info Level = iota
	Warning
	Error
)

var levelNames = []string{"info", "warn", "error"}

// ParseLevel parses error, warn or info.
func ParseLevel(text string) (Level, error) {
	if l := slices.Index(levelNames, text); l >= 0 {
		return Level(l), nil
	}
	return Info, errs.BadUsage(errs.Suggestion(text, levelNames...)+"use error, warn or info", "unknown log level %q", text)
}

// Printer shows the progress and the messages of a command. A nil *Printer shows nothing.
type Printer struct {
	mode  Mode
	json  bool       // whether all lines are JSON
	level Level      // lines below it are not written
	width func() int // returns the number of columns for a message; 0 means any number

	mu      sync.Mutex
	screen  screen
	running []*Stage // the stages that have not ended; the last one is shown
	plan    plan
}

// NewPrinter returns a printer on f. Auto becomes Bar if f is a terminal that is not dumb.
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
	width := func() int { columns, _ := terminal.Size(f); return columns }
	return &Printer{mode: mode, json: mode == JSON, width: func() int { return terminal.Columns(f) },
		screen: screen{out: f, width: width, lastWrite: time.Now()}}, nil
}

// Steps sets the steps of the command, for "step 3 of 9". If it is not called, every stage is a step.
func (p *Printer) Steps(steps ...Step) {
	if p != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.closeStep()
		p.plan = plan{steps: steps, current: -1}
	}
}

// Reach sets the number of finished steps to n.
func (p *Printer) Reach(n int) {
	if p != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.closeStep()
		p.plan.current = n - 1
	}
}

// Finish ends the last step.
func (p *Printer) Finish() {
	if p != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.closeStep()
	}
}

// Stage begins a stage of total units (0 when unknown). A stage with the name of a later step begins that step. Any other stage is part
// of the open step.
func (p *Printer) Stage(name, unit string, total int) *Stage {
	return p.stage(name, unit, total, false)
}

// Aside begins a stage that is shown only while it runs, and does not belong to a step. It is for work that is long only for large files.
func (p *Printer) Aside(name, unit string, total int) *Stage { return p.stage(name, unit, total, true) }

// stage begins a stage. A brief stage is shown only while it runs, and does not belong to a step.
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
	first := max(0, every-time.Since(p.screen.lastWrite)) // since the last line, so that many short stages together print a line
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
				if i := slices.Index(p.running, s); i >= 0 && (i == len(p.running)-1 || p.mode == JSON) { // unless the stage has ended
					p.show(s.snapshot(now))
				}
				p.mu.Unlock()
				tick.Reset(every)
			}
		}
	}()
	return s
}

// Say writes one line of information, above the bar if one is drawn.
func (p *Printer) Say(format string, args ...any) { p.log(Info, format, args...) }

// Warn writes one line that a user should not miss.
func (p *Printer) Warn(format string, args ...any) { p.log(Warning, format, args...) }

// LeaveOut hides lines below a level. Progress itself has level Info.
func (p *Printer) LeaveOut(lowest Level) {
	p.level = lowest
	if lowest > Info {
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
		text = terminal.Wrap(text, p.width(), 2)
	}
	p.screen.line(text)
}

// Next is the prefix of a line with a command for the user to copy. Such a line is never wrapped.
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

// printEnd adds a finished stage or phase to its step, and prints that it has ended. The caller holds p.mu.
func (p *Printer) printEnd(s Snapshot) {
	p.plan.add(s)
	switch {
	case p.mode == JSON:
		p.screen.line(event(s, &p.plan, true))
	case len(p.plan.steps) <= 1:
		p.closeStep()
	}
}

// closeStep ends the open step and prints a line about it. The caller holds p.mu.
func (p *Printer) closeStep() {
	line := p.plan.endLine()
	p.plan.open = false
	if line != "" {
		p.printLine(line)
	}
}

// printLine prints a line about a step, except in modes JSON and None. The caller holds p.mu.
func (p *Printer) printLine(line string) {
	if p.mode != JSON && p.mode != None {
		p.screen.line(terminal.Line(line))
	}
}

// show shows a running stage. The caller holds p.mu.
func (p *Printer) show(s Snapshot) {
	switch p.mode {
	case JSON:
		p.screen.line(event(s, &p.plan, false))
	case Bar:
		p.screen.bar(p.plan.bar(s, p.screen.columns()))
	default:
		p.screen.line(terminal.Line(fill(p.plan.name(s), lineWidth, s)))
	}
}
