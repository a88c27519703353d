// Package tabletest holds tables of pages to what code says of itself, and writes them anew under the flag -update.
package tabletest

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the tables of pages anew; review the diff")

// CheckDocumented fails unless the lines behind head, up to the next empty one, are the rows. The head stands once in the file.
func CheckDocumented(t testing.TB, file, head, rows string) {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	start, tail, ok := strings.Cut(string(raw), head)
	if !ok || strings.Contains(tail, head) {
		t.Errorf("%s does not say once:\n%s", file, head)
		return
	}
	old, rest := tail, ""
	if end := strings.Index("\n"+tail, "\n\n"); end >= 0 {
		old, rest = tail[:end], tail[end:]
	}
	switch {
	case old == rows:
	case *update:
		if err := os.WriteFile(file, []byte(start+head+rows+rest), 0o666); err != nil {
			t.Error(err)
		}
	default:
		t.Errorf("%s: make update writes this table:\n%s%s", file, head, rows)
	}
}
