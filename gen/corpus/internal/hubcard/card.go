package hubcard

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
)

const cardName = "README.md"

// card is the dataset card of a folder: the YAML at the beginning of its README.
type card struct {
	dir     string       // the card's folder
	Configs []cardConfig `yaml:"configs"`
	Info    yaml.Node    `yaml:"dataset_info"` // an object, or one for each configuration
}

// cardConfig is a configuration of a card.
type cardConfig struct {
	Name    string               `yaml:"config_name"`
	Dir     string               `yaml:"data_dir"`
	Data    yaml.Node            `yaml:"data_files"`
	Options map[string]yaml.Node `yaml:",inline"`
}

// harmless has the options of a configuration that do not change the rows, by their names in the libraries datasets, pandas and pyarrow.
// Its values are the values of an option that do not change the rows; nil: no value does. A file's separator is found in the file.
var harmless = map[string][]string{
	"default": nil, "description": nil, "version": nil, "features": nil, "drop_labels": nil, "drop_metadata": nil, "dtype": nil, "engine": nil,
	"verbose": nil, "memory_map": nil, "low_memory": nil, "float_precision": nil, "chunksize": nil, "block_size": nil, "batch_size": nil,
	"use_threads": nil, "lines": nil, "newlines_in_values": nil, "keep_default_na": nil, "na_filter": nil,
	"sep": separators, "delimiter": separators, "header": {"infer", "0"}, "quotechar": {`"`}, "quoting": {"0"}, "doublequote": {"true"},
	"skiprows": {"0"}, "skipfooter": {"0"}, "encoding": {"utf-8", "utf8", "UTF-8"}, "decimal": {"."}, "skip_blank_lines": {"true"},
	"index_col": {"false"}, "on_bad_lines": {"error"},
}

var separators = []string{",", ";", "|", "\t", `\t`}

// CheckOptions returns an error if the card of a table's folder, or of a folder above it, sets an option for the file that would change its
// rows. Standard input ("-") has no folder.
func CheckOptions(file string) error {
	if file == "-" || file == "" {
		return nil
	}
	c, err := cardAbove(file, func(c *card) bool { return len(c.Configs) > 0 })
	if err != nil || c == nil {
		return nil // there is no card, or Read will return the error
	}
	for i := range c.Configs {
		config := &c.Configs[i]
		if config.Data.Kind != 0 && len(config.splits(c.dir, []string{NameBelow(c.dir, file)})) == 0 {
			continue
		}
		for _, option := range slices.Sorted(maps.Keys(config.Options)) {
			value := config.Options[option]
			if values, isKnown := harmless[option]; value.Tag != "!!null" && !(isKnown && (values == nil || slices.Contains(values, value.Value))) {
				return errs.BadInput(filepath.Join(c.dir, cardName), 0,
					"write the file as it is to be read, with a header and commas if it is CSV, and leave the option out", "%s of its configuration %s is not read", option, config.Name)
			}
		}
	}
	return nil
}

// splits returns the files that the configuration names, by split. files are relative to dir; the result has paths with dir.
func (c *cardConfig) splits(dir string, files []string) map[string][]string {
	splits := map[string][]string{}
	for _, p := range patternsOf(&c.Data, "") {
		for _, file := range matchFiles(path.Join(c.Dir, p.path), files) {
			splits[p.split] = append(splits[p.split], filepath.Join(dir, file))
		}
	}
	for split, paths := range splits {
		slices.Sort(paths)
		splits[split] = slices.Compact(paths)
	}
	return splits
}

// maxCard is the maximum size of a card in bytes.
const maxCard = 4 << 20

// cardLevels is the number of folders in which the card of a file is looked for: the file's folder and the next ones above it.
const cardLevels = 3

// cardAbove returns the first card, of a file's folder or of a folder above it, for which wanted returns true, and nil if there is none.
func cardAbove(file string, wanted func(*card) bool) (*card, error) {
	dir := filepath.Dir(file)
	for range cardLevels {
		if c, err := readCard(dir); err != nil || wanted(c) {
			return c, err
		}
		dir = filepath.Dir(dir)
	}
	return nil, nil
}

// cards caches cards by path, size and time, since the card of a table is needed often.
var cards sync.Map

// readCard returns the card of dir. If there is none, it returns an empty card.
func readCard(dir string) (*card, error) {
	name := filepath.Join(dir, cardName)
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return &card{dir: dir}, nil // no card
	}
	key := fmt.Sprint(name, info.Size(), info.ModTime().UnixNano())
	if c, isRead := cards.Load(key); isRead {
		return c.(*card), nil
	}
	c, err := parseCard(dir, name)
	if err == nil {
		cards.Store(key, c)
	}
	return c, err
}

// parseCard reads the card in the file name of the folder dir.
func parseCard(dir, name string) (*card, error) {
	c := &card{dir: dir}
	text, err := safefile.ReadFile(name, maxCard)
	if err != nil {
		return nil, errs.CannotOpen(name, err)
	}
	matter, ok := strings.CutPrefix(strings.ReplaceAll(strings.TrimPrefix(string(text), "\ufeff"), "\r\n", "\n"), "---\n")
	matter, _, ends := strings.Cut(matter, "\n---")
	if !ok || !ends {
		return c, nil // a page without a card
	}
	if err := yaml.Unmarshal([]byte(matter), c); err != nil {
		return nil, errs.BadInput(name, 0, "mend the lines between --- and ---, or name the files with --collection, --topics, --qrels",
			"its configs cannot be read: %v", err)
	}
	return c, nil
}

// dataCard returns the first card, of a file's folder or of a folder above it, that names data files, and nil if there is none.
func dataCard(file string) (*card, error) {
	return cardAbove(file, func(c *card) bool {
		return slices.ContainsFunc(c.Configs, func(config cardConfig) bool { return config.Data.Kind != 0 })
	})
}

// splitOf returns the split of a file in the card, which may have no name, and reports whether the card names the file. Several splits are
// an error.
func (c *card) splitOf(file string) (split string, isNamed bool, err error) {
	name := NameBelow(c.dir, file)
	splits := map[string]bool{}
	for i := range c.Configs {
		for split = range c.Configs[i].splits("", []string{name}) {
			splits[split] = true
		}
	}
	if len(splits) > 1 {
		err = errs.BadInput(filepath.Join(c.dir, cardName), 0, "give the file one split, or name it alone", "it gives %s several splits: %s",
			path.Base(name), strings.Join(slices.Sorted(maps.Keys(splits)), ", "))
	}
	return split, len(splits) > 0, err
}

// NamedSplit returns the split of a file in the card of its folder or of a folder above it, and "" if no card names the file.
func NamedSplit(file string) (string, error) {
	c, err := dataCard(file)
	if err != nil || c == nil {
		return "", err
	}
	split, _, err := c.splitOf(file)
	return cmp.Or(SplitOf(split), strings.ToLower(split)), err
}

// Unnamed returns the files that are left out by a card which names other files that exist. A card that names no existing file, such as a
// card in a folder above, does not leave out files. If all files would be left out, none is.
func Unnamed(files []string) (map[string]bool, error) {
	unnamed := map[string]bool{}
	hasFiles := map[string]bool{} // by the folder of a card: the card names files that exist
	for _, file := range files {
		c, err := dataCard(file)
		if err != nil {
			return nil, err
		}
		if c == nil {
			continue
		}
		if _, isKnown := hasFiles[c.dir]; !isKnown {
			below, err := filesBelow(c.dir)
			if err != nil {
				return nil, errs.CannotOpen(c.dir, err)
			}
			hasFiles[c.dir] = len(c.configs(below)) > 0
		}
		_, isNamed, err := c.splitOf(file)
		if err != nil {
			return nil, err
		}
		if !isNamed && hasFiles[c.dir] {
			unnamed[file] = true
		}
	}
	if len(unnamed) == len(files) {
		return nil, nil
	}
	return unnamed, nil
}

// configs returns the configurations of the card that match some of files, each with these files.
func (c *card) configs(files []string) (list []Config) {
	for i := range c.Configs {
		if splits := c.Configs[i].splits(c.dir, files); len(splits) > 0 {
			list = append(list, Config{c.Configs[i].Name, splits})
		}
	}
	return list
}

// classColumns returns the columns of a file that hold class labels, according to the card. The file is relative to the card's folder. A
// configuration that names only other files is ignored.
func (c *card) classColumns(file string) (columns []string) {
	list := []*yaml.Node{&c.Info}
	if c.Info.Kind == yaml.SequenceNode {
		list = c.Info.Content
	}
	for _, node := range list {
		var info struct {
			Config   string `yaml:"config_name"`
			Features []struct {
				Name string    `yaml:"name"`
				Type yaml.Node `yaml:"dtype"`
			} `yaml:"features"`
		}
		if node.Decode(&info) != nil || slices.ContainsFunc(c.Configs, func(config cardConfig) bool {
			return config.Name == info.Config && config.Data.Kind != 0 && len(config.splits("", []string{file})) == 0
		}) {
			continue
		}
		for _, f := range info.Features {
			if len(f.Type.Content) > 0 && f.Type.Content[0].Value == "class_label" {
				columns = append(columns, f.Name)
			}
		}
	}
	return columns
}
