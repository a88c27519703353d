package shard

import (
	"path"
	"slices"
	"strings"
)

// format is an output format: the files that it makes of a plan, how they are read back, and who reads them.
type format struct {
	name  string
	about string // for users, a line: what it is, for whom
	use   string // for the card: how the rows come into the consumer
	needs needs
	parts func(p *plan) []part
	// candidates are below NAME-candidates: the format's rows without a partner, or the file that its trainer's evaluation reads.
	// Nil: it trains only, or evaluates by itself.
	candidates func(p *plan) []part
	options    func(o planOptions) []string // what is wrong with the options that are its own; nil: it has none
	folders    []folder                     // what they hold, the last one all others
	reserved   []string                     // its folders that have no task's name, where others are named by the task alone
}

// encodingOf is how the format keeps a file; nil where it writes no such file.
func (f format) encodingOf(file string) encoding {
	at := slices.IndexFunc(f.folders, func(folder folder) bool { return folder.name == "" || folder.name == path.Dir(file) })
	if at < 0 || path.Ext(file) != "."+f.folders[at].as.extension() {
		return nil
	}
	return f.folders[at].as
}

// evaluates says whether the format has a form for candidates.
func (f format) evaluates() bool { return f.candidates != nil || f.needs.rankings }

// formatNamed finds a format.
func formatNamed(name string) (format, bool) {
	at := slices.IndexFunc(formats, func(f format) bool { return f.name == name })
	if at < 0 {
		return format{}, false
	}
	return formats[at], true
}

// reservedFolders are those of all formats that no task's may be called.
func reservedFolders() (names []string) {
	for _, f := range formats {
		names = append(names, f.reserved...)
	}
	return names
}

// isData says whether a file has the name of a shard, or the extension of files that are whole.
func isData(name string) bool {
	return strings.Contains(path.Base(name), shardMark) || slices.ContainsFunc(formats, func(f format) bool {
		return slices.ContainsFunc(f.folders, func(folder folder) bool {
			return folder.as.isWhole() && path.Ext(name) == "."+folder.as.extension()
		})
	})
}
