package manual_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/cli/manual"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// sources are the Go files of the module.
var sources = os.DirFS(filepath.Join("..", "..", ".."))

// Every page fits a terminal of 80 columns, says something, and has its line in the list.
func TestPagesFitATerminal(t *testing.T) {
	met := map[string]bool{}
	for _, p := range manual.Pages(sources) {
		text := p.Text(80)
		if met[p.Name] || p.Short == "" || len(p.Short) > 60 || strings.Count(text, "\n") < 8 {
			t.Errorf("%s: %q, %d lines", p.Name, p.Short, strings.Count(text, "\n"))
		}
		met[p.Name] = true
		for _, line := range strings.Split(text, "\n") {
			if len([]rune(line)) > 80 && strings.ContainsRune(strings.TrimSpace(line), ' ') {
				t.Errorf("%s: %q", p.Name, line)
			}
		}
	}
}

// TestRecordsSayAll: each field of the JSON files has a path, a kind and a comment.
func TestRecordsSayAll(t *testing.T) {
	text := page(t, "records")
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "|") && strings.Contains(line, "|  |") || strings.HasPrefix(line, "| `` |") {
			t.Errorf("a field lacks its comment, name or kind: %s", line)
		}
	}
	for _, field := range []string{"## manifest.json\n", "| `schema_version` | whole number | ", "| `inputs[].sha256` | text | ", "[].holm_p` | "} {
		must.Contain(t, text, field)
	}
}

// TestPageNamesEveryKey: the page has a row for each key and each limit on what is read.
func TestPageNamesEveryKey(t *testing.T) {
	page := page(t, "keys")
	for _, k := range configs.Keys() {
		if n := strings.Count(page, "\n| `"+k.Name+"` | "); n != 1 {
			t.Errorf("%s has %d rows", k.Name, n)
		}
	}
	for _, b := range safefile.Budgets {
		if !strings.Contains(page, "\n| "+b.Subject+" | ") {
			t.Errorf("%s has no row", b.Subject)
		}
	}
}

// page is the Markdown of a page.
func page(t *testing.T, name string) string {
	t.Helper()
	for _, p := range manual.Pages(sources) {
		if p.Name == name {
			return p.Markdown()
		}
	}
	t.Fatalf("no page %s", name)
	return ""
}
