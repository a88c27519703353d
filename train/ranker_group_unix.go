//go:build unix

package train

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup starts a command in its own process group, so that all its processes can be ended together.
// A terminal's signals do not reach it.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// askToEnd sends SIGTERM to a command's process group.
func askToEnd(p *os.Process) error { return syscall.Kill(-p.Pid, syscall.SIGTERM) }

// end kills the rest of a command's process group.
func end(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }
