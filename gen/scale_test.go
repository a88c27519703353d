package gen_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/golden"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// TestScalePage: SCALE.md and README.md have the numbers of what .ci/bench measured.
func TestScalePage(t *testing.T) {
	read := func(path string) string { return golden.Text(t, path) }
	page, readme := read("SCALE.md"), read("../README.md")
	growth, bench := read("../.ci/bench/growth.txt"), read("../.ci/bench/bench.txt")
	prose := strings.Join(strings.Fields(page), " ")
	says := func(format string, args ...any) {
		t.Helper()
		if want := fmt.Sprintf(format, args...); !strings.Contains(prose, want) {
			t.Errorf("SCALE.md does not say %q", want)
		}
	}
	// The stages of the largest job: wall, CPU, memory; disk has a digit less.
	_, largest, _ := strings.Cut(growth, "8,800,000 passages, 558,000 queries")
	row := regexp.MustCompile(`(?m)^\| (index|retrieve|mine|sample|shards) ` +
		`\| (\S+) (\S+) \| (\S+) (\S+) \| (\S+ MiB) \| (\S+ MiB) \| (\S+) GB \|$`)
	stages, minutes := row.FindAllStringSubmatch(largest, 5), 0.0
	if len(stages) != 5 {
		t.Fatalf("growth.txt has %d stages", len(stages))
	}
	for _, m := range stages {
		wall, disk := golden.Number(t, m[2]), golden.Number(t, m[8])
		if m[3] == "s" {
			wall /= 60
		}
		minutes += wall
		says("| %s | %s | %.1f GB |", m[6], m[7], disk)
	}
	if minutes >= 8 || minutes < 7.5 {
		t.Errorf("the stages took %.2f minutes together, and the pages say less than 8, or 8", minutes)
	}
	for _, power := range []string{"(^1.23)", "(^1.65)"} {
		must.Contain(t, growth, power)
	}
	// README has the whole job of three sizes; the first two's seconds, the largest memory and the disk are sums and maxima.
	for _, job := range []struct{ text, head, line string }{
		{growth, "1,000,000 passages, 63,409 queries", "| 1,000,000 | 63,409 | 1,136,364 | %.0f s | %.1f GiB | %.1f GB |"},
		{read("../.ci/bench/growth-10k.txt"), "10,000 passages, 634 queries", "| 10,000 | 634 | 11,364 | %.0f s | %.1f GiB | %.2f GB |"},
	} {
		_, stages, _ := strings.Cut(job.text, job.head)
		seconds, disk, memory := 0.0, 0.0, 0.0
		for _, m := range row.FindAllStringSubmatch(stages, 5) {
			seconds, disk = seconds+golden.Number(t, m[2]), disk+golden.Number(t, m[8])
			memory = max(memory, golden.Number(t, strings.TrimSuffix(m[7], " MiB")))
		}
		if want := fmt.Sprintf(job.line, seconds, memory/1024+.04, disk); !strings.Contains(readme, want) {
			t.Errorf("README.md has no row %s", want)
		}
	}
	// Rates of our loops and of peers.
	rate := func(stage string, peer bool) float64 {
		m := regexp.MustCompile(`(?m)^\| ` + stage + ` \| \w+ \| ([0-9.]+)( k)? \| ([0-9.]+)( k)? \|`).FindStringSubmatch(bench)
		if m == nil {
			t.Fatalf("bench.txt has no stage %s", stage)
		}
		text, unit := m[1], m[2]
		if peer {
			text, unit = m[3], m[4]
		}
		if unit == "" {
			return golden.Number(t, text) / 1000
		}
		return golden.Number(t, text)
	}
	says("| documents indexed, of 100 k passages | %.0f k | %.0f k |", rate("index, 100k passages", false), rate("index, 100k passages", true))
	says("| documents indexed, of a million | %.0f k | | %.0f k | %.0f k |",
		rate("index, 1M passages", false), rate("index, 1M passages", true), rate("index, 1M passages, beside tantivy", true))
	says("| queries, 100 best of a million | %.1f k | %.1f k | %.1f k | %.1f k |",
		rate("top 100 of 1M passages", false), rate("top 100 of 1M passages", true), rate("the same beside Lucene", true),
		rate("the same beside tantivy", true))
	var whole []float64
	for _, m := range regexp.MustCompile(`the whole command: 2000 queries  \[([0-9.]+) CPU-s\]`).FindAllStringSubmatch(bench, -1) {
		whole = append(whole, golden.Number(t, m[1]))
	}
	slices.Sort(whole)
	says("| queries, 100 best of a million, the whole command | %.1f k |", 2/whole[len(whole)/2])
	must.Contain(t, bench, `"task": "search-top100-1t", "unit": "queries/s", "median": 9079.0`)
	for line := range strings.Lines(read("../.ci/bench/commands.txt")) {
		if strings.HasPrefix(line, "|") && !strings.Contains(page, line) {
			t.Errorf("SCALE.md lacks a line of commands.txt: %s", line)
		}
	}
}

// TestNegativesTable: the Python package's README has the CPU time and the memory that .ci/bench/negatives.py printed.
func TestNegativesTable(t *testing.T) {
	read := func(path string) string { return golden.Text(t, path) }
	page, printed := read("../train/pytorch/README.md"), read("../.ci/bench/negatives.txt")
	rows := map[string]string{"theirs": "| theirs |", "faiss": "| theirs, `use_faiss=True` |",
		"model": "| `axiomine` |", "bm25": "| `axiomine`, without a model |"}
	line := regexp.MustCompile(`(?m)^(\w+) ([\d,]+) pairs: [\d,]+ rows, \d+ s, (\d+) CPU-s, (\S+ GiB) at most`)
	lines := line.FindAllStringSubmatch(printed, -1)
	if len(lines) != 7 {
		t.Fatalf("%d measurements, want 7", len(lines))
	}
	for _, m := range lines {
		_, row, _ := strings.Cut(page, rows[m[1]])
		row, _, _ = strings.Cut(row, "\n")
		if want := "| " + terminal.Group(int(golden.Number(t, m[3]))) + " s | " + m[4] + " |"; !strings.Contains("|"+row, want) {
			t.Errorf("%s of %s pairs: %q is not in %q", m[1], m[2], want, row)
		}
	}
}
