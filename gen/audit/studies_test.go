package audit

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/golden"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestStudiesPage: FALSE-NEGATIVES.md has the numbers of the raw files that the studies printed.
func TestStudiesPage(t *testing.T) {
	read := func(path string) string { return golden.Text(t, path) }
	page, fitted, cleaned := read("FALSE-NEGATIVES.md"), read("../../.ci/bench/fit-audit.txt"), read("../../.ci/bench/cleaning.txt")
	ways := map[string]string{"bm25": "BM25's first 30", "cosine": "MiniLM's first 30", "half": "15 of each",
		"mixed": "12 of BM25, 8 random, half of the hidden", "few": "4 of BM25's 30", "like": "adversarial"}
	rowOf := func(begin string) string {
		for line := range strings.Lines(page) {
			if strings.HasPrefix(line, begin) {
				return line
			}
		}
		t.Fatalf("no row %q", begin)
		return ""
	}
	found, texts := 0, map[string]string{}
	means := func(file string) [][]string {
		precision, _, _ := strings.Cut(strings.ReplaceAll(file, " 0.", " ."), "precision of the likeliest")
		return regexp.MustCompile(`mean +(\w+) +([0-9. ]+)`).FindAllStringSubmatch(precision, -1)
	}
	for _, m := range means(read("../../.ci/bench/fit-audit-texts.txt")) {
		texts[m[1]] = strings.Fields(m[2])[1]
		found++
	}
	for _, m := range means(fitted) {
		values := strings.Fields(m[2]) // those of earlier texts, TF-IDF and BM25 are not on the page
		values = append([]string{ways[m[1]], values[0], texts[m[1]]}, append(values[2:6:6], values[8])...)
		want := strings.ReplaceAll("| "+strings.Join(values, " | ")+" |\n", "|  |", "| |")
		must.Equal(t, rowOf("| "+ways[m[1]]), want)
		found++
	}
	made := regexp.MustCompile(`(?m)^made +1,000,000 rows +\S+ MB +(\S+) CPU-s +(\S+) GB$`)
	speed := made.FindStringSubmatch(read("../../.ci/bench/audit.txt"))
	if want := speed[1] + " CPU-seconds and " + speed[2] + " GB"; !strings.Contains(page, want) {
		t.Errorf("the page does not have %q", want)
	}
	noisy := map[string]float64{}
	exchanged := regexp.MustCompile(`(text|run) +\w+ +bm25 .* AP (0\.\d+)\n`)
	for _, m := range exchanged.FindAllStringSubmatch(read("../../.ci/bench/fit-noise.txt"), -1) {
		noisy[m[1]] += golden.Number(t, m[2]) / 5
		found++
	}
	want := strings.ReplaceAll(fmt.Sprintf("%.3f by the texts and %.3f with", noisy["text"], noisy["run"]), "0.", ".")
	if !strings.Contains(strings.Join(strings.Fields(page), " "), want) {
		t.Errorf("the page does not have %q", want)
	}
	arms := map[string]string{
		"as it is":                           "as they are",
		"drop: oracle, every false negative": "every false negative",
	}
	line := regexp.MustCompile(`(?m)^(.*?) +\d+ 0(\.\d{4}) (?:([+-])0(\.\d{4}) +\d/\d +\S+ +(\S+))?`)
	for _, m := range line.FindAllStringSubmatch(cleaned, -1) {
		if arms[m[1]] == "" {
			continue
		}
		row, want := rowOf("| "+arms[m[1]]), "| "+m[2]+" | "+m[3]+m[4]+" |"
		if m[5] != "" && m[5] < "0.05" {
			t.Errorf("%s is significant", m[1])
		}
		if m[3] == "" {
			want = "| " + m[2] + " | |"
		}
		must.Contain(t, row, want, "%s", m[1])
		found++
	}
	if found != 6+3+10+4 {
		t.Errorf("%d numbers were compared", found)
	}
}
