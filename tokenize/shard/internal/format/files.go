package format

import (
	"fmt"
	"slices"
	"strings"
)

// Files describes files of a format whose rows have the same columns, for help.
type Files struct {
	Format string
	Paths  string // the patterns of the files, in Markdown
	Row    string // lists the columns of a row
}

// AllFiles returns the descriptions of the files of all formats, for groups of eight documents.
func AllFiles() (all []Files) {
	for _, f := range All {
		list := slices.Clone(f.files)
		for _, s := range slices.Concat(f.Sets, f.Beside) {
			for _, target := range s.folders {
				w := writer{folder: target, template: target.parseTemplate(), group: 7}
				for _, pattern := range s.patterns() {
					paths := fmt.Sprintf("`%s/%s-*.%s`", pattern+target.suffix, s.split(), endings[target.style])
					list = append(list, Files{Paths: paths, Row: w.describe()})
				}
			}
		}
		first := len(all)
		for _, files := range list {
			files.Format = f.Name
			i := slices.IndexFunc(all[first:], func(other Files) bool { return other.Row == files.Row })
			if i < 0 {
				all = append(all, files)
			} else {
				all[first+i].Paths += " " + files.Paths
			}
		}
	}
	return all
}

// patterns returns the patterns of a set's folders, without the suffix.
func (s set) patterns() []string {
	switch {
	case s.paths != nil:
		return s.paths
	case s.shape == candidateRows || s.shape == rankingRows:
		return []string{s.candidates()}
	case s.isWhole || s.shape >= candidateRows:
		return []string{s.name}
	case s.classes:
		return []string{strings.TrimPrefix(s.name+"-CLASSES", "-")}
	}
	return []string{s.name + "-TASK"}
}

// split returns the name of a split in a set's files, for help.
func (s set) split() string {
	if s.shape == corpusRows {
		return corpusSplit
	}
	return "SPLIT"
}

// describe returns the columns of a table with their types, the members of JSON objects, or the number of fields of lines.
func (w *writer) describe() string {
	var list []string
	root := &w.template.root
	switch w.folder.style {
	case table:
		for _, c := range w.columns() {
			if c.List {
				list = append(list, c.Name+" list of "+c.DType)
			} else {
				list = append(list, c.Name+" "+c.DType)
			}
		}
	case tabs:
		return fmt.Sprintf("fields between tabs: %d", len(root.members))
	default:
		for i, m := range root.members {
			if m.optional == nil {
				list = append(list, root.keys[i])
			}
		}
	}
	return strings.Join(list, ", ")
}

// Beside lists the files beside shards that hold no rows. A file is written if a format needs it.
var Beside = []string{"README.md", "duet-2017/ngraphs.txt", "duet-2017/words.txt", "duet/idfnew.norm.tsv", "duet/word-vocab-small.tsv",
	"libsvm/features.txt", "libsvm/judgements_SPLIT.txt", "matchzoo-1/corpus.txt", "matchzoo-1/corpus_preprocessed.txt",
	"matchzoo-1/word_dict.txt", "mtdnn/task_def.yml", "tfrecord-eval/query_doc_ids_SPLIT.txt", "tokenizer.json", "tokenizer_config.json",
	"vocab.txt"}
