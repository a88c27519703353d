package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/spf13/cobra"
)

// TestAgainWords: by hand. Another command has the keys that were given, as far as it takes them, and what it gets besides.
func TestAgainWords(t *testing.T) {
	_, draw, _ := tree()
	must.Do(t, draw.ParseFlags([]string{"--hits", "7", "--how", "slow-ly", "-c", "own.yaml", "--data", "d"}))
	for want, more := range map[string][]string{"gen draw --hits 7 --config own.yaml --data d": nil,
		"gen draw --config own.yaml --data d --hits 9 --resume": {"--hits=9", "--resume"}} {
		must.Equal(t, strings.Join(AgainWords(draw, []string{"gen", "draw"}, more...), " "), want)
	}
	if got := strings.Join(AgainWords(draw, []string{"gen", "show"}), " "); got != "gen show" {
		t.Errorf("%s: show takes none of them", got)
	}
	if got := strings.Join(GivenFlags(draw, "how"), " "); !strings.Contains(got, "--hits 7") || strings.Contains(got, "--how") {
		t.Errorf("%s", got)
	}
	must.Equal(t, PageCommand(draw, "gen", "a b"), "axiomine gen 'a b'")
}

// TestRoomFor: a full disk is told the way on where a result is built beside an old one, and other errors are as they were.
func TestRoomFor(t *testing.T) {
	dir := t.TempDir()
	for _, mode := range []result.Mode{result.Fresh, result.Overwrite} {
		out := must.Get(result.Claim(dir, mode))(t)
		full := fmt.Errorf("write: %w", syscall.ENOSPC)
		got, isBeside := adviseSpace(full, out), out.State().IsBeside
		if (got == full) == isBeside || !errors.Is(got, syscall.ENOSPC) || isBeside != strings.Contains(got.Error(), "--resume in place of") {
			t.Errorf("mode %v, beside %v: %v", mode, isBeside, got)
		}
		if other := errors.New("other"); adviseSpace(other, out) != other {
			t.Errorf("mode %v: another error is changed", mode)
		}
		must.Get(out.WriteJSON("x.json", 1))(t)
		must.Do(t, errors.Join(out.Finish("stage", "key", nil), out.Settle(), out.Close()))
	}
}

// TestWriteFile: a file that came under the name while another was written stays, unless it may be replaced, and nothing else is left.
func TestWriteFile(t *testing.T) {
	for _, mayReplace := range []bool{false, true} {
		path := filepath.Join(t.TempDir(), "run")
		err := WriteFile(path, mayReplace, func(w io.Writer) error {
			if err := os.WriteFile(path, []byte("first"), 0o666); err != nil {
				return err
			}
			_, err := io.WriteString(w, "second")
			return err
		})
		text, readErr := os.ReadFile(path)
		if readErr != nil {
			t.Fatal(readErr)
		}
		if refused := err != nil && strings.Contains(err.Error(), "exists"); refused == mayReplace || (string(text) == "second") != mayReplace {
			t.Errorf("may replace: %v: %q, %v", mayReplace, text, err)
		}
		if files, err := os.ReadDir(filepath.Dir(path)); err != nil || len(files) != 1 {
			t.Errorf("%v beside it, %v", files, err)
		}
	}
	path := filepath.Join(t.TempDir(), "run")
	must.Do(t, WriteFile(path, false, func(w io.Writer) error { _, err := io.WriteString(w, "alone"); return err }))
	if text, err := os.ReadFile(path); err != nil || string(text) != "alone" {
		t.Errorf("%q, %v", text, err)
	}
}

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

// TestRefuseRepeats: of a flag, each kind, a second value is refused, and the same value again is not. Lists take several.
func TestRefuseRepeats(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"-o", "a", "--output", "a", "--list", "x", "--list", "y", "--all", "--all", "-n", "07", "-n", "7"}, ""},
		{[]string{"-o", "a", "--output", "b"}, `--output was given as "a" and as "b"`},
		{[]string{"--all", "--all=false"}, `--all was given as "true" and as "false"`},
		{[]string{"-n", "3", "-n", "4"}, `--number was given as "3" and as "4"`},
		{[]string{"-q", "--quiet=0"}, `--quiet was given as "true" and as "0"`},
	} {
		root, verb := &cobra.Command{Use: "root"}, &cobra.Command{Use: "verb", RunE: func(*cobra.Command, []string) error { return nil }}
		root.SilenceErrors, root.SilenceUsage = true, true
		root.PersistentFlags().BoolP("quiet", "q", false, "")
		verb.Flags().StringP("output", "o", "", "")
		verb.Flags().StringArray("list", nil, "")
		verb.Flags().Bool("all", false, "")
		verb.Flags().IntP("number", "n", 0, "")
		root.AddCommand(verb)
		RefuseRepeats(verb)
		root.SetArgs(append([]string{"verb"}, c.args...))
		got := ""
		if err := root.Execute(); err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%q: %q, want %q", c.args, got, c.want)
		}
	}
}

// Much in use allows a tenth of garbage, little as much as the usual, and in between always the same bytes.
func TestEarly(t *testing.T) {
	for inUse, want := range map[uint64]int{0: 100, 1 << 20: 100, 256 << 20: 100, 512 << 20: 50, 1 << 30: 25, 3 << 30: 10, 1 << 40: 10} {
		must.Equal(t, gcPercent(inUse), want, "%d bytes in use: percent", inUse)
	}
}

// What was set before is set again, and what is in use is followed until then.
func TestSpareMemory(t *testing.T) {
	t.Setenv("GOGC", "")
	was := debug.SetGCPercent(77)
	defer debug.SetGCPercent(was)
	restore := SpareMemory()
	debug.SetGCPercent(55)
	for { // as long as it takes
		now := debug.SetGCPercent(55)
		if now != 55 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	restore()
	if now := debug.SetGCPercent(77); now != 77 {
		t.Errorf("%d percent are set afterwards", now)
	}
	t.Setenv("GOGC", "200")
	SpareMemory()()
	if now := debug.SetGCPercent(77); now != 77 {
		t.Errorf("GOGC is set and yet %d percent are", now)
	}
}
