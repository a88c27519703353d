//go:build !unix

package train

import (
	"os"
	"os/exec"
)

// setGroup does nothing: this system has no process groups, so that only the command itself can be killed.
func setGroup(*exec.Cmd) {}

func terminateGroup(p *os.Process) error { return p.Kill() }

func killGroup(*os.Process) {}
