//go:build unix

package train

import (
	"os"
	"os/exec"
	"syscall"
)

// setGroup makes a command start in a new process group, so that all its processes can be killed together.
// Signals of the terminal do not reach the group.
func setGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// terminateGroup sends SIGTERM to a command's process group.
func terminateGroup(p *os.Process) error { return syscall.Kill(-p.Pid, syscall.SIGTERM) }

// killGroup kills the rest of a command's process group.
func killGroup(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }
