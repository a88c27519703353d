package keystest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
)

// settings pairs keys with values.
func settings(pairs ...string) (list []configs.Setting) {
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, configs.Setting{Key: pairs[i], Value: pairs[i+1]})
	}
	return list
}

// Settings returns the values that keys are changed to, with others, where files have to be there or the next value means nothing beside
// the rest. data is a collection of documents d0 to d11 and queries q0 to q8 in three splits, and made a directory that gen left of it.
func Settings(t *testing.T, data, madeQueries, wordnet string) map[string][]configs.Setting {
	t.Helper()
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	var rows, qrels, three strings.Builder
	for q := range 9 {
		fmt.Fprintf(&rows, "q%d Q0 d%d 1 3 x\nq%d Q0 d%d 2 2 x\nq%d Q0 d%d 3 1 x\n", q, (q+1)%12, q, q, q, (q+4)%12)
		fmt.Fprintf(&qrels, "q%d 0 d%d 2\nq%d 0 d%d 0\n", q, q, q, (q+1)%12)
		fmt.Fprintf(&three, "q%d d%d 1\nq%d d%d 0\n", q, q, q, (q+2)%12)
	}
	table := "query,passage,label,other\n"
	for q := range 9 {
		table += fmt.Sprintf("wind river %[1]d,the wind of river %[1]d,yes,no\nwind river %[1]d,stone and wind %[1]d,no,yes\n", q)
	}
	csv := file("rows.csv", table)
	run, qrelsFile, columns := file("run.txt", rows.String()), file("qrels.txt", qrels.String()), file("three.txt", three.String())
	copyDir := filepath.Join(dir, "copy")
	collection, err := os.ReadFile(filepath.Join(data, "collection.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(copyDir, os.DirFS(data)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(copyDir, "collection.tsv"), append(collection, "d99\tanother wind river\n"...), 0o666); err != nil {
		t.Fatal(err)
	}
	return map[string][]configs.Setting{
		"gen.similarity": settings("gen.similarity", "wordnet:"+wordnet),
		"gen.data":       settings("gen.data", copyDir),
		"gen.collection": settings("gen.collection", filepath.Join(copyDir, "collection.tsv")),
		"gen.topics": settings("gen.topics", "train="+filepath.Join(data, "queries.dev.tsv")+",dev="+filepath.Join(data, "queries.train.tsv")+
			",test="+filepath.Join(data, "queries.test.tsv"), "gen.qrels", qrelsFile),
		"gen.qrels":        settings("gen.qrels", qrelsFile),
		"gen.run":          settings("gen.run", run),
		"gen.sample":       settings("gen.sample", "hard:"+run),
		"gen.violated_by":  settings("gen.violated_by", run),
		"gen.columns":      settings("gen.columns", "label=other", "gen.labels", "yes=1,no=0", "gen.data", csv, "gen.format", "rows"),
		"gen.labels":       settings("gen.labels", "yes=0,no=1", "gen.data", csv, "gen.format", "rows"),
		"gen.doc_fields":   settings("gen.doc_fields", "text"),
		"gen.qrels_format": settings("gen.qrels_format", "3col", "gen.qrels", columns),
		"gen.index":        settings("gen.index", filepath.Join(madeQueries, "index")),
		"gen.fold":         settings("gen.fold", "1", "gen.splits", "folds 3"),
		"gen.min_grade":    settings("gen.min_grade", "2", "gen.qrels", qrelsFile),
		"gen.made":         settings("gen.made", "all", "gen.axioms", "tfc1, lnc2"),
		"gen.mixture":      settings("gen.mixture", "ranking=1,m-and=1", "gen.on_shortage", "shrink"),
		"tokenize.vocab": settings("tokenize.vocab", file("pieces.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\n##b\n"),
			"tokenize.output_format", "parquet"),
		"tokenize.scores": settings("tokenize.scores", run, "tokenize.output_format", "tevatron-distil"),
		"tokenize.template": settings("tokenize.output_format", "template", "tokenize.template",
			file("own.json", `{"q": "{query}", "d": "{document:9}", "l": "{label}"}`)),
		"tokenize.prompt":     settings("tokenize.prompt", "Which passage answers this?", "tokenize.output_format", "flagembedding"),
		"tokenize.layout":     settings("tokenize.layout", "A", "tokenize.max_query_length", "16"),
		"train.ranker":        settings("train.ranker", "sh -c 'cp $0 $2; cp $1 $3' {candidates} {output}"),
		"tokenize.candidates": settings("tokenize.candidates", "dev", "tokenize.output_format", "jsonl"),
	}
}
