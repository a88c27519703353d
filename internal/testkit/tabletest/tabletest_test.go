package tabletest

import (
	"os"
	"path/filepath"
	"testing"
)

// failures counts what a test says is wrong.
type failures struct {
	testing.TB
	n int
}

func (f *failures) Helper()               {}
func (f *failures) Errorf(string, ...any) { f.n++ }

func TestDocumented(t *testing.T) {
	const head = "| a |\n|---|\n"
	for page, want := range map[string]struct {
		failures int
		updated  string
	}{
		"# p\n\n" + head + "| 1 |\n| 2 |\n\nmore\n": {0, "# p\n\n" + head + "| 1 |\n| 2 |\n\nmore\n"},
		"# p\n\n" + head + "| 1 |\n\nmore\n":        {1, "# p\n\n" + head + "| 1 |\n| 2 |\n\nmore\n"},
		"# p\n\n" + head + "\nmore\n":               {1, "# p\n\n" + head + "| 1 |\n| 2 |\n\nmore\n"},
		head + "| 3 |\n":                            {1, head + "| 1 |\n| 2 |\n"},
		"# p\n":                                     {1, "# p\n"},
		head + "| 1 |\n| 2 |\n\n" + head:            {1, head + "| 1 |\n| 2 |\n\n" + head},
	} {
		file := filepath.Join(t.TempDir(), "page.md")
		for _, *update = range []bool{false, true} {
			if err := os.WriteFile(file, []byte(page), 0o666); err != nil {
				t.Fatal(err)
			}
			told := &failures{TB: t}
			CheckDocumented(told, file, head, "| 1 |\n| 2 |\n")
			expected := page
			if *update {
				expected = want.updated
			}
			got, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != expected || !*update && told.n != want.failures {
				t.Errorf("%q, update %v: %d failures, then %q", page, *update, told.n, got)
			}
		}
	}
	*update = false
}
