// Package format is the catalogue of output formats: each is one value in a file of its own, and a line of All.
package format

import (
	"path"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// Format is an output format: the files that it makes of a plan, how they are read back, and who reads them.
type Format struct {
	Name  string
	About string // for users, a line: what it is, for whom
	Use   string // for the card: how the rows come into the consumer
	Needs plan.Needs
	Parts func(p *plan.Plan) []encoding.Part
	// Candidates are below NAME-candidates: the format's rows without a partner, or the file that its trainer's evaluation reads.
	// Nil: it trains only, or evaluates by itself.
	Candidates func(p *plan.Plan) []encoding.Part
	Options    func(o plan.Options) []string // what is wrong with the options that are its own; nil: it has none
	Folders    []encoding.Folder             // what they hold, the last one all others
	reserved   []string                      // its folders that have no task's name, where others are named by the task alone
}

// EncodingOf is how the format keeps a file; nil where it writes no such file.
func (f Format) EncodingOf(file string) encoding.Encoding {
	at := slices.IndexFunc(f.Folders, func(folder encoding.Folder) bool { return folder.Name == "" || folder.Name == path.Dir(file) })
	if at < 0 || path.Ext(file) != "."+f.Folders[at].As.Extension() {
		return nil
	}
	return f.Folders[at].As
}

// Evaluates says whether the format has a form for candidates.
func (f Format) Evaluates() bool { return f.Candidates != nil || f.Needs.Rankings }

// Named finds a format.
func Named(name string) (Format, bool) {
	at := slices.IndexFunc(All, func(f Format) bool { return f.Name == name })
	if at < 0 {
		return Format{}, false
	}
	return All[at], true
}

// Reserved are those of all formats that no task's may be called.
func Reserved() (names []string) {
	for _, f := range All {
		names = append(names, f.reserved...)
	}
	return names
}

// IsData says whether a file has the name of a shard, or the extension of files that are whole.
func IsData(name string) bool {
	return strings.Contains(path.Base(name), plan.ShardMark) || slices.ContainsFunc(All, func(f Format) bool {
		return slices.ContainsFunc(f.Folders, func(folder encoding.Folder) bool {
			return folder.As.IsWhole() && path.Ext(name) == "."+folder.As.Extension()
		})
	})
}
