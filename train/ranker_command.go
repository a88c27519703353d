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
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/shellwords"
)

// command is a command line split into words, with placeholders.
type command struct {
	line  string
	words []string
}

// values holds the words for each placeholder: one word, or one each for dev and test.
type values map[string][]string

// Names of placeholders. A name of splitNames is replaced by two words, for dev and for test. NAME.dev and NAME.test are
// replaced by one word.
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
	splitNames = []string{candidatesName, queriesName, outputName}
	wordNames  = []string{shardsName, collectionName, seedName, threadsName}
	splits     = []string{"dev", "test"}
)

// placeholders returns all names of placeholders.
func placeholders() []string {
	names := slices.Concat(splitNames, wordNames)
	for _, name := range splitNames {
		for _, split := range splits {
			names = append(names, name+"."+split)
		}
	}
	return names
}

// placeholder matches a name in braces that may be a placeholder.
var placeholder = lazy.Regexp(`\{([a-z]+(?:\.[a-z]+)?)\}`)

// findPlaceholders returns the names of the placeholders in a word, valid or not.
func findPlaceholders(word string) (names []string) {
	return lists.Map(placeholder().FindAllStringSubmatch(word, -1), func(m []string) string { return m[1] })
}

const helpHint = "see axiomine help ranker"

// recipeArgs are appended to a command without placeholders. The commands in configs/recipes accept them.
var recipeArgs = []string{"{shards}", "--candidates", "{candidates}", "--queries", "{queries}", "--collection", "{collection}",
	"--output", "{output}", "--seed", "{seed}", "--threads", "{threads}"}

// parse parses train.ranker. A name in braces that is unlike every placeholder is not replaced. A name that looks like
// a misspelt placeholder is an error.
func parse(line string) (*command, error) {
	list, err := shellwords.Split(line)
	if err != nil {
		return nil, errs.BadUsage("close it, or put another backslash before it", "train.ranker: %v", err)
	}
	if len(list) == 0 {
		return nil, errs.BadUsage(helpHint, "train.ranker: the command has no word")
	}
	if !slices.ContainsFunc(list, func(w string) bool { return len(findPlaceholders(w)) > 0 }) {
		list = append(list, recipeArgs...)
	}
	c := &command{line, list}
	has := map[string]bool{}
	for _, w := range list {
		for _, name := range findPlaceholders(w) {
			has[name] = true
			if hint := errs.Suggestion(name, placeholders()...); hint != "" && !slices.Contains(placeholders(), name) {
				return nil, errs.BadUsage(hint+helpHint, "train.ranker: there is no placeholder {%s}", name)
			}
			if slices.Contains(splitNames, name) && w != "{"+name+"}" {
				return nil, errs.BadUsage("write {"+name+".dev} or {"+name+".test} there",
					"train.ranker: {%s} stands for two words, and has to be a word of its own", name)
			}
		}
	}
	for _, split := range splits {
		if !has[outputName] && !has[outputName+"."+split] {
			return nil, errs.BadUsage("add {output}: dev's and test's; "+helpHint, "train.ranker is not told where %s's run goes", split)
		}
	}
	if _, err := exec.LookPath(list[0]); err != nil {
		return nil, errs.BadUsage("begin with a program of the path, or with a file that may be run", "train.ranker: no program %q", list[0])
	}
	return c, nil
}

func (c *command) needs(name string) bool {
	return slices.ContainsFunc(c.words, func(w string) bool { return slices.Contains(findPlaceholders(w), name) })
}

// fill returns the words of a call: the command's words with placeholders replaced by their values.
func (c *command) fill(v values) (out []string) {
	for _, w := range c.words {
		if names := findPlaceholders(w); len(names) == 1 && w == "{"+names[0]+"}" && v[names[0]] != nil {
			out = append(out, v[names[0]]...)
			continue
		}
		out = append(out, placeholder().ReplaceAllStringFunc(w, func(match string) string {
			return cmp.Or(strings.Join(v[match[1:len(match)-1]], " "), match)
		}))
	}
	return out
}

// namedFile is a file that a command names, or a file in a folder that the command names.
type namedFile struct {
	Name   string `json:"Name"` // path that begins with the name of that file or folder
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
		root, err := filepath.EvalSymlinks(path)
		if err != nil {
			continue // not a path
		}
		err = filepath.WalkDir(root, func(file string, item fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := os.Stat(file) // of the target of a link
			isSkipped := file != root && (strings.HasPrefix(item.Name(), ".") || item.Name() == "__pycache__")
			switch {
			case err != nil:
				return nil // a broken link
			case item.IsDir() && (isSkipped || os.SameFile(info, outputInfo)):
				return fs.SkipDir
			case isSkipped || !info.Mode().IsRegular():
				return nil
			}
			_, sum, err := stage.Checksum(file)
			rel, _ := filepath.Rel(root, file)
			list = append(list, namedFile{filepath.ToSlash(filepath.Join(filepath.Base(path), rel)), sum})
			return err
		})
		if err != nil {
			return nil, errs.CannotOpen(path, err)
		}
	}
	return list, nil
}
