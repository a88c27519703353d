//go:build !windows

package commandtest_test

import (
	"os"
	"syscall"
)

// pause stops a process until it may proceed.
func pause(p *os.Process) error { return p.Signal(syscall.SIGSTOP) }

func proceed(p *os.Process) error { return p.Signal(syscall.SIGCONT) }
