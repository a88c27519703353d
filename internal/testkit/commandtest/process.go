package commandtest

import (
	"os"
	"os/exec"
	"testing"
	"time"
)

// Process is a command that was started. It is waited for, and killed if the test ends before.
type Process struct {
	*exec.Cmd
	ended chan struct{}
}

// Start starts a command.
func Start(t *testing.T, cmd *exec.Cmd) *Process {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p := &Process{cmd, make(chan struct{})}
	go func() {
		_ = cmd.Wait() // the state tells
		close(p.ended)
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // it may have ended
		<-p.ended
	})
	return p
}

// Until waits until the condition holds, or the process ended. It has no deadline: a busy machine is only slow.
func (p *Process) Until(isMet func() bool) {
	for !isMet() {
		select {
		case <-p.ended:
			return
		case <-time.After(time.Millisecond):
		}
	}
}

// End waits for the end.
func (p *Process) End() *os.ProcessState {
	<-p.ended
	return p.ProcessState
}
