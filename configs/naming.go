package configs

import (
	"maps"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/shellwords"
)

// naming finds the paths in a key's value.
type naming interface {
	// Paths lists the paths in a value. A path need not exist: a word of a list may have another meaning.
	Paths(value string) []string
	// Portable returns the value with every path cut to the file's name, so that it is the same on every machine.
	Portable(value string) string
}

// commaPaths implements Portable for values whose paths are separated by commas and equals signs only.
type commaPaths struct{}

func (commaPaths) Portable(value string) string { return cutFolders(value) }

// wholePath is a value that is one path.
type wholePath struct{ commaPaths }

func (wholePath) Paths(value string) []string { return []string{value} }

// pathList is FILE,FILE or SPLIT=FILE,SPLIT=FILE.
type pathList struct{ commaPaths }

func (pathList) Paths(value string) []string { return splitValues(strings.Split(value, ",")) }

// splitValues returns the words without spaces around them, and after each word NAME=VALUE also its VALUE.
func splitValues(words []string) (list []string) {
	for _, word := range words {
		list = append(list, strings.TrimSpace(word))
		if _, value, ok := strings.Cut(word, "="); ok {
			list = append(list, strings.TrimSpace(value))
		}
	}
	return list
}

// pathBehind is a value WORD:PATH with one of these words, each with its colon. Other values have no path.
type pathBehind []string

func (words pathBehind) Paths(value string) []string {
	for _, w := range words {
		if path, ok := strings.CutPrefix(value, w); ok {
			return []string{path}
		}
	}
	return nil
}

func (pathBehind) Portable(value string) string {
	word, path, ok := strings.Cut(value, ":")
	if !ok {
		return value
	}
	return word + ":" + cutFolders(path)
}

// expressionPaths is an expression whose axioms read files: run(FILE), prefs(FILE, ..).
type expressionPaths struct{}

// fileArgument matches run(FILE or prefs(FILE. Dashes before the word negate the axiom, unless they are part of a longer name.
var fileArgument = lazy.Regexp(`(^-*|[^\w-]-*)(run|prefs)(\s*\(\s*)([^,()]*)`)

func (expressionPaths) Paths(value string) (paths []string) {
	return lists.Map(fileArgument().FindAllStringSubmatch(value, -1), func(match []string) string { return strings.TrimSpace(match[4]) })
}

func (expressionPaths) Portable(value string) string {
	return fileArgument().ReplaceAllStringFunc(value, func(match string) string {
		part := fileArgument().FindStringSubmatch(match)
		return part[1] + part[2] + part[3] + lastName(part[4])
	})
}

// choicePaths is a value of train.choose. It lists values of keys, and some of these keys name files.
type choicePaths struct{}

func (choicePaths) Paths(value string) (paths []string) {
	choose, err := ParseChoose(value)
	if err != nil {
		return nil // another check refuses the value
	}
	for _, a := range slices.Concat(choose.BothArms, choose.Judged, choose.Axioms) {
		if files := keysByName()[a.Key].Files; files != nil {
			for _, v := range a.Values {
				paths = append(paths, files.Paths(v)...)
			}
		}
	}
	return paths
}

func (choicePaths) Portable(value string) string {
	if c, err := ParseChoose(value); err == nil && strings.HasPrefix(value, "{") {
		return Choose{PortableAxes(c.BothArms), PortableAxes(c.Judged), PortableAxes(c.Axioms)}.String()
	}
	return value
}

// CommandPaths lists the words of a command line that may be paths. The files need not exist.
func CommandPaths(line string) []string { return commandWords{}.Paths(line) }

// commandWords is a command line. Its words, and the values after equals signs, may be paths.
type commandWords struct{}

func (commandWords) Paths(value string) []string {
	list, err := shellwords.Split(value)
	if err != nil {
		return nil // another check refuses the value
	}
	return splitValues(list)
}

// Portable leaves words with white space as they are: they are text.
func (commandWords) Portable(value string) string {
	list, err := shellwords.Split(value)
	if err != nil {
		return value
	}
	for i, w := range list {
		if !strings.ContainsAny(w, " \t\r\n,") {
			w = cutFolders(w)
		}
		list[i] = w
	}
	return shellwords.Join(list)
}

// cutFolders cuts every path in a list of FILE or SPLIT=FILE to its last part.
func cutFolders(list string) string {
	parts := strings.Split(list, ",")
	for i, p := range parts {
		name, file, ok := strings.Cut(strings.TrimSpace(p), "=")
		if !ok {
			name, file = "", name
		}
		file = lastName(strings.TrimRightFunc(file, isSeparator))
		if ok {
			file = name + "=" + file
		}
		parts[i] = file
	}
	return strings.Join(parts, ",")
}

// lastName cuts the folders of a path.
func lastName(file string) string { return file[strings.LastIndexFunc(file, isSeparator)+1:] }

// isSeparator reports whether a rune separates the names of a path on this system.
func isSeparator(r rune) bool { return r < utf8.RuneSelf && os.IsPathSeparator(uint8(r)) }

// Portable returns a value of a key as text, with paths cut to file names.
func Portable(key, text string) string { return portable(keysByName()[key].Files, text).(string) }

// portable returns a value with its paths cut to file names. files is nil for a value without paths.
func portable(files naming, value any) any {
	if text, ok := value.(string); ok && files != nil {
		return files.Portable(text)
	}
	return value
}

// Paths lists the input files, folders and patterns, each with its flag or key. A path need not exist, since a word of a list may have
// another meaning.
func (c *Config) Paths() (list []Setting) {
	for _, k := range keys() {
		list = append(list, listFiles(k.Files, k.Option(), k.Get(c), c.Gen.Data)...)
	}
	return list
}

// listFiles lists the paths in a value, with {data} replaced by data. name is the key or flag; files is nil for a key without paths.
func listFiles(files naming, name string, value any, data string) (list []Setting) {
	text, ok := value.(string)
	if !ok || files == nil {
		return nil
	}
	for _, path := range files.Paths(text) {
		if path != "" {
			list = append(list, Setting{name, strings.ReplaceAll(path, "{data}", data)})
		}
	}
	return list
}

// Paths lists the paths of the configuration and of the values of its sweep.
func (l *LoadedConfig) Paths() []Setting {
	list := l.Config.Paths()
	add := func(key, value string) {
		list = append(list, listFiles(keysByName()[key].Files, "sweep's "+key, value, l.Gen.Data)...)
	}
	for _, axis := range slices.Concat(l.Sweep.PerAxes, l.Sweep.OverAxes) {
		for _, value := range axis.Values {
			add(axis.Key, value)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(l.Sweep.Arms)) {
		for _, pair := range l.Sweep.Arms[name] {
			add(pair.Key, pair.Value)
		}
	}
	for _, place := range l.Sweep.Elsewhere {
		add("gen.data", place.Data)
	}
	return list
}
