package manual_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/manual"
)

var update = flag.Bool("update", false, "write the pages that are made from the code anew")

// The pages in the repository are those that the code gives.
func TestReferenceIsThatOfTheCode(t *testing.T) {
	pages := map[string]string{"axioms": manual.AxiomsPage()}
	for name, list := range records {
		pages[name] = pageOf(t, list)
	}
	for name, want := range pages {
		path := filepath.Join("reference", name+".md")
		if *update {
			if err := os.WriteFile(path, []byte(want), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%s differs from the code (%v): write it by go test ./internal/manual -update", path, err)
		}
	}
}

// Every page fits a terminal of 80 columns, says something, and has its line in the list.
func TestPagesFitATerminal(t *testing.T) {
	met := map[string]bool{}
	for _, p := range manual.Pages() {
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

// page is the Markdown of a page.
func page(t *testing.T, name string) string {
	t.Helper()
	for _, p := range manual.Pages() {
		if p.Name == name {
			return p.Markdown()
		}
	}
	t.Fatalf("no page %s", name)
	return ""
}
