package audit

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// source is one file of rows, or the judgements of a collection.
type source struct {
	file   string
	layout *read.Layout // the layout of the collection; nil for a file of rows
	split  string       // the only split of the collection that is read; "" if all are
}

// sourcesOf returns the sources at a path, which is a file, a pattern of files, a folder or "-". It adds unread files to rep.
func sourcesOf(path string, o read.Options, rep *read.Report) (list []source, err error) {
	if err := safefile.CheckStored(path); err != nil {
		return nil, err
	}
	info, err := os.Stat(path)
	if path == "-" || err == nil && !info.IsDir() {
		return []source{{file: path}}, checkTexts(path, filepath.Dir(path), o)
	}
	if err != nil {
		if files, bad := filepath.Glob(path); bad == nil && len(files) > 0 {
			return lists.Map(files, func(file string) source { return source{file: file} }), nil
		}
		return nil, errs.CannotOpen(path, err)
	}
	if err := checkTexts(path, path, o); err != nil {
		return nil, err
	}
	folder := path
	for _, shards := range []string{path, filepath.Join(path, "shards")} {
		if m, err := shard.ReadManifest(shards); err == nil {
			if path, err = oneDataSet(shards, m, o.IDs); err != nil {
				return nil, err
			}
			break
		}
	}
	if folder != path {
		if err := leaveBeside(folder, path, rep); err != nil {
			return nil, err
		}
	}
	layout, noLayout := read.Search{Format: read.Auto, Options: o}.In(path)
	if noLayout == nil && layout.Format != read.Table && len(layout.Qrels) > 0 {
		return []source{{file: path, layout: &layout}}, nil
	}
	if noLayout == nil && len(layout.Ranked) > 0 {
		return nil, errs.BadInput(path, 0, "paste "+strings.Join(layout.Ranked, " ")+" --collection "+layout.Documents+" --topics "+
			strings.Join(slices.Sorted(maps.Values(layout.Queries)), ","), "its rows hold ids, whose texts are in other files")
	}
	files, unread, err := read.TrainingFiles(path, o)
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, errs.BadInput(path, 0, "name the file of rows", "no file of training rows: %s", strings.Join(append(unread[:min(2,
			len(unread))], "nor another one"), "; "))
	}
	for _, why := range unread {
		rep.Unread.Leave(path, "file of the folder: "+why)
	}
	return lists.Map(files, func(file string) source { return source{file: file} }), nil
}

// leaveBeside adds a remark with the files of a folder that are not read: those outside its folder of rows. axiomine gen wrote the folder.
func leaveBeside(folder, rows string, rep *read.Report) error {
	const separator, mostNamed = string(filepath.Separator), 20
	var names []string
	for dir := filepath.Dir(rows); ; dir = filepath.Dir(dir) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return errs.CannotOpen(dir, err)
		}
		relative, err := filepath.Rel(folder, dir)
		if err != nil {
			return errs.CannotOpen(dir, err)
		}
		for _, e := range entries {
			isRows := strings.HasPrefix(rows+separator, filepath.Join(dir, e.Name())+separator)
			if !isRows && !strings.HasPrefix(e.Name(), ".") {
				names = append(names, filepath.ToSlash(filepath.Join(relative, e.Name())))
			}
		}
		if relative == "." {
			break
		}
	}
	shown := names[:min(mostNamed, len(names))]
	if more := len(names) - len(shown); more > 0 {
		shown = append(slices.Clone(shown), terminal.Group(more)+" more")
	}
	rep.Remark("beside the rows of "+filepath.Base(rows)+" lie "+terminal.JoinAnd(shown), len(names), folder, 0)
	return nil
}

// oneDataSet returns the only folder of training rows with texts that a manifest names, or the first folder of rows if ids do and there is
// none. It returns an error if there are several: they have the same pairs in different forms.
func oneDataSet(shards string, m *shard.Manifest, ids bool) (string, error) {
	folders := textFolders(shards, m)
	if ids && len(folders) == 0 && len(m.Shards) > 0 {
		return filepath.Join(shards, filepath.Dir(filepath.FromSlash(m.Shards[0].Path))), nil
	}
	switch len(folders) {
	case 0:
		return "", noTexts(shards, nil)
	case 1:
		return folders[0], nil
	}
	return "", errs.BadInput(shards, 0, "name one of its folders: "+strings.Join(folders, ", "), "a folder of %d data sets", len(folders))
}

// checkTexts returns an error if the rows of a folder are, by the manifest one level above, no training rows with texts. folder is the path
// or its folder. With --collection, rows of ids are accepted.
func checkTexts(path, folder string, o read.Options) error {
	if path == "-" || o.IDs {
		return nil
	}
	folder = filepath.Clean(folder)
	shards := filepath.Dir(folder)
	m, err := shard.ReadManifest(shards)
	if err != nil {
		return nil // not a folder of shards
	}
	folders := textFolders(shards, m)
	isKnown := slices.ContainsFunc(m.Shards, func(s shard.Shard) bool { return filepath.Join(shards, filepath.FromSlash(s.Path), "..") == folder })
	if !isKnown || slices.Contains(folders, folder) {
		return nil
	}
	return noTexts(path, folders)
}

// textFolders returns the paths of the folders with texts that the manifest of a folder of shards names.
func textFolders(shards string, m *shard.Manifest) (folders []string) {
	return lists.Map(m.TextFolders(), func(name string) string { return filepath.Join(shards, name) })
}

// noTexts returns the error for a path without training rows with texts. folders are other paths that have such rows.
func noTexts(path string, folders []string) error {
	hint := "audit the same pairs as texts: the output format jsonl has them; ids of texts need --collection"
	if len(folders) > 0 {
		hint = "audit the same pairs as texts in " + folders[0]
	}
	return errs.BadInput(path, 0, hint, "holds ids, word pieces or numbers, or candidates, and no training rows with texts")
}

// axiomaticFiles returns the files whose rows were made with axioms, according to the manifests of their shards.
func axiomaticFiles(sources []source) map[string]bool {
	files, byFolder := map[string]bool{}, map[string]bool{}
	for _, s := range sources {
		folder := filepath.Dir(filepath.Dir(s.file))
		isMade, isKnown := byFolder[folder]
		if !isKnown {
			m, err := shard.ReadManifest(folder)
			isMade = err == nil && slices.ContainsFunc(m.Tasks, func(t shard.Task) bool { return t.Axiom != "" && t.Kept > 0 })
			byFolder[folder] = isMade
		}
		if isMade && s.file != "-" {
			files[s.file] = true
		}
	}
	return files
}

// visitRows calls visit for each row of a source. columns is the meaning of its columns, as in File.Columns.
func (s source) visitRows(ctx context.Context, o read.Options, rep *read.Report,
	visit func(*corpus.TrainingRow) error) (columns string, err error) {
	if s.layout == nil {
		return read.TrainingRows(ctx, s.file, o, rep, visit)
	}
	number, splits := 0, s.layout.Splits()
	if s.split != "" {
		splits = []string{s.split}
	}
	for _, split := range splits {
		queries, qrels, err := s.layout.Split(ctx, split, o, rep)
		if err != nil {
			return "", err
		}
		texts := map[string]string{}
		for _, q := range queries {
			texts[q.ID] = q.Text
		}
		for _, judged := range qrels {
			row := &corpus.TrainingRow{Row: number, Split: split, QueryID: judged.QueryID, Query: texts[judged.QueryID], Labelled: true,
				Docs: []corpus.TrainingDoc{{ID: judged.DocID, Grade: float64(judged.Grade)}}}
			if split == read.AllSplits {
				row.Split = ""
			}
			if err := visit(row); err != nil {
				return "", err
			}
			number++
		}
	}
	return "judgements of a collection", nil
}
