package tokenize

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/cputime"
	"github.com/axiomine/axiomine/internal/testkit/golden"
	"github.com/axiomine/axiomine/tokenize/internal/model"
)

// collectionTexts are the texts of WikiQA and Cranfield, as notes on the peers have them: passages, questions, abstracts.
func collectionTexts(tb testing.TB) (texts []string, size int) {
	tb.Helper()
	for _, path := range [][]string{{"wikiqa", "collection.tsv"}, {"wikiqa", "queries.train.tsv"}, {"wikiqa", "queries.dev.tsv"},
		{"wikiqa", "queries.test.tsv"}} {
		raw, err := os.ReadFile(golden.SharedPath(tb, append([]string{"data"}, path...)...))
		if err != nil {
			tb.Fatal(err)
		}
		for line := range strings.Lines(string(raw)) {
			if _, text, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t"); ok {
				texts = append(texts, text)
			}
		}
	}
	raw, err := os.ReadFile(golden.SharedPath(tb, "data", "cranfield", "docs.trec"))
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
	begin := cputime.Used()
	for b.Loop() {
		read()
	}
	b.ReportMetric(float64(size)*float64(b.N)/1e6/(cputime.Used()-begin).Seconds(), "MB/cpu-s")
}

// BenchmarkEncodeCold begins every reading with an empty cache.
func BenchmarkEncodeCold(b *testing.B) {
	texts, size := collectionTexts(b)
	tok := bert(b, Defaults())
	b.SetBytes(int64(size))
	var ids []int32
	for b.Loop() {
		tok.encoder.(*wordPieces).cache = model.NewCache()
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
			tok.encoder.(*wordPieces).plainIDs(text)
		}
	}
}

// BenchmarkFamilies reads the passages and questions of WikiQA by the golden tokenizer.json files, over and over, and once
// before that with empty memory. HF tokenizers 0.23.3 on the same texts is `encode_batch_fast` without special tokens.
func BenchmarkFamilies(b *testing.B) {
	all, _ := collectionTexts(b)
	texts, size := all[:len(all)-1400], 0 // Cranfield's come last
	for _, text := range texts {
		size += len(text)
	}
	for _, family := range []string{"gpt2", "modernbert", "llama3", "qwen2", "unigram"} {
		b.Run(family, func(b *testing.B) {
			raw, _ := golden.Read(b, "bpe/"+family+"/tokenizer.json")
			tok, err := ParseJSON("tokenizer.json", raw)
			if err != nil {
				b.Fatal(err)
			}
			var ids []int32
			read := func() {
				for _, text := range texts {
					ids = tok.AppendIDs(ids[:0], text)
				}
			}
			begin := cputime.Used()
			read()
			cold := cputime.Used() - begin
			begin = cputime.Used()
			for b.Loop() {
				read()
			}
			b.ReportMetric(float64(size)*float64(b.N)/1e6/(cputime.Used()-begin).Seconds(), "MB/cpu-s")
			b.ReportMetric(float64(size)/1e6/cold.Seconds(), "MB/cpu-s-cold")
		})
	}
}
