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

// The JSON files that describe a folder of save_to_disk of Hugging Face's datasets. A Dataset has state.json and Arrow streams. A
// DatasetDict has dataset_dict.json and a folder of a Dataset for each split.
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

// readNote reads one of these files into note, a pointer to a struct. ok is false if the file is missing or holds other JSON.
func readNote(path string, note any) (ok bool, err error) {
	if _, err := os.Stat(path); err != nil {
		return false, nil
	}
	raw, err := safefile.ReadFile(path, safefile.Whole)
	if err != nil {
		return false, errs.CannotOpen(path, err)
	}
	return json.Unmarshal(raw, note) == nil, nil
}

// checkPlainName returns an error if name, which the file note contains, is not the plain name of a file or folder.
func checkPlainName(note, name string) error {
	if name != filepath.Base(name) || strings.HasPrefix(name, ".") {
		return errs.BadInput(note, 0, "write the folder again", "%q is no name of a file or split", name)
	}
	return nil
}

// SavedTables returns the Arrow files, of all splits, of a folder that save_to_disk wrote. They are in the order of its JSON files. ok is
// false for any other folder.
func SavedTables(folder string) (files []string, ok bool, err error) {
	var table savedTable
	note := filepath.Join(folder, SavedState)
	if ok, err = readNote(note, &table); err != nil || ok && table.Files != nil { // a split without rows has an empty list
		if err == nil && len(table.Indices) > 0 {
			err = errs.BadInput(note, 0, "call flatten_indices() before save_to_disk()",
				"its rows are chosen by a file of indices (_indices_data_files), which is not read")
		}
		for _, file := range table.Files { // err keeps the first error
			path := filepath.Join(folder, file.Name)
			if err == nil {
				err = checkPlainName(note, file.Name)
			}
			if _, missing := os.Stat(path); err == nil && missing != nil {
				err = errs.CannotOpen(path, missing)
			}
			files = append(files, path)
		}
		return files, err == nil, err
	}
	var dict struct {
		Splits []string `json:"splits"`
	}
	note = filepath.Join(folder, SavedDict)
	if ok, err = readNote(note, &dict); !ok || err != nil {
		return nil, false, err
	}
	for _, split := range dict.Splits {
		if err := checkPlainName(note, split); err != nil {
			return nil, false, err
		}
		tables, _, err := SavedTables(filepath.Join(folder, split))
		if err != nil {
			return nil, false, err
		}
		files = append(files, tables...)
	}
	return files, len(dict.Splits) > 0, nil
}

// isSavedNote reports whether a file is one of the JSON files of save_to_disk and some of files, in its folder or below it, is an Arrow
// file.
func isSavedNote(file string, files []string) bool {
	folder := path.Dir(file) + "/"
	return slices.Contains([]string{SavedState, SavedDict, savedInfo}, path.Base(file)) &&
		slices.ContainsFunc(files, func(f string) bool { return strings.HasPrefix(f, folder) && path.Ext(f) == ".arrow" })
}

// SavedSplit returns the split of a file that save_to_disk wrote: the name of its folder for a DatasetDict, and the split in state.json for
// a Dataset. It returns "" for other files.
func SavedSplit(file string) string {
	folder := filepath.Dir(file)
	var table savedTable
	if ok, err := readNote(filepath.Join(folder, SavedState), &table); !ok || err != nil || table.Files == nil {
		return ""
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(folder), SavedDict)); err == nil {
		name := strings.ToLower(filepath.Base(folder))
		return cmp.Or(SplitOf(name), name)
	}
	return SplitOf(table.Split)
}
