package train_test

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestPicturesInWords: README and TUTORIAL.md say of their pictures what the commands printed that made them (.ci/bench/pictures.txt).
func TestPicturesInWords(t *testing.T) {
	read := func(path string) string {
		raw := must.Get(os.ReadFile(path))(t)
		return strings.Join(strings.Fields(string(raw)), " ")
	}
	printed := read("../.ci/bench/pictures.txt")
	row := regexp.MustCompile(`m-and strict ([0-9,]+) (0\.\d{4}) (0\.\d{4})`).FindStringSubmatch(printed)
	p := regexp.MustCompile(`Holm p 0?(1?\.\d+), 242 queries`).FindStringSubmatch(printed)
	if row == nil || p == nil {
		t.Fatal("pictures.txt has no row of m-and, or no Holm p")
	}
	percent := func(share string) float64 {
		x := must.Get(strconv.ParseFloat(share, 64))(t)
		return 100 * x
	}
	for path, want := range map[string]string{
		"../README.md": fmt.Sprintf("BM25 obeys it in %.0f %% of %s cases, the DRMM in %.0f %%", percent(row[2]), row[1], percent(row[3])),
		"TUTORIAL.md":  "Holm p " + p[1],
	} {
		if !strings.Contains(read(path), want) {
			t.Errorf("%s does not say %q", path, want)
		}
	}
}
