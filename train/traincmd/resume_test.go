package traincmd

import (
	"context"
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
	defer p.Close()
	if err == nil {
		_, _, err = dataset.Of(p).Mine(ctx)
	}
	if err == nil {
		err = export.Diagnostic(ctx, p)
	}
	return err
}

// embedding trains word vectors.
func embedding(p *prepare.Prepared) error { return p.Embed(context.Background()) }

// others are the values that keys are changed to where files have to be there, or the next value means nothing beside the rest.
func others(t *testing.T, data string) map[string][]configs.Pair {
	t.Helper()
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	run := file("run.txt", strings.Repeat("q0 Q0 d1 1 3 x\nq0 Q0 d0 2 2 x\nq3 Q0 d4 1 2 x\nq3 Q0 d3 2 1 x\nq6 Q0 d2 1 2 x\nq6 Q0 d6 2 1 x\n", 1))
	copied := filepath.Join(dir, "copy")
	if err := os.CopyFS(copied, os.DirFS(data)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(copied, "collection.tsv"), []byte(strings.Repeat("", 0)+read(t, filepath.Join(data, "collection.tsv"))+
		"d12\tanother wind river\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	value := func(pairs ...string) (list []configs.Pair) {
		for i := 0; i < len(pairs); i += 2 {
			list = append(list, configs.Pair{Key: pairs[i], Value: pairs[i+1]})
		}
		return list
	}
	return map[string][]configs.Pair{
		"gen.data":        value("gen.data", copied),
		"gen.collection":  value("gen.collection", filepath.Join(copied, "collection.tsv")),
		"gen.topics":      value("gen.topics", "train="+filepath.Join(data, "queries.dev.tsv")),
		"gen.hard_run":    value("gen.hard_run", run, "gen.sample", "hard"),
		"gen.violated_by": value("gen.violated_by", run),
		"gen.scores":      value("tokenize.scores", run),
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
// run leaves, or the command refuses and has changed nothing.
func TestResumeEqualsFresh(t *testing.T) {
	unhurried(t)
	data := tiny(t)
	special := others(t, data)
	for _, part := range []struct {
		name string
		do   stage
		of   func(configs.Key) bool
	}{
		{"gen", everything, func(k configs.Key) bool { return k.Noun() == "gen" || k.Noun() == "tokenize" || k.Decides == configs.Pairs }},
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
			refused := 0
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
				case fresh != nil && resumed != nil:
					refused++
					if err := differs(left(t, again), left(t, begin)); err != nil {
						t.Logf("%s=%s: refused by %v after a change: %v", k.Name, changes[0].Value, resumed, err)
					}
				case (fresh == nil) != (resumed == nil):
					t.Errorf("%s=%s: fresh %v, resumed %v", k.Name, changes[0].Value, fresh, resumed)
				default:
					if err := differs(left(t, again), left(t, clean)); err != nil {
						t.Errorf("%s=%s: %v", k.Name, changes[0].Value, err)
					}
				}
			}
			t.Logf("%d refused", refused)
		})
	}
}
