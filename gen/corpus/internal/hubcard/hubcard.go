// Package hubcard finds the files of each part of a data-set folder in the layout of data-set hubs: by `configs:` in the README's card, or
// by the names of folders and files.
package hubcard

import (
	"cmp"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/safefile"
	"go.yaml.in/yaml/v3"
)

// Config is one part of a data set: its files by split, in byte order.
type Config struct {
	Name   string
	Splits map[string][]string // the paths of the files, with the data set's folder, by split; "" if no split is named
}

// Files returns all files of a configuration.
func (c Config) Files() (files []string) {
	for _, split := range slices.Sorted(maps.Keys(c.Splits)) {
		files = append(files, c.Splits[split]...)
	}
	return files
}

// Join returns the files of each split, separated by commas. An only split with a name that is no split's is called all.
func (c Config) Join() map[string]string {
	splits := map[string][]string{}
	for name, files := range c.Splits {
		split := SplitOf(name)
		if split == "" && len(c.Splits) > 1 {
			split = strings.ToLower(name)
		}
		split = cmp.Or(split, AllSplits)
		splits[split] = append(splits[split], files...)
	}
	for _, files := range splits {
		slices.Sort(files)
	}
	return JoinFiles(splits)
}

// JoinFiles returns the files of each split, separated by commas.
func JoinFiles(splits map[string][]string) map[string]string {
	joined := map[string]string{}
	for split, files := range splits {
		joined[split] = strings.Join(files, ",")
	}
	return joined
}

// Part is a part of a collection that a data-set hub keeps as a configuration of its own.
type Part int

// The parts of a collection. Ranked are lists of candidates.
const (
	Other Part = iota
	Documents
	Queries
	Qrels
	Ranked
)

// words are the words in the names of configurations that mean a part, in the order of the search.
var words = []struct {
	word string
	part Part
}{{"qrel", Qrels}, {"judg", Qrels}, {"top_ranked", Ranked}, {"bm25", Ranked}, {"quer", Queries}, {"topics", Queries}, {"examples", Queries},
	{"corpus", Documents}, {"documents", Documents}, {"passages", Documents}, {"products", Documents}, {"collection", Documents}}

// wholeNames are names of configurations that mean a part and nothing else, in addition to those of words.
var wholeNames = []string{"qrels", "query", "queries"}

// Part returns the part that the configuration's name means. whole is true if the name means nothing else.
func (c Config) Part() (part Part, whole bool) {
	name := strings.ToLower(c.Name)
	for _, w := range words {
		if strings.Contains(name, w.word) {
			return w.part, name == w.word || slices.Contains(wholeNames, name)
		}
	}
	return Other, false
}

// isTable reports whether the name of a file, without the extension of a compression, is a table's. JSON is excluded: it describes tables.
func isTable(name string) bool {
	ending := path.Ext(safefile.PlainName(strings.ToLower(name)))
	return ending != ".json" && slices.Contains(TableEndings, ending)
}

// Read returns the configurations of the folder dir that have files. If the folder has no card, or its card has no configurations, each
// folder in it is a configuration, and so are the tables in it whose names differ only in their splits and numbers.
func Read(dir string) ([]Config, error) {
	files, err := filesBelow(dir)
	if err != nil {
		return nil, errs.CannotOpen(dir, err)
	}
	c, err := readCard(dir)
	if err != nil {
		return nil, err
	}
	list := c.configs(files)
	if len(list) > 0 {
		return list, nil
	}
	byFolder := map[string]map[string][]string{}
	for _, file := range files {
		folder, name, isNested := strings.Cut(file, "/")
		if !isNested && isTable(file) {
			ending := len(strings.ToLower(file)) - len(WithoutTableEnding(file))
			folder, name = stem(file[:len(file)-ending])
		} else if !isNested {
			continue
		}
		if byFolder[folder] == nil {
			byFolder[folder] = map[string][]string{}
		}
		if isSavedNote(file, files) {
			continue
		}
		split := SplitOfPath(name)
		byFolder[folder][split] = append(byFolder[folder][split], filepath.Join(dir, file))
	}
	names, shared := slices.Sorted(maps.Keys(byFolder)), 0 // the bytes of the words with which all names begin
	if len(names) > 1 {
		for i, last := 0, names[len(names)-1]; i < min(len(names[0]), len(last)) && names[0][i] == last[i]; i++ {
			if last[i] == '_' {
				shared = i + 1
			}
		}
	}
	for _, name := range names {
		list = append(list, Config{name[shared:], byFolder[name]})
	}
	return list, nil
}

// stem returns the words of a name that are no split and no number, and its split: qrels and test for qrels_test-0001.
func stem(name string) (rest, split string) {
	words := strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("._-", r) })
	rest = strings.Join(slices.DeleteFunc(words, func(word string) bool {
		return SplitOf(word) != "" || word == "of" || strings.Trim(word, "0123456789") == ""
	}), "_")
	return rest, SplitOf(name)
}

// filesBelow returns the paths of the files below dir, relative to dir and in byte order, without hidden files.
func filesBelow(dir string) (files []string, err error) {
	err = fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		switch hidden := name != "." && strings.HasPrefix(path.Base(name), "."); {
		case err != nil:
			return err
		case hidden && e.IsDir():
			return fs.SkipDir
		case !hidden && !e.IsDir():
			files = append(files, name)
		}
		return nil
	})
	slices.Sort(files)
	return files, err
}

// pattern is a pattern of the files of a split.
type pattern struct{ split, path string }

// patternsOf returns the patterns in a node of data_files: one pattern, a list of patterns, a list of {split, path}, or patterns by split.
// split is the split of patterns without one.
func patternsOf(n *yaml.Node, split string) (list []pattern) {
	switch n.Kind {
	case yaml.ScalarNode:
		list = append(list, pattern{split, n.Value})
	case yaml.SequenceNode:
		for _, item := range n.Content {
			list = append(list, patternsOf(item, split)...)
		}
	case yaml.MappingNode:
		var member struct {
			Split string    `yaml:"split"`
			Path  yaml.Node `yaml:"path"`
		}
		if err := n.Decode(&member); err == nil && member.Path.Kind != 0 {
			return patternsOf(&member.Path, member.Split)
		}
		for i := 0; i+1 < len(n.Content); i += 2 {
			list = append(list, patternsOf(n.Content[i+1], n.Content[i].Value)...)
		}
	}
	return list
}

// matchFiles returns the files that match a pattern. * is a part of a name, ** any folders, and the name of a folder means all files in it.
func matchFiles(pattern string, files []string) []string {
	anyOf := strings.NewReplacer(`\*\*/`, "(?:.*/)?", `\*\*`, ".*", `\*`, "[^/]*", `\?`, "[^/]")
	fits := regexp.MustCompile("^" + anyOf.Replace(regexp.QuoteMeta(path.Clean(pattern))) + "(?:/.*)?$")
	return lists.Filter(files, fits.MatchString)
}

// NameBelow returns the path of a file relative to a folder, or the file's base name if it is not in the folder.
func NameBelow(folder, file string) string {
	name, err := filepath.Rel(folder, file)
	if err != nil || name == "." || strings.HasPrefix(name, "..") {
		name = filepath.Base(file)
	}
	return filepath.ToSlash(name)
}

// Claim is a configuration that may hold a part of a collection.
type Claim struct {
	Config
	basis int     // what shows that it holds the part
	rival *Config // another configuration that holds the part with the same basis; nil: there is none
}

// What shows that a configuration holds a part, in the order of certainty.
const (
	wholeName   = iota // its name, which means nothing else
	partOfName         // a word of its name
	columnsOnly        // its columns
)

// IsByColumns reports whether only the columns of the configuration show that it holds the part.
func (c Claim) IsByColumns() bool { return c.basis == columnsOnly }

// Check returns an error if another configuration of the folder dir holds the part with the same certainty.
func (c Claim) Check(dir string) error {
	if c.rival == nil {
		return nil
	}
	const hint = "name the files of one: --collection, --topics and --qrels take patterns and folders"
	return errs.BadInput(dir, 0, hint, "several configurations hold the same part: %s and %s", c.Name, c.rival.Name)
}

// PartsOf returns, for each part, the configuration that holds it with most certainty. partByColumns returns the part that the columns of a
// file show. It is called only if the name of some configuration means queries.
func PartsOf(configs []Config, partByColumns func(file string) Part) map[Part]Claim {
	hasQueries := slices.ContainsFunc(configs, func(c Config) bool { part, _ := c.Part(); return part == Queries })
	parts := map[Part]Claim{}
	for i, c := range configs {
		part, isWhole := c.Part()
		claim := Claim{Config: c, basis: partOfName}
		if hasQueries && part == Other {
			part, claim.basis = partByColumns(c.Files()[0]), columnsOnly
			isWhole = part == Qrels && c.Name == "default"
		}
		if isWhole {
			claim.basis = wholeName
		}
		switch best, isHeld := parts[part]; {
		case !isHeld || claim.basis < best.basis:
			parts[part] = claim
		case claim.basis == best.basis && best.rival == nil:
			best.rival = &configs[i]
			parts[part] = best
		}
	}
	return parts
}
