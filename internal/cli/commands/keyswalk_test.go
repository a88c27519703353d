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
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
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
	bases    map[string]made                         // by command line: what it makes
	contexts []map[string][]configs.Setting          // by key: a value of it, and those of others under which it means something
	values   map[string]map[string][]configs.Setting // by scene, then by key: further values
	bit      map[[2]string][]configs.Setting         // by scene and key: what had an effect in the command before, which is tried first
}

// silence is a key that neither changes anything in a scene nor is refused.
type silence struct{ scene, key string }

// keysOf returns the keys that a command takes.
func keysOf(cmd *cobra.Command) (keys []configs.Key) {
	configs.VisitAll(cmd.Flags(), func(f *pflag.Flag) {
		if k, ok := configs.KeyOf(f); ok {
			keys = append(keys, k)
		}
	})
	return keys
}

// silent returns what a command's keys leave as it is in the scenes in which it works: all of them at night, by day one for each key,
// another one in another command.
func (w *walk) silent(t *testing.T, cmd *cobra.Command, c *walked, keys []configs.Key, number int) (list []silence) {
	var works []scene
	bases, why := map[string]made{}, ""
	for _, s := range c.scenes {
		base := w.run(t, w.line(c, s))
		if base.err == "" { // a collection without judgements trains no ranker
			works = append(works, s)
			bases[s.name] = base
		} else {
			why += "; " + s.name + ": " + base.err
		}
	}
	if len(works) < 3 {
		t.Errorf("%s works in %d configurations%s", cmd.CommandPath(), len(works), why)
		return nil
	}
	for i, k := range keys {
		n := len(list)
		for j, s := range works {
			if !nightly.All() && !c.once && (i+number)%len(works) != j {
				continue
			}
			if !slices.ContainsFunc(w.attempts(s, k), func(pairs []configs.Setting) bool {
				if !w.bites(t, cmd, w.line(c, s), bases[s.name], k, pairs) {
					return false
				}
				w.bit[[2]string{s.plain(), k.Name}] = pairs
				return true
			}) {
				list = append(list, silence{s.plain(), k.Name})
			} else if c.once {
				list = list[:n]
				break
			}
		}
	}
	return list
}

// line returns the command line in a scene.
func (w *walk) line(c *walked, s scene) []string {
	words := strings.Fields(strings.ReplaceAll(c.line, "ASK", c.asks[s.name]))
	with := strings.NewReplacer("DIR", w.dir, "CONFIG", filepath.Join(w.dir, s.name+".yaml"), "SCENE", s.plain(), "·", " ")
	for i := range words {
		words[i] = with.Replace(words[i])
	}
	return words
}

// attempts lists what is tried for a key in a scene: what had an effect before, then its other value, then its values beside others.
func (w *walk) attempts(s scene, k configs.Key) (list [][]configs.Setting) {
	if pairs, known := w.bit[[2]string{s.plain(), k.Name}]; known {
		list = append(list, pairs)
	}
	list = append(list, []configs.Setting{{Key: k.Name, Value: bitingValue(k)}})
	for _, context := range append(slices.Clone(w.contexts), w.values[s.plain()]) {
		if pairs := context[k.Name]; pairs != nil {
			list = append(list, pairs)
		}
	}
	return list
}

// bites reports whether a key's value changes what a command makes with the others that it stands among, or is refused by its name.
func (w *walk) bites(t *testing.T, cmd *cobra.Command, words []string, base made, k configs.Key, pairs []configs.Setting) bool {
	before, after := slices.Clone(words), slices.Clone(words)
	for _, p := range pairs {
		other, known := configs.KeyNamed(p.Key)
		if !known || configs.Lookup(cmd.Flags(), other) == nil {
			continue
		}
		after = giving(after, other, p.Value)
		if p.Key != k.Name {
			before = giving(before, other, p.Value)
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
	return base.err == "" && makesFail(k)
}

// giving returns the words of a command line with a value of a key, in place of the one that they give.
func giving(words []string, k configs.Key, value string) []string {
	given := func(i int) bool {
		return words[i] == "--"+k.Flag() || words[i] == "--"+configs.SetFlag && strings.HasPrefix(words[i+1], k.Word()+"=")
	}
	for i := range words {
		if given(i) {
			words = slices.Delete(slices.Clone(words), i, i+2)
			break
		}
	}
	return append(words, k.Words(value)...)
}

// requests are those that serve answers in the scene of a command line.
func requests(words []string) string {
	if slices.ContainsFunc(words, func(w string) bool { return filepath.Base(w) == "rows.yaml" }) {
		return askedOfRows
	}
	return asked
}

// run runs a command line in an empty folder.
func (w *walk) run(t *testing.T, words []string) (m made) {
	dir, err := os.MkdirTemp(w.dir, "made")
	must.Do(t, err)
	defer os.RemoveAll(dir)
	args := slices.Clone(words)
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "OUT", filepath.Join(dir, "o"))
	}
	var printed bytes.Buffer
	root := New()
	root.SetIn(strings.NewReader(requests(words)))
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
	f := must.Get(os.Create(filepath.Join(w.dir, "stdout")))(t)
	defer f.Close()
	stdout := os.Stdout
	os.Stdout = f
	defer func() { os.Stdout = stdout }()
	do()
	raw := must.Get(os.ReadFile(f.Name()))(t)
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
		told := []string{".journal", "config.yaml", "manifest.json", "tables.json", "result.json", "sweep.json", "diagnosis.json"}
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
	must.Do(t, err)
	slices.Sort(sums)
	return fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(sums, "\n"))))
}
