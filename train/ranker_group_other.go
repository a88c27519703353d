//go:build !unix

package train

import (
	"os"
	"os/exec"
)

func setGroup(*exec.Cmd) {}

func terminateGroup(p *os.Process) error { return p.Kill() }

func killGroup(*os.Process) {}
