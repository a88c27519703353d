package train_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/golden"
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
		must.Contain(t, read(path), want, "%s", path)
	}
}

// TestTasksPage: the tables of TASKS.md have the numbers that .ci/reproduce_tasks.py printed, rounded to three digits.
func TestTasksPage(t *testing.T) {
	read := func(path string) string { return golden.Text(t, path) }
	page, printed := read("TASKS.md"), read("../.ci/bench/tasks.txt")
	short := func(value string) string {
		number := must.Get(strconv.ParseFloat(value, 64))(t)
		return strings.TrimPrefix(strconv.FormatFloat(number, 'f', 3, 64), "0")
	}
	found := 0
	want := func(row string) {
		if found++; !strings.Contains(page, "\n"+row+"\n") {
			t.Errorf("the page does not have %s", row)
		}
	}
	accuracy, set := regexp.MustCompile(`(?m)^([a-z0-9-]+)(?:\(\S+)? +(\d\.\d+ .*)$`), regexp.MustCompile(`(\S+) (\S+) (\S+?)±(\S+)`)
	for _, m := range accuracy.FindAllStringSubmatch(printed, -1) {
		cells := []string{m[1]}
		for i, s := range set.FindAllStringSubmatch(m[2], -1) {
			if cells = append(cells, short(s[1])); i >= 2 { // of the sets that are not stratified
				cells = append(cells, short(s[2]))
			}
			cells = append(cells, short(s[3])+"±"+short(s[4]))
		}
		want("| " + strings.Join(cells, " | ") + " |")
	}
	arms := map[string]string{
		"BM25":                          "none: BM25",
		"21 tasks epoch 3":              "ranking and twenty axioms, one seed",
		"ranking and six tasks epoch 3": "ranking and six axioms, three seeds",
		"ranking alone epoch 3":         "ranking alone, five seeds",
	}
	year := ` +20\d\d (\S+) (\S+) (\S+)`
	for _, m := range regexp.MustCompile(`(?m)^(\S.*?)( +)(epoch 3)?`+year+year+`$`).FindAllStringSubmatch(printed, -1) {
		name, shown := arms[strings.TrimSpace(m[1]+" "+m[3])], func(values []string) string {
			if values[1] == values[2] {
				return short(values[0])
			}
			return short(values[0]) + " (" + short(values[1]) + ", " + short(values[2]) + ")"
		}
		if name != "" {
			want("| " + name + " | " + shown(m[4:7]) + " | " + shown(m[7:10]) + " |")
		}
	}
	if found != 20+4 {
		t.Errorf("%d rows were compared", found)
	}
}

// TestFactorBetweenEngines holds the page's factor against the bench file.
func TestFactorBetweenEngines(t *testing.T) {
	raw := must.Get(os.ReadFile("README.md"))(t)
	page := strings.Join(strings.Fields(string(raw)), " ")
	bench := must.Get(os.ReadFile(filepath.Join("..", ".ci", "bench", "bench.txt")))(t)
	rate := func(stage string) float64 {
		m := regexp.MustCompile(`(?m)^\| ` + stage + ` \| pairs \| ([0-9.]+) k \|`).FindSubmatch(bench)
		if m == nil {
			t.Fatalf("bench.txt has no rate of %s", stage)
		}
		return must.Get(strconv.ParseFloat(string(m[1]), 64))(t)
	}
	factor := rate("DRMM training, batch 20") / rate("DRMM training in Gorgonia's own operations, batch 20")
	want := fmt.Sprintf(`%.0f times as fast[^.]* \(.\.ci/bench/bench\.txt.\)`, factor)
	if !regexp.MustCompile(want).MatchString(page) {
		t.Errorf("README.md does not say %q", want)
	}
}
