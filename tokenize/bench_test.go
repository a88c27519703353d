package tokenize

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs/golden"
	"golang.org/x/sys/unix"
)

// collectionTexts are the texts of WikiQA and Cranfield, as notes on the peers have them: passages, questions, abstracts.
func collectionTexts(tb testing.TB) (texts []string, size int) {
	tb.Helper()
	for _, path := range [][]string{{"wikiqa", "collection.tsv"}, {"wikiqa", "queries.train.tsv"}, {"wikiqa", "queries.dev.tsv"},
		{"wikiqa", "queries.test.tsv"}} {
		raw, err := os.ReadFile(golden.Beside(tb, append([]string{"data"}, path...)...))
		if err != nil {
			tb.Fatal(err)
		}
		for line := range strings.Lines(string(raw)) {
			if _, text, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t"); ok {
				texts = append(texts, text)
			}
		}
	}
	raw, err := os.ReadFile(golden.Beside(tb, "data", "cranfield", "docs.trec"))
	if err != nil {
		tb.Fatal(err)
	}
	for _, doc := range strings.Split(string(raw), "</DOC>") {
		if _, text, ok := strings.Cut(doc, "<TEXT>"); ok {
			text, _, _ = strings.Cut(text, "</TEXT>")
			texts = append(texts, text)
		}
	}
	for _, text := range texts {
		size += len(text)
	}
	return texts, size
}

// cpuTime is what this process used, all threads: a busy machine spoils wall times first.
func cpuTime(b *testing.B) float64 {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

// BenchmarkEncode reads WikiQA and Cranfield over and over, once before the clock starts, as the measurement of HF
// tokenizers and tensorflow-text did.
func BenchmarkEncode(b *testing.B) {
	texts, size := collectionTexts(b)
	tok := bert(b, Defaults())
	b.SetBytes(int64(size))
	b.ReportAllocs()
	var ids []int32
	read := func() {
		for _, text := range texts {
			ids = tok.AppendIDs(ids[:0], text)
		}
	}
	read()
	begin := cpuTime(b)
	for b.Loop() {
		read()
	}
	b.ReportMetric(float64(size)*float64(b.N)/1e6/(cpuTime(b)-begin), "MB/cpu-s")
}

// BenchmarkEncodeCold begins every reading with an empty cache.
func BenchmarkEncodeCold(b *testing.B) {
	texts, size := collectionTexts(b)
	tok := bert(b, Defaults())
	b.SetBytes(int64(size))
	var ids []int32
	for b.Loop() {
		tok.cache = newCache()
		for _, text := range texts {
			ids = tok.AppendIDs(ids[:0], text)
		}
	}
}

// BenchmarkEncodeGenerated reads text whose words follow Zipf's law over a million invented ones, most of them of several
// pieces: harder on the cache than any collection.
func BenchmarkEncodeGenerated(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	zipf := rand.NewZipf(r, 1.1, 2, 1<<20)
	syllables := strings.Fields("ba ce di fo gu la me ni or un st ra tion al is")
	var text strings.Builder
	for text.Len() < 8<<20 {
		for n := zipf.Uint64() + 1; n > 0; n /= 15 {
			text.WriteString(syllables[n%15])
		}
		text.WriteByte(" .,"[min(2, r.IntN(20))])
	}
	tok := bert(b, Defaults())
	b.SetBytes(int64(text.Len()))
	var ids []int32
	for b.Loop() {
		ids = tok.AppendIDs(ids[:0], text.String())
	}
}

// BenchmarkPlain is the definition that AppendIDs follows.
func BenchmarkPlain(b *testing.B) {
	texts, size := collectionTexts(b)
	tok := bert(b, Defaults())
	b.SetBytes(int64(size))
	for b.Loop() {
		for _, text := range texts {
			tok.plainIDs(text)
		}
	}
}
