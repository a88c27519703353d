package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/configs/keystest"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// scene is a configuration that commands are given, as a file, and the values of single keys that bite in it.
type scene struct {
	name string
	yaml string
}

// small is a configuration of which commands have soon made everything.
const small = `
gen: {hits: 5, threads: 1, on_shortage: accept, %s}
tokenize: {vocab_size: 100, output_format: "%s"}
train: {epochs: 1, pairs_per_epoch: 10, choose: none, tune_retrieval: "off"}
embed: {epochs: 1, min_count: 1, window: 2, negative: 2, subsample: 0}
`

// scenes are the configurations over which the keys are walked: a judged collection, rows with labels, queries that are made of documents,
// and a mixture of tasks.
func scenes(dir string) []scene {
	of := func(name, keys, formats string) scene {
		return scene{name, fmt.Sprintf(small, strings.ReplaceAll(keys, "DIR", dir), formats)}
	}
	return []scene{
		of("judged", `data: DIR/judged, axioms: "tfc1, m-tdc"`, "tevatron-ids"),
		of("rows", `data: DIR/rows.csv, labels: "yes=1,no=0", axioms: "tfc1, m-tdc"`, "parquet"),
		of("documents", `data: DIR/docs, queries_from: documents, made_queries: 9, axioms: "tfc1, m-tdc", pairs: 10`, "triples"),
		of("given", `data: DIR/judged, run: DIR/run.txt, stemmer: none, axioms: "tfc1, lnc2"`, "st-triplet"),
		of("mixture", `data: DIR/judged, axioms: tfc1, mixture: "ranking=1,tfc1=1", class_test: 4`, "mtdnn"),
	}
}

// walked are the commands whose keys are walked, each with the arguments that it needs.
var walked = []string{"gen", "gen index", "gen inspect", "gen retrieve", "gen mine", "gen sample", "gen queries", "train", "train embed",
	"axioms diagnose DIR/run.txt"}

// idle are the keys that change no result, and why.
var idle = map[string]string{
	"gen.threads":            "the same bytes at any number",
	"train.checkpoint_every": "how often a training is saved",
	"train.time_limit":       "how long a command may take",
}

// made is what a command leaves: a digest of its files without what only tells of the configuration, and what it printed.
type made struct {
	files, printed, err string
	usage               bool // the error is one of usage
}

// TestEveryKeyHasAnEffect: of each command that takes a key, another value changes what it makes, or the command refuses it and names it,
// in one of the configurations at least.
func TestEveryKeyHasAnEffect(t *testing.T) {
	dir := t.TempDir()
	keystest.Write(t, dir, keystest.Files())
	judged, made, wordnet := filepath.Join(dir, "judged"), filepath.Join(dir, "made"), filepath.Join("gen", "similarity", "testdata", "dict")
	w := &walk{dir: dir, contexts: []map[string][]configs.Pair{keystest.Contexts(dir, wordnet), keystest.Settings(t, judged, made, wordnet)}}
	all := scenes(dir)
	for _, s := range all {
		if err := os.WriteFile(filepath.Join(dir, s.name+".yaml"), []byte(s.yaml), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if m := w.run(t, []string{"gen", "-q", "-c", filepath.Join(dir, "judged.yaml"), "-o", made}); m.err != "" { // Settings name it
		t.Fatal(m.err)
	}
	commands := walked
	if testing.Short() {
		commands = walked[:1]
	}
	for _, command := range commands {
		for _, k := range w.silent(t, strings.ReplaceAll(command, "DIR", dir), all) {
			if idle[k.Name] == "" && idle[command+" "+k.Name] == "" {
				t.Errorf("%s: %s has no effect, and is not refused", command, k.Name)
			}
		}
	}
}

type walk struct {
	dir      string
	bases    map[string]made             // by command line: what it makes
	contexts []map[string][]configs.Pair // by key: a value of it, and those of others under which it means something
}

// silent returns the keys of a command that neither change anything nor are refused in any scene.
func (w *walk) silent(t *testing.T, command string, scenes []scene) (left []configs.Key) {
	cmd, _, err := newRoot().Find(strings.Fields(command))
	if err != nil {
		t.Fatal(err)
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if k, ok := configs.KeyOf(f); ok {
			left = append(left, k)
		}
	})
	worked := 0
	for _, s := range scenes {
		words := append(strings.Fields(command), "-c", filepath.Join(w.dir, s.name+".yaml"), "--quiet")
		if cmd.Flags().Lookup("output") != nil {
			words = append(words, "-o", "OUT")
		}
		base := w.run(t, words)
		if base.err != "" { // a collection without judgements trains no ranker
			continue
		}
		worked++
		left = slices.DeleteFunc(left, func(k configs.Key) bool {
			plain := []configs.Pair{{Key: k.Name, Value: keystest.Bites(k)}}
			return w.bites(t, cmd, words, base, k, plain) || slices.ContainsFunc(w.contexts, func(of map[string][]configs.Pair) bool {
				return of[k.Name] != nil && w.bites(t, cmd, words, base, k, of[k.Name])
			})
		})
	}
	if worked < 3 {
		t.Errorf("%s works in %d configurations", command, worked)
	}
	return left
}

// bites reports whether a key's value changes what a command makes with the others that it stands among, or is refused by its name.
func (w *walk) bites(t *testing.T, cmd *cobra.Command, words []string, base made, k configs.Key, pairs []configs.Pair) bool {
	before, after := slices.Clone(words), slices.Clone(words)
	for _, p := range pairs {
		of, known := configs.KeyNamed(p.Key)
		if !known || cmd.Flags().Lookup(of.Flag()) == nil {
			return false
		}
		word := "--" + of.Flag() + "=" + p.Value
		after = append(after, word)
		if p.Key != k.Name {
			before = append(before, word)
		}
	}
	if len(pairs) > 1 {
		key := strings.Join(before, "\x00")
		if w.bases == nil {
			w.bases = map[string]made{}
		}
		known, is := w.bases[key]
		if !is {
			known = w.run(t, before)
			w.bases[key] = known
		}
		base = known
	}
	got := w.run(t, after)
	switch {
	case got.err == "":
		return got != base
	case got.usage:
		return strings.Contains(got.err, k.Name) || strings.Contains(got.err, "--"+k.Flag())
	}
	return base.err == "" && keystest.MakesFail(k)
}

// run runs a command line in an empty folder.
func (w *walk) run(t *testing.T, words []string) (m made) {
	dir, err := os.MkdirTemp(w.dir, "made")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "o")
	args := slices.Clone(words)
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "OUT", out)
	}
	var printed bytes.Buffer
	root := newRoot()
	root.SetOut(&printed)
	root.SetErr(&printed)
	root.SetArgs(args)
	err = execute(context.Background(), root)
	if err != nil {
		m.err = err.Error()
		if f, ok := errors.AsType[*fault.Error](err); ok && f.Kind == fault.Usage {
			m.usage = true
		}
	}
	m.files, m.printed = digest(t, dir), printed.String()
	return m
}

// cellDigests are those of what trainings are made of: keys are part of them.
var cellDigests = regexp.MustCompile(`"(data|files)": "[0-9a-f]{32}"`)

// digest is that of the files below a folder but for those that tell of the configuration.
func digest(t *testing.T, dir string) string {
	sum := sha256.New()
	err := filepath.WalkDir(dir, func(path string, item fs.DirEntry, err error) error {
		told := []string{".journal", "config.yaml", "manifest.json", "report.md", "result.json"}
		if err != nil || item.IsDir() || slices.Contains(told, item.Name()) || filepath.Ext(path) == ".html" {
			return err
		}
		raw, err := os.ReadFile(path)
		raw = cellDigests.ReplaceAll(raw, nil)
		fmt.Fprintln(sum, strings.TrimPrefix(path, dir), len(raw))
		sum.Write(raw)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%x", sum.Sum(nil))
}
