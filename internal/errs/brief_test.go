package errs

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

func TestBrief(t *testing.T) {
	for name, want := range map[string]string{
		"q1":                          "q1",
		strings.Repeat("a", 80):       strings.Repeat("a", 80),
		strings.Repeat("a", 1e6):      strings.Repeat("a", 80) + "..",
		strings.Repeat("é", 41):       strings.Repeat("é", 40) + "..",
		"a" + strings.Repeat("é", 40): "a" + strings.Repeat("é", 39) + "..",
	} {
		must.Equal(t, Brief(name), want, "%.90q", name)
	}
}

// A long line keeps its beginning, which names the file, and its end, which is the hint. Half a character at the cut is left out.
func TestCut(t *testing.T) {
	if line := strings.Repeat("a", 4096); Cut(line) != line {
		t.Error("a line of 4 KiB is cut")
	}
	got := Cut("f.json: " + strings.Repeat("é", 1e6) + "; hint: mend it")
	if !strings.HasPrefix(got, "f.json: éé") || !strings.HasSuffix(got, "éé; hint: mend it") || !strings.Contains(got, "é .. é") {
		t.Errorf("%.60q %d", got, len(got))
	}
	if len(got) > 4096 || !utf8.ValidString(got) {
		t.Errorf("%d bytes", len(got))
	}
}
