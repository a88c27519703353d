package hubcard

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/internal/safefile"
)

// AllSplits is the split of files whose names name no split.
const AllSplits = "all"

// TableEndings are the extensions of tables in a folder.
var TableEndings = []string{".csv", ".tsv", ".jsonl", ".ndjson", ".json", ".parquet", ".arrow", ".feather", ".ipc"}

const splitOnly = "<split>"

// Match is a file whose name matches a pattern. Middle is the part of the name that * matched.
type Match struct{ Name, Middle string }

// Matches returns the names that match one of the patterns. If a file exists plain and compressed, the
// first in byte order is returned, the plain one.
func Matches(entries, patterns []string) []Match {
	var matches []Match
	visited := map[string]bool{}
	for _, name := range entries {
		plain := safefile.PlainName(strings.ToLower(name))
		for _, pattern := range patterns {
			prefix, suffix, star := strings.Cut(pattern, "*")
			if !star {
				prefix, suffix, star = strings.Cut(pattern, splitOnly)
			}
			if !star && plain != pattern || !strings.HasPrefix(plain, prefix) || !strings.HasSuffix(plain, suffix) ||
				len(plain) < len(prefix)+len(suffix) || visited[plain] {
				continue
			}
			m := Match{name, strings.Trim(plain[len(prefix):len(plain)-len(suffix)], ".-_")}
			if strings.Contains(pattern, splitOnly) && (m.Middle == "" || m.Split() == "") {
				continue
			}
			visited[plain] = true
			matches = append(matches, m)
		}
	}
	return matches
}

// Split returns the split that the middle of a file name names, else "".
func (m Match) Split() string {
	if m.Middle == "" {
		return AllSplits
	}
	return SplitOf(m.Middle)
}

// SplitOf returns the split that a name names, else "".
func SplitOf(name string) string {
	if name = strings.ToLower(name); name == AllSplits {
		return AllSplits
	}
	words := strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(".-_", r) })
	for i, word := range words {
		words[i] = cmp.Or(configs.SplitWords[word], word)
	}
	if whole := strings.Join(words, "."); slices.Contains(configs.SplitNames, whole) {
		return whole
	}
	for _, word := range words {
		if slices.Contains(configs.SplitNames, word) {
			return word
		}
	}
	return ""
}

// SplitOfPath returns the split that a relative path names: that of the file, else that of its nearest folder with one.
func SplitOfPath(path string) string {
	split := SplitOf(WithoutTableEnding(filepath.Base(path)))
	for dir := filepath.Dir(path); split == "" && dir != "."; dir = filepath.Dir(dir) {
		split = SplitOf(filepath.Base(dir))
	}
	return split
}

// WithoutTableEnding returns a name in lower case, without the ending of a table and of a compression.
func WithoutTableEnding(name string) string {
	name = safefile.PlainName(strings.ToLower(name))
	if ending := filepath.Ext(name); slices.Contains(TableEndings, ending) {
		name = strings.TrimSuffix(name, ending)
	}
	return name
}

// numbered matches the names of files that say their number among others.
var numbered = lazy.Regexp(`^(.*)-(\d+)-of-(\d+)(.*)$`)

// Missing returns the files that are not there beside others which say their number among so many: train-00002-of-00003.parquet. The first
// has the number 0, or 1 where one has the last.
func Missing(files []string) (missing []string) {
	isKnown := map[string]bool{} // files, and what all of one set have in common
	for _, file := range files {
		isKnown[file] = true
	}
	for _, file := range files {
		m := numbered().FindStringSubmatch(file)
		if m == nil || len(m[2]) != len(m[3]) || isKnown[m[1]+"*"+m[3]+m[4]] {
			continue
		}
		isKnown[m[1]+"*"+m[3]+m[4]] = true
		name := func(i int) string { return fmt.Sprintf("%s-%0*d-of-%s%s", m[1], len(m[3]), i, m[3], m[4]) }
		all, _ := strconv.Atoi(m[3])
		first := 0
		if isKnown[name(all)] {
			first = 1
		}
		for i := first; i < all+first && len(missing) < mostMissing; i++ {
			if !isKnown[name(i)] {
				missing = append(missing, name(i))
			}
		}
	}
	slices.Sort(missing)
	return missing
}

// mostMissing is the number of missing files that are named.
const mostMissing = 20
