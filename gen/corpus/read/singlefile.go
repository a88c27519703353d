package read

import (
	"cmp"
	"os"
	"path/filepath"

	"github.com/axiomine/axiomine/gen/corpus/internal/fileform"
	"github.com/axiomine/axiomine/gen/corpus/internal/hubcard"
	"github.com/axiomine/axiomine/gen/corpus/internal/plainfile"
	"github.com/axiomine/axiomine/gen/corpus/internal/rowtable"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
)

// discoverTriples returns the layout of a file of triples at path, which is a collection by itself. required is true if the user chose the
// format. If it is false, the file must look like triples, and standard input is not read.
func discoverTriples(path string, o Options, required bool) (l Layout, ok bool, err error) {
	if !IsTriplesFile(path, o, required) {
		return l, false, nil
	}
	if path == "-" {
		err = plainfile.KeepInput()
	}
	split := cmp.Or(hubcard.SplitOf(hubcard.WithoutTableEnding(filepath.Base(path))), AllSplits)
	files := map[string]string{split: path}
	return Layout{Format: Triples, Documents: path, Queries: files, Qrels: files,
		tables: []ReadTable{{Name: path, Columns: fileform.TrainingTriples.Told}}}, true, err
}

// IsTriplesFile reports whether a file holds triples. If required is true, any file does. If it is false, the content decides.
func IsTriplesFile(path string, o Options, required bool) (fits bool) {
	if required {
		info, err := os.Stat(path)
		return path == "-" || err == nil && !info.IsDir()
	}
	if path == "-" || o.Columns != "" {
		return false
	}
	_ = sourcefile.Look(path, o.source(), func(h sourcefile.Head) { fits = h.Table == nil && rowtable.FitsTriplesFile(h) })
	if !fits {
		return false
	}
	_, err := tablePlan(path, o)
	return err != nil // without an error, it is a table with a header
}
