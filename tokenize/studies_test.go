package tokenize_test

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestTrainersPage: TRAINERS.md has the means of .ci/bench/lambdamart.txt, and its smallest p.
func TestTrainersPage(t *testing.T) {
	page := must.Get(os.ReadFile("TRAINERS.md"))(t)
	raw := must.Get(os.ReadFile("../.ci/bench/lambdamart.txt"))(t)
	row := regexp.MustCompile(`(?m)^\| (.*) \| (0\.\d+) \| (0\.\d+) \| (0\.\d+) \| (0\.\d+) \| (\.\d+) \|$`)
	rows := row.FindAllStringSubmatch(string(raw), -1)
	if len(rows) != 4 {
		t.Fatalf("lambdamart.txt has %d rows", len(rows))
	}
	number := func(text string) float64 {
		return must.Get(strconv.ParseFloat(text, 64))(t)
	}
	smallest := 1.0
	for _, m := range rows {
		mean := strings.TrimPrefix(fmt.Sprintf("%.3f", (number(m[2])+number(m[4]))/2), "0")
		if want := fmt.Sprintf("\n| %s | %s |\n", m[1], mean); mean != m[6] || !strings.Contains(string(page), want) {
			t.Errorf("TRAINERS.md lacks %q, or lambdamart.txt's mean %s is wrong", want, m[6])
		}
		smallest = min(smallest, number(m[3]), number(m[5]))
	}
	want := fmt.Sprintf("the smallest Holm p was %s.", strings.TrimPrefix(fmt.Sprintf("%.3f", smallest), "0"))
	must.Contain(t, string(page), want)
}
