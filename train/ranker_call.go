package train

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

const (
	grace        = 300 * time.Millisecond // between SIGTERM and SIGKILL
	numLastLines = 20                     // number of lines shown of a failed command
	maxLineBytes = 2000                   // a longer line is cut
)

// call runs a command. If the context ends, call sends SIGTERM to all processes of the command, and then kills them. It also kills the
// processes that the command leaves running. tell receives every line of the command's output.
func call(ctx context.Context, words []string, tell func(line string)) error {
	output := &lines{tell: tell}
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Stdout, cmd.Stderr = output, output
	setGroup(cmd)
	cmd.Cancel = func() error { return terminateGroup(cmd.Process) }
	cmd.WaitDelay = grace
	err := cmd.Run()
	if cmd.Process != nil {
		killGroup(cmd.Process) // after success, too
	}
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	}
	if errors.Is(err, exec.ErrWaitDelay) {
		return commandError(output, "ended, and left something running that was still writing")
	}
	if status, ok := errors.AsType[*exec.ExitError](err); ok {
		return commandError(output, "ended with %s", status)
	}
	return commandError(output, "does not run: %v", err)
}

// commandError returns the error of a failed command, with its last lines.
func commandError(output *lines, format string, args ...any) error {
	return &errs.Error{Problem: "the command of train.ranker " + fmt.Sprintf(format, args...),
		Hint: "its last lines stand above; mend it, then --resume keeps what is done", Preamble: output.text()}
}

// lines keeps the last lines of a command's output.
type lines struct {
	tell    func(string)
	last    []string
	partial []byte // the beginning of a line whose end was not written yet
}

func (l *lines) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 {
		line, rest, isFinished := p, []byte(nil), false
		if i := bytes.IndexAny(p, "\n\r"); i >= 0 {
			line, rest, isFinished = p[:i], p[i+1:], true
		}
		l.partial = append(l.partial, line[:min(len(line), maxLineBytes-len(l.partial))]...)
		if isFinished {
			l.finishLine()
		}
		p = rest
	}
	return n, nil
}

// finishLine adds the partial line to the last lines, unless the line is empty.
func (l *lines) finishLine() {
	text := terminal.Line(strings.TrimSpace(string(l.partial)))
	l.partial = l.partial[:0]
	if text == "" {
		return
	}
	l.last = append(l.last[max(0, len(l.last)+1-numLastLines):], text)
	if l.tell != nil {
		l.tell(text)
	}
}

// text returns the last lines of the output, for an error.
func (l *lines) text() []byte {
	l.finishLine()
	var b bytes.Buffer
	for _, line := range l.last {
		fmt.Fprintf(&b, "| %s\n", line)
	}
	return b.Bytes()
}
