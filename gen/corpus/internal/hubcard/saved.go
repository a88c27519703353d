package hubcard

import (
	"cmp"
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
)

// Files in a folder that save_to_disk of Hugging Face's datasets wrote. A Dataset has state.json and Arrow streams. A
// DatasetDict has dataset_dict.json and one such folder per split.
const (
	SavedState = "state.json"
	SavedDict  = "dataset_dict.json"
	savedInfo  = "dataset_info.json"
)

// savedTable is the content of state.json.
type savedTable struct {
	Files []struct {
		Name string `json:"filename"`
	} `json:"_data_files"`
	Indices []json.RawMessage `json:"_indices_data_files"`
	Split   string            `json:"_split"`
}

// readSaved reads the state.json of a folder; ok is false if it has none written by datasets.
func readSaved(folder string) (t savedTable, ok bool, err error) {
	path := filepath.Join(folder, SavedState)
	if _, err := os.Stat(path); err != nil {
		return t, false, nil
	}
	raw, err := safefile.ReadFile(path, safefile.Whole)
	if err != nil {
		return t, false, errs.CannotOpen(path, err)
	}
	if json.Unmarshal(raw, &t) != nil || t.Files == nil { // a split without rows has an empty list
		return t, false, nil
	}
	if len(t.Indices) > 0 {
		return t, false, errs.BadInput(path, 0, "call flatten_indices() before save_to_disk()",
			"its rows are chosen by a file of indices (_indices_data_files), which is not read")
	}
	return t, true, nil
}

// SavedTables returns the files of a folder that save_to_disk wrote, of all splits; ok is false for another folder.
func SavedTables(folder string) (files []string, ok bool, err error) {
	if files, ok, err = savedFiles(folder); ok || err != nil {
		return files, ok, err
	}
	splits, ok, err := savedSplits(folder)
	for _, split := range splits {
		tables, _, err := savedFiles(split)
		if err != nil {
			return nil, false, err
		}
		files = append(files, tables...)
	}
	return files, ok, err
}

// savedFiles returns the files of a Dataset's folder, in the order of state.json.
func savedFiles(folder string) (files []string, ok bool, err error) {
	t, ok, err := readSaved(folder)
	if !ok || err != nil {
		return nil, false, err
	}
	for _, file := range t.Files {
		if file.Name != filepath.Base(file.Name) || strings.HasPrefix(file.Name, ".") {
			return nil, false, errs.BadInput(filepath.Join(folder, SavedState), 0, "write the folder again", "%q is no name of a file", file.Name)
		}
		path := filepath.Join(folder, file.Name)
		if _, err := os.Stat(path); err != nil {
			return nil, false, errs.CannotOpen(path, err)
		}
		files = append(files, path)
	}
	return files, true, nil
}

// savedSplits returns the folders of a DatasetDict's splits, in the order of dataset_dict.json.
func savedSplits(folder string) (splits []string, ok bool, err error) {
	path := filepath.Join(folder, SavedDict)
	if _, err := os.Stat(path); err != nil {
		return nil, false, nil
	}
	raw, err := safefile.ReadFile(path, safefile.Whole)
	if err != nil {
		return nil, false, errs.CannotOpen(path, err)
	}
	var dict struct {
		Splits []string `json:"splits"`
	}
	if json.Unmarshal(raw, &dict) != nil {
		return nil, false, nil
	}
	for _, split := range dict.Splits {
		if split != filepath.Base(split) || strings.HasPrefix(split, ".") {
			return nil, false, errs.BadInput(path, 0, "write the folder again", "%q is no name of a split", split)
		}
		splits = append(splits, filepath.Join(folder, split))
	}
	return splits, len(splits) > 0, nil
}

// isSavedNote reports whether a file describes the Arrow files of save_to_disk that lie in its folder or below it.
func isSavedNote(file string, files []string) bool {
	folder := path.Dir(file) + "/"
	return slices.Contains([]string{SavedState, SavedDict, savedInfo}, path.Base(file)) &&
		slices.ContainsFunc(files, func(f string) bool { return strings.HasPrefix(f, folder) && path.Ext(f) == ".arrow" })
}

// SavedSplit returns the split of a file written by save_to_disk: the name of its folder in a DatasetDict,
// else the split in state.json. It returns "" for other files.
func SavedSplit(file string) string {
	folder := filepath.Dir(file)
	t, ok, err := readSaved(folder)
	if !ok || err != nil {
		return ""
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(folder), SavedDict)); err == nil {
		name := strings.ToLower(filepath.Base(folder))
		return cmp.Or(SplitOf(name), name)
	}
	return SplitOf(t.Split)
}
