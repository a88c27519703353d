package train

import (
	"cmp"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/internal/shellwords"
)

// command is a command line split into words, with placeholders.
type command struct {
	line  string
	words []string
}

// values holds the words for each placeholder: one word, or one each for dev and test.
type values map[string][]string

// Names of placeholders. One of bySplit becomes two words, dev's first. With .dev or .test after it, it
// becomes one.
const (
	shardsName     = "shards"
	candidatesName = "candidates"
	queriesName    = "queries"
	outputName     = "output"
	collectionName = "collection"
	seedName       = "seed"
	threadsName    = "threads"
)

var (
	bySplit = []string{candidatesName, queriesName, outputName}
	alone   = []string{shardsName, collectionName, seedName, threadsName}
	splits  = []string{"dev", "test"}
)

// placeholders returns all names of placeholders.
func placeholders() []string {
	names := slices.Concat(bySplit, alone)
	for _, name := range bySplit {
		for _, split := range splits {
			names = append(names, name+"."+split)
		}
	}
	return names
}

var placeholder = lazy.Regexp(`\{([a-z]+(?:\.[a-z]+)?)\}`)

// placeholdersIn returns the names of the placeholders in a word, valid or not.
func placeholdersIn(word string) (names []string) {
	for _, m := range placeholder().FindAllStringSubmatch(word, -1) {
		names = append(names, m[1])
	}
	return names
}

const guide = "see axiomine help ranker"

// recipeArgs are added to a command without placeholders. The commands in configs/recipes take them.
var recipeArgs = []string{"{shards}", "--candidates", "{candidates}", "--queries", "{queries}", "--collection", "{collection}",
	"--output", "{output}", "--seed", "{seed}", "--threads", "{threads}"}

// parse reads train.ranker. A name in braces that is not a placeholder stays as it is, unless it looks
// like a misspelt one.
func parse(line string) (*command, error) {
	list, err := shellwords.Split(line)
	if err != nil {
		return nil, errs.BadUsage("close it, or put another backslash before it", "train.ranker: %v", err)
	}
	if len(list) == 0 {
		return nil, errs.BadUsage(guide, "train.ranker: the command has no word")
	}
	if !slices.ContainsFunc(list, func(w string) bool { return len(placeholdersIn(w)) > 0 }) {
		list = append(list, recipeArgs...)
	}
	c := &command{line, list}
	has := map[string]bool{}
	for _, w := range list {
		for _, name := range placeholdersIn(w) {
			has[name] = true
			if hint := errs.Suggestion(name, placeholders()...); hint != "" && !slices.Contains(placeholders(), name) {
				return nil, errs.BadUsage(hint+guide, "train.ranker: there is no placeholder {%s}", name)
			}
			if slices.Contains(bySplit, name) && w != "{"+name+"}" {
				return nil, errs.BadUsage("write {"+name+".dev} or {"+name+".test} there",
					"train.ranker: {%s} stands for two words, and has to be a word of its own", name)
			}
		}
	}
	for _, split := range splits {
		if !has[outputName] && !has[outputName+"."+split] {
			return nil, errs.BadUsage("add {output}: dev's and test's; "+guide, "train.ranker is not told where %s's run goes", split)
		}
	}
	if _, err := exec.LookPath(list[0]); err != nil {
		return nil, errs.BadUsage("begin with a program of the path, or with a file that may be run", "train.ranker: no program %q", list[0])
	}
	return c, nil
}

// needs reports whether the command has a placeholder.
func (c *command) needs(name string) bool {
	return slices.ContainsFunc(c.words, func(w string) bool { return slices.Contains(placeholdersIn(w), name) })
}

// fill returns the words of a call, with values for the placeholders.
func (c *command) fill(v values) (out []string) {
	for _, w := range c.words {
		if names := placeholdersIn(w); len(names) == 1 && w == "{"+names[0]+"}" && v[names[0]] != nil {
			out = append(out, v[names[0]]...)
			continue
		}
		out = append(out, placeholder().ReplaceAllStringFunc(w, func(match string) string {
			return cmp.Or(strings.Join(v[match[1:len(match)-1]], " "), match)
		}))
	}
	return out
}

// namedFile is a file that a command names, or a file in a folder that it names.
type namedFile struct {
	Name   string `json:"Name"` // path from the named folder or file on
	SHA256 string `json:"SHA256"`
}

// files returns the existing files that the command's words name, with their checksums. In folders it
// skips hidden files, __pycache__ and the output directory.
func (c *command) files(output string) (list []namedFile, err error) {
	outputInfo, err := os.Stat(output)
	if err != nil {
		return nil, err
	}
	for _, path := range configs.CommandPaths(c.line) {
		real, err := filepath.EvalSymlinks(path)
		if err != nil {
			continue // not a path
		}
		err = filepath.WalkDir(real, func(file string, item fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := os.Stat(file) // of the target of a link
			isSkipped := file != real && (strings.HasPrefix(item.Name(), ".") || item.Name() == "__pycache__")
			switch {
			case err != nil:
				return nil // a broken link
			case item.IsDir() && (isSkipped || os.SameFile(info, outputInfo)):
				return fs.SkipDir
			case isSkipped || !info.Mode().IsRegular():
				return nil
			}
			_, sum, err := stage.Checksum(file)
			rel, _ := filepath.Rel(real, file)
			list = append(list, namedFile{filepath.ToSlash(filepath.Join(filepath.Base(path), rel)), sum})
			return err
		})
		if err != nil {
			return nil, errs.CannotOpen(path, err)
		}
	}
	return list, nil
}
