package commands_test

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/testkit/filesystest"
	"github.com/axiomine/axiomine/internal/testkit/keystest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
)

// everything leaves all that verbs of gen leave: pairs, shards, counts and what models outside have to score.
func everything(p *prepare.Preparation) error {
	ctx := context.Background()
	if _, err := gen.Fill(ctx, p); err != nil {
		return err
	}
	p, err := p.All(ctx)
	if err != nil {
		return err
	}
	defer p.Close()
	if _, err := dataset.Mine(ctx, p); err != nil {
		return err
	}
	return dataset.Diagnostic(ctx, p)
}

// left is what a directory holds but for its journal.
func left(t *testing.T, dir string) filesystest.Tree {
	t.Helper()
	tree := must.Get(filesystest.ReadTree(dir))(t)
	maps.DeleteFunc(tree, func(name string, _ []byte) bool { return name == ".journal" || strings.HasSuffix(name, "/.journal") })
	return tree
}

// TestResumeEqualsFresh changes every key of the configuration between a run and its resumption: the directory is then what a fresh
// run leaves.
func TestResumeEqualsFresh(t *testing.T) {
	unhurried(t)
	data := tiny(t)
	made, root := folder(t, nil)
	must.Do(t, attempt(experimentOf(t, data), mining, root, result.Fresh))
	stride := nightly.Stride(t, "keys", 20)
	special := keystest.Settings(t, data, made, filepath.Join("..", "..", "..", "gen", "similarity", "testdata", "dict"))
	for _, part := range []struct {
		name string
		do   part
		of   func(configs.Key) bool
	}{
		{"gen", everything, func(k configs.Key) bool {
			return k.Noun() == "gen" || k.Noun() == "tokenize" || k.Decides == configs.Pairs
		}},
		{"train", training, func(k configs.Key) bool { return k.Noun() == "train" }},
	} {
		t.Run(part.name, func(t *testing.T) {
			base := experimentOf(t, data)
			begin, root := folder(t, nil)
			must.Do(t, attempt(base, part.do, root, result.Fresh))
			before := must.Get(filesystest.ReadTree(begin))(t)
			keys := slices.DeleteFunc(slices.Clone(configs.Keys()), func(k configs.Key) bool { return !part.of(k) })
			for i := 0; i < len(keys); i += stride {
				k := keys[i]
				l := *base
				changes := special[k.Name]
				if changes == nil {
					changes = []configs.Setting{{Key: k.Name, Value: keystest.Other(k)}}
				}
				for _, c := range changes {
					must.Do(t, l.Set(c.Key, c.Value))
				}
				clean, root := folder(t, nil)
				fresh := attempt(&l, part.do, root, result.Fresh)
				again, root := folder(t, before)
				resumed := attempt(&l, part.do, root, result.Resume)
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
