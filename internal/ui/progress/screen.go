package progress

import (
	"encoding/json"
	"fmt"
	"io"
	"time"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// screen writes lines. Below them it may show one bar, which it replaces in place.
type screen struct {
	out       io.Writer
	width     func() int // returns the number of columns of the terminal; 0 if it is unknown
	hasBar    bool       // whether the current line shows a bar
	lastWrite time.Time  // the time of the last line or bar
}

// line writes a line. It replaces the bar, if there is one.
func (s *screen) line(text string) {
	s.clear()
	fmt.Fprintln(s.out, text)
}

// bar draws a bar in place of the last one.
func (s *screen) bar(text string) {
	s.clear()
	fmt.Fprint(s.out, s.fit(terminal.Line(text)))
	s.hasBar = true
}

func (s *screen) clear() {
	s.lastWrite = time.Now()
	if s.hasBar {
		fmt.Fprint(s.out, "\r\x1b[K")
		s.hasBar = false
	}
}

// columns returns the maximum number of columns of a bar.
func (s *screen) columns() int {
	if w := s.width(); w > 1 {
		return min(w, lineWidth) - 1
	}
	return lineWidth - 1
}

// fit cuts a bar before the terminal's last column, because only a single line can be redrawn.
func (s *screen) fit(line string) string {
	w := s.width()
	if w < 2 || utf8.RuneCountInString(line) < w {
		return line
	}
	return terminal.Begin(line, w-2)
}

// event returns a stage with its step as a line of JSON. last marks the final event of the stage.
func event(s Snapshot, p *plan, last bool) string {
	event := map[string]any{"time": time.Now().UTC().Format(time.RFC3339Nano), "level": "info", "msg": "progress", "stage": s.Name,
		"unit": s.Unit, "done": s.Done, "total": s.Total,
		"elapsed_ms": s.Elapsed.Milliseconds(), "end": last}
	if left, ok := s.ETA(); ok {
		event["eta_ms"] = left.Milliseconds()
	}
	if s.Note != "" {
		event["note"] = s.Note
	}
	if p.current >= 0 && len(p.steps) > 0 {
		event["step"], event["steps"], event["step_title"] = p.current+1, len(p.steps), p.steps[p.current].Title
	}
	line, _ := json.Marshal(event)
	return terminal.Text(string(line))
}
