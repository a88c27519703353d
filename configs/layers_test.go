package configs_test

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/axiomine/axiomine"

// leaves are below every layer: any package may import them.
var leaves = []string{"configs/untrusted", "configs/fault", "configs/outdir", "configs/outdir/filesys", "configs/progress",
	"configs/results",
	"configs/shown", "configs/commandline", "configs/parallel", "configs/cputime"}

// allowed is the drawing of the layers: what each package may import of ours besides the leaves. What is absent is
// forbidden; what no code uses any more has to go. "" is main.
var allowed = map[string][]string{
	"": {
		"configs", "configs/addressspace", "configs/command", "configs/configscmd", "configs/manual", "gen/gencmd",
		"gen/tokenizecmd", "train", "train/axiomscmd", "train/eval", "train/shardpage", "train/traincmd",
	},
	"axioms": {
		"axioms/internal/likeness", "axioms/internal/place", "axioms/internal/terms",
		"axioms/internal/vector", "axioms/prose", "axioms/weighting",
	},
	"axioms/axiomtest":         {"axioms", "axioms/prose"},
	"axioms/internal/terms":    {},
	"axioms/internal/likeness": {"axioms/internal/terms", "axioms/internal/vector"},
	"axioms/internal/place":    {},
	"axioms/internal/vector":   {},
	"axioms/prose":             {"axioms/internal/vector"},
	"axioms/weighting":         {},
	"axioms/catalogue":         {"axioms", "configs/page"},
	"train/bounds": {"axioms/catalogue", "axioms", "configs/page", "gen/corpus",
		"gen/mine", "gen/prepare", "train/diagnose", "train/eval"},
	"train/conformance": {"axioms", "gen/sample", "tokenize/pairs"}, // its cases cover the rules of training pairs
	// A diagnosis is over a chain's collection, with what was published of the configuration, and has the looks of a report.
	"train/diagnose": {
		"axioms/catalogue", "axioms", "configs", "configs/page", "gen/collection", "gen/corpus", "gen/index", "gen/mine", "gen/prepare",
		"train/eval",
	},
	"train/explain": {
		"axioms", "axioms/prose", "axioms/weighting", "configs", "gen/analysis", "gen/collection", "gen/corpus",
		"gen/index", "gen/mine", "gen/prepare", "gen/similarity",
	},
	"train/axiomscmd": {
		"axioms", "axioms/catalogue", "configs", "configs/command", "gen", "gen/meaning", "gen/prepare", "gen/stage", "train/bounds",
		"train/conformance", "train/diagnose", "train/explain",
	},
	"configs":             {},
	"configs/untrusted":   {},
	"configs/command":     {"configs"},
	"configs/configscmd":  {"configs", "configs/command", "configs/reference"},
	"configs/fault":       {},
	"configs/keystest":    {"configs"},
	"configs/outdir":      {},
	"configs/progress":    {},
	"configs/reference":   {"configs"},
	"configs/scaffold":    {},
	"configs/results":     {},
	"configs/shown":       {},
	"configs/commandline": {},
	"gen/analysis":        {},
	"gen/corpus": {
		"gen/corpus/internal/arrowbound", "gen/corpus/internal/celltext", "gen/corpus/internal/packing",
		"gen/corpus/internal/tabular", "gen/corpus/mojibake",
		"tokenize/pairs", // which opens the Parquet of others
	},
	"gen/corpus/internal/arrowbound": {},
	"gen/corpus/internal/celltext":   {},
	"gen/corpus/internal/packing":    {},
	"gen/corpus/internal/tabular":    {"gen/corpus/internal/celltext"},
	"gen/corpus/mojibake":            {},
	"gen/corpus/readertest":          {"gen/corpus"},
	"gen/index/internal/textpack":    {"gen/corpus"},
	"gen/index/inmemory":             {"gen/analysis", "gen/corpus", "gen/index", "tokenize/pairs"},
	"gen/index": {
		"axioms/weighting", "gen/analysis", "gen/corpus", "gen/index/internal/textpack", "tokenize/numbering", "tokenize/pairs",
	},
	"gen/index/indextest": {"gen/analysis", "gen/corpus", "gen/index", "gen/index/inmemory"},
	"gen/retrieve":        {"axioms/weighting", "gen/index"},
	"gen/queries":         {"axioms/prose", "axioms/weighting", "gen/corpus", "gen/index", "gen/retrieve"},
	"gen/similarity":      {"axioms", "gen/index"},
	"tokenize/pairs":      {"tokenize/pairs/internal/pagebound"},
	"gen/mine":            {"axioms", "axioms/prose", "gen/corpus", "gen/index", "gen/retrieve", "tokenize/pairs"},
	"gen/sample":          {"tokenize/pairs"},
	// The chain parses the axioms' names of a configuration and hands stages what the next one needs.
	"gen": {
		"axioms", "configs", "gen/collection", "gen/corpus", "gen/dataset", "gen/export", "gen/index", "gen/ledger", "gen/mine",
		"gen/pools", "gen/prepare", "gen/sample", "gen/stage", "tokenize", "tokenize/shard",
	},
	"gen/gencmd": {
		"configs", "configs/command", "gen", "gen/analysis", "gen/collection", "gen/dataset", "gen/export", "gen/grid",
		"gen/ledger", "gen/meaning", "gen/mine", "gen/parts", "gen/prepare", "gen/queries", "gen/serve", "gen/stage",
		"gen/synth", "gen/tune", "tokenize/shard",
	},
	"gen/synth": {},
	// draws as gen does, from scores that it is given
	"gen/serve": {
		"axioms", "configs", "gen/collection", "gen/dataset", "gen/index", "gen/ledger", "gen/mine", "gen/prepare", "tokenize/pairs",
	},
	// Which keys mean something under a configuration depends on axioms, formats and the collection's form.
	"gen/meaning": {"axioms", "configs", "gen/collection", "gen/corpus", "gen/export", "gen/pools", "gen/prepare", "tokenize/shard"},
	// what a tokenizer.json may have, by HF's names: the steps, the models, and what these remember and search
	"tokenize":                          {"tokenize/cache", "tokenize/numbering", "tokenize/pipeline"},
	"tokenize/bpe":                      {"tokenize/cache"},
	"tokenize/cache":                    {},
	"tokenize/numbering":                {},
	"tokenize/pairs/internal/pagebound": {},
	"tokenize/pipeline":                 {"tokenize/bpe", "tokenize/trie", "tokenize/unigram"},
	"tokenize/trie":                     {},
	"tokenize/unigram":                  {"tokenize/bpe", "tokenize/cache", "tokenize/trie"},
	"tokenize/shard": {
		"tokenize", "tokenize/pairs", "tokenize/shard/internal/encoding", "tokenize/shard/internal/format",
		"tokenize/shard/internal/plan", "tokenize/shard/internal/template",
	},
	// shards opens what gen left, vocab reads a collection
	"gen/tokenizecmd": {
		"configs", "configs/command", "gen/corpus", "gen/dataset", "gen/export", "gen/meaning", "tokenize", "tokenize/shard",
	},
	"train/eval":              {"gen/corpus"},
	"train/report":            {"axioms/catalogue", "configs/page", "train/eval"},
	"train/report/affinities": {"axioms/catalogue", "configs/page", "train/report"},
	"train/report/sweeps":     {"axioms/catalogue", "configs/page", "train/eval", "train/report"},
	"configs/page":            {},
	"configs/page/pagetest":   {},
	"train/drmm":              {"axioms", "axioms/weighting"}, // statistics and vectors are interfaces of axioms, so that DRMM knows no index
	// An experiment, along the way of its data: the root runs these rooms.
	"train/settings": {"configs", "gen/pools", "gen/sample", "train/eval", "train/report"},
	"train/division": {"configs", "gen/collection", "gen/corpus", "gen/mine", "gen/prepare", "gen/tune", "train/eval"},
	"train/features": {
		"axioms/weighting", "configs", "gen/index", "gen/mine", "gen/sample", "gen/similarity", "train/division",
		"train/drmm",
	},
	"train/drawing": {
		"configs", "gen/dataset", "gen/ledger", "gen/mine", "gen/pools", "gen/prepare", "gen/sample", "train/division", "train/settings",
	},
	"train/trial": {
		"configs", "gen/digest", "gen/ledger", "gen/mine", "gen/pools", "gen/sample", "gen/stage", "train/division", "train/drawing",
		"train/drmm", "train/eval", "train/features", "train/report",
	},
	"train/arms": {
		"axioms", "configs", "gen", "gen/dataset", "gen/digest", "gen/ledger", "gen/mine", "gen/pools", "gen/prepare", "gen/sample",
		"gen/stage", "train/division", "train/drawing", "train/drmm", "train/eval", "train/features", "train/ranker", "train/report",
		"train/settings", "train/trial",
	},
	// A user's command in the network's place: it is given what gen leaves.
	"train/ranker": {
		"configs", "gen/corpus", "gen/dataset", "gen/digest", "gen/export", "gen/index", "gen/ledger", "gen/mine", "gen/prepare",
		"gen/stage", "tokenize", "tokenize/pairs", "train/division", "train/drawing", "train/report",
	},
	"train/record": {
		"axioms", "configs", "gen/corpus", "gen/digest", "gen/index", "gen/mine", "train/arms", "train/diagnose", "train/division",
		"train/drawing", "train/eval", "train/report", "train/settings", "train/trial",
	},
	"train": {
		"configs", "gen/collection", "gen/corpus", "gen/mine", "gen/pools", "gen/prepare", "gen/similarity", "gen/stage",
		"gen/tune", "train/arms", "train/division", "train/drawing", "train/drmm", "train/features", "train/record",
		"train/report", "train/settings",
	},
	"train/affinity": {
		"axioms", "configs", "gen/ledger", "gen/pools", "gen/prepare", "gen/sample", "train", "train/arms", "train/diagnose",
		"train/division", "train/drawing", "train/eval", "train/record", "train/report", "train/report/affinities",
		"train/settings",
	},
	"train/sweep": {
		"configs", "gen", "gen/digest", "gen/mine", "gen/pools", "gen/prepare", "train", "train/arms", "train/ranker", "train/report",
		"train/report/sweeps", "train/settings",
	},
	"train/compare":   {"configs", "gen/corpus", "train/eval", "train/report"},
	"train/shardpage": {"axioms/catalogue", "configs/page", "tokenize/pairs", "tokenize/shard"},
	// demo is gen and train in one; flags say how runs and judgements are read
	"train/traincmd": {
		"configs", "configs/command", "gen", "gen/corpus", "gen/gencmd", "gen/ledger", "gen/meaning", "gen/mine", "gen/prepare",
		"gen/stage", "train", "train/affinity",
		"train/arms", "train/compare", "train/eval", "train/ranker", "train/report", "train/report/affinities",
		"train/report/sweeps", "train/sweep",
	},
	"gen/collection": {"configs", "gen/corpus", "gen/sample", "gen/stage", "tokenize/pairs"},
	// Its pages show rows with their texts, whose evidence the analyser finds.
	"gen/dataset": {
		"axioms/catalogue", "axioms", "configs", "configs/page", "gen/analysis", "gen/collection", "gen/index", "gen/ledger", "gen/mine",
		"gen/pools", "gen/prepare", "gen/sample", "gen/stage", "tokenize/pairs", "tokenize/shard",
	},
	// The account of a data set: it describes what sampling drew, and opens nothing.
	"gen/ledger": {
		"axioms/catalogue", "axioms", "configs", "configs/page", "gen/collection", "gen/index",
		"gen/mine", "gen/pools", "gen/sample", "tokenize/pairs",
		"tokenize/shard",
	},
	"gen/export": {
		"configs", "gen/collection", "gen/corpus", "gen/dataset", "gen/index", "gen/ledger", "gen/letor", "gen/mine",
		"gen/prepare", "gen/sample", "gen/stage", "tokenize", "tokenize/pairs", "tokenize/shard",
	},
	// What the cells of a sweep are made of: equal ones are one.
	"gen/digest": {"configs", "gen/dataset", "gen/pools", "gen/stage", "tokenize/pairs", "tokenize/shard"},
	"gen/grid": {
		"configs", "gen", "gen/dataset", "gen/digest", "gen/export", "gen/ledger", "gen/mine", "gen/pools", "gen/prepare", "gen/stage",
	},
	"gen/parts": {"configs", "gen/corpus", "gen/dataset", "gen/mine", "gen/prepare", "gen/similarity", "gen/stage"},
	"gen/pools": {"axioms", "configs", "gen/mine", "gen/sample"},
	"gen/prepare": {
		"axioms", "configs", "gen/analysis", "gen/collection", "gen/corpus", "gen/index", "gen/mine",
		"gen/pools", "gen/queries", "gen/retrieve", "gen/sample", "gen/similarity", "gen/similarity/embed", "gen/stage", "tokenize",
		"tokenize/pairs",
	},
	"gen/stage":                        {"configs", "gen/corpus"},
	"gen/tune":                         {"configs", "gen/collection", "gen/corpus", "gen/mine", "gen/prepare", "gen/stage"},
	"configs/golden":                   {},
	"configs/tabletest":                {},
	"configs/budgettest":               {},
	"configs/outdir/filesys":           {},
	"configs/outdir/filesystest":       {},
	"gen/similarity/embed":             {"gen/similarity"},
	"tokenize/shard/internal/encoding": {"tokenize", "tokenize/pairs", "tokenize/shard/internal/plan"},
	"tokenize/shard/internal/format": {
		"tokenize", "tokenize/pairs", "tokenize/shard/internal/encoding", "tokenize/shard/internal/plan",
		"tokenize/shard/internal/template",
	},
	"tokenize/shard/internal/hashed": {},
	"tokenize/shard/internal/plan": {
		"tokenize", "tokenize/pairs", "tokenize/pipeline", "tokenize/shard/internal/hashed", "tokenize/shard/internal/sentences",
	},
	"tokenize/shard/internal/sentences": {"tokenize"},
	"tokenize/shard/internal/shardtest": {"tokenize", "tokenize/pairs"},
	"configs/command/commandtest":       {},
	"configs/manual":                    {"axioms", "axioms/catalogue", "configs", "configs/reference", "gen/corpus", "tokenize/shard"},
	"configs/parallel":                  {},
	"configs/cputime":                   {},
	"configs/addressspace":              {},
	"gen/letor":                         {"axioms", "gen/index", "gen/mine", "gen/prepare", "gen/retrieve", "tokenize/shard"},
	"tokenize/shard/internal/template":  {"tokenize/shard/internal/encoding"},
}

// testsOnly is what tests import besides what their package reaches: the pieces a test builds its world of.
var testsOnly = map[string][]string{
	// measured on a real collection
	"axioms": {
		"axioms/axiomtest", "configs/golden", "configs/tabletest", "gen/analysis", "gen/corpus", "gen/index",
		"gen/index/indextest", "gen/retrieve", "gen/similarity",
	},
	"configs":            {"configs/keystest"},
	"gen":                {"gen/index/indextest", "gen/parts", "gen/serve"},
	"gen/corpus":         {"configs/golden", "configs/tabletest", "gen/corpus/readertest"},
	"gen/index":          {"configs/golden", "gen/index/indextest"},
	"gen/mine":           {"gen/index/indextest", "gen/index/inmemory"},
	"gen/index/inmemory": {"gen/index/indextest"},
	"gen/prepare":        {"gen/index/indextest"},
	"train/bounds":       {"gen/index/indextest"},
	"train/diagnose":     {"gen/index/indextest"},
	"gen/queries":        {"gen/index/indextest"},
	"gen/retrieve":       {"configs/golden", "gen/index/indextest"},
	// what mining meets there
	"gen/synth": {
		"axioms", "axioms/weighting", "gen/analysis", "gen/corpus", "gen/index", "gen/index/indextest", "gen/retrieve",
	},
	"train":                             {"configs/golden", "train/affinity", "train/report/affinities"},
	"train/features":                    {"gen/index/indextest"},
	"train/trial":                       {"gen/index/indextest"},
	"configs/reference":                 {"configs/keystest"},
	"train/drmm":                        {"configs/golden", "gen/index", "gen/similarity"},
	"gen/analysis":                      {"configs/golden"},
	"gen/sample":                        {"configs/golden"},
	"gen/similarity":                    {"configs/golden"},
	"tokenize":                          {"configs/golden"},
	"tokenize/shard":                    {"configs/golden", "configs/tabletest", "tokenize/shard/internal/shardtest"},
	"train/axiomscmd":                   {"configs/golden"},
	"train/report":                      {"configs/page/pagetest"},
	"configs/page":                      {"configs/page/pagetest"},
	"train/report/affinities":           {"configs/page/pagetest"},
	"train/report/sweeps":               {"configs/page/pagetest"},
	"train/eval":                        {"configs/golden"},
	"configs/outdir":                    {"configs/outdir/filesystest"},
	"train/traincmd":                    {"configs/keystest", "configs/outdir/filesystest"},
	"tokenize/shard/internal/plan":      {"tokenize/shard/internal/shardtest"},
	"tokenize/shard/internal/sentences": {"tokenize/shard/internal/shardtest"},
	"":                                  {"configs/command/commandtest", "configs/keystest"},
	"configs/manual":                    {"gen/ledger", "gen/mine", "gen/prepare", "train/report"},
	"gen/ledger":                        {"gen/index/indextest"},
	"gen/letor":                         {"gen/index/indextest"},
}

// measure holds the fuzz targets of all packages to the budgets of an input.
const measure = "configs/budgettest"

// sourceFile is a parsed Go file of the module.
type sourceFile struct {
	path    string // from the module's root, with slashes
	dir     string // its package's folder, "" for the root
	test    bool
	source  []byte
	syntax  *ast.File
	fileSet *token.FileSet
}

// imported gives the file's imports of ours, as folders from the root, and all others whole.
func (f *sourceFile) imported() (ours, others []string) {
	for _, spec := range f.syntax.Imports {
		name, _ := strconv.Unquote(spec.Path.Value)
		if name == module {
			ours = append(ours, "")
		} else if rest, ok := strings.CutPrefix(name, module+"/"); ok {
			ours = append(ours, rest)
		} else {
			others = append(others, name)
		}
	}
	return ours, others
}

// tree parses every Go file of the module. Folders that the go command skips and nested modules are left out.
func tree(t *testing.T) []sourceFile {
	t.Helper()
	const root = ".."
	var files []sourceFile
	fileSet := token.NewFileSet()
	err := filepath.WalkDir(root, func(name string, item fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if item.IsDir() {
			base := item.Name()
			_, noModule := os.Stat(filepath.Join(name, "go.mod"))
			if name != root && (noModule == nil || base == "testdata" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_")) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		source, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		syntax, err := parser.ParseFile(fileSet, name, source, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		dir := path.Dir(rel)
		if dir == "." {
			dir = ""
		}
		files = append(files, sourceFile{rel, dir, strings.HasSuffix(rel, "_test.go"), source, syntax, fileSet})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatal("no Go files found: the test looks in the wrong place")
	}
	return files
}

// below gives all that a package reaches by the table, itself included.
func below(dir string, seen map[string]bool) map[string]bool {
	if !seen[dir] {
		seen[dir] = true
		for _, next := range allowed[dir] {
			below(next, seen)
		}
	}
	return seen
}

func TestImportsFollowTheLayers(t *testing.T) {
	used := map[string]map[string]bool{}   // by package: imports of the code
	tested := map[string]map[string]bool{} // by package: imports of its tests beyond what it reaches
	for _, f := range tree(t) {
		if _, ok := allowed[f.dir]; !ok {
			t.Errorf("%s: package %q has no row in the table of layers", f.path, f.dir)
			continue
		}
		if used[f.dir] == nil {
			used[f.dir], tested[f.dir] = map[string]bool{}, map[string]bool{}
		}
		ours, _ := f.imported()
		reached := below(f.dir, map[string]bool{})
		for _, dir := range ours {
			switch {
			case slices.Contains(leaves, dir):
			case f.test && (reached[dir] || dir == measure):
			case f.test && slices.Contains(testsOnly[f.dir], dir):
				tested[f.dir][dir] = true
			case !f.test && slices.Contains(allowed[f.dir], dir):
				used[f.dir][dir] = true
			default:
				t.Errorf("%s: imports %s, which its layer may not: move the code, take a function value, or argue a row in the table", f.path, dir)
			}
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(allowed)) {
		if used[dir] == nil {
			t.Errorf("the table has a row for %q, where no package is", dir)
		}
		for _, want := range allowed[dir] {
			if !used[dir][want] {
				t.Errorf("the table lets %q import %s, which no code does any more", dir, want)
			}
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(testsOnly)) {
		for _, want := range testsOnly[dir] {
			if !tested[dir][want] {
				t.Errorf("the table lets tests of %q import %s, which they do not", dir, want)
			}
		}
	}
}

// libraries are used by others too: each imports no more of ours than stands here, whatever the leaves are.
var libraries = map[string][]string{
	"axioms": {
		"axioms/internal/likeness", "axioms/internal/place", "axioms/internal/terms",
		"axioms/internal/vector", "axioms/prose", "axioms/weighting", "configs/fault",
	},
	"tokenize": {"configs/fault", "configs/untrusted", "tokenize/cache", "tokenize/numbering", "tokenize/pipeline"},
}

func TestLibrariesStandAlone(t *testing.T) {
	for _, f := range tree(t) {
		allowed, library := libraries[f.dir]
		if f.test || !library {
			continue
		}
		ours, _ := f.imported()
		for _, dir := range ours {
			if !slices.Contains(allowed, dir) {
				t.Errorf("%s: imports %s: a library takes an interface of its own", f.path, dir)
			}
		}
	}
}

// TestNothingMinesWithATrainer says one rule of the drawing aloud: data are made without knowing who learns from them.
func TestNothingMinesWithATrainer(t *testing.T) {
	for dir := range allowed {
		for _, noun := range []string{"gen", "tokenize"} {
			if dir != noun && !strings.HasPrefix(dir, noun+"/") {
				continue
			}
			for next := range below(dir, map[string]bool{}) {
				if next == "train" || strings.HasPrefix(next, "train/") {
					t.Errorf("%s reaches %s", dir, next)
				}
			}
		}
	}
}

// TestVerbsHaveOneShape: a verb is a struct of options with Flags and Run, made by command.New; none sets RunE itself.
func TestVerbsHaveOneShape(t *testing.T) {
	for _, f := range tree(t) {
		if f.test || !strings.HasSuffix(f.dir, "cmd") {
			continue
		}
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			if pair, ok := n.(*ast.KeyValueExpr); ok {
				if name, ok := pair.Key.(*ast.Ident); ok && name.Name == "RunE" {
					t.Errorf("%s: sets RunE: make the command by command.New", f.fileSet.Position(pair.Pos()))
				}
			}
			return true
		})
	}
}

func TestHouseRules(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and its threads are those of other tests")
	}
	shapeless := []string{"util", "utils", "common", "helper", "helpers", "misc", "types"}
	for _, f := range tree(t) {
		for _, part := range strings.Split(strings.TrimSuffix(f.path, ".go"), "/") {
			if slices.Contains(shapeless, strings.TrimSuffix(part, "_test")) {
				t.Errorf("%s: %q says nothing about what is inside; name the idea", f.path, part)
			}
		}
		for _, d := range f.syntax.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
				t.Errorf("%s: init() runs unseen; write a table or call a constructor", f.fileSet.Position(fn.Pos()))
			}
		}
		if _, others := f.imported(); f.dir != "train/drmm" {
			for _, name := range others {
				if strings.HasPrefix(name, "gorgonia.org/") {
					t.Errorf("%s: imports %s; Gorgonia lives in train/drmm only", f.path, name)
				}
			}
		}
		if want, err := format.Source(f.source); err != nil || !bytes.Equal(want, f.source) {
			t.Errorf("%s: not gofmt-clean", f.path)
		}
	}
}
