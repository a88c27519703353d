package read

import (
	"cmp"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/fileform"
	"github.com/axiomine/axiomine/gen/corpus/internal/hubcard"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
)

// Files yields the files that Documents reads at path, for callers that read them more than once. A pipe or a device is an error.
func Files(path string, format Format) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for file, err := range documentFiles(path, format) {
			if err == nil && file != "-" {
				err = safefile.CheckStored(file)
			}
			if !yield(file, err) {
				return
			}
		}
	}
}

// documentFiles yields the files of an argument for documents, without the folders of TREC's disks that are skipped.
func documentFiles(path string, format Format) iter.Seq2[string, error] {
	isTREC := format == TREC || format == Auto || format == ""
	return files(path, func(name string) bool { return isTREC && fileform.TrecSkips(name) })
}

// files yields the files of an argument for documents: the file path, or all files below the folder path in byte order, or the files of
// several paths separated by commas. Links are followed. Names that begin with a dot or with readme (in any case), and folders for which
// skipDir returns true, are left out.
func files(path string, skipDir func(name string) bool) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		if path == "-" {
			yield(path, nil)
			return
		}
		for _, part := range paths(path) {
			if !walk(part, nil, skipDir, yield) {
				return
			}
		}
	}
}

// paths returns the parts of an argument of several files or folders, with patterns expanded. It does not split at commas in names of
// existing files, and does not split an argument without any existing part.
func paths(path string) (list []string) {
	isThere := func(name string) bool {
		_, err := os.Stat(name)
		return err == nil || expandPattern(name)[0] != name
	}
	parts := []string{path}
	if strings.Contains(path, ",") && !isThere(path) {
		if several := SplitList(path, isThere); slices.ContainsFunc(several, isThere) {
			parts = several
		}
	}
	for _, part := range parts {
		list = append(list, expandPattern(part)...)
	}
	return list
}

// mostCommas is the maximum number of parts of a list that are joined to try them as one name.
const mostCommas = 8

// SplitList returns the non-empty parts of a list with commas. It does not split at the commas of a name for which isThere returns true.
func SplitList(text string, isThere func(name string) bool) (list []string) {
	parts := strings.Split(text, ",")
	for len(parts) > 0 {
		name := func(n int) string { return strings.TrimSpace(strings.Join(parts[:n], ",")) }
		size := 1
		for n := range min(mostCommas, len(parts)) {
			if isThere(name(n + 1)) {
				size = n + 1
				break
			}
		}
		if part := name(size); part != "" {
			list = append(list, part)
		}
		parts = parts[size:]
	}
	return list
}

// walk yields the files at path. parents are the folders above it. It returns false if yield returned false.
func walk(path string, parents []os.FileInfo, skipDir func(string) bool, yield func(string, error) bool) bool {
	info, err := os.Stat(path)
	if err != nil {
		return yield(path, errs.CannotOpen(path, err))
	}
	if !info.IsDir() {
		return yield(path, nil)
	}
	for _, folder := range parents {
		if os.SameFile(folder, info) {
			return true // a link to a parent folder
		}
	}
	if saved, ok, err := hubcard.SavedTables(path); err != nil {
		return yield(path, err)
	} else if ok {
		return !slices.ContainsFunc(saved, func(file string) bool { return !yield(file, nil) })
	}
	inside, err := namesIn(path)
	if err != nil {
		return yield(path, err)
	}
	inside = slices.DeleteFunc(inside, func(name string) bool {
		folder, isFolder := strings.CutSuffix(name, "/")
		return strings.HasPrefix(strings.ToLower(name), "readme") || isFolder && skipDir(folder)
	})
	slices.Sort(inside) // with the slash of folders, this is the order of all paths
	for _, name := range inside {
		if !walk(filepath.Join(path, name), append(parents, info), skipDir, yield) {
			return false
		}
	}
	return true
}

// namesIn returns the names in a folder, without hidden files. Names of folders end in a slash.
func namesIn(dir string) (names []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, errs.CannotOpen(dir, err)
	}
	for _, e := range entries {
		name := e.Name()
		if target, err := os.Stat(filepath.Join(dir, name)); err == nil && target.IsDir() {
			name += "/"
		}
		if !strings.HasPrefix(name, ".") {
			names = append(names, name)
		}
	}
	return names, nil
}

// SplitFiles returns the files of a folder, or the files that match a pattern, by the splits in their names or folders. Several files of a
// split are separated by commas. Any other path is returned as the file of AllSplits.
func SplitFiles(path string) (map[string]string, error) {
	info, err := os.Stat(path)
	isFolder := err == nil && info.IsDir()
	if !isFolder && (err == nil || !isPattern(path)) {
		return map[string]string{AllSplits: path}, nil
	}
	root := path
	if !isFolder { // the folder above the first part with a wildcard
		root = filepath.Dir(path[:strings.IndexAny(path, "*?[")] + "*")
	}
	bySplit := map[string][]string{}
	for file, err := range files(path, func(string) bool { return false }) {
		if err != nil {
			return nil, err
		}
		name, err := filepath.Rel(root, file)
		if err != nil {
			return nil, errs.CannotOpen(file, err)
		}
		split := cmp.Or(hubcard.SplitOfPath(name), AllSplits)
		bySplit[split] = append(bySplit[split], file)
	}
	switch {
	case len(bySplit) == 0:
		return nil, errs.BadInput(path, 0, sourcefile.RightFile, "it holds no file")
	case len(bySplit) > 1 && bySplit[AllSplits] != nil:
		return nil, errs.BadInput(path, 0, "name the split of each: train=FILE,test=FILE", "the name of %s names no split, others do",
			filepath.Base(bySplit[AllSplits][0]))
	}
	return hubcard.JoinFiles(bySplit), nil
}

func isPattern(path string) bool { return strings.ContainsAny(path, "*?[") }

// expandPattern returns the files that match a pattern, in byte order. It returns the path if it is no pattern or no file matches.
func expandPattern(path string) []string {
	if _, err := os.Stat(path); err != nil && isPattern(path) {
		if files, bad := filepath.Glob(path); bad == nil && len(files) > 0 {
			slices.Sort(files)
			return files
		}
	}
	return []string{path}
}
