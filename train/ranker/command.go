package ranker

import (
	"cmp"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/commandline"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen/stage"
)

// command is a command line in words, some of which are or hold placeholders.
type command struct {
	line  string
	words []string
}

// values are what placeholders stand for: a word each, or dev's and test's.
type values map[string][]string

// Names of placeholders. That of two splits stands for two words, dev's first; with .dev or .test behind it for one.
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

// placeholders are the names of all.
func placeholders() []string {
	names := slices.Concat(bySplit, alone)
	for _, name := range bySplit {
		for _, split := range splits {
			names = append(names, name+"."+split)
		}
	}
	return names
}

var placeholder = regexp.MustCompile(`\{([a-z]+(?:\.[a-z]+)?)\}`)

// named lists the placeholders in a word, known or not.
func named(word string) (names []string) {
	for _, m := range placeholder.FindAllStringSubmatch(word, -1) {
		names = append(names, m[1])
	}
	return names
}

const guide = "see axiomine help ranker"

// ofRecipes are the arguments of a command that has no placeholder: those that configs/recipes take.
var ofRecipes = []string{"{shards}", "--candidates", "{candidates}", "--queries", "{queries}", "--collection", "{collection}",
	"--output", "{output}", "--seed", "{seed}", "--threads", "{threads}"}

// parse reads train.ranker. Braces around what is no placeholder stay, unless it is much like one.
func parse(line string) (*command, error) {
	list, err := commandline.Split(line)
	if err != nil {
		return nil, fault.BadUsage("close it, or put another backslash before it", "train.ranker: %v", err)
	}
	if len(list) == 0 {
		return nil, fault.BadUsage(guide, "train.ranker: the command has no word")
	}
	if !slices.ContainsFunc(list, func(w string) bool { return len(named(w)) > 0 }) {
		list = append(list, ofRecipes...)
	}
	c := &command{line, list}
	has := map[string]bool{}
	for _, w := range list {
		for _, name := range named(w) {
			has[name] = true
			if meant := fault.Suggestion(name, placeholders()...); meant != "" && !slices.Contains(placeholders(), name) {
				return nil, fault.BadUsage(meant+guide, "train.ranker: there is no placeholder {%s}", name)
			}
			if slices.Contains(bySplit, name) && w != "{"+name+"}" {
				return nil, fault.BadUsage("write {"+name+".dev} or {"+name+".test} there",
					"train.ranker: {%s} stands for two words, and has to be a word of its own", name)
			}
		}
	}
	for _, split := range splits {
		if !has[outputName] && !has[outputName+"."+split] {
			return nil, fault.BadUsage("add {output}: dev's and test's; "+guide, "train.ranker is not told where %s's run goes", split)
		}
	}
	if _, err := exec.LookPath(list[0]); err != nil {
		return nil, fault.BadUsage("begin with a program of the path, or with a file that may be run", "train.ranker: no program %q", list[0])
	}
	return c, nil
}

// needs says whether the command asks for a placeholder.
func (c *command) needs(name string) bool {
	return slices.ContainsFunc(c.words, func(w string) bool { return slices.Contains(named(w), name) })
}

// with gives the words of a call.
func (c *command) with(v values) (out []string) {
	for _, w := range c.words {
		if names := named(w); len(names) == 1 && w == "{"+names[0]+"}" && v[names[0]] != nil {
			out = append(out, v[names[0]]...)
			continue
		}
		out = append(out, placeholder.ReplaceAllStringFunc(w, func(found string) string {
			return cmp.Or(strings.Join(v[found[1:len(found)-1]], " "), found)
		}))
	}
	return out
}

// namedFile is a file that a command names, below a folder or itself.
type namedFile struct {
	Name   string `json:"Name"` // without the folders above the one that is named
	SHA256 string `json:"SHA256"`
}

// files are those that the command's words name and that are there, with what they hold; of folders all but hidden files, __pycache__
// and the output directory.
func (c *command) files(output string) (list []namedFile, err error) {
	at, err := os.Stat(output)
	if err != nil {
		return nil, err
	}
	for _, path := range configs.CommandPaths(c.line) {
		real, err := filepath.EvalSymlinks(path)
		if err != nil {
			continue // it is another word
		}
		err = filepath.WalkDir(real, func(file string, item fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := os.Stat(file) // what a link leads to
			left := file != real && (strings.HasPrefix(item.Name(), ".") || item.Name() == "__pycache__")
			switch {
			case err != nil:
				return nil // a link to nothing
			case item.IsDir() && (left || os.SameFile(info, at)):
				return fs.SkipDir
			case left || !info.Mode().IsRegular():
				return nil
			}
			_, sum, err := stage.Checksum(file)
			below, _ := filepath.Rel(real, file)
			list = append(list, namedFile{filepath.ToSlash(filepath.Join(filepath.Base(path), below)), sum})
			return err
		})
		if err != nil {
			return nil, fault.CannotOpen(path, err)
		}
	}
	return list, nil
}
