package commands

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/filesystest"
	"github.com/axiomine/axiomine/internal/testkit/keystest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
	"github.com/axiomine/axiomine/tokenize/shard"
	"github.com/spf13/pflag"
)

// alone is a configuration of rows alone: no axiom is asked, and nothing is retrieved.
const alone = `
gen: {data: DIR/rows.csv, labels: "yes=2,nan=1,no=0", run: given, axioms: "", threads: 1, on_shortage: accept}
tokenize: {output_format: triples}
`

// execute runs a command line and returns its error, of a defect too.
func execute(t *testing.T, words ...string) (err error) {
	t.Helper()
	defer errs.Rescue(&err)
	root := New()
	root.SetIn(strings.NewReader(""))
	root.SetOut(io.Discard)
	root.SetErr(io.Discard)
	root.SetArgs(words)
	return root.ExecuteContext(t.Context())
}

// outcome returns the files of an output folder but for the index and the journal, which has its key.
func outcome(t *testing.T, dir string) filesystest.Tree {
	t.Helper()
	tree, err := filesystest.ReadTree(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	maps.DeleteFunc(tree, func(path string, _ []byte) bool { return strings.HasPrefix(path, "index/") || path == ".journal" })
	return tree
}

// isSpared reports whether the index in an output folder is without terms.
func isSpared(t *testing.T, dir string) bool {
	t.Helper()
	header, err := os.ReadFile(filepath.Join(dir, "index", "header"))
	return err == nil && bytes.Contains(header, []byte(`"without_terms": true`))
}

// TestRowsAlone: rows alone need no terms of documents. Under every key and in every format the files are those that a whole index gives,
// which lies in the folder before. Nothing reads terms that are not there: that would be a defect.
func TestRowsAlone(t *testing.T) {
	dir := t.TempDir()
	keystest.Write(t, dir, keystest.Files())
	file := filepath.Join(dir, "alone.yaml")
	must.Do(t, os.WriteFile(file, []byte(strings.ReplaceAll(alone, "DIR", dir)), 0o666))
	attempts := [][]configs.Setting{{}}
	for _, name := range shard.FormatNames() {
		attempts = append(attempts, []configs.Setting{{Key: "tokenize.output_format", Value: name}})
	}
	gen, _, err := New().Find([]string{"gen"})
	must.Do(t, err)
	contexts := contextsOf(dir, filepath.Join("..", "..", "..", "gen", "similarity", "testdata", "dict"))
	for _, k := range keysOf(gen) {
		attempts = append(attempts, []configs.Setting{{Key: k.Name, Value: bitingValue(k)}})
		if pairs := contexts[k.Name]; pairs != nil && nightly.All() {
			attempts = append(attempts, pairs)
		}
	}
	indexing, _, err := New().Find([]string{"gen", "index"})
	must.Do(t, err)
	spared, stride := 0, nightly.Stride(t, "formats and keys", 10)
	for i := 0; i < len(attempts); i += stride {
		pairs := attempts[i]
		forGen := words(t, gen.Flags(), []string{"gen", "-c", file, "-q"}, pairs)
		forIndex := words(t, indexing.Flags(), []string{"gen", "index", "-c", file, "-q"}, slices.DeleteFunc(slices.Clone(pairs), ofNoDocuments))
		first, second := filepath.Join(t.TempDir(), "o"), filepath.Join(t.TempDir(), "o")
		got := execute(t, append(forGen, "-o", first)...)
		if fault, ok := errors.AsType[*errs.Error](got); ok && fault.Kind == errs.Defect {
			t.Errorf("%v: %v", pairs, got)
		}
		if !isSpared(t, first) {
			continue // refused before the index, or one that is whole
		}
		spared++
		if slices.ContainsFunc(pairs, func(p configs.Setting) bool {
			k, _ := configs.KeyNamed(p.Key)
			return !ofNoDocuments(p) && configs.Lookup(indexing.Flags(), k) == nil
		}) {
			continue // a key of judgements: axiomine gen index has none
		}
		if err := execute(t, append(forIndex, "-o", second)...); err != nil {
			t.Errorf("%v: %v", pairs, err)
		}
		want := execute(t, append(forGen, "-o", second, "--resume")...)
		if isSpared(t, second) {
			t.Errorf("%v: the whole index is not taken", pairs)
		}
		if (got == nil) != (want == nil) || got != nil && strings.ReplaceAll(got.Error(), first, second) != want.Error() {
			t.Errorf("%v: error %v, with a whole index %v", pairs, got, want)
		}
		if a, b := outcome(t, first), outcome(t, second); !maps.EqualFunc(a, b, bytes.Equal) {
			for _, name := range slices.Sorted(maps.Keys(b)) {
				if !bytes.Equal(a[name], b[name]) {
					t.Errorf("%v: %s is not that of a whole index", pairs, name)
				}
			}
		}
	}
	if spared < 70/stride { // 78 on 29 November: formats, and keys that mean something for rows alone
		t.Errorf("%d of %d attempts made an index without terms", spared, len(attempts))
	}
}

// ofNoDocuments reports whether a key decides nothing of an index.
func ofNoDocuments(p configs.Setting) bool {
	k, _ := configs.KeyNamed(p.Key)
	return k.Decides != configs.Documents
}

// words returns a command line with values of the keys that its command takes.
func words(t *testing.T, flags *pflag.FlagSet, line []string, pairs []configs.Setting) []string {
	t.Helper()
	for _, p := range pairs {
		k, known := configs.KeyNamed(p.Key)
		if !known {
			t.Fatalf("no key %s", p.Key)
		}
		if configs.Lookup(flags, k) != nil {
			line = append(line, k.Words(p.Value)...)
		}
	}
	return line
}
