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

// TableEndings are the extensions of tables.
var TableEndings = []string{".csv", ".tsv", ".jsonl", ".ndjson", ".json", ".parquet", ".arrow", ".feather", ".ipc"}

const splitOnly = "<split>" // in a pattern, matches only the name of a split

// Match is a file whose name matches a pattern. Middle is the part of the name that * matched.
type Match struct{ Name, Middle string }

// Matches returns the names that match one of the patterns. If a file exists plain and compressed, it returns the first name of entries,
// which is the plain one in byte order.
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

// Split returns the split that the middle of a file name means, and "" if it means none. An empty middle means all splits.
func (m Match) Split() string {
	if m.Middle == "" {
		return AllSplits
	}
	return SplitOf(m.Middle)
}

// SplitOf returns the split that a word of a name means, and "" if none does.
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

// SplitOfPath returns the split that the file's name in a relative path means. If it means none, SplitOfPath returns the split of the
// nearest folder whose name means one.
func SplitOfPath(path string) string {
	split := SplitOf(WithoutTableEnding(filepath.Base(path)))
	for dir := filepath.Dir(path); split == "" && dir != "."; dir = filepath.Dir(dir) {
		split = SplitOf(filepath.Base(dir))
	}
	return split
}

// WithoutTableEnding returns a name in lower case, without the extensions of a table and of a compression.
func WithoutTableEnding(name string) string {
	name = safefile.PlainName(strings.ToLower(name))
	if ending := filepath.Ext(name); slices.Contains(TableEndings, ending) {
		name = strings.TrimSuffix(name, ending)
	}
	return name
}

// shardName matches the names of files with a number and a total, such as train-00002-of-00003.parquet.
var shardName = lazy.Regexp(`^(.*)-(\d+)-of-(\d+)(.*)$`)

// Missing returns the files that are missing among files with numbers, such as train-00002-of-00003.parquet. The first file has the number
// 0, or 1 if there is a file whose number is the total. It returns at most maxMissing files.
func Missing(files []string) (missing []string) {
	isKnown := map[string]bool{} // the files, and the pattern of each set that was checked
	for _, file := range files {
		isKnown[file] = true
	}
	for _, file := range files {
		m := shardName().FindStringSubmatch(file)
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
		for i := first; i < all+first && len(missing) < maxMissing; i++ {
			if !isKnown[name(i)] {
				missing = append(missing, name(i))
			}
		}
	}
	slices.Sort(missing)
	return missing
}

// maxMissing is the maximum number of missing files that Missing returns.
const maxMissing = 20
