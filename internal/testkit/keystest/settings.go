package keystest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
)

// Pairs pairs keys with values.
func Pairs(pairs ...string) (list []configs.Setting) {
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
		"gen.similarity": Pairs("gen.similarity", "wordnet:"+wordnet),
		"gen.data":       Pairs("gen.data", copyDir),
		"gen.collection": Pairs("gen.collection", filepath.Join(copyDir, "collection.tsv")),
		"gen.topics": Pairs("gen.topics", "train="+filepath.Join(data, "queries.dev.tsv")+",dev="+filepath.Join(data, "queries.train.tsv")+
			",test="+filepath.Join(data, "queries.test.tsv"), "gen.qrels", qrelsFile),
		"gen.qrels":        Pairs("gen.qrels", qrelsFile),
		"gen.run":          Pairs("gen.run", run),
		"gen.sample":       Pairs("gen.sample", "hard:"+run),
		"gen.violated_by":  Pairs("gen.violated_by", run),
		"gen.columns":      Pairs("gen.columns", "label=other", "gen.labels", "yes=1,no=0", "gen.data", csv, "gen.format", "rows"),
		"gen.labels":       Pairs("gen.labels", "yes=0,no=1", "gen.data", csv, "gen.format", "rows"),
		"gen.doc_fields":   Pairs("gen.doc_fields", "text"),
		"gen.qrels_format": Pairs("gen.qrels_format", "3col", "gen.qrels", columns),
		"gen.index":        Pairs("gen.index", filepath.Join(madeQueries, "index")),
		"gen.fold":         Pairs("gen.fold", "1", "gen.splits", "folds 3"),
		"gen.min_grade":    Pairs("gen.min_grade", "2", "gen.qrels", qrelsFile),
		"gen.made":         Pairs("gen.made", "all", "gen.axioms", "tfc1, lnc2"),
		"gen.mixture":      Pairs("gen.mixture", "ranking=1,m-and=1", "gen.on_shortage", "shrink"),
		"tokenize.vocab": Pairs("tokenize.vocab", file("pieces.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\n##b\n"),
			"tokenize.output_format", "parquet"),
		"tokenize.scores": Pairs("tokenize.scores", run, "tokenize.output_format", "tevatron-distil"),
		"tokenize.template": Pairs("tokenize.output_format", "template", "tokenize.template",
			file("own.json", `{"q": "{query}", "d": "{document:9}", "l": "{label}"}`)),
		"tokenize.prompt":     Pairs("tokenize.prompt", "Which passage answers this?", "tokenize.output_format", "flagembedding"),
		"tokenize.layout":     Pairs("tokenize.layout", "A", "tokenize.max_query_length", "16", "tokenize.output_format", "mtdnn"),
		"train.ranker":        Pairs("train.ranker", "sh -c 'cp $0 $2; cp $1 $3' {candidates} {output}"),
		"tokenize.candidates": Pairs("tokenize.candidates", "dev", "tokenize.output_format", "jsonl"),
	}
}
