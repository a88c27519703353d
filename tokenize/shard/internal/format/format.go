// Package format is the table of output formats. Most are entries of a table: a template of a row, made of pairs, groups or candidates, as
// JSON lines, TSV or Parquet. The others have a file of their own.
package format

import (
	"cmp"
	"context"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// Format is an output format: the files that it makes from a plan, how they are read back, and who reads them. Most formats only have Sets
// and Beside.
type Format struct {
	Name  string
	About string     // one line for users: what the format is, and for whom
	Use   string     // text for the card: how a program reads the rows
	Needs plan.Needs // what the format needs from a plan and what it can hold
	Sets  []set      // the folders of its rows
	// Beside describes the rows of candidates, in folders NAME-candidates. It is nil if the format only trains, or if its own rows are for
	// evaluation.
	Beside      []set
	Parts       func(f Format, p *plan.Plan) []encoding.Part // returns the files to write; nil: the files of Sets
	Candidates  func(p *plan.Plan) []encoding.Part           // returns the files of candidates; nil: the files of Beside
	Options     func(o plan.Options) []string                // returns the errors in the format's own options; nil if it has none
	Folders     []encoding.Folder                            // the encodings of folders that no set describes
	folderNames []string                                     // names that no task may have, since the task alone names other folders
	files       []Files                                      // descriptions, for help, of the files that no set describes
}

// Files returns the files that a format makes from a plan.
func (f Format) Files(p *plan.Plan) (parts []encoding.Part) {
	if f.Parts != nil {
		return f.Parts(f, p)
	}
	for _, s := range f.Sets {
		parts = append(parts, s.parts(p, f)...)
	}
	return parts
}

// CandidateFiles returns the files of candidates.
func (f Format) CandidateFiles(p *plan.Plan) (parts []encoding.Part) {
	if f.Candidates != nil {
		return f.Candidates(p)
	}
	for _, s := range f.Beside {
		parts = append(parts, s.parts(p, f)...)
	}
	return parts
}

// HasCandidates reports whether candidates are written beside the rows.
func (f Format) HasCandidates() bool { return f.Beside != nil || f.Candidates != nil }

// Evaluates reports whether the format can write candidates.
func (f Format) Evaluates() bool { return f.HasCandidates() || f.Needs.Rankings }

// IsWhole reports whether the format writes each split of a task in one file.
func (f Format) IsWhole() bool {
	return len(f.Sets) == 0 && len(f.Folders) > 0 && !slices.ContainsFunc(f.Folders, func(folder encoding.Folder) bool { return !folder.As.IsWhole() })
}

// Content is a part of rows that an option changes.
type Content int

// The contents that options change.
const (
	Groups Content = iota // a positive with several negatives
	Scores                // scores of a teacher
	Labels                // a label for each document of a pair
	Prompt                // the instruction of a query
)

// Holds reports whether rows of the format hold the content c with these options.
func (f Format) Holds(c Content, o plan.Options) bool {
	sets := f.Sets
	switch {
	case f.Name == "template":
		t, err := Parse(o.Template)
		if err != nil {
			return c != Prompt
		}
		s := userSet[t.Kind]
		s.isScored, s.folders = t.IsScored(), []folder{{row: o.Template}}
		sets = []set{s}
	case f.Name == "mtdnn":
		return c == Groups && o.MTDNNRanking == MTDNNGroup || c == Labels && o.MTDNNRanking != MTDNNGroup
	case f.Name == "tfrecord":
		return c == Labels
	}
	return slices.ContainsFunc(sets, func(s set) bool {
		switch c {
		case Groups:
			return slices.Contains([]shape{groupRows, fixedRows, memberRows, listRows}, s.shape)
		case Scores:
			return s.isScored
		case Labels:
			return s.shape == inputRows
		}
		return slices.ContainsFunc(s.folders, func(target folder) bool { return HasPrompt(target.row) })
	})
}

// Find returns the format with a name. ok is false if there is none.
func Find(name string) (f Format, ok bool) {
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

// IsData reports whether a file has the name of a shard, or the extension of formats that write a split in one file.
func IsData(name string) bool {
	return strings.Contains(path.Base(name), plan.ShardMark) || slices.ContainsFunc(All, func(f Format) bool {
		return slices.ContainsFunc(f.Folders, func(folder encoding.Folder) bool {
			return folder.As.IsWhole() && path.Ext(name) == "."+folder.As.Extension()
		})
	})
}

// auxiliaryLines returns a file that belongs to the shards but holds no rows. lines calls write with each line of the file.
func auxiliaryLines(path string, lines func(write func(line string))) encoding.Part {
	return encoding.Part{Path: path, IsAuxiliary: true, Write: func(ctx context.Context, w io.Writer, _ func(int)) (err error) {
		lines(func(line string) {
			if err = cmp.Or(err, ctx.Err()); err == nil {
				_, err = io.WriteString(w, line+"\n")
			}
		})
		return err
	}}
}
