package ranker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/configs/shown"
)

const (
	grace     = 300 * time.Millisecond // between the request to end and the end
	lastLines = 20                     // of a command that failed are shown
	mostLine  = 2000                   // bytes of a line that are kept
)

var errTimeLimit = errors.New("time limit")

// call runs a command. Where the context ends, or the time limit (0: none) is over, all that the command started is asked to end, and
// then ended. What it leaves running when it ends is ended too. tell is given every line that it writes.
func call(ctx context.Context, words []string, limit time.Duration, tell func(line string)) error {
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, limit, errTimeLimit)
		defer cancel()
	}
	said := &lines{tell: tell}
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Stdout, cmd.Stderr = said, said
	ownGroup(cmd)
	cmd.Cancel = func() error { return askToEnd(cmd.Process) }
	cmd.WaitDelay = grace
	err := cmd.Run()
	if cmd.Process != nil {
		end(cmd.Process) // what it left running, also where it did its work
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(context.Cause(ctx), errTimeLimit):
		return failed(said, "was stopped after %s, the limit of train.time_limit", limit)
	case ctx.Err() != nil:
		return ctx.Err()
	}
	if errors.Is(err, exec.ErrWaitDelay) {
		return failed(said, "ended, and left something running that was still writing")
	}
	if status, ok := errors.AsType[*exec.ExitError](err); ok {
		return failed(said, "ended with %s", status)
	}
	return failed(said, "does not run: %v", err)
}

// failed is the error of a command that did not do its work; its last lines stand above it.
func failed(said *lines, format string, args ...any) error {
	return &fault.Error{What: "the command of train.ranker " + fmt.Sprintf(format, args...),
		Hint: "its last lines stand above; mend it, then --resume keeps what is done", Above: said.text()}
}

// lines keeps the last lines that a command wrote.
type lines struct {
	tell func(string)
	last []string
	rest []byte // behind the last line's end
}

func (l *lines) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 {
		line, rest, whole := p, []byte(nil), false
		if at := bytes.IndexAny(p, "\n\r"); at >= 0 {
			line, rest, whole = p[:at], p[at+1:], true
		}
		l.rest = append(l.rest, line[:min(len(line), mostLine-len(l.rest))]...)
		if whole {
			l.take()
		}
		p = rest
	}
	return n, nil
}

// take ends a line. Empty ones are left out.
func (l *lines) take() {
	text := shown.Line(strings.TrimSpace(string(l.rest)))
	l.rest = l.rest[:0]
	if text == "" {
		return
	}
	l.last = append(l.last[max(0, len(l.last)+1-lastLines):], text)
	if l.tell != nil {
		l.tell(text)
	}
}

func (l *lines) text() []byte {
	l.take()
	var b bytes.Buffer
	for _, line := range l.last {
		fmt.Fprintf(&b, "| %s\n", line)
	}
	return b.Bytes()
}
