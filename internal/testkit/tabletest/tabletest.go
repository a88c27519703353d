// Package tabletest holds tables of pages to what code says of itself, and writes them anew under the flag -update.
package tabletest

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the tables of pages anew; review the diff")

// Documented fails unless the lines behind head, up to the next empty one, are the rows. The head stands once in the file.
func Documented(t testing.TB, file, head, rows string) {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, behind, found := strings.Cut(string(raw), head)
	if !found || strings.Contains(behind, head) {
		t.Errorf("%s does not say once:\n%s", file, head)
		return
	}
	old, after := behind, ""
	if end := strings.Index("\n"+behind, "\n\n"); end >= 0 {
		old, after = behind[:end], behind[end:]
	}
	switch {
	case old == rows:
	case *update:
		if err := os.WriteFile(file, []byte(before+head+rows+after), 0o666); err != nil {
			t.Error(err)
		}
	default:
		t.Errorf("%s: make update writes this table:\n%s%s", file, head, rows)
	}
}
