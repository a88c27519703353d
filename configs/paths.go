package configs

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// NamedPath is a file, folder or pattern that is read, and who names it: a key, a flag, an argument.
type NamedPath struct{ Key, Path string }

// readAs tells of every key that may name files how its value is read.
var readAs = map[string]func(value string) []string{
	"gen.data":        whole,
	"gen.collection":  whole,
	"gen.topics":      bySplit,
	"gen.qrels":       bySplit,
	"gen.run":         bySplit,
	"gen.index":       whole,
	"gen.stemmer":     behind("table:"),
	"gen.stopwords":   whole,
	"gen.hard_run":    whole,
	"gen.violated_by": whole,
	"gen.axioms":      asked,
	"gen.mixture":     asked,
	"gen.vectors":     listed,
	"gen.similarity":  behind("table:", "wordnet:"),
	"tokenize.vocab":  whole,
	"tokenize.scores": listed,
}

// chosen reads what a value of train.choose lists for keys that name files.
func chosen(value string) (paths []string) {
	choose, err := ParseChoose(value)
	if err != nil {
		return nil // refused elsewhere
	}
	for _, a := range slices.Concat(choose.Both, choose.Judged, choose.Axioms) {
		if read := readAs[a.Key]; read != nil {
			for _, v := range a.Values {
				paths = append(paths, read(v)...)
			}
		}
	}
	return paths
}

// askedFile finds the files that axioms ask: run(FILE), prefs(FILE, ..). Dashes before are reversals, where they end no longer name.
var askedFile = regexp.MustCompile(`(^-*|[^\w-]-*)(run|prefs)(\s*\(\s*)([^,()]*)`)

func asked(value string) (paths []string) {
	for _, found := range askedFile.FindAllStringSubmatch(value, -1) {
		paths = append(paths, strings.TrimSpace(found[4]))
	}
	return paths
}

// portableExpressions cuts the files that axioms ask to their names.
func portableExpressions(text string) string {
	return askedFile.ReplaceAllStringFunc(text, func(found string) string {
		part := askedFile.FindStringSubmatch(found)
		return part[1] + part[2] + part[3] + part[4][strings.LastIndexByte(part[4], '/')+1:]
	})
}

func whole(value string) []string { return []string{value} }

func listed(value string) []string {
	parts := strings.Split(value, ",")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}

// bySplit reads FILE or SPLIT=FILE,SPLIT=FILE.
func bySplit(value string) []string {
	parts := listed(value)
	for _, part := range slices.Clone(parts) {
		if _, file, ok := strings.Cut(part, "="); ok {
			parts = append(parts, file)
		}
	}
	return parts
}

// behind reads what stands behind one of some words; other values name no file.
func behind(words ...string) func(string) []string {
	return func(value string) []string {
		for _, w := range words {
			if path, ok := strings.CutPrefix(value, w); ok {
				return whole(path)
			}
		}
		return nil
	}
}

// Paths lists what the configuration names files with. Not all of them need be there: a word of a list may stand for something
// else than a file.
func (c *Config) Paths() (list []NamedPath) {
	for _, f := range Fields() {
		read := readAs[f.Key]
		if read == nil {
			continue
		}
		for _, path := range read(f.Get(c).(string)) {
			if path != "" {
				list = append(list, NamedPath{"--" + f.Flag(), strings.ReplaceAll(path, "{data}", c.Gen.Data)})
			}
		}
	}
	for _, path := range chosen(c.Train.Choose) {
		if path != "" {
			list = append(list, NamedPath{chooseKey, strings.ReplaceAll(path, "{data}", c.Gen.Data)})
		}
	}
	return list
}

// Paths lists also what the grid of a sweep names files with.
func (l *Loaded) Paths() []NamedPath {
	list := l.Config.Paths()
	add := func(key, value string) {
		if read := readAs[key]; read != nil {
			for _, path := range read(value) {
				list = append(list, NamedPath{"sweep's " + key, strings.ReplaceAll(path, "{data}", l.Gen.Data)})
			}
		}
	}
	for _, axis := range slices.Concat(l.Sweep.Per, l.Sweep.Over) {
		for _, value := range axis.Values {
			add(axis.Key, value)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(l.Sweep.Arms)) {
		for _, pair := range l.Sweep.Arms[name] {
			add(pair.Key, pair.Value)
		}
	}
	for _, on := range l.Sweep.On {
		add("gen.data", on.Data)
	}
	return list
}
