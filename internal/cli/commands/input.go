package commands

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
)

// Input is standard input. Reads end with the context, so that a command that waits for a line can be stopped.
type Input struct {
	Context context.Context
	File    io.Reader
	onEnd   func() // called when standard input ends; may be nil
	begin   sync.Once
	pipe    *io.PipeReader // gets the bytes of File from a goroutine
}

// Read reads the available bytes, or waits for some.
func (i *Input) Read(p []byte) (int, error) {
	i.begin.Do(i.open)
	return i.pipe.Read(p)
}

// Watch calls onEnd when standard input ends, even if the command does not read it.
func (i *Input) Watch(onEnd func()) {
	i.onEnd = onEnd
	i.begin.Do(i.open)
}

// open starts a goroutine that copies File into the pipe.
func (i *Input) open() {
	var w *io.PipeWriter
	i.pipe, w = io.Pipe()
	go func() {
		_, err := io.Copy(w, i.File)
		w.CloseWithError(err)
		if i.onEnd != nil {
			i.onEnd()
		}
	}()
	context.AfterFunc(i.Context, func() { w.CloseWithError(i.Context.Err()) })
}

// endVariable is the environment variable with which a parent asks this process to end when its standard input ends. The parent holds the
// other end of the pipe, and the system closes it when the parent ends.
const endVariable = "AXIOMINE_END_WITH_STDIN"

// EndsProcess reports whether the parent requests that this process ends with standard input. It removes the request for child processes.
func EndsProcess() bool {
	watch := os.Getenv(endVariable) != ""
	os.Unsetenv(endVariable)
	return watch
}

// ParentGone is the error that stops a process whose standard input ended.
type ParentGone struct{}

// String returns the reason in words.
func (ParentGone) String() string { return "the end of the program that started it" }

// Signal makes ParentGone an os.Signal.
func (ParentGone) Signal() {}

// Arguments returns the arguments of the command line. A single argument @FILE is replaced by the strings in the file, a JSON list, which
// may be longer than a command line and may contain any character.
func Arguments(args []string) ([]string, error) {
	if len(args) != 1 || !strings.HasPrefix(args[0], "@") {
		return args, nil
	}
	path := args[0][1:]
	raw, err := safefile.ReadFile(path, safefile.Whole)
	if err != nil {
		return nil, errs.BadInput(path, 0, "it holds the arguments of a command", "cannot be read: %v", err)
	}
	var list []string
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, errs.BadInput(path, 0, `write ["gen", "inspect", "-h"]`, "is no JSON list of texts: %v", err)
	}
	return list, nil
}
