package commands

import (
	"context"
	"errors"
	"io"
	"testing"
)

func TestReadsUntilTheEnd(t *testing.T) {
	r, w := io.Pipe()
	ended := make(chan bool, 1)
	in := &Input{Context: t.Context(), File: r}
	in.Watch(func() { ended <- true })
	go func() { io.WriteString(w, "a line\n"); w.Close() }()
	if text, err := io.ReadAll(in); string(text) != "a line\n" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	<-ended
}

// TestEndsWithTheContext: a read that waits for a writer who says nothing ends with the context.
func TestEndsWithTheContext(t *testing.T) {
	r, _ := io.Pipe()
	ctx, stop := context.WithCancel(t.Context())
	in := &Input{Context: ctx, File: r}
	failed := make(chan error)
	go func() {
		_, err := in.Read(make([]byte, 1))
		failed <- err
	}()
	stop()
	if err := <-failed; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestEndsProcess: the variable counts once, so that programs which this one starts do not see it.
func TestEndsProcess(t *testing.T) {
	t.Setenv(endVariable, "1")
	if !EndsProcess() {
		t.Error("the variable is set, and does not count")
	}
	if EndsProcess() {
		t.Error("the variable is still there")
	}
}
