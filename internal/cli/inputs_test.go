package cli

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestInputsBelowTheOutput: what is read at or below the folder that is written is refused, with its flag.
func TestInputsBelowTheOutput(t *testing.T) {
	dir := t.TempDir()
	inside := filepath.Join(dir, "out", "x.txt")
	must.Do(t, errors.Join(os.Mkdir(filepath.Join(dir, "out"), 0o777), os.WriteFile(inside, nil, 0o666)))
	for _, c := range []struct {
		args []string
		want string
	}{{[]string{inside}, "the argument"}, {[]string{"--how", inside}, "--how is read from"}, {[]string{"-c", inside}, "--config"},
		{[]string{filepath.Join(dir, "none")}, ""}, {[]string{dir}, ""}, {[]string{"-"}, ""},
		{[]string{filepath.Join(dir, "out")}, "the argument"}} {
		_, draw, _ := tree()
		must.Do(t, draw.ParseFlags(c.args))
		common := Common{config: draw.Flag("config").Value.String()}
		err := common.refuseInputs(draw, nil, filepath.Join(dir, "out"))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%q: %v, want %q", c.args, err, c.want)
		}
	}
}
