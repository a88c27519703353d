package commands

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/keystest"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// made is what a command leaves: a digest of its files without what only tells of the configuration, and what it printed.
type made struct {
	files, printed, err string
	usage               bool // the error is one of usage
}

// walk runs commands under values of keys.
type walk struct {
	dir      string
	bases    map[string]made                // by command line: what it makes
	contexts []map[string][]configs.Setting // by key: a value of it, and those of others under which it means something
	bit      map[string]attempt             // by key: what had an effect in the command before, which is tried first
}

// attempt is a scene, by its number, and the values of a key and of others that are given in it.
type attempt struct {
	scene int
	pairs []configs.Setting
}

// keysOf returns the keys that a command takes.
func keysOf(cmd *cobra.Command) (keys []configs.Key) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if k, ok := configs.KeyOf(f); ok {
			keys = append(keys, k)
		}
	})
	return keys
}

// silent returns those of a command's keys that neither change anything nor are refused in any scene.
func (w *walk) silent(t *testing.T, cmd *cobra.Command, c *walked, keys []configs.Key) (left []configs.Key) {
	bases, why := map[int]made{}, ""
	for i, s := range c.scenes {
		base := w.run(t, w.line(c, s))
		if base.err == "" { // a collection without judgements trains no ranker
			bases[i] = base
		} else {
			why += "; " + s.name + ": " + base.err
		}
	}
	if len(bases) < 3 {
		t.Errorf("%s works in %d configurations%s", cmd.CommandPath(), len(bases), why)
		return nil
	}
	for _, k := range keys {
		if !slices.ContainsFunc(w.attempts(c, k), func(a attempt) bool {
			base, works := bases[a.scene]
			if !works || !w.bites(t, cmd, w.line(c, c.scenes[a.scene]), base, k, a.pairs) {
				return false
			}
			w.bit[k.Name] = a
			return true
		}) {
			left = append(left, k)
		}
	}
	return left
}

// line returns the command line in a scene.
func (w *walk) line(c *walked, s scene) []string {
	plain, _, _ := strings.Cut(s.name, "-")
	words := strings.Fields(strings.ReplaceAll(c.line, "ASK", c.asks[s.name]))
	with := strings.NewReplacer("DIR", w.dir, "CONFIG", filepath.Join(w.dir, s.name+".yaml"), "SCENE", plain, "·", " ")
	for i := range words {
		words[i] = with.Replace(words[i])
	}
	return words
}

// attempts lists what is tried for a key: what had an effect before, then each of its values in each scene.
func (w *walk) attempts(c *walked, k configs.Key) (list []attempt) {
	if a, known := w.bit[k.Name]; known && a.scene < len(c.scenes) {
		list = append(list, a)
	}
	for i := range c.scenes {
		list = append(list, attempt{i, []configs.Setting{{Key: k.Name, Value: keystest.Bites(k)}}})
		for _, context := range w.contexts {
			if pairs := context[k.Name]; pairs != nil {
				list = append(list, attempt{i, pairs})
			}
		}
	}
	return list
}

// bites reports whether a key's value changes what a command makes with the others that it stands among, or is refused by its name.
func (w *walk) bites(t *testing.T, cmd *cobra.Command, words []string, base made, k configs.Key, pairs []configs.Setting) bool {
	before, after := slices.Clone(words), slices.Clone(words)
	for _, p := range pairs {
		other, known := configs.KeyNamed(p.Key)
		if !known || cmd.Flags().Lookup(other.Flag()) == nil {
			continue
		}
		after = append(after, other.Words(p.Value)...)
		if p.Key != k.Name {
			before = append(before, other.Words(p.Value)...)
		}
	}
	if len(pairs) > 1 {
		key := strings.Join(before, "\x00")
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
		return strings.Contains(got.err, k.Name) || strings.Contains(got.err, k.Option())
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
	args := slices.Clone(words)
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "OUT", filepath.Join(dir, "o"))
	}
	var printed bytes.Buffer
	root := New()
	root.SetIn(strings.NewReader(asked))
	root.SetOut(&printed)
	root.SetErr(io.Discard)
	root.SetArgs(args)
	answered := w.capture(t, func() {
		defer errs.Rescue(&err)
		err = root.ExecuteContext(context.Background())
	})
	if err != nil {
		m.err = err.Error()
		if f, ok := errors.AsType[*errs.Error](err); ok && f.Kind == errs.Usage {
			m.usage = true
		}
	}
	m.files, m.printed = digest(t, dir), folderNames.ReplaceAllString(printed.String()+answered, "")
	return m
}

// capture returns what a function writes to standard output.
func (w *walk) capture(t *testing.T, do func()) string {
	f, err := os.Create(filepath.Join(w.dir, "stdout"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	stdout := os.Stdout
	os.Stdout = f
	defer func() { os.Stdout = stdout }()
	do()
	raw, err := os.ReadFile(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// cellDigests are those of what trainings are made of: keys are part of them.
var cellDigests = regexp.MustCompile(`"(data|files)": "[0-9a-f]{32}"`)

// folderNames are those of cells, sets and shared stages: digests of configurations.
var folderNames = regexp.MustCompile(`\b[0-9a-f]{16}\b`)

// digest is that of the files below a folder, in whatever order, but for those that tell of the configuration.
func digest(t *testing.T, dir string) string {
	var sums []string
	err := filepath.WalkDir(dir, func(path string, item fs.DirEntry, err error) error {
		told := []string{".journal", "config.yaml", "manifest.json", "report.md", "result.json", "sweep.json", "sweep.md", "affinity.json",
			"diagnosis.json", "bounds.json"}
		if err != nil || item.IsDir() || slices.Contains(told, item.Name()) || filepath.Ext(path) == ".html" {
			return err
		}
		raw, err := os.ReadFile(path)
		raw = cellDigests.ReplaceAll(raw, nil)
		if ext := filepath.Ext(path); ext == ".json" || ext == ".csv" || ext == ".txt" {
			raw = folderNames.ReplaceAll(raw, nil)
		}
		sums = append(sums, fmt.Sprintf("%s %x", folderNames.ReplaceAllString(strings.TrimPrefix(path, dir), ""), sha256.Sum256(raw)))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(sums)
	return fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(sums, "\n"))))
}
