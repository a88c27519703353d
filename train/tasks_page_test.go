package train_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/golden"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

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
