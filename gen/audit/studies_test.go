package audit

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/golden"
)

// TestStudiesPage: FALSE-NEGATIVES.md has the numbers of the raw files that the studies printed.
func TestStudiesPage(t *testing.T) {
	read := func(path string) string { return golden.Text(t, path) }
	page, fitted, cleaned := read("FALSE-NEGATIVES.md"), read("../../.ci/bench/fit-audit.txt"), read("../../.ci/bench/cleaning.txt")
	names := map[string]string{"wikiqa": "WikiQA", "cacm": "CACM", "cranfield": "Cranfield", "scifact": "SciFact", "msmarco_dl": "TREC DL"}
	rowOf := func(begin string) string {
		for line := range strings.Lines(page) {
			if strings.HasPrefix(line, begin) {
				return line
			}
		}
		t.Fatalf("no row %q", begin)
		return ""
	}
	found := 0
	for _, m := range regexp.MustCompile(`(text|cosine) +(\w+) +bm25 .* AP 0(\.\d+) `).FindAllStringSubmatch(fitted, -1) {
		if row := rowOf("| " + names[m[2]]); !strings.Contains(row, " "+m[3]+" ") {
			t.Errorf("%s, %s: average precision %s is not in %s", m[2], m[1], m[3], row)
		}
		found++
	}
	shares := map[string]string{} // by collection and way: what follows in the row
	share := regexp.MustCompile(`(?m)^(text|cosine) +(\w+) +(bm25|cosine) .* \((\S+)x\) .* P >= \.5: +(\d+), right +(\S+) *$`)
	for _, m := range share.FindAllStringSubmatch(fitted, -1) {
		ratio, right := golden.Number(t, m[4]), strings.TrimPrefix(strings.Trim(m[6], "-"), "0")
		times := fmt.Sprintf("%.1f x", ratio)
		if ratio < 1 {
			times = strings.TrimPrefix(fmt.Sprintf("%.2f x", ratio), "0")
		}
		shares["| "+names[m[2]]+" | "+strings.Replace(m[3], "bm25", "BM25", 1)] += " | " + times + " | " + m[5] + " | " + right
		found++
	}
	for begin, rest := range shares {
		if row, want := rowOf(begin), strings.ReplaceAll(begin+rest+" |\n", "  ", " "); row != want {
			t.Errorf("%q, want %q", row, want)
		}
	}
	for _, m := range regexp.MustCompile(`cleanlab (\w+) +bm25 +0(\.\d+) `).FindAllStringSubmatch(fitted, -1) {
		if row := rowOf("| " + names[m[1]]); !strings.HasSuffix(row, "| "+m[2]+" |\n") {
			t.Errorf("%s: cleanlab's average precision %s does not end %s", m[1], m[2], row)
		}
		found++
	}
	speed := read("../../.ci/bench/audit.txt")
	for _, m := range regexp.MustCompile(`(?m)^\w+ +([\d,]+) rows +(\S+ MB) +(\S+) CPU-s +(\S+ GB)$`).FindAllStringSubmatch(speed, -1) {
		if row := rowOf("| " + m[1] + " "); !strings.HasSuffix(row, "| "+strings.Join(m[2:], " | ")+" |\n") {
			t.Errorf("%q is not in %s", m[0], row)
		}
		found++
	}
	for _, m := range regexp.MustCompile(`(\d+)(\d{3}) (checked|scored)-rows/cpu-s`).FindAllStringSubmatch(speed, -1) {
		if want := m[3] + " " + m[1] + ",000"; !strings.Contains(page, want) {
			t.Errorf("the page does not say that a CPU-second %s", want)
		}
		found++
	}
	label := read("../../.ci/bench/fit-noise.txt")
	_, section, _ := strings.Cut(page, "## Positives that are wrong")
	noisy := regexp.MustCompile(`(text|cosine) +(\w+) +bm25 .* AP 0(\.\d+)  P >= .5: +(\S+), wrong 0?(\S+); if none is wrong: +(\d+)`)
	for _, m := range noisy.FindAllStringSubmatch(label, -1) {
		begin := "\n| " + names[m[2]]
		_, precisions, _ := strings.Cut(section, begin)
		_, counts, _ := strings.Cut(precisions, begin)
		precisions, _, _ = strings.Cut(precisions, "\n")
		counts, _, _ = strings.Cut(counts, "\n")
		if want := "| " + strings.Join(m[4:], " | ") + " |"; !strings.Contains(precisions, " "+m[3]+" ") || !strings.Contains(counts, want) {
			t.Errorf("%s, %s: %s is not in %q, or %q not in %q", m[2], m[1], m[3], precisions, want, counts)
		}
		found++
	}
	arms := map[string]string{
		"as it is":                                      "as they are",
		"drop: oracle, every false negative":            "every false negative",
		"drop 10 %: at random":                          "a tenth dropped at random",
		"drop 10 %: audit with a model":                 "a tenth dropped by the audit with a run",
		"of the 10 % with a model, its false negatives": "the same, its false",
		"of the 10 % with a model, its true negatives":  "the same, its true",
		"drop 10 %: audit without a model":              "a tenth dropped by the audit with texts",
		"drop 10 %: relative margin":                    "a tenth dropped by the relative",
		"drop 10 %: cosine":                             "a tenth dropped by the cosine",
		"drop P >= .5: audit with a model":              "P >= .5",
		"weight 1 - P: audit with a model":              "weight 1 - P, with",
		"weight 1 - P: audit without a model":           "weight 1 - P, texts",
		"soft labels: audit with a model":               "soft labels",
	}
	line := regexp.MustCompile(`(?m)^(.*?) +\d+ 0(\.\d{4}) (?:([+-])0(\.\d{4}) +\d/\d +\S+ +(\S+))?`)
	for _, m := range line.FindAllStringSubmatch(cleaned, -1) {
		row, star := rowOf("| "+arms[m[1]]), ""
		if m[5] != "" && m[5] < "0.05" {
			star = "*"
		}
		want := "| " + m[2] + " | " + strings.TrimSpace(m[3]+m[4]+" "+star) + " |"
		if m[3] == "" {
			want = "| " + m[2] + " | |"
		}
		if arms[m[1]] == "" || !strings.Contains(row, want) {
			t.Errorf("%s: %q is not in %s", m[1], want, row)
		}
		found++
	}
	if found != 10+20+5+4+2+10+26 {
		t.Errorf("%d numbers were compared", found)
	}
}
