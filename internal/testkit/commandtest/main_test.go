package commandtest_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// scratch is a folder for all tests, with the programs and with what the stages work from.
var scratch string

// TestMain links axiomine with patience for any machine, and puts it before all else on the path.
func TestMain(m *testing.M) {
	code := 1
	dir, err := os.MkdirTemp("", "axiomine")
	scratch = dir
	if err == nil {
		_, err = link("axiomine", "-X main.patience=24h")
	}
	if err == nil {
		path := dir + string(filepath.ListSeparator) + os.Getenv("PATH")
		err = errors.Join(os.Chmod(dir, 0o755), os.Setenv("PATH", path))
	}
	if err == nil {
		code = m.Run()
	} else {
		fmt.Fprintln(os.Stderr, err)
	}
	os.RemoveAll(dir)
	os.Exit(code)
}

// linkOther links another version of the program once, with the patience that users have, and returns its path.
var linkOther = sync.OnceValues(func() (string, error) {
	return link("other", "-X github.com/axiomine/axiomine/internal/build.Version=999.0.0")
})

// link links the program with these flags of the linker and returns its path.
func link(name, flags string) (string, error) {
	program := filepath.Join(scratch, name)
	cmd := exec.Command("go", "build", "-ldflags", "-s -w "+flags, "-o", program, ".")
	cmd.Dir = "../../.."
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%v: %w\n%s", cmd.Args, err, out)
	}
	return program, nil
}
