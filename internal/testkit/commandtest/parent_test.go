package commandtest_test

import (
	"bufio"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/commandtest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestParentGone: a command that is asked to end with its input does so in order when the input ends, though it does not read it, and
// --resume leaves what an unbroken run leaves.
func TestParentGone(t *testing.T) {
	c := commandtest.NewStoppable(t, generate()...)
	cmd := exec.Command("axiomine", c.Line()...)
	cmd.Env = append(os.Environ(), "AXIOMINE_END_WITH_STDIN=1")
	hold := must.Get(cmd.StdinPipe())(t)
	pipe := must.Get(cmd.StderrPipe())(t)
	must.Do(t, cmd.Start())
	var told strings.Builder
	for lines := bufio.NewScanner(pipe); lines.Scan(); {
		told.WriteString(lines.Text() + "\n")
		if strings.HasPrefix(lines.Text(), "step 2 of ") {
			hold.Close()
		}
	}
	cmd.Wait()
	want := "error: stopped by the end of the program that started it; hint: the same command with --resume continues\n"
	if code := cmd.ProcessState.ExitCode(); code != 130 || !strings.HasSuffix(told.String(), want) {
		t.Errorf("exit code %d, stderr %s", code, told.String())
	}
	c.Finish(t)
}
