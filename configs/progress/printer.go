package progress

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/configs/shown"
	"golang.org/x/term"
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

// Modes lists the names of the modes.
func Modes() []string {
	return []string{string(Auto), string(Bar), string(Plain), string(JSON), string(None)}
}

// Printer shows stages on a writer. A nil *Printer shows nothing.
type Printer struct {
	mode  Mode
	json  bool // lines of speech are JSON too
	level Level
	out   io.Writer
	width func() int // of the terminal, 0 where it is unknown
	mu    sync.Mutex
	drawn bool      // a bar stands on the current line
	said  time.Time // of the last line
	stop  map[*Stage]chan struct{}
}

// NewPrinter returns a printer on f. Auto becomes Bar where f is a terminal that is not dumb.
func NewPrinter(mode Mode, f *os.File) (*Printer, error) {
	switch mode {
	case Auto:
		mode = Plain
		if term.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb" {
			mode = Bar
		}
	case Bar, Plain, JSON, None:
	default:
		return nil, fault.BadUsage(fault.Suggestion(string(mode), Modes()...)+"use auto, bar, plain, json or none",
			"unknown progress mode %q", mode)
	}
	width := func() int {
		w, _, err := term.GetSize(int(f.Fd()))
		if err != nil {
			return 0
		}
		return w
	}
	return &Printer{mode: mode, json: mode == JSON, out: f, width: width, stop: map[*Stage]chan struct{}{}, said: time.Now()}, nil
}

// Stage begins a stage of total units (0 when unknown).
func (p *Printer) Stage(name, unit string, total int) *Stage {
	s := &Stage{out: p}
	s.phase.Store(newPhase(name, unit, total))
	if p == nil || p.mode == None {
		s.out = nil
		return s
	}
	every := lineEvery
	if p.mode == Bar {
		every = barEvery
	}
	done := make(chan struct{})
	p.mu.Lock()
	p.stop[s] = done
	first := max(0, every-time.Since(p.said)) // stages that are done before their time is up do not add up to silence
	p.mu.Unlock()
	go func() {
		tick := time.NewTimer(first)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case now := <-tick.C:
				p.show(s.snapshot(now), false)
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

// Configure leaves out lines below a level (progress itself is of level Info) and makes lines of speech JSON.
func (p *Printer) Configure(level Level, asJSON bool) {
	p.level, p.json = level, p.json || asJSON
	if level > Info {
		p.mode = None
	}
}

func (p *Printer) log(level Level, format string, args ...any) {
	if p == nil || level < p.level {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.said = time.Now()
	text := fmt.Sprintf(format, args...)
	if p.json {
		line, _ := json.Marshal(map[string]any{"time": time.Now().UTC().Format(time.RFC3339Nano), "level": level.String(), "msg": text})
		fmt.Fprintln(p.out, shown.Text(string(line)))
		return
	}
	if level == Warning {
		text = "warning: " + text
	}
	p.clear()
	fmt.Fprintln(p.out, shown.Text(text))
}

func (p *Printer) end(s *Stage) {
	p.mu.Lock()
	done, running := p.stop[s]
	delete(p.stop, s)
	p.mu.Unlock()
	if !running {
		return
	}
	close(done)
	if !s.brief {
		p.show(s.snapshot(time.Now()), true)
	}
}

// Aside is a Stage that is only seen while it lasts: for what is done at once as a rule, and takes long on large files.
func (p *Printer) Aside(name, unit string, total int) *Stage {
	s := p.Stage(name, unit, total)
	s.brief = true
	return s
}

// clear removes a standing bar; p.mu is held.
func (p *Printer) clear() {
	if p.drawn {
		fmt.Fprint(p.out, "\r\x1b[K")
		p.drawn = false
	}
}

func (p *Printer) show(s Snapshot, last bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.said = time.Now()
	if p.mode == JSON {
		event := map[string]any{"time": time.Now().UTC().Format(time.RFC3339Nano), "level": "info", "msg": "progress", "stage": s.Name,
			"unit": s.Unit, "done": s.Done, "total": s.Total,
			"elapsed_ms": s.Elapsed.Milliseconds(), "rss_bytes": residentBytes(), "end": last}
		if left, ok := s.ETA(); ok {
			event["eta_ms"] = left.Milliseconds()
		}
		if s.Note != "" {
			event["note"] = s.Note
		}
		line, _ := json.Marshal(event)
		fmt.Fprintln(p.out, shown.Text(string(line)))
		return
	}
	p.clear()
	line := shown.Line(s.line(last, p.mode == Bar))
	if p.mode == Bar && !last {
		fmt.Fprint(p.out, p.fitting(line))
		p.drawn = true
		return
	}
	fmt.Fprintln(p.out, line)
}

// fitting cuts a bar where it would reach the terminal's last column: only one line can be drawn over.
func (p *Printer) fitting(line string) string {
	if p.width == nil {
		return line
	}
	runes := []rune(line)
	if w := p.width(); w > 1 && len(runes) >= w {
		return string(runes[:w-2]) + "…"
	}
	return line
}

const barWidth = 24

// line renders "mine  [####----] 120/873 queries 310/s ETA 2s RSS 80 MB note".
func (s Snapshot) line(last, bar bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-10s ", s.Name)
	if bar && s.Total > 0 {
		full := int(min(s.Done, s.Total) * barWidth / s.Total)
		fmt.Fprintf(&b, "[%s%s] ", strings.Repeat("#", full), strings.Repeat("-", barWidth-full))
	}
	if s.Total > 0 {
		fmt.Fprintf(&b, "%d/%d %s", s.Done, s.Total, s.Unit)
	} else {
		fmt.Fprintf(&b, "%d %s", s.Done, s.Unit)
	}
	if rate := s.Rate(); rate > 0 {
		fmt.Fprintf(&b, "  %s/s", human(rate))
	}
	if last {
		fmt.Fprintf(&b, "  in %s", s.Elapsed.Round(10*time.Millisecond))
	} else if left, ok := s.ETA(); ok {
		fmt.Fprintf(&b, "  ETA %s", left.Round(time.Second))
	}
	if rss := residentBytes(); rss > 0 {
		fmt.Fprintf(&b, "  RSS %s", human(float64(rss))+"B")
	}
	if s.Note != "" {
		b.WriteString("  " + s.Note)
	}
	return b.String()
}

// human shortens a number to three digits and a decimal prefix.
func human(x float64) string {
	for _, unit := range []struct {
		size float64
		name string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if x >= unit.size {
			return fmt.Sprintf("%.3g%s", x/unit.size, unit.name)
		}
	}
	return fmt.Sprintf("%.3g", x)
}

// residentBytes is the process's resident set size, 0 where the system does not tell.
func residentBytes() int64 {
	raw, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	var size, resident int64
	if _, err := fmt.Sscan(string(raw), &size, &resident); err != nil {
		return 0
	}
	return resident * int64(os.Getpagesize())
}
