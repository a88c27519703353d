package main

import (
	"context"
	"io"
	"os"
	"sync"
)

// input is standard input, which ends with the context: a command that waits for a line can be stopped.
type input struct {
	ctx   context.Context
	ended func()
	begin sync.Once
	pipe  *io.PipeReader
}

func (i *input) Read(p []byte) (int, error) {
	i.begin.Do(i.open)
	return i.pipe.Read(p)
}

// watch calls ended when standard input ends, whether the command reads it or not.
func (i *input) watch(atEnd func()) {
	i.ended = atEnd
	i.begin.Do(i.open)
}

func (i *input) open() {
	var w *io.PipeWriter
	i.pipe, w = io.Pipe()
	go func() {
		_, err := io.Copy(w, os.Stdin)
		w.CloseWithError(err)
		if i.ended != nil {
			i.ended()
		}
	}()
	context.AfterFunc(i.ctx, func() { w.CloseWithError(i.ctx.Err()) })
}

// endWithStdin is the variable by which a program that starts this one asks that it ends when standard input ends. That program holds
// the other end of the pipe; the system closes it however the program ends, on every system.
const endWithStdin = "AXIOMINE_END_WITH_STDIN"

// endsWithStdin reports whether the parent asks that this process ends with standard input. Processes that this one starts are not asked.
func endsWithStdin() bool {
	watch := os.Getenv(endWithStdin) != ""
	os.Unsetenv(endWithStdin)
	return watch
}

// parentGone is what stops a process whose standard input ended.
type parentGone struct{}

func (parentGone) String() string { return "the end of the program that started it" }

// Signal makes it an os.Signal.
func (parentGone) Signal() {}
