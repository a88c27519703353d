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

// encodings says what the flag of that name takes.
const encodings = "encoding of the files; mixed is UTF-8, and each byte that is not valid as windows-1252: " +
	"mixed | utf-8 | latin-1 | windows-1252"

// Input is standard input, which ends with the context: a command that waits for a line can be stopped.
type Input struct {
	Context context.Context
	File    io.Reader
	ended   func()
	begin   sync.Once
	pipe    *io.PipeReader
}

// Read reads what is there, or waits for it.
func (i *Input) Read(p []byte) (int, error) {
	i.begin.Do(i.open)
	return i.pipe.Read(p)
}

// Watch calls ended when standard input ends, whether the command reads it or not.
func (i *Input) Watch(atEnd func()) {
	i.ended = atEnd
	i.begin.Do(i.open)
}

func (i *Input) open() {
	var w *io.PipeWriter
	i.pipe, w = io.Pipe()
	go func() {
		_, err := io.Copy(w, i.File)
		w.CloseWithError(err)
		if i.ended != nil {
			i.ended()
		}
	}()
	context.AfterFunc(i.Context, func() { w.CloseWithError(i.Context.Err()) })
}

// variable is the variable by which a program that starts this one asks that it ends when standard input ends. That program holds
// the other end of the pipe; the system closes it however the program ends, on every system.
const variable = "AXIOMINE_END_WITH_STDIN"

// EndsProcess reports whether the parent asks that this process ends with standard input. Processes that this one starts are not asked.
func EndsProcess() bool {
	watch := os.Getenv(variable) != ""
	os.Unsetenv(variable)
	return watch
}

// ParentGone is the error that stops a process whose standard input ended.
type ParentGone struct{}

// String returns what ended.
func (ParentGone) String() string { return "the end of the program that started it" }

// Signal makes it an os.Signal.
func (ParentGone) Signal() {}

// Arguments returns the arguments of the command line. A single @FILE stands for those that the file holds as a JSON list of texts: there
// they can be longer than a command line, and hold any character.
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
