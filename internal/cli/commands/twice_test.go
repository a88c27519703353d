package commands

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestFilesAreNamedOnce: each command that takes several files or folders refuses one that is named twice, whatever its spelling.
func TestFilesAreNamedOnce(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, target := range map[string]string{"other": "", "input": "", "link": "input"} {
		var err error
		if target == "" {
			err = os.Mkdir(name, 0o777)
		} else {
			err = os.Symlink(target, name)
		}
		must.Do(t, err)
	}
	words := []string{"axiomine train words"} // its arguments are no files
	checked := 0
	for _, cmd := range runnable(New()) {
		files := []string{"other", "third", "input"}
		if cmd.Args != nil && cmd.Args(cmd, files) != nil {
			files = files[1:]
		}
		if cmd.HasSubCommands() || cmd.Args != nil && cmd.Args(cmd, files) != nil || slices.Contains(words, cmd.CommandPath()) {
			continue
		}
		checked++
		for _, again := range []string{"input", "./input", "input/", "other/../input", "link", "link/"} {
			twice := append([]string{again}, files[1:]...)
			if cmd.Args == nil {
				t.Errorf("%s takes any arguments", cmd.CommandPath())
			} else if err := cmd.Args(cmd, twice); err == nil || !strings.Contains(err.Error(), "name it once") {
				t.Errorf("%s %s: %v", cmd.CommandPath(), strings.Join(twice, " "), err)
			}
		}
	}
	if checked < 6 { // mix, accuracy, eval, diagnose, check, audit
		t.Errorf("%d commands take several files: the test looks in the wrong place", checked)
	}
}
