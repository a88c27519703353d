package audit

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/audit/internal/check"
	"github.com/axiomine/axiomine/gen/audit/internal/suspect"
	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/internal/testkit/cputime"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// benchRows writes JSON lines of triplets: each document, of 24 words, is in ten rows.
func benchRows(rows int) string {
	random := rand.New(rand.NewPCG(1, 2))
	words := rand.NewZipf(random, 1.1, 4, 50_000)
	text := func(n int) string {
		list := make([]string, n)
		for i := range list {
			list[i] = fmt.Sprintf("w%d", words.Uint64())
		}
		return strings.Join(list, " ")
	}
	documents := make([]string, rows/5)
	for i := range documents {
		documents[i] = text(24)
	}
	queries := make([]string, rows/100)
	for i := range queries {
		queries[i] = text(6)
	}
	var out strings.Builder
	for range rows {
		fmt.Fprintf(&out, "{\"anchor\": \"%s\", \"positive\": \"%s\", \"negative\": \"%s\"}\n", queries[random.IntN(len(queries))],
			documents[random.IntN(len(documents))], documents[random.IntN(len(documents))])
	}
	return out.String()
}

// BenchmarkAudit measures the rows a CPU-second of the checks of structure, contradictions and shortcuts, reading included, and those of
// finding false negatives and positives, a second reading included. Shortcuts are measured on a sample, which costs the same for any set of
// more than 20,000 rows.
func BenchmarkAudit(b *testing.B) {
	for _, rows := range []int{150_000, 1_000_000} {
		b.Run(fmt.Sprint(rows), func(b *testing.B) { benchAudit(b, rows) })
	}
}

func benchAudit(b *testing.B, rows int) {
	path := b.TempDir() + "/rows.jsonl"
	must.Do(b, os.WriteFile(path, []byte(benchRows(rows)), 0o666))
	o := Options{Files: []string{path}}
	var checks, suspects float64
	for b.Loop() {
		r, set, stats := &reader{o: o}, trainset.New(), suspect.NewStatistics()
		set.Count = stats.Add
		begin := cputime.Used()
		in, err := r.readRows(b.Context(), set, nil)
		if err == nil {
			newReport(o, check.NewInput(set), in.files, r.notes)
		}
		checks += (cputime.Used() - begin).Seconds()
		begin = cputime.Used()
		if err == nil {
			_, err = r.findSuspects(b.Context(), in, set, nil, check.NewParts(), stats, nil)
		}
		suspects += (cputime.Used() - begin).Seconds()
		must.Do(b, err)
	}
	b.ReportMetric(float64(rows*b.N)/checks, "checked-rows/cpu-s")
	b.ReportMetric(float64(rows*b.N)/suspects, "scored-rows/cpu-s")
}
