package read

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// benchmarkDocuments measures reading in bytes of the plain file per second, one core.
func benchmarkDocuments(b *testing.B, file string, format Format, record func(i int) string) {
	var text strings.Builder
	n := 0
	for ; text.Len() < 32<<20; n++ {
		text.WriteString(record(n))
	}
	path := filepath.Join(b.TempDir(), file)
	if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		kept := 0
		for _, err := range Documents(context.Background(), path, format, Options{}, nil) {
			if err != nil {
				b.Fatal(err)
			}
			kept++
		}
		if kept != n {
			b.Fatalf("%d documents, want %d", kept, n)
		}
	}
}

const passage = "the presence of communication amid scientific minds was equally important to the success of the project as " +
	"scientific intellect was. the only cloud hanging over the impressive achievement of the researchers is what their success truly " +
	"meant; hundreds of thousands of lives. a passage of the collection has about 57 words, as this one has."

func BenchmarkCollectionTSV(b *testing.B) {
	benchmarkDocuments(b, "collection.tsv", MSMARCO, func(i int) string { return fmt.Sprintf("%d\t%s\n", i, passage) })
}

func BenchmarkTRECDocuments(b *testing.B) {
	lines := strings.ReplaceAll(strings.Repeat(passage+" ", 8), ". ", ".\n")
	benchmarkDocuments(b, "docs.trec", TREC, func(i int) string {
		return fmt.Sprintf("<DOC>\n<DOCNO> FT911-%d </DOCNO>\n<DATE>910514\n</DATE>\n<HEADLINE>\nFT 14 MAY 91 / a "+
			"headline\n</HEADLINE>\n<TEXT>\n%s&amp; so on\n</TEXT>\n</DOC>\n", i, lines)
	})
}

func BenchmarkCorpusJSONL(b *testing.B) {
	benchmarkDocuments(b, "corpus.jsonl", BEIR, func(i int) string {
		return fmt.Sprintf("{\"_id\": \"%d\", \"title\": \"a title\", \"text\": \"%s\", \"metadata\": {}}\n", i, passage)
	})
}

func BenchmarkRun(b *testing.B) {
	var text strings.Builder
	for i := range 200_000 {
		fmt.Fprintf(&text, "%d Q0 D%d %d %.6f tag\n", i/1000, i*7919%1_000_003, i%1000+1, 30-float64(i%1000)/100)
	}
	path := filepath.Join(b.TempDir(), "run.txt")
	if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Run(path, TREC, Options{}, nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkJSONCollection(b *testing.B) {
	benchmarkDocuments(b, "docs.jsonl", jsonCollection, func(i int) string {
		return fmt.Sprintf("{\"id\": \"%d\", \"contents\": \"%s\"}\n", i, passage)
	})
}
