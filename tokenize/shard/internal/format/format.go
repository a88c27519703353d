// Package format is the catalogue of output formats: each is one value in a file of its own, and a line of All.
package format

import (
	"context"
	"io"
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// Format is an output format: the files that it makes from a plan, how they are read back, and who
// reads them.
type Format struct {
	Name  string
	About string // for users, a line: what it is, for whom
	Use   string // for the card: how the consumer reads the rows
	Needs plan.Needs
	Parts func(p *plan.Plan) []encoding.Part
	// Candidates returns the files below NAME-candidates: the format's rows without a partner, or
	// the file that its trainer's evaluation reads. Nil: it trains only, or evaluates by itself.
	Candidates  func(p *plan.Plan) []encoding.Part
	Options     func(o plan.Options) []string // what is wrong with the format's own options; nil: it has none
	Folders     []encoding.Folder             // their encodings; the last one is for all other folders
	folderNames []string                      // its folders without a task's name, where other folders are named by the task alone
}

// EncodingOf returns the encoding of a file; nil where the format writes no such file.
func (f Format) EncodingOf(file string) encoding.Encoding {
	i := slices.IndexFunc(f.Folders, func(folder encoding.Folder) bool { return folder.Name == "" || folder.Name == path.Dir(file) })
	if i < 0 || path.Ext(file) != "."+f.Folders[i].As.Extension() {
		return nil
	}
	return f.Folders[i].As
}

// Evaluates reports whether the format has a form for candidates.
func (f Format) Evaluates() bool { return f.Candidates != nil || f.Needs.Rankings }

// Find returns the format with this name.
func Find(name string) (Format, bool) {
	i := slices.IndexFunc(All, func(f Format) bool { return f.Name == name })
	if i < 0 {
		return Format{}, false
	}
	return All[i], true
}

// ReservedNames returns the names of folders, over all formats, that no task may have.
func ReservedNames() (names []string) {
	for _, f := range All {
		names = append(names, f.folderNames...)
	}
	return names
}

// IsData reports whether a file has the name of a shard, or the extension of files that are whole.
func IsData(name string) bool {
	return strings.Contains(path.Base(name), plan.ShardMark) || slices.ContainsFunc(All, func(f Format) bool {
		return slices.ContainsFunc(f.Folders, func(folder encoding.Folder) bool {
			return folder.As.IsWhole() && path.Ext(name) == "."+folder.As.Extension()
		})
	})
}

// auxiliaryLines returns a file of lines that is no data but belongs to it.
func auxiliaryLines(path string, lines iter.Seq[string]) encoding.Part {
	return encoding.Part{Path: path, IsAuxiliary: true, Write: func(ctx context.Context, w io.Writer, _ func(int)) error {
		for line := range lines {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if _, err := io.WriteString(w, line+"\n"); err != nil {
				return err
			}
		}
		return nil
	}}
}
