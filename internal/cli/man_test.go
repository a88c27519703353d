package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/cli/manual"
)

// TestManPages: a page for each command and topic, the same bytes each time, without what roff takes for a request.
func TestManPages(t *testing.T) {
	root, _, _ := tree()
	man := Man([]manual.Page{{Name: "words", Short: "words", Markdown: func() string { return ".a line another\\one" }}})
	root.AddCommand(man)
	dir := filepath.Join(t.TempDir(), "man")
	var out bytes.Buffer
	man.SetOut(&out)
	if err := man.RunE(man, []string{dir}); err != nil || !strings.HasPrefix(out.String(), "6 manual pages in ") {
		t.Fatalf("%v, %s", err, &out)
	}
	for name, want := range map[string]string{"axiomine-words.7": ".nf\n\\&.a line another\\eone\n.fi",
		"axiomine-gen-draw.1": ".B \\-\\-how VALUE",
		"axiomine-gen.1":      ".SH COMMANDS\n.TP\n.B draw\ndraw pairs", "axiomine-check.1": ".SH SYNOPSIS\naxiomine check DIR"} {
		if raw, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !strings.Contains(string(raw), want) {
			t.Errorf("%s: %v, no %q in\n%s", name, err, want, raw)
		}
	}
}
