package commandtest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// Build builds the axiomine of a module's root and puts it before all else on the path of this process. remove takes the binary away.
func Build(root string) (remove func(), err error) {
	dir, err := os.MkdirTemp("", "axiomine")
	if err != nil {
		return nil, err
	}
	remove = func() { os.RemoveAll(dir) }
	cmd := exec.Command("go", "build", "-o", filepath.Join(dir, "axiomine"), ".")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		remove()
		return nil, fmt.Errorf("%v: %w\n%s", cmd.Args, err, out)
	}
	path := dir + string(filepath.ListSeparator) + os.Getenv("PATH")
	return remove, errors.Join(os.Chmod(dir, 0o755), os.Setenv("PATH", path))
}
