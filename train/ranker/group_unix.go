//go:build unix

package ranker

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup lets a command begin a process group, so that it can be ended with all that it starts. A terminal's signals do not reach it.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// askToEnd asks a command's group to end.
func askToEnd(p *os.Process) error { return syscall.Kill(-p.Pid, syscall.SIGTERM) }

// end ends what is left of a command's group.
func end(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }
