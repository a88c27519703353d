package traincmd

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/keystest"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/configs/outdir/filesystest"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/export"
	"github.com/axiomine/axiomine/gen/gencmd"
	"github.com/axiomine/axiomine/gen/prepare"
)

// everything leaves all that verbs of gen leave: pairs, shards, counts and what models outside have to score.
func everything(p *prepare.Prepared) error {
	ctx := context.Background()
	if err := gencmd.Whole(ctx, p); err != nil {
		return err
	}
	p, err := p.All(ctx)
	if err != nil {
		return err
	}
	defer p.Close()
	if _, _, err := dataset.Of(p).Mine(ctx); err != nil {
		return err
	}
	return export.Diagnostic(ctx, p)
}

// embedding trains word vectors.
func embedding(p *prepare.Prepared) error { return p.Embed(context.Background()) }

// others are the values that keys are changed to, with others, where files have to be there or the next value means nothing beside the
// rest. made is a directory that gen left.
func others(t *testing.T, data, made string) map[string][]configs.Pair {
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
	run, graded, columns := file("run.txt", rows.String()), file("qrels.txt", qrels.String()), file("three.txt", three.String())
	copied := filepath.Join(dir, "copy")
	if err := os.CopyFS(copied, os.DirFS(data)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(copied, "collection.tsv"), []byte(read(t, filepath.Join(data, "collection.tsv"))+
		"d12\tanother wind river\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	value := func(pairs ...string) (list []configs.Pair) {
		for i := 0; i < len(pairs); i += 2 {
			list = append(list, configs.Pair{Key: pairs[i], Value: pairs[i+1]})
		}
		return list
	}
	fromDocuments := func(pairs ...string) []configs.Pair {
		return append(value("gen.queries_from", "documents", "gen.made_queries", "9"), value(pairs...)...)
	}
	return map[string][]configs.Pair{
		"gen.similarity": value("gen.similarity", "wordnet:"+filepath.Join("..", "..", "gen", "similarity", "testdata", "dict")),
		"gen.data":       value("gen.data", copied),
		"gen.collection": value("gen.collection", filepath.Join(copied, "collection.tsv")),
		"gen.topics": value("gen.topics", "train="+filepath.Join(data, "queries.dev.tsv")+",dev="+filepath.Join(data, "queries.train.tsv")+
			",test="+filepath.Join(data, "queries.test.tsv"), "gen.qrels", graded),
		"gen.qrels":               value("gen.qrels", graded),
		"gen.run":                 value("gen.run", run),
		"gen.hard_run":            value("gen.hard_run", run, "gen.sample", "hard"),
		"gen.violated_by":         value("gen.violated_by", run),
		"gen.columns":             value("gen.columns", "label=other", "gen.labels", "yes=1,no=0", "gen.data", csv, "gen.format", "rows"),
		"gen.labels":              value("gen.labels", "yes=0,no=1", "gen.data", csv, "gen.format", "rows"),
		"gen.doc_fields":          value("gen.doc_fields", "text"),
		"gen.qrels_format":        value("gen.qrels_format", "3col", "gen.qrels", columns),
		"gen.index":               value("gen.index", filepath.Join(made, "index")),
		"gen.restrict_collection": value("gen.restrict_collection", "candidates", "gen.run", run),
		"gen.fold":                value("gen.fold", "1", "gen.splits", "folds 3"),
		"gen.min_grade":           value("gen.min_grade", "2", "gen.qrels", graded),
		"gen.made":                value("gen.made", "all", "gen.axioms", "tfc1, lnc2"),
		"gen.queries_from":        fromDocuments("gen.queries_from", "both"),
		"gen.made_queries":        fromDocuments("gen.made_queries", "5"),
		"gen.query_method":        fromDocuments("gen.query_method", "sentence,contrast"),
		"gen.query_file": fromDocuments("gen.query_file", file("asked.tsv", "d1\twind\nd2\triver stone\n"), "gen.query_method", "file",
			"gen.query_within", "0"),
		"gen.query_words":     fromDocuments("gen.query_words", "2"),
		"gen.query_within":    fromDocuments("gen.query_within", "0"),
		"gen.source_relevant": fromDocuments("gen.source_relevant", "true"),
		"gen.model_run":       value("gen.model_run", run, "gen.axioms", "consensus"),
		"gen.mixture":         value("gen.mixture", "ranking=1,tfc1=1", "gen.on_shortage", "shrink"),
		"tokenize.vocab": value("tokenize.vocab", file("pieces.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\n##b\n"),
			"tokenize.output_format", "parquet"),
		"tokenize.on_short_group": value("tokenize.on_short_group", "shrink"),
		"tokenize.scores":         value("tokenize.scores", run, "tokenize.output_format", "tevatron-distil"),
		"tokenize.template": value("tokenize.output_format", "template", "tokenize.template",
			file("own.json", `{"q": "{query}", "d": "{document:9}", "l": "{label}"}`)),
		"tokenize.prompt":     value("tokenize.prompt", "Which passage answers this?", "tokenize.output_format", "flagembedding"),
		"tokenize.layout":     value("tokenize.layout", "A", "tokenize.max_query_length", "16"),
		"train.ranker":        value("train.ranker", "sh -c 'cp $0 $2; cp $1 $3' {candidates} {output}"),
		"tokenize.candidates": value("tokenize.candidates", "dev", "tokenize.output_format", "jsonl"),
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// left is what a directory holds but for its journal.
func left(t *testing.T, dir string) filesystest.Tree {
	t.Helper()
	tree, err := filesystest.ReadTree(dir)
	if err != nil {
		t.Fatal(err)
	}
	maps.DeleteFunc(tree, func(name string, _ []byte) bool { return name == ".journal" || strings.HasSuffix(name, "/.journal") })
	return tree
}

// TestResumeEqualsFresh changes every key of the configuration between a run and its resumption: the directory is then what a fresh
// run leaves.
func TestResumeEqualsFresh(t *testing.T) {
	unhurried(t)
	data := tiny(t)
	made, root := folder(t, nil)
	if err := attempt(experimentOf(t, data), mining, root, outdir.Fresh); err != nil {
		t.Fatal(err)
	}
	special := others(t, data, made)
	for _, part := range []struct {
		name string
		do   part
		of   func(configs.Key) bool
	}{
		{"gen", everything, func(k configs.Key) bool {
			return k.Noun() == "gen" || k.Noun() == "tokenize" || k.Decides == configs.Pairs
		}},
		{"train", training, func(k configs.Key) bool { return k.Noun() == "train" }},
		{"embed", embedding, func(k configs.Key) bool { return k.Noun() == "embed" || k.Name == "gen.dimension" }},
	} {
		t.Run(part.name, func(t *testing.T) {
			base := experimentOf(t, data)
			begin, root := folder(t, nil)
			if err := attempt(base, part.do, root, outdir.Fresh); err != nil {
				t.Fatal(err)
			}
			before, err := filesystest.ReadTree(begin)
			if err != nil {
				t.Fatal(err)
			}
			for _, k := range configs.Keys() {
				if !part.of(k) {
					continue
				}
				l := *base
				changes := special[k.Name]
				if changes == nil {
					changes = []configs.Pair{{Key: k.Name, Value: keystest.Other(k)}}
				}
				for _, c := range changes {
					if err := l.Set(c.Key, c.Value); err != nil {
						t.Fatal(err)
					}
				}
				clean, root := folder(t, nil)
				fresh := attempt(&l, part.do, root, outdir.Fresh)
				again, root := folder(t, before)
				resumed := attempt(&l, part.do, root, outdir.Resume)
				switch {
				case fresh != nil || resumed != nil:
					t.Errorf("%s=%s: fresh %v, resumed %v", k.Name, changes[0].Value, fresh, resumed)
				default:
					if err := differs(left(t, again), left(t, clean)); err != nil {
						t.Errorf("%s=%s: %v", k.Name, changes[0].Value, err)
					}
				}
			}
		})
	}
}
